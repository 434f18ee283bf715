"""The machine and the kernels of the ladder, read from `content/soc/ladder.yaml`.

Every number stands there with the reason for it; a number without one is an error of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_yaml,
)
from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.description import Source
from compiler_core.soc.latency_hiding.ladder import PREFERRED_TILE
from compiler_core.soc.latency_hiding.records import KernelWork, ThreadedCore
from compiler_core.soc.reading import source_of
from compiler_core.typed_numbers import whole_number

LADDER_FILE = CONTENT_FOLDER / "soc" / "ladder.yaml"
_SECTIONS = {"machine", "kernels", "published"}
CLAIMS = ("vectors", "contexts", "size", "between")
_KERNEL_NUMBERS = ("values_in", "values_out", "value_bytes", "operations")
_LONGEST = 15
_MACHINE_NUMBERS = tuple(field.name for field in fields(ThreadedCore) if field.name != "name")


@dataclass(frozen=True, slots=True)
class ModelParameter:
    """A number of the model and the reason for it."""

    name: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class LadderKernel:
    """A kernel with one element in one tile; `ladder.sized` gives it its size."""

    title: str
    reason: str
    work: KernelWork


@dataclass(frozen=True, slots=True)
class PublishedClaim:
    """What a paper says of the ladder. value: a gain, None where it says only how gains run."""

    name: str
    says: str
    value: float | None
    source: Source


@dataclass(frozen=True, slots=True)
class LadderParameters:
    """All that the ladder assumes: one machine, its numbers with reasons, the kernels; and what it
    is compared with.
    """

    machine: ThreadedCore
    parameters: tuple[ModelParameter, ...]
    kernels: tuple[LadderKernel, ...]
    published: tuple[PublishedClaim, ...]

    def kernel(self, name: str) -> LadderKernel:
        """The kernel of this name. Raises UnknownName."""
        for kernel in self.kernels:
            if kernel.work.name == name:
                return kernel
        known = ", ".join(kernel.work.name for kernel in self.kernels)
        raise UnknownName(f"There is no kernel {name!r}.", f"Kernels: {known}.")


@cache
def ladder_parameters() -> LadderParameters:
    """The parameters that ship. Raises ContentError."""
    return read_parameters(LADDER_FILE)


def with_numbers(machine: ThreadedCore, texts: Sequence[str]) -> ThreadedCore:
    """The machine with other numbers, each given as NAME=VALUE.

    Raises InputError for a name or value that no machine has.
    """
    changed: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        number = whole_number(value, _LONGEST)
        if name not in _MACHINE_NUMBERS or number is None:
            raise InputError(
                f"{text[:60]!r} sets no number of the machine.",
                f"Write NAME=VALUE; names: {', '.join(_MACHINE_NUMBERS)}.",
            )
        changed[name] = number
    return replace(machine, **changed)


def read_parameters(path: Path) -> LadderParameters:
    """The parameters of a file; ContentError or InputError names the first that is wrong."""
    content = checked_mapping(str(path), read_yaml(path), _SECTIONS, _SECTIONS)
    numbers = checked_mapping(
        "machine", content["machine"], {"name", *_MACHINE_NUMBERS}, {"name", *_MACHINE_NUMBERS}
    )
    parameters = tuple(_parameter(name, numbers[name]) for name in _MACHINE_NUMBERS)
    machine = ThreadedCore(
        name=checked_text("machine: name", numbers["name"]),
        **{parameter.name: parameter.value for parameter in parameters},
    )
    kernels = content["kernels"]
    if not isinstance(kernels, dict) or not kernels:
        raise ContentError("kernels: expected at least one.")
    return LadderParameters(
        machine,
        parameters,
        tuple(_kernel(name, entry) for name, entry in kernels.items()),
        _published(content["published"]),
    )


def _parameter(name: str, entry: object) -> ModelParameter:
    keys = {"value", "reason"}
    content = checked_mapping(f"machine: {name}", entry, keys, keys)
    return ModelParameter(
        name, content["value"], checked_text(f"machine: {name}: reason", content["reason"])
    )


def _kernel(name: str, entry: object) -> LadderKernel:
    keys = {"title", "reason", *_KERNEL_NUMBERS}
    content: Mapping[str, Any] = checked_mapping(f"kernels: {name}", entry, keys, keys)
    numbers = {key: content[key] for key in _KERNEL_NUMBERS}
    return LadderKernel(
        checked_text(f"kernels: {name}: title", content["title"]),
        checked_text(f"kernels: {name}: reason", content["reason"]),
        KernelWork(name=name, elements=1, tile=PREFERRED_TILE, **numbers),
    )


def _published(value: object) -> tuple[PublishedClaim, ...]:
    keys = {"source", "ratios", *CLAIMS}
    content = checked_mapping("published", value, keys, keys)
    sources = {key: source_of(f"published: {key}", content[key]) for key in ("source", "ratios")}
    return tuple(_claim(name, content[name], sources) for name in CLAIMS)


def _claim(name: str, value: object, sources: Mapping[str, Source]) -> PublishedClaim:
    location = f"published: {name}"
    content = checked_mapping(location, value, {"says", "value"}, {"says"})
    ratio = content.get("value")
    if ratio is not None and (not isinstance(ratio, int | float) or not ratio > 0):
        raise ContentError(f"{location}: value is {ratio!r}, not a gain.")
    source = sources["source" if ratio is None else "ratios"]
    return PublishedClaim(name, checked_text(f"{location}: says", content["says"]), ratio, source)
