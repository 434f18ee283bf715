"""Text to tokens and back, by the libraries the models were trained with, merges step by step."""
