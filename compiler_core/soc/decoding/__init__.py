"""Language models on a chip: whether they fit, how fast they decode, what is fitted for it."""
