"""Signs and glyphs, 32 x 32 pixels, drawn by our own code: the same seed gives the same bytes."""
