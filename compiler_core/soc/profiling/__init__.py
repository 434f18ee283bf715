"""The profiling loop: a network in several variants, each counted kernel by kernel, and judged."""
