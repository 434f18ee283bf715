"""Graph passes: one a file, each an idea, an algorithm as plain functions, and a record."""
