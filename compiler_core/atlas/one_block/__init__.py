"""One block, RMSNorm and a product, cut into kernels by six compilers."""
