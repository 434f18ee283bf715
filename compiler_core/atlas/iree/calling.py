"""A module built for this machine, called with numbers; and one for AArch64, tried here as well."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from compiler_core.atlas.iree.asking import ModuleRun, run_module
from compiler_core.atlas.iree.dispatches import EntryPoint, TensorType

_SEED = 18
_MOST_ELEMENTS = 1 << 24
_STATUS = re.compile(r"\b(?P<status>[A-Z][A-Z_]{4,})\b; (?P<words>.*)")
_ELEMENTS = {
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i16": np.int16,
    "i32": np.int32, "i64": np.int64,
}  # fmt: skip
_LARGEST_INTEGER = 8
_LONGEST = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """inputs: drawn anew from the same seed each time; here: of the module for this machine;
    foreign: of the one for AArch64."""

    inputs: tuple[np.ndarray, ...]
    here: ModuleRun
    foreign: ModuleRun


def can_be_called(entry: EntryPoint | None) -> bool:
    """Whether all that it takes has a fixed size that is not too large, and a type of numpy's."""
    return entry is not None and all(
        value is not None and value.element in _ELEMENTS and np.prod(value.shape) <= _MOST_ELEMENTS
        for value in entry.inputs
    )


def call_both(here: bytes, foreign: bytes, entry: EntryPoint) -> Called:
    """With the same drawn numbers. Raises InputError and ToolMissing, as `run_module`."""
    inputs = drawn_inputs(entry)
    results = len(entry.results)
    return Called(
        inputs=inputs,
        here=run_module(here, entry.name, inputs, results),
        foreign=run_module(foreign, entry.name, inputs, results),
    )


def drawn_inputs(entry: EntryPoint) -> tuple[np.ndarray, ...]:
    """From a fixed seed: floats from -1 to 1, small integers."""
    rng = np.random.default_rng(_SEED)
    return tuple(_drawn(rng, value) for value in entry.inputs if value is not None)


def _drawn(rng: np.random.Generator, tensor: TensorType) -> np.ndarray:
    kind = _ELEMENTS[tensor.element]
    if tensor.element.startswith("f"):
        return rng.uniform(-1, 1, tensor.shape).astype(kind)
    return rng.integers(-_LARGEST_INTEGER, _LARGEST_INTEGER, tensor.shape).astype(kind)


def refusal_of(words: str) -> tuple[str, str]:
    """The status by which IREE's runtime names what is wrong, and its words up to the list of
    what the module wants."""
    match = _STATUS.search(words)
    if match is None:
        return "refused", words.splitlines()[0][:_LONGEST]
    return match["status"], match["words"].partition(": #")[0][:_LONGEST]


def wanted_target(words: str) -> str:
    """The processor that a module says it was written for, in what the runtime prints."""
    match = re.search(r'target_triple = "(?P<triple>[\w.-]{1,80})"', words)
    return match["triple"] if match else ""
