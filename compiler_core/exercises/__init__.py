"""Exercises: a task, what may be changed, and checks that judge what was handed in."""
