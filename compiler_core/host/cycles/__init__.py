"""Cycles of innermost loops as static models predict them, per element, with the models named."""
