"""The profiling loop for a C loop: counted, judged on one core of a chip, changed, counted."""
