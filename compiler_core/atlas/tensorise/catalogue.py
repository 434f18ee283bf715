"""The nests of the page: three that hold the intrinsic, and others that each lack one thing."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.atlas.tensorise.nest import Nest, access

_EXTENT = 64
_LOOPS = {"i": _EXTENT, "j": _EXTENT, "k": _EXTENT}
_A, _B = access("A", "int8", "i", "k"), access("B", "int8", "j", "k")
_C = access("C", "int32", "i", "j")
_PRODUCT = Nest(
    name="product", title="a product of matrices", loops=_LOOPS, result=_C, factors=(_A, _B)
)


def _like(name: str, title: str, **changes: object) -> Nest:
    return replace(_PRODUCT, name=name, title=title, **changes)


NESTS: tuple[Nest, ...] = (
    _PRODUCT,
    _like("swapped", "the same, its factors swapped", factors=(_B, _A)),
    Nest(
        name="convolution", title="a 1×1 convolution",
        loops={"place": _EXTENT, "out": _EXTENT, "channel": _EXTENT},
        result=access("Y", "int32", "place", "out"),
        factors=(access("X", "int8", "place", "channel"), access("W", "int8", "out", "channel")),
    ),
    _like("floats", "floats", factors=(access("A", "float32", "i", "k"),
                                       access("B", "float32", "j", "k"))),
    _like("unsigned", "unsigned bytes", factors=(access("A", "uint8", "i", "k"), _B)),
    _like("narrow-sum", "a sum in 16 bits", result=access("C", "int16", "i", "j")),
    _like("no-sum", "nothing summed", loops={"i": _EXTENT, "j": _EXTENT}, reduction="none",
          factors=(access("A", "int8", "i", "j"), access("B", "int8", "i", "j"))),
    _like("largest", "the largest instead of the sum", reduction="max"),
    _like("three-factors", "three factors", factors=(_A, _B, access("D", "int8", "k"))),
    _like("other-way", "B the other way round", factors=(_A, access("B", "int8", "k", "j"))),
    _like("every-second", "every second number",
          factors=(access("A", "int8", "i", {"k": 2}), _B)),
    _like("batch", "a product for each i", factors=(_A, access("B", "int8", "i", "j", "k"))),
    _like("one-vector", "a matrix times a vector", loops={"j": _EXTENT, "k": _EXTENT},
          result=access("C", "int32", "j"), factors=(access("A", "int8", "k"), _B)),
    _like("two-sums", "two loops summed over", loops={**_LOOPS, "r": 3},
          factors=(access("A", "int8", "i", "r", "k"), access("B", "int8", "j", "r", "k"))),
    _like("diagonal", "the result along a diagonal",
          result=access("C", "int32", {"i": 1, "j": 1})),
    _like("odd-depth", "62 numbers to sum", loops={**_LOOPS, "k": 62}),
    _like("odd-columns", "66 columns", loops={**_LOOPS, "j": 66}),
)  # fmt: skip
