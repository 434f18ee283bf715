"""What the pass ledger gives: plain data; a page and its JSON both come from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.counting.record import Totals

BUDGET_SECONDS = 60.0
"""Of one ledger, if nothing else is said."""
Method = Literal["stopped here", "without it"]
"""How a bar is counted: the code after the pass, compiled no further; or all passes but this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerBar:
    """One pass and what counting it gave.

    title: what the pass does, in plain words of the table of concepts. step: its place in the pass
    timeline, None for code generation. instructions, loads, stores,
    bytes: executed by the function in this run, None where the code could not be run; `message`
    says why. saved: instructions fewer than before the pass (`stopped here`), or fewer than without
    it (`without it`); below 0 where the pass costs; None also where the results without it are
    others by more than rounding, as `message` then says. library: instructions of library code that
    the function called, in none of the other numbers; library_saved: as saved, of these. same_bits:
    whether the results are those of the whole compile, bit by bit.
    """

    pass_name: str
    title: str
    unit: str
    step: int | None
    saved: int | None
    instructions: int | None = None
    loads: int | None = None
    stores: int | None = None
    bytes: int | None = None
    library: int = 0
    library_saved: int = 0
    same_bits: bool | None = None
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Where the gain came from.

    before: counts of the code that no pass had changed (`stopped here`), or without all of the
    passes in question (`without it`); None where that does not run. whole: of the real compile.
    library_before, library: instructions of library code called in these two runs, in no other
    number.
    n: None for a function that takes no length. elements: rounds of the loop, None where that is
    not known. interaction: what the bars do not explain, in instructions; always 0 for `stopped
    here`. programs: how many differed and were run.
    complete: False where the limit of programs or of time ended it, or it goes on. needed: passes
    that changed the function and without which the compiler compiles nothing, so that they have no
    bar. machine: parts of LLVM's code generation, each by the whole compile without it; they do not
    sum, and only those that this compiler knows; empty unless it was opened; machine_sentences: the
    same in words. tried: how many compiles of those planned. message: why there are no bars.
    """

    compiler: str
    compiler_title: str
    flags: tuple[str, ...]
    function: str
    n: int | None
    elements: int | None
    method: Method
    before: Totals | None
    whole: Totals | None
    bars: tuple[LedgerBar, ...]
    interaction: int | None
    programs: int
    complete: bool
    sentences: tuple[str, ...]
    needed: tuple[str, ...] = ()
    machine: tuple[LedgerBar, ...] = ()
    machine_sentences: tuple[str, ...] = ()
    tried: int = 0
    planned: int = 0
    library_before: int = 0
    library: int = 0
    message: str = ""

    @property
    def opened(self) -> bool:
        """Whether there is no more of code generation to see: GCC's has no parts here."""
        return bool(self.machine) or self.method != "stopped here"

    @property
    def lasting(self) -> bool:
        """Whether asking again would give the same: nothing was cut off by a limit of time."""
        bars = (*self.bars, *self.machine)
        return bool(self.bars) and all(bar.instructions is not None for bar in bars)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacedWork:
    """What one later pass saved with the left-out pass before it, and without. title: as of a bar.
    step: its place in the pass timeline, None for code generation and for what ran only without.
    """

    pass_name: str
    title: str
    step: int | None
    saved: int
    saved_without: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedPass:
    """The same pipeline less one pass, run whole.

    step, pass_name, unit: of the pass, as in the timeline; title, n: as in the ledger; option: what
    the pipeline calls it, with its options. saved: what it saved at its place, None where that is
    not known. pipeline: counts of LLVM's printed pipeline run whole by `opt`, which decides some
    things by other limits than Clang; without: less the pass, None where that does not run.
    pipeline_library, without_library: instructions of library code called in these two runs, in no
    other number.
    same_bits: whether its results are those of the whole. later: passes whose saving differs, in
    order, code generation last; their differences and `saved` add up to the whole difference.
    message: why there are no counts.
    """

    compiler: str
    compiler_title: str
    flags: tuple[str, ...]
    function: str
    n: int | None
    step: int
    pass_name: str
    title: str
    unit: str
    option: str
    saved: int | None
    whole: Totals | None
    pipeline: Totals | None
    without: Totals | None
    same_bits: bool | None
    later: tuple[ReplacedWork, ...]
    sentences: tuple[str, ...]
    pipeline_library: int = 0
    without_library: int = 0
    message: str = ""
