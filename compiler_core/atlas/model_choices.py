"""Published language models that pages of the atlas offer, by name with their titles."""

from __future__ import annotations

MODEL_CHOICES = (
    ("llama-3.2-1b", "Llama 3.2 1B"), ("qwen2.5-1.5b", "Qwen2.5 1.5B"),
    ("llama-3.1-8b", "Llama 3.1 8B"),
)  # fmt: skip
