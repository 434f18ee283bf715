"""What the templates of the playground print."""
