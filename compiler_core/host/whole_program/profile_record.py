"""What profiles did to a function: its layout without one and with one for each kind of input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.compilation import FunctionListing


@dataclass(frozen=True, slots=True)
class Distribution:
    """One kind of input: what the page calls it, and settings of the driver that make it.

    settings are overrides as typed: `x.above=10:0.95` draws 95 in a hundred elements of x from
    above 10 and the others from at most 10, in an order that the seed decides.
    """

    name: str
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """How often a block ran, and how often the branch at its end was taken, for one input.

    Blocks are counted, branches follow from them: taken lies between least_taken and most_taken,
    nearly always the same number. Both are None for a block that ends in no branch.
    """

    executions: int
    least_taken: int | None
    most_taken: int | None

    @property
    def taken(self) -> float | None:
        """The middle of the two."""
        if self.least_taken is None or self.most_taken is None:
            return None
        return (self.least_taken + self.most_taken) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidBlock:
    """A block of the function, in the order of its addresses."""

    id: int
    address: int
    first: int
    """Positions in the listing's lines."""
    last: int
    """Positions in the listing's lines."""
    source_lines: tuple[int, ...]
    falls_to: int | None
    """The block that comes next without a branch."""
    jumps_to: int | None
    """The target of the branch at its end; None if there is none in this function."""
    branch: str
    """The branch instruction as listed, empty if there is none; is_conditional says which kind."""
    is_conditional: bool
    loop: int | None
    """The innermost loop it belongs to."""
    flows: Mapping[str, Flow]
    """By name of the input."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The function in one program on one input, per element."""

    instructions_per_element: float
    taken_per_element: float | None
    """Branches that were taken, to within 0.01; None where the counts do not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """Which way the branch that tells the inputs apart goes, in one layout."""

    source_line: int
    copies: int
    executions: Mapping[str, int]
    """Over all copies of the branch, by name of the input."""
    taken: Mapping[str, float]
    """Over all copies of the branch, by name of the input."""
    falls: str
    """The name of the input whose usual outcome falls through, so that the branch is seldom taken
    on it; empty if the branch is taken about equally often on both (copies that go different ways).
    """
    falls_lines: tuple[int, ...]
    """Source lines of what follows the branch, jumps_lines: of its target, each without what both
    have."""
    jumps_lines: tuple[int, ...]
    jumps: Mapping[str, float]
    """Taken branches per time that the branch is reached, itself included, of the loop it is in
    (inner loops left out) or of the function outside loops; by name of the input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The function in one build."""

    profile: str
    """Name of the input the profile was taken from, empty without a profile. direction is None when
    the branch is not there (a select took its place, or a vector loop)."""
    title: str
    function: FunctionListing
    blocks: tuple[LaidBlock, ...]
    direction: Direction | None
    flipped: bool
    """The branch goes the other way than without a profile."""
    costs: Mapping[str, Cost]
    """By name of the input it then ran on."""
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileExperiment:
    """One function, two kinds of input, three builds: without a profile, and with one of each."""

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    function: str
    ok: bool
    message: str
    distributions: tuple[Distribution, ...]
    elements: int
    """How many each run goes through."""
    layouts: tuple[Layout, ...]
    usual: str
    """The input on which the layout without a profile needs clearly fewer jumps, the other one is
    inverted; both empty when it serves both alike or no branch tells them apart."""
    inverted: str
    outputs_agree: bool
    """All builds wrote the same bits, for each input."""
    summary: tuple[str, ...]
    method: str
    """How the profile was taken, in words. notes hold for all builds."""
    notes: tuple[str, ...]
