"""Fast kernels: one tactic a file, each a C function for one convolution of known sizes."""
