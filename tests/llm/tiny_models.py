"""The random models under the name that tests use."""

from script.training.language.random_models import (
    KINDS,
    TINY,
    tiny_configuration,
    tiny_gguf,
    tiny_tensors,
    tiny_tokeniser,
)

__all__ = ["KINDS", "TINY", "tiny_configuration", "tiny_gguf", "tiny_tensors", "tiny_tokeniser"]
