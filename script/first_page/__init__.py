"""What the first page shows, recorded."""
