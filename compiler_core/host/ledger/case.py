"""What is priced: one function under one setting, with the counts of its real compile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.counting.record import library_instructions
from compiler_core.host.ledger.trial_runs import CountedTrial
from compiler_core.host.passes.function_choice import symbol_named
from compiler_core.host.passes.timeline import dump_flags, too_much_dumped
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.record import Counts
from compiler_core.host.running.session import Driven
from compiler_core.source import SourceFile
from compiler_core.toolchain.dumps import DumpRun, compile_with_dumps
from compiler_core.toolchain.outcome import CompileJob


@dataclass(frozen=True, slots=True)
class Case:
    """One function under one setting, with its real counts."""

    driven: Driven
    plan: Plan
    experiment: Experiment
    counts: Counts

    @property
    def whole(self) -> CountedTrial:
        """The real compile's run."""
        library = library_instructions(self.counts.functions)
        return CountedTrial(
            totals=self.counts.totals, digest=self.counts.output_digest, library=library
        )

    @property
    def job(self) -> CompileJob:
        """The compile of the function's file."""
        unit = self.driven.target.unit
        flags = self.driven.units[unit].flags
        return CompileJob(self.driven.sources[unit], self.driven.compiler, flags)

    @property
    def symbol(self) -> str:
        """The function's name in the assembly."""
        functions = self.driven.compilations[self.driven.target.unit].functions
        symbols = tuple(function.symbol for function in functions)
        return symbol_named(self.driven.target.name, symbols)

    def dumped(self) -> DumpRun:
        """The compile with the code after each pass. Raises as `compile_assembly`."""
        return compile_with_dumps(self.job, dump_flags(self.job.compiler, self.symbol))

    def not_dumped(self, run: DumpRun) -> str:
        """Why there is no code after each pass, for the compile itself went well; or nothing."""
        return too_much_dumped(run.outcome) or run.outcome.message


def case_of(
    counts: Counts,
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
) -> Case:
    """What was counted, to be run in other forms. Raises as `count_source`."""
    driven, _, plan = prepare(sources, compiler_name, flags_text, experiment)
    return Case(driven, plan, experiment, counts)
