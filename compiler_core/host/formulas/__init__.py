"""Formulas of instructions, executed: from the text that a reader sees to the state after it."""
