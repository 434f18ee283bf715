"""Panes and exercises as tools for assistants, over standard input."""
