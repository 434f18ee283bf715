"""Fusions of a transformer block: from one kernel for each node to four for the block."""
