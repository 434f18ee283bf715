"""Candidates of a kernel, compiled and measured, until the best is known or the time is over."""
