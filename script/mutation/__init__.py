"""Mutation runs: mutmut puts in the mistakes, the tests of a package have to notice them."""
