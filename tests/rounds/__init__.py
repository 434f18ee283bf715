"""How many iterations of the source a round of the code does: one number on all pages."""
