"""Real compilers on C and C++: listing, explanations, loops, registers, differences."""
