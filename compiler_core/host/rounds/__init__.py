"""How many iterations of the source one round of an assembly loop does: one count for all pages."""
