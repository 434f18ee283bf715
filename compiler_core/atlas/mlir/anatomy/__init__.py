"""What an operation of MLIR consists of, and dialects and rewrites that readers declare."""
