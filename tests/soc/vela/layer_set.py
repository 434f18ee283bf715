"""The layers that our cost model and Vela are both asked about: listed ones, and drawn ones.

Most of the listed ones are layers of published networks. The drawn ones were looked at only after
the model was written.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import exp, log

from compiler_core.graph.layers.layer import Layer, LayerKind, convolution, dense, depthwise

# More would not fit into the SRAM of 2 MiB that both are given.
_MOST_ACTIVATIONS = 1_800_000
_MOST_WEIGHTS = 8_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """size: side of the input picture. window: side of a square."""

    kind: LayerKind
    size: int
    given: int
    made: int
    window: int = 1
    stride: int = 1

    @property
    def name(self) -> str:
        if self.kind == "dense":
            return f"dense {self.given} to {self.made}"
        channels = f"{self.given}" if self.kind == "depthwise" else f"{self.given} to {self.made}"
        return (
            f"{self.kind} {self.window}x{self.window}/{self.stride} of {self.size}x{self.size}, "
            f"{channels}"
        )

    @property
    def layer(self) -> Layer:
        """As our model takes it."""
        if self.kind == "dense":
            return dense(self.name, self.given, self.made)
        if self.kind == "depthwise":
            return depthwise(self.name, self.size, self.given, self.stride, self.window)
        channels = self.given, self.made
        return convolution(self.name, self.size, channels, self.window, self.stride)

    @property
    def sizes(self) -> list[int]:
        """As Vela's side takes it."""
        return [self.size, self.given, self.made, self.window, self.stride]


# Side of the picture, channels in, channels out.
_POINTWISE = (
    (112, 32, 64), (56, 64, 128), (56, 128, 128), (28, 128, 256), (28, 256, 256), (14, 256, 512),
    (14, 512, 512), (7, 512, 1024), (7, 1024, 1024), (56, 24, 144), (56, 144, 24), (28, 32, 192),
    (28, 192, 32), (14, 64, 384), (14, 384, 64), (14, 96, 576), (7, 160, 960), (7, 960, 160),
    (7, 320, 1280), (1, 1280, 1000), (56, 64, 256), (56, 256, 64), (28, 512, 128), (4, 48, 48),
    (10, 16, 8), (112, 16, 96),
)  # fmt: skip
# And the side of the window and the stride.
_CONVOLUTIONS = (
    (224, 3, 32, 3, 2), (224, 3, 16, 3, 2), (96, 3, 8, 3, 2), (96, 1, 8, 3, 2), (56, 64, 64, 3, 1),
    (28, 128, 128, 3, 1), (14, 256, 256, 3, 1), (7, 512, 512, 3, 1), (56, 128, 128, 3, 2),
    (32, 32, 64, 3, 1), (32, 16, 16, 3, 1), (16, 32, 32, 3, 1), (8, 64, 64, 3, 1),
    (112, 16, 16, 3, 1), (112, 8, 8, 3, 1), (40, 20, 40, 3, 1), (64, 48, 24, 3, 1),
    (20, 96, 12, 3, 1), (14, 256, 36, 3, 1), (112, 64, 64, 3, 1), (6, 24, 512, 3, 1),
    (48, 5, 7, 3, 1), (28, 32, 64, 5, 1), (14, 6, 16, 5, 1), (28, 1, 6, 5, 1), (56, 16, 32, 5, 2),
    (14, 128, 128, 5, 1), (224, 3, 64, 7, 2), (20, 48, 48, 5, 1), (8, 192, 48, 5, 1),
    (56, 256, 512, 1, 2),
)  # fmt: skip
# Side of the picture, channels, side of the window, stride.
_DEPTHWISE = (
    (112, 32, 3, 1), (112, 64, 3, 2), (56, 128, 3, 1), (56, 128, 3, 2), (28, 256, 3, 1),
    (28, 256, 3, 2), (14, 512, 3, 1), (14, 512, 3, 2), (7, 1024, 3, 1), (112, 96, 3, 2),
    (56, 144, 3, 1), (28, 192, 3, 1), (14, 384, 3, 1), (14, 576, 3, 2), (7, 960, 3, 1),
    (48, 8, 3, 1), (25, 64, 3, 1), (56, 72, 5, 2), (28, 120, 5, 1), (14, 480, 5, 1),
    (14, 672, 5, 2), (7, 960, 5, 1), (96, 16, 3, 1), (5, 40, 5, 1),
)  # fmt: skip
_DENSE = (
    (1024, 1000), (2048, 1000), (1280, 1000), (4096, 4096), (9216, 1024), (784, 300), (300, 100),
    (100, 10), (64, 64), (640, 128), (128, 8), (512, 512), (256, 2048), (25088, 256), (4000, 12),
    (32, 1), (16, 4000),
)  # fmt: skip
LISTED: tuple[Asked, ...] = (
    *(Asked("convolution", *sizes) for sizes in (*_POINTWISE, *_CONVOLUTIONS)),
    *(Asked("depthwise", size, both, both, *rest) for size, both, *rest in _DEPTHWISE),
    *(Asked("dense", 1, given, made) for given, made in _DENSE),
)


def drawn(seed: int, count: int) -> tuple[Asked, ...]:
    """Sizes at random, small ones as often as large ones."""
    chance, found = random.Random(seed), {}
    while len(found) < count:
        one = _one(chance)
        outputs = (one.size // one.stride) ** 2 * one.made
        weights = one.given * one.made * one.window**2
        if one.size**2 * one.given + outputs <= _MOST_ACTIVATIONS and weights <= _MOST_WEIGHTS:
            found[one] = None
    return tuple(found)


def _one(chance: random.Random) -> Asked:
    kind = chance.choice(("convolution",) * 5 + ("depthwise",) * 2 + ("dense",) * 2)
    if kind == "dense":
        return Asked("dense", 1, _between(chance, 16, 8192), _between(chance, 8, 4096))
    size, stride = _between(chance, 4, 128), chance.choice((1, 1, 2))
    if kind == "depthwise":
        channels = _between(chance, 8, 1024)
        return Asked("depthwise", size, channels, channels, chance.choice((3, 3, 5)), stride)
    given, made = _between(chance, 3, 1024), _between(chance, 4, 1024)
    return Asked("convolution", size, given, made, chance.choice((1, 1, 3, 3, 5)), stride)


def _between(chance: random.Random, low: int, high: int) -> int:
    return round(exp(chance.uniform(log(low), log(high))))
