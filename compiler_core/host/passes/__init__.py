"""What the compilers did between the source and the assembly, pass by pass."""
