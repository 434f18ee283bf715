"""Verdicts of loops from compiles that were written down: no compiler starts."""
