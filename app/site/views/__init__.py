"""What every page shares, and what the pages around the subjects print."""
