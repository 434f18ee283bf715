"""What the templates of the pages about chips print."""
