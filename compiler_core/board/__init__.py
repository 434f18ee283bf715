"""Programs taken to a board of the reader's: what is packed, and what the board reports back."""
