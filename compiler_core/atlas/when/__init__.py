"""The atlas page on when things are compiled: shapes, branches, loops, gradients, exports."""
