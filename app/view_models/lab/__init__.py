"""What the pages of the lab show."""
