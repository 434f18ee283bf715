"""Where time hides: a tiled kernel on scratchpad, DMA and compute, cycle by cycle."""
