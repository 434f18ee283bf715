"""What a bisection found, as plain data: a page and its JSON both come from these records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LevelSetting:
    """One thing in which two levels differ.

    name as the compiler's table has it (`-fvect-cost-model`).
    """

    name: str
    """The compiler's own name of it without a value, `-fvect-cost-model`; or the whole flag
    where only the high side was given it."""
    low: str
    """Its value under the first setting, as the compiler prints it (`[disabled]`)."""
    high: str
    """Its value under the second setting, as the compiler prints it (`[enabled]`)."""
    on: tuple[str, ...]
    """The flags that give it the high level's value."""
    off: tuple[str, ...]
    """Those that give it the low level's, empty where no flag does."""

    @property
    def title(self) -> str:
        """What to add to the low level: `-fvect-cost-model=dynamic`."""
        return " ".join(self.on)


@dataclass(frozen=True, slots=True)
class PassFinding:
    """The first pass execution after which Clang's code has the property."""

    number: int
    """LLVM's own count of pass executions."""
    name: str
    """The pass as LLVM prints it (`LoopVectorizePass`)."""
    subject: str
    """What the pass ran on, as LLVM prints it (`axpy`)."""
    of: int
    """How many executions there are in all."""
    property: str
    """Ends the sentence that begins with “the code”, as `takes the steps of the second setting's
    loops`; may be another than the whole search's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bisection:
    """The answer. low and high are the flags compared; property says what was looked for."""

    compiler: str
    """The name of the compiler that was asked, with its version, as `gcc-12`."""
    compiler_title: str
    """The compiler's name and version for people, as `GCC 12.2.0`."""
    low: str
    """The flags of the first setting as typed, such as `-O2`; those of `sufficient` are added to
    them."""
    high: str
    """The flags of the second setting as typed, such as `-O3`; those of `preventing` are taken
    from them."""
    property: str
    """Ends the sentence that begins with “the code”, as `has the loops of the second setting's
    code` or `is the code of the second setting`."""
    status: str
    """`found`; `none suffices`; `level itself` (all settings together do not bring the property, so
    the compiler asks for the level's number somewhere); `nothing to find` (the property does not
    change between the two); `no code` (one of the two gives no assembly); `not possible` (this
    compiler has no table and no pass can be stopped)."""
    settings: tuple[LevelSetting, ...]
    """All differences between the two that a flag can give."""
    sufficient: tuple[LevelSetting, ...]
    """Each of these alone, added to low, brings the property."""
    preventing: tuple[LevelSetting, ...]
    """Each of these alone, taken from high, loses it."""
    minimal: tuple[LevelSetting, ...]
    """Where none suffices alone, a smallest set found that does: no member can be left out."""
    cannot_say: tuple[str, ...]
    """Differences for which no flag exists, or that could not be tried."""
    pass_finding: PassFinding | None
    """The first pass after which the code has the property; None for GCC, or if none was found."""
    compiles: int
    """How many were needed."""
    complete: bool
    """False if the limit on compiles ended the search."""
    sentences: tuple[str, ...]
    """The answer in words."""
