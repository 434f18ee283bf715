"""A space of kernels of one product, counted whole, and searches that look for its best."""
