"""Training: what the way back needs of the way forward, kept or computed again."""
