"""Whole prompts on a chip: published times, what is fitted on them, the time to the first token."""
