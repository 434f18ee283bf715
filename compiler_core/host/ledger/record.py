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
    """One pass and what counting it gave."""

    pass_name: str
    """As the compiler calls it: `LoopVectorizePass`, `vect`; for the last bar of Clang `code
    generation`, or `passes not run, and code generation` where a limit left some out."""
    title: str
    """What the pass does, in plain words of the table of concepts."""
    unit: str
    """What the pass ran on: `saxpy`, `loop %for.body in function saxpy`, `[module]`. `code
    generation` for bars of `machine`, empty for Clang's last bar."""
    step: int | None
    """The pass's place in the pass timeline; None for code generation."""
    saved: int | None
    """Instructions fewer than before the pass (`stopped here`), or fewer than without it (`without
    it`); below 0 where the pass costs; None also where the results without it are others by more
    than rounding, as `message` then says."""
    instructions: int | None = None
    """Executed by the function in this run, None where the code could not be run; `message` says
    why."""
    loads: int | None = None
    """Loads executed by the function in this run; None where it could not be run."""
    stores: int | None = None
    """Stores executed by the function in this run; None where it could not be run."""
    bytes: int | None = None
    """Bytes that the function loaded and stored in this run; None where it could not be run."""
    library: int = 0
    """Instructions of library code that the function called, in none of the other numbers."""
    library_saved: int = 0
    """As saved, of these."""
    same_bits: bool | None = None
    """Whether the results are those of the whole compile, bit by bit."""
    message: str = ""
    """Why `saved` is None, such as that the code could not be run, a limit left it out or its
    results are others; empty where there is a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Where the gain came from."""

    compiler: str
    """Name of the compiler that was priced, as it is asked for: `clang-19`, `gcc-12`."""
    compiler_title: str
    """The compiler's name for people, with the version: `Clang 19.1.7`, `GCC 12.2.0`."""
    flags: tuple[str, ...]
    """Flags of the whole compile in normal form, one token each: of equal settings always the
    same."""
    function: str
    """The function that was run, qualified and with template arguments: `axpy`, `shapes::area`."""
    n: int | None
    """None for a function that takes no length."""
    elements: int | None
    """Rounds of the loop, None where that is not known."""
    method: Method
    """How the bars are counted: `stopped here` for Clang, the code after each pass compiled no
    further; `without it` for GCC, the whole compile without one pass."""
    before: Totals | None
    """Counts of the code that no pass had changed (`stopped here`), or without all of the passes in
    question (`without it`); None where that does not run."""
    whole: Totals | None
    """Counts of the real compile, with all passes; None where that does not run."""
    bars: tuple[LedgerBar, ...]
    """One for each pass in the order of the passes, with `stopped here` code generation last;
    empty where `message` says why. A ledger under way has only those counted so far."""
    interaction: int | None
    """What the bars do not explain, in instructions; always 0 for `stopped here`."""
    programs: int
    """How many differed and were run."""
    complete: bool
    """False where the limit of programs or of time ended it, or it goes on."""
    sentences: tuple[str, ...]
    """What the bars come to, in words; empty without bars and while the ledger is under way."""
    needed: tuple[str, ...] = ()
    """Passes that changed the function and without which the compiler compiles nothing, so that
    they have no bar."""
    machine: tuple[LedgerBar, ...] = ()
    """Parts of LLVM's code generation, each by the whole compile without it; they do not sum, and
    only those that this compiler knows; empty unless it was opened."""
    machine_sentences: tuple[str, ...] = ()
    """What the bars of `machine` come to, in words; empty unless it was opened."""
    tried: int = 0
    """How many compiles of those planned."""
    planned: int = 0
    """How many compiles the whole ledger takes, those of the parts in `machine` included once it
    is opened; 0 where none was begun."""
    library_before: int = 0
    """Instructions of library code called in these two runs, in no other number."""
    library: int = 0
    """Instructions of library code called in the run of `whole`, in no other number."""
    message: str = ""
    """Why there are no bars."""

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
    """What one later pass saved with the left-out pass before it, and without."""

    pass_name: str
    """As LLVM prints it (`LoopVectorizePass`); `code generation` for what follows, `passes not
    run, and code generation` where a limit cut the runs short."""
    title: str
    """As of a bar."""
    step: int | None
    """The pass's place in the pass timeline; None for code generation and if it ran only
    without."""
    saved: int
    """Instructions executed fewer after it than before it, in the whole pipeline. Below 0 where
    it costs, 0 where it did not change the function."""
    saved_without: int
    """As saved, in the pipeline less the pass that is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedPass:
    """The same pipeline less one pass, run whole."""

    compiler: str
    """Which one it is about, by the name to ask for it (`clang-19`). Of GCC no pass can be left
    out, as message then says."""
    compiler_title: str
    """The compiler's name for people, with the version (`Clang 19.1.7`)."""
    flags: tuple[str, ...]
    """Those of the compile, in normal form; empty where none was given."""
    function: str
    """The function that was run, by the name to ask for it, in C++ a qualified one
    (`shapes::area`)."""
    n: int | None
    """What the loop bounds became in the run; None for a function that takes no length."""
    step: int
    """The left-out pass's place in the pass timeline."""
    pass_name: str
    """The left-out pass as LLVM prints it (`LoopVectorizePass`); empty where message is given."""
    title: str
    """What the left-out pass does, in plain words; empty where message is given."""
    unit: str
    """What the left-out pass ran on (`saxpy`, `loop %for.body in function saxpy`); may be empty."""
    option: str
    """What the pipeline calls it, with its options."""
    saved: int | None
    """What it saved at its place, None where that is not known."""
    whole: Totals | None
    """Counts of the compiler's own code with all passes, without library code; None where that
    does not compile or run."""
    pipeline: Totals | None
    """Counts of LLVM's printed pipeline run whole by `opt`, which decides some things by other
    limits than Clang."""
    without: Totals | None
    """Less the pass, None where that does not run."""
    same_bits: bool | None
    """Whether its results are those of the whole."""
    later: tuple[ReplacedWork, ...]
    """Passes whose saving differs, in order, code generation last; their differences and `saved`
    add up to the whole difference."""
    sentences: tuple[str, ...]
    """What is lost without the pass, whether later passes make up for it and which, and whether
    the results differ. Empty where message is given."""
    pipeline_library: int = 0
    """Instructions of library code called in these two runs, in no other number."""
    without_library: int = 0
    """Instructions of library code called in the run of `without`, in no other number."""
    message: str = ""
    """Why there are no counts."""
