"""Tiles of matrix products and convolutions: what fits, what it moves, what is best."""
