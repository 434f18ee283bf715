"""Blocks, loops and what controls them, found from the instructions alone."""
