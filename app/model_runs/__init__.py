"""Models that are known, and runs of their compilation: for pages of models and of chips."""
