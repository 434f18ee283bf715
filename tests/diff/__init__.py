"""Comparison of listings: renaming, alignment, rows, sentences, matrix."""
