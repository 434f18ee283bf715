"""What the page of all components prints."""
