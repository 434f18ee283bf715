"""Parts of LLVM's code generation, each priced by the whole compile without it.

Between machine passes LLVM prints code that no tool here reads back, so none can be run as it stood
after one. But parts of code generation have switches of their own. With one switched off the whole
compiles and runs, and what it then executes more is what the part gave beside all the others. Such
numbers do not add up to anything, as with GCC.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.ledger.trial_runs import CountedTrial, counted_bar
from compiler_core.host.passes.concepts import concept_of, title_of
from compiler_core.toolchain.outcome import CompileJob, Outcome
from compiler_core.toolchain.service import compile_with

UNIT = "code generation"


@dataclass(frozen=True, slots=True)
class MachinePart:
    """name: as LLVM calls the pass. switch: the option of `-mllvm` that leaves it out, or puts a
    simpler one in its place; those of `CodeGen/TargetPassConfig.cpp` and `AArch64TargetMachine.cpp`
    in LLVM's sources."""

    name: str
    switch: str

    @property
    def pass_name(self) -> str:
        """The name alone, without what takes its place."""
        return self.name.partition(",")[0]


MACHINE_PARTS: tuple[MachinePart, ...] = (
    MachinePart("loop-reduce", "-disable-lsr"),
    MachinePart("codegenprepare", "-disable-cgp"),
    MachinePart("early-ifcvt", "-aarch64-enable-early-ifcvt=false"),
    MachinePart("aarch64-ccmp", "-aarch64-enable-ccmp=false"),
    MachinePart("early-machinelicm", "-disable-machine-licm"),
    MachinePart("machine-cse", "-disable-machine-cse"),
    MachinePart("machine-sink", "-disable-machine-sink"),
    MachinePart("peephole-opt", "-disable-peephole"),
    MachinePart("machine-scheduler", "-enable-misched=false"),
    MachinePart("greedy, a fast register allocator instead", "-regalloc=fast"),
    MachinePart("aarch64-ldst-opt", "-aarch64-enable-ldst-opt=false"),
    MachinePart("machine-cp", "-disable-copyprop"),
    MachinePart("branch-folder", "-disable-branch-fold"),
    MachinePart("block-placement", "-disable-block-placement"),
)
"""In the order in which they run."""


def part_compiles(job: CompileJob) -> list[Callable[[], Outcome]]:
    """The whole compile without each part, in order."""
    return [partial(compile_with, job, ("-mllvm", part.switch)) for part in MACHINE_PARTS]


def part_bars(trials: Sequence[CountedTrial], whole: CountedTrial) -> tuple[LedgerBar, ...]:
    """A bar for each part that was tried; one whose switch this compiler does not know has none."""
    tried = zip(MACHINE_PARTS, trials, strict=False)
    return tuple(_bar(part, trial, whole) for part, trial in tried if not trial.refused)


def _bar(part: MachinePart, trial: CountedTrial, whole: CountedTrial) -> LedgerBar:
    title = title_of(concept_of("clang", part.pass_name))
    return counted_bar((part.name, title, UNIT, None), trial, whole, trial, whole)
