"""Why a model is refused; a branch of the core's one tree.

InputError
└── ModelRefused          the file is broken, or not what a compiler for inference can take
    ├── ModelTooLarge     it passes a named limit
    ├── SizesNeeded       it has dynamic axes that nobody gave a size
    └── InferenceRefused  an operator's inputs do not fit it
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.errors import InputError


class ModelRefused(InputError):
    """The model cannot be read."""


class ModelTooLarge(ModelRefused):
    """The model passes a limit."""

    status = 413


class SizesNeeded(ModelRefused):
    """Axes other than the batch have no size; `axes` holds what to give sizes for, `usual` a size
    for each that such networks often have."""

    def __init__(self, usual: Mapping[str, int]) -> None:
        axes = tuple(usual)
        names = ", ".join(axes)
        example = f"{axes[0]}={usual[axes[0]]}"
        self.remedy = "sizes:" + ",".join(f"{name}={size}" for name, size in usual.items())
        super().__init__(
            f"The model leaves the size of {names} open.",
            f"Give each a size, for example {example}: the program needs fixed sizes.",
        )
        self.axes = axes


class InferenceRefused(ModelRefused):
    """What a node reads does not fit its operator."""
