"""A loop's body for a GPU: C to PTX by Clang, without a GPU."""
