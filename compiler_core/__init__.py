"""The compiler core of Lowering Lab: a library that knows nothing of the web."""
