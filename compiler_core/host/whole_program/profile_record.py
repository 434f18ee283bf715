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
    """What this input is called on the page, such as `mostly x > 10`; the key of `costs`,
    `flows` and `jumps`."""
    settings: tuple[str, ...]
    """Overrides of the driver, one text each, such as `x.above=10:0.95` or `threshold=10`."""


@dataclass(frozen=True, slots=True)
class Flow:
    """How often a block ran, and how often the branch at its end was taken, for one input.

    Blocks are counted, branches follow from them: taken lies between least_taken and most_taken,
    nearly always the same number. Both are None for a block that ends in no branch.
    """

    executions: int
    """How often the block was entered in the run on this input; 0 if it was not reached."""
    least_taken: int | None
    """The fewest times the branch can have been taken, as the counts tell; null if the block
    ends in no branch."""
    most_taken: int | None
    """The most times the branch can have been taken, nearly always equal to `least_taken`; null
    if there is no branch."""

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
    """Number of the block in its layout, from 0 in the order of addresses; `falls_to` and
    `jumps_to` name it."""
    address: int
    """Address in bytes of its first instruction in the linked program; 0 for a block without
    instructions."""
    first: int
    """Position of its first line in the listing's lines, from 0."""
    last: int
    """Position of its last line in the listing's lines, itself included."""
    source_lines: tuple[int, ...]
    """Lines of the source that its instructions come from, ascending; empty where none is known."""
    falls_to: int | None
    """The block that comes next without a branch."""
    jumps_to: int | None
    """The target of the branch at its end; None if there is none in this function."""
    branch: str
    """The branch instruction as listed, empty if there is none; is_conditional says which kind."""
    is_conditional: bool
    """True if the branch may also go on to the next block (`b.ne`, `cbz`, `tbnz`); False if it
    always jumps, or if there is none."""
    loop: int | None
    """The innermost loop it belongs to."""
    flows: Mapping[str, Flow]
    """By name of the input."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The function in one program on one input, per element."""

    instructions_per_element: float
    """Executed instructions of the listed function, without what it calls, divided by the
    experiment's `elements`."""
    taken_per_element: float | None
    """Branches that were taken, to within 0.01; None where the counts do not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """Which way the branch that tells the inputs apart goes, in one layout."""

    source_line: int
    """Line of the source that the branch comes from; the same in all three builds."""
    copies: int
    """How many branches of that line tell the inputs apart in this build, at least 1; unrolling
    makes more."""
    executions: Mapping[str, int]
    """How often the branch was reached, over all its copies, by name of the input."""
    taken: Mapping[str, float]
    """How often the branch was taken, over all its copies, by name of the input."""
    falls: str
    """The name of the input whose usual outcome falls through, so that the branch is seldom taken
    on it; empty if the branch is taken about equally often on both (copies that go different ways).
    """
    falls_lines: tuple[int, ...]
    """Source lines of what follows the branch, jumps_lines: of its target, each without what both
    have."""
    jumps_lines: tuple[int, ...]
    """Source lines of the branch's target, ascending, without the branch's own and those that
    the other side has too; may be empty."""
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
    """How the build is called on the page: `without a profile`, or `with a profile of` and the
    name of the input."""
    function: FunctionListing
    """Listing of the function in the linked program; where it was inlined, of the function that
    has its branch now."""
    blocks: tuple[LaidBlock, ...]
    """All basic blocks of `function`, in the order of their addresses."""
    direction: Direction | None
    """Which way the branch goes that tells the inputs apart; null when this build has no such
    branch, or none was found at all."""
    flipped: bool
    """The branch goes the other way than without a profile."""
    costs: Mapping[str, Cost]
    """By name of the input it then ran on."""
    sentence: str
    """What became of the branch in this build; with a profile also how jumps per round changed
    on its input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileExperiment:
    """One function, two kinds of input, three builds: without a profile, and with one of each."""

    compiler: str
    """Name of the compiler that made all builds, as `/api/compilers` lists it, such as `gcc-12`."""
    compiler_title: str
    """The compiler with its version for people, such as `GCC 12.2.0`."""
    version: str
    """The compiler's version as it prints it, such as `12.2.0`."""
    flags: tuple[str, ...]
    """The flags of the request, one each, without those that make or use a profile."""
    function: str
    """Name of the function that is shown: the one asked for, or another of the source if only
    that one has the branch that tells the inputs apart."""
    ok: bool
    """True when all three builds were made and run on both inputs; False when `message` says
    what failed."""
    message: str
    """Why a build or a run gave nothing, in words for the user; empty when `ok` is true."""
    distributions: tuple[Distribution, ...]
    """The two kinds of input, as sent or as taken from a comparison in the source; their names
    are the keys of `costs` and `flows`."""
    elements: int
    """How many each run goes through."""
    layouts: tuple[Layout, ...]
    """The three builds: without a profile first, then with a profile of each input, in the order
    of `distributions`; empty when `ok` is false."""
    usual: str
    """The input on which the layout without a profile needs clearly fewer jumps, the other one is
    inverted; both empty when it serves both alike or no branch tells them apart."""
    inverted: str
    """Name of the input that is not `usual`: the layout without a profile needs clearly more
    jumps on it. Empty where `usual` is."""
    outputs_agree: bool
    """All builds wrote the same bits, for each input."""
    summary: tuple[str, ...]
    """Which input the compiler's own guess suits, and the sentence of each layout; one sentence
    if no branch tells the inputs apart, none if `ok` is false."""
    method: str
    """How the profile was taken, in words. notes hold for all builds."""
    notes: tuple[str, ...]
    """Sentences that hold for all builds: whether their results agree, and for GCC what a
    profile switches on besides; empty when `ok` is false."""
