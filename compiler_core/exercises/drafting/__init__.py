"""Exercises begun from what somebody looks at: a loop, a network, a language model on a chip."""
