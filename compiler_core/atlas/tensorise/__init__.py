"""A loop nest matched against an instruction that is itself a tiny loop nest."""
