"""Why a language model's file is refused; a branch of the core's one tree.

InputError
└── ModelFileRefused       the file is broken, or not what the LLM compiler reads
    └── ModelFileTooLarge  it passes a named limit
"""

from __future__ import annotations

from compiler_core.errors import InputError


class ModelFileRefused(InputError):
    """The model's file cannot be read."""


class ModelFileTooLarge(ModelFileRefused):
    """A part of the model's file passes a limit."""

    status = 413
