"""Operators that stand for many simpler ones, written out when a model is read."""
