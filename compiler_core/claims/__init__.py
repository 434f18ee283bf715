"""Statements about what compilers do, as data, and the checker that tries each of them here."""
