"""The profiling loop: variants, bottlenecks, alternatives, and real runs."""
