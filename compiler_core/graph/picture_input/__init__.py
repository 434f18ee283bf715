"""From a photograph's bytes to the tensor that a network reads, each step shown."""
