"""Networks on a chip: their layers, bytes and times, and why a kernel costs what it costs."""
