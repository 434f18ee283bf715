"""A reader's C loop as MLIR, written from the textbook compiler's typed representation."""
