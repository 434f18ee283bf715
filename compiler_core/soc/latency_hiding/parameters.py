"""The machine and the kernels of the ladder, read from `content/soc/ladder.yaml`.

Every number stands there with the reason for it; a number without one is an error of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated

from compiler_core.content_files import CONTENT_FOLDER, Rule, read_file, read_record
from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.description import Source
from compiler_core.soc.latency_hiding.ladder import PREFERRED_TILE
from compiler_core.soc.latency_hiding.records import KernelWork, ThreadedCore
from compiler_core.soc.reading import check_sources
from compiler_core.typed_numbers import whole_number

LADDER_FILE = CONTENT_FOLDER / "soc" / "ladder.yaml"
CLAIMS = ("vectors", "contexts", "size", "between")
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


@dataclass(frozen=True, slots=True)
class _NumberEntry:
    value: int
    reason: str


_MachineEntry = make_dataclass(
    "_MachineEntry", [("name", str), *((name, _NumberEntry) for name in _MACHINE_NUMBERS)]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _KernelEntry:
    title: str
    reason: str
    values_in: int
    values_out: int
    value_bytes: int
    operations: int


@dataclass(frozen=True, slots=True)
class _ClaimEntry:
    says: str
    value: Annotated[float, Rule(gt=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _PublishedEntry:
    source: Source
    ratios: Source
    vectors: _ClaimEntry
    contexts: _ClaimEntry
    size: _ClaimEntry
    between: _ClaimEntry


@dataclass(frozen=True, slots=True)
class _LadderEntry:
    machine: dict[str, object]
    kernels: Annotated[dict[str, _KernelEntry], Rule(min_length=1)]
    published: _PublishedEntry


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
    content = read_file(path, _LadderEntry)
    numbers = read_record(f"{path}, machine", content.machine, _MachineEntry)
    parameters = tuple(_parameter(name, getattr(numbers, name)) for name in _MACHINE_NUMBERS)
    return LadderParameters(
        ThreadedCore(name=numbers.name, **{number.name: number.value for number in parameters}),
        parameters,
        tuple(_kernel(name, entry) for name, entry in content.kernels.items()),
        _published(f"{path}, published", content.published),
    )


def _parameter(name: str, entry: _NumberEntry) -> ModelParameter:
    return ModelParameter(name, entry.value, entry.reason)


def _kernel(name: str, entry: _KernelEntry) -> LadderKernel:
    work = KernelWork(
        name=name,
        elements=1,
        tile=PREFERRED_TILE,
        values_in=entry.values_in,
        values_out=entry.values_out,
        value_bytes=entry.value_bytes,
        operations=entry.operations,
    )
    return LadderKernel(entry.title, entry.reason, work)


def _published(location: str, entry: _PublishedEntry) -> tuple[PublishedClaim, ...]:
    check_sources(location, {"source": entry.source, "ratios": entry.ratios})
    claims = [(name, getattr(entry, name)) for name in CLAIMS]
    return tuple(
        PublishedClaim(
            name, claim.says, claim.value, entry.source if claim.value is None else entry.ratios
        )
        for name, claim in claims
    )
