"""Lessons: prose with live figures, predictions and claims, read from `content/lessons`."""
