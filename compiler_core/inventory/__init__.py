"""The concept inventory: the same questions before a course and after it, and what they show."""
