"""What the seven stage pages of a language model show."""
