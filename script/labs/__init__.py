"""A lab of our own with simulated students: killed at any moment, and under load."""
