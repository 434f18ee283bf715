"""What the templates of lessons print."""
