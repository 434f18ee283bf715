"""What drives a function in a profile experiment: a driver, and its arguments for each input."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.whole_program.profile_record import Distribution
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Unit


@dataclass(frozen=True, slots=True)
class Subject:
    """The function under test, by its name as written, in the file it is compiled from."""

    source: SourceFile
    compiler: Compiler
    flags: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Input:
    """One kind of input: arguments that make the driver prepare it."""

    distribution: Distribution
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """A driver for one function and two kinds of input."""

    units: tuple[Unit, ...]
    """The driver and the runtime that all drivers share; the function's own source is not among
    them."""
    begin: str
    """Symbol of the function at whose call counting begins."""
    end: str
    """Symbol of the function at whose call counting ends."""
    elements: int
    """How many the function goes through between them."""
    inputs: tuple[Input, Input]
    """The two kinds, each with arguments that make the driver prepare it."""
    results: str = ""
    """The file the driver writes the function's results to."""

    @property
    def names(self) -> tuple[str, str]:
        """What the two inputs are called."""
        return self.inputs[0].distribution.name, self.inputs[1].distribution.name
