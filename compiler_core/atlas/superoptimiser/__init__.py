"""A small superoptimiser: fused programs found by search, as Mirage finds them.

Source of the idea: Wu et al., "Mirage: A Multi-Level Superoptimizer for Tensor Programs", 2024.
"""
