"""A compiler's own form of each loop, as its vectoriser sees it, read into facts."""
