"""MLIR's own tools on programs and pass lists: a product lowered step by step."""
