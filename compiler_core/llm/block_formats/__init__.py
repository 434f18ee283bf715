"""Weights as blocks of small integers with a shared scale: GGML's formats, encoded and decoded."""
