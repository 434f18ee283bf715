"""Which unit of a chip runs which kernel: kernel times, hand-overs, and the best partition."""
