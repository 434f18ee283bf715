"""What became of each source loop, and why: the compilers' own records against the assembly."""
