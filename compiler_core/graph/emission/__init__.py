"""From groups of nodes, a memory plan and chosen kernels to readable C11.

One function per group, one static arena, weights in a file of their own. Names of a model never
reach the C text unescaped: identifiers are made here, and comments lose every special character.
"""
