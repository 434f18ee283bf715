"""What the templates of the atlas print."""
