"""Which register holds what, from where to where, and the rules that say so."""
