"""Try it for models: what would run better if it were written otherwise, and a remedy to apply."""
