"""The control-flow graph of a function with what one run measured on its blocks and edges."""
