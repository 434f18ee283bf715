"""One statement on one compiler: everything that expectations may ask of it, computed when asked.

The host track keeps what it computed, so that ten expectations on one setting compile once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from compiler_core.claims.claim import ClaimSetting
from compiler_core.errors import InputError
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.compile import compile_source
from compiler_core.host.passes.timeline import Timeline, pass_timeline
from compiler_core.host.running.count_as import DrivenAs, count_as
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.verdicts.verdict import Verdict, Why
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

# Rounds after which a loop's own instructions outweigh what is before and after it.
_BUSY_LENGTH = 950


class NothingThere(InputError):
    """The setting gives nothing of the kind that an expectation asks about."""


@dataclass(frozen=True)
class Case:
    """A setting on one compiler.

    driven_as: whose roles, sizes and outputs hold in runs; None for the source's own. With it the
    loop in question is the one that executes most, wherever it stands,
    in a run with inputs of this seed and n = length.
    """

    setting: ClaimSetting
    compiler: Compiler
    driven_as: DrivenAs | None = None
    seed: int = 1
    length: int = _BUSY_LENGTH

    @property
    def source(self) -> SourceFile:
        """The file the claim is about."""
        return self.setting.sources[0]

    def under(self, setting: ClaimSetting) -> Case:
        """The same compiler under another setting."""
        return replace(self, setting=setting)

    @cached_property
    def compilation(self) -> Compilation:
        """Raises NothingThere when there is no assembly."""
        compiled = compile_source(self.setting.sources, self.compiler.name, self.setting.flags)
        if not compiled.ok:
            first = compiled.diagnostics[0].message if compiled.diagnostics else ""
            raise NothingThere(f"It does not compile: {compiled.message} {first}".strip())
        return compiled

    @cached_property
    def function(self) -> FunctionListing:
        """The function in question. Raises NothingThere."""
        wanted = self.setting.function
        for function in self.compilation.functions:
            if not wanted or wanted in (function.name, function.symbol):
                return function
        raise NothingThere(f"There is no function {wanted or 'at all'} in the assembly.")

    @cached_property
    def why(self) -> Why:
        """Raises NothingThere when there is no assembly."""
        explanation = explain_loops(self.source, self.compiler.name, self.setting.flags)
        if not explanation.ok:
            raise NothingThere(f"It does not compile: {explanation.message}")
        return explanation

    @cached_property
    def verdict(self) -> Verdict:
        """Of the loop in question. Raises NothingThere."""
        setting = self.setting
        if self.driven_as is not None and not setting.line:
            return self._busiest_loop(self.driven_as)
        for loop in self.why.loops:
            in_function = setting.function in ("", loop.function)
            if in_function and setting.line in (0, loop.source_line):
                return loop
        location = f"line {setting.line}" if setting.line else "the source"
        raise NothingThere(f"There is no loop statement at {location}.")

    def _busiest_loop(self, reference: DrivenAs) -> Verdict:
        """The loop whose own lines execute most, those of loops inside it left out; of several on
        one line the worst."""
        setting = self.setting
        run = experiment_of(setting.function, self.length, self.seed)
        counted = count_as(reference, setting.sources, (self.compiler.name, setting.flags), run)
        if counted.tampering:
            raise NothingThere(f"The loops cannot be told: {counted.tampering}.")
        work = Counter[int]()
        for line in counted.counts.per_source_line:
            if line.file == self.source.name:
                work[line.line] += line.instructions
        loops = self.why.loops
        if not loops:
            raise NothingThere("There is no loop statement in the source.")
        return max(
            loops,
            key=lambda loop: (
                sum(work[line] for line in _own_lines(loop, loops)),
                not loop.vectorized,
            ),
        )

    @cached_property
    def loop_code(self) -> tuple[str, ...]:
        """The instructions of the loop that does most of the work, with single spaces."""
        return tuple(" ".join(line.split()) for line in self.verdict.body)

    @cached_property
    def function_code(self) -> tuple[str, ...]:
        """All instructions and labels of the function, with single spaces."""
        return tuple(" ".join(line.text.split()) for line in self.function.lines)

    @cached_property
    def timeline(self) -> Timeline:
        """Raises NothingThere when the passes are not to be had."""
        passes = pass_timeline(
            self.source, self.compiler.name, self.setting.flags, self.function.symbol
        )
        if not passes.steps:
            raise NothingThere(f"There are no passes: {passes.outcome.message}")
        return passes


def _own_lines(loop: Verdict, loops: Sequence[Verdict]) -> set[int]:
    """Lines of a loop without those of the loops inside it."""
    own = set(range(loop.source_line, loop.end_line + 1))
    for other in loops:
        if other.depth > loop.depth and own >= {other.source_line, other.end_line}:
            own -= set(range(other.source_line, other.end_line + 1))
    return own
