"""A kernel of a whole block, from Triton's Python to a chip's instructions, without a GPU."""
