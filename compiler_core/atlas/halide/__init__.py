"""The page on Halide: an algorithm, and schedules of it."""
