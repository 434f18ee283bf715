"""Runs the representation: the oracle that every pass is held against."""
