"""Recording the atlas."""
