"""What links to other subjects print."""
