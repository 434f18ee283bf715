"""What the pages about chips show."""
