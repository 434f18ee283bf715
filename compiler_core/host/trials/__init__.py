"""Try it: apply one suggestion to the source or the flags, recompile, and compare the verdicts."""
