"""Which single setting of a compiler makes the difference between two levels of optimisation."""
