"""How the arrays of a program are split over devices: kinds by name, and a reader's own words.

A split is written as its axes, `-` for one that stays whole and a name of the mesh's for one that
is split, and `?` where XLA is to find it: `-,-; -,d; d,-` is of three matrices.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError

Split = tuple[str | None, ...] | None
"""Of one array: for each axis the mesh's, None for whole; None where XLA is to find it."""
DEVICES = 4
_AXIS = re.compile(r"-|[a-z]{1,8}")
_WHOLE, _UNSAID = "-", "?"


@dataclass(frozen=True, slots=True)
class ArraySplits:
    """arrays: of a program's, in order; result: of what comes out. None, both, for one device."""

    arrays: tuple[Split, ...] | None
    result: Split = None


KINDS: tuple[tuple[str, str], ...] = (
    ("one", "one device"),
    ("replicated", "replicated: all four do everything"),
    ("data", "data parallel: the rows are split"),
    ("tensor", "tensor parallel: weights are split so that they meet"),
    ("mismatched", "weights are split so that they do not meet"),
    ("first-only", "one split is stated, XLA finds the rest"),
)
_SPLITS: Mapping[str, Mapping[str, str]] = {
    "two-layers": {
        "replicated": "-,-; -,-; -,- > -,-",
        "data": "d,-; -,-; -,- > d,-",
        "tensor": "-,-; -,d; d,- > -,-",
        "mismatched": "-,-; d,-; -,d > -,-",
        "first-only": "-,-; -,d; ?",
    },
    "rmsnorm-matmul": {
        "replicated": "-,-; -; -,- > -,-",
        "data": "d,-; -; -,- > d,-",
        "tensor": "-,-; -; -,d > -,d",
        "mismatched": "-,-; -; d,- > -,-",
        "first-only": "?; -; -,d",
    },
    "attention": {
        "replicated": "-,-; -,-; -,- > -,-",
        "data": "d,-; -,-; -,- > d,-",
        "tensor": "-,-; d,-; d,- > -,-",
        "mismatched": "-,-; d,-; -,d > -,-",
        "first-only": "-,-; d,-; ?",
    },
    "gated": {
        "replicated": "-,-; -,- > -,-",
        "data": "d,-; d,- > d,-",
        "tensor": "-,d; -,d > -,d",
        "mismatched": "d,-; -,d > d,-",
        "first-only": "d,-; ?",
    },
}


def splits_of(program: str, kind: str) -> ArraySplits:
    """kind: one of KINDS."""
    text = _SPLITS[program].get(kind)
    if text is None:
        return ArraySplits(None)
    arrays, _, result = text.partition(">")
    return ArraySplits(_read(arrays), _read(result)[0] if result else None)


def own_splits(program: str, text: str) -> ArraySplits:
    """A reader's own, without one for the result. Raises InputError."""
    wanted = len(_read(_SPLITS[program]["data"].partition(">")[0]))
    arrays = _read(text)
    if len(arrays) != wanted:
        raise InputError(
            f"There are {len(arrays)} splits for {wanted} arrays.",
            "Write one for each, with ; between.",
        )
    return ArraySplits(arrays)


def _read(text: str) -> tuple[Split, ...]:
    return tuple(_read_one(part.strip()) for part in text.split(";"))


def _read_one(text: str) -> Split:
    if text == _UNSAID:
        return None
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not _AXIS.fullmatch(word):
            raise InputError(
                f"{word[:20]!r} is no axis.",
                "Write - for whole, d for split over the devices, ? for what XLA is to find.",
            )
    return tuple(None if word == _WHOLE else word for word in words)
