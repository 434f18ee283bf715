"""A reader's own function in C, as pages of the atlas take it, read it and run it."""
