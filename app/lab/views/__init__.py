"""What the templates of a class print."""
