"""The textbook loop compiler: a C subset to SSA, readable passes, an interpreter as oracle."""
