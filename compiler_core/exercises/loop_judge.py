"""A loop that was handed in: claims about its code, and its results on inputs nobody has seen.

The source is driven as the exercise's own: the same arrays, the same outputs, whatever it looks
like inside. What is counted is counted on the same secret inputs on which results are compared, so
that an answer cannot know which length or which numbers are looked at.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, partial
from typing import Any

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.claim import ClaimSetting
from compiler_core.claims.kinds.kind import Found
from compiler_core.claims.kinds.loops import LOOP_KINDS
from compiler_core.claims.kinds.runs import Count, Run, counts_of
from compiler_core.claims.metrics import METRICS, measure
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.exercises.answer_reading import compilers_of
from compiler_core.exercises.check_reading import read_argument
from compiler_core.exercises.classified_kind import ANSWER, Classified, judge_classified
from compiler_core.exercises.cycles_kind import judge_cycles
from compiler_core.exercises.judge import OwnFault, Refused
from compiler_core.exercises.plain_source import fault_of
from compiler_core.exercises.posing import PosedExercise
from compiler_core.exercises.proportion import in_proportion
from compiler_core.exercises.quiz_judge import judge_predicted
from compiler_core.exercises.same_bits import result_fault, result_holds
from compiler_core.exercises.source_text import changed_text, joined_words, refused_words
from compiler_core.exercises.vocabulary import HiddenResult, ModelledCycles, NoMoreThan
from compiler_core.host.compile import compile_source
from compiler_core.host.running.count_as import (
    DrivenAs,
    count_as,
    reference_result,
    result_as,
    result_of,
)
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.verdicts.record import compile_recorded
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob
from compiler_core.toolchain.service import compile_assembly, keep_outcome

ANSWER_NAME = "answer.c"
_OF_LOOPS = frozenset(kind.name for kind in LOOP_KINDS)
_USUAL_LENGTH = 1000
_FIRST_SEED = 1000
# Of integers in arrays: products fit into 32 bits, differences into no less than 32.
_SPREAD = 30_000


@dataclass(frozen=True, slots=True)
class HiddenInput:
    """counted: something may also be counted on it, so that one run serves both."""

    n: int
    seed: int
    counted: bool


@dataclass(frozen=True)
class LoopJudge:
    """One source under the exercise's setting, on each compiler that it names."""

    posed: PosedExercise
    answer: Mapping[str, Any]
    secret: bytes
    answered_first: bool

    @cached_property
    def _source(self) -> SourceFile:
        return SourceFile(ANSWER_NAME, str(self.answer["source"]).replace("\r\n", "\n"))

    @property
    def _function(self) -> str:
        return str(self.posed.given.get("function", ""))

    @property
    def _flags(self) -> str:
        return str(self.answer.get("flags", self._given_flags))

    @property
    def _given_flags(self) -> str:
        """The reference's: flags of the student's could change it together with the answer."""
        return str(self.posed.given.get("flags", "-O3"))

    @property
    def _compilers(self) -> tuple[str, ...]:
        if "compiler" in self.posed.exercise.allow:
            return (str(self.answer["compiler"]),)
        return compilers_of(self.posed.given)

    @cached_property
    def _reference(self) -> DrivenAs:
        """Whose roles and outputs hold: what results are compared with, else the starter."""
        for name, argument in self._arguments():
            if name == "same_result_as" and isinstance(argument, HiddenResult):
                sources = argument.same.other.sources
                if sources is not None:
                    function = argument.same.other.function or self._function
                    return DrivenAs(sources, function, _SPREAD)
        starter = str(self.posed.starter["source"])
        return DrivenAs((SourceFile("starter.c", starter),), self._function, _SPREAD)

    def _arguments(self) -> Iterator[tuple[str, Any]]:
        for number, check in enumerate(self.posed.checks):
            for name, value in check.expectations:
                yield (
                    name,
                    read_argument(f"checks[{number}]", "loop", name, value, self.posed.files),
                )

    def refusal(self) -> Refused | None:
        """The first diagnostic where it does not compile, or what a graded source may not hold."""
        wording = refused_words(self._source.text, "flags" not in self.posed.exercise.allow)
        wording = wording or changed_text(self._flags, self._given_flags)
        if wording:
            return Refused(wording)
        for compiler in self._compilers:
            self._compile_once(compiler)
            compiled = compile_source((self._source,), compiler, self._flags)
            if not compiled.ok:
                return Refused(_does_not_compile(compiled))
            own = self._assembly(compiler, self._source, self._flags)
            fault = fault_of(own, self._allowed(compiler)) or joined_words(
                self._source, partial(self._diagnostics, compiler)
            )
            if fault:
                return Refused(fault)
        return None

    def _compile_once(self, compiler: str) -> None:
        """Where a check asks why a loop is as it is, the compile that says so gives the code too:
        GCC's is that of a plain one, and no check reads what its debugging information says of
        flags."""
        known = find_compiler(compiler)
        asks = any(name in _OF_LOOPS for name, _ in self._arguments())
        if asks and known.family == "gcc":
            flags = parse_flags(self._flags, known)
            outcome = compile_recorded(self._source, known, flags).outcome
            if outcome.status == "ok":
                keep_outcome(CompileJob(self._source, known, flags), outcome)

    def _diagnostics(self, compiler: str, source: SourceFile) -> str:
        known = find_compiler(compiler)
        return compile_assembly(source, known, parse_flags(self._flags, known)).diagnostics

    def _assembly(self, compiler: str, source: SourceFile, flags: str) -> str:
        known = find_compiler(compiler)
        return compile_assembly(source, known, parse_flags(flags, known)).output

    def _allowed(self, compiler: str) -> str:
        sources = (*self._reference.sources, SourceFile("starter.c", self._starter))
        return "\n".join(self._assembly(compiler, source, self._given_flags) for source in sources)

    @property
    def _starter(self) -> str:
        return str(self.posed.starter["source"])

    def judge(self, name: str, argument: Any) -> Found:
        """As `Judge.judge`: on every compiler, until one does not find it."""
        if name == "predicted":
            return judge_predicted(self.answered_first, argument)
        finding = Found(True, "")
        for compiler in self._compilers:
            finding = self._judged_on(compiler, name, argument)
            if not finding.holds and len(self._compilers) > 1:
                return replace(finding, text=f"with {compiler}: {finding.text}")
            if not finding.holds:
                return finding
        return finding

    def _judged_on(self, compiler: str, name: str, argument: Any) -> Found:
        case = self._case(compiler)
        if isinstance(argument, HiddenResult):
            return self._judge_hidden(case, argument)
        if isinstance(argument, NoMoreThan):
            return self._judge_no_more(case, argument)
        if isinstance(argument, ModelledCycles):
            return judge_cycles(case, argument)
        if isinstance(argument, Classified):
            return judge_classified(case, argument, self.answer.get(ANSWER))
        finding = KIND_BY_NAME[name].judge(case, with_seed(argument, self._seed("counts")))
        if isinstance(argument, Count) and finding.holds:
            return in_proportion(case, argument, finding)
        return finding

    def _case(self, compiler: str) -> Case:
        setting = ClaimSetting((self._source,), self._flags, self._function)
        known, (length, seed) = find_compiler(compiler), self._secret_input
        return Case(setting, known, self._reference, seed, length)

    @cached_property
    def _secret_input(self) -> tuple[int, int]:
        """A length that nobody can know, above all that are shown, and a seed: on it results are
        compared, the busiest loop is looked for, and bounds must hold in proportion."""
        shown = [run.n for _, argument in self._arguments() for run in runs_of(argument)]
        for _, argument in self._arguments():
            shown += argument.lengths if isinstance(argument, HiddenResult) else ()
        most, seed = max(shown, default=_USUAL_LENGTH), self._seed("another length")
        return most + 1 + seed % max(most, 32), seed

    def _seed(self, purpose: str) -> int:
        digest = hmac.new(self.secret, purpose.encode(), hashlib.sha256).digest()
        return _FIRST_SEED + int.from_bytes(digest[:6], "big")

    def _hidden_inputs(self, wanted: HiddenResult) -> Iterator[HiddenInput]:
        """Those of the check, one of a length that nobody can know, and those on which something is
        counted."""
        for n in wanted.lengths:
            yield HiddenInput(n, self._seed(f"length {n}"), counted=False)
        length, seed = self._secret_input
        yield HiddenInput(length, seed, counted=True)
        counted = {run.n for _, argument in self._arguments() for run in runs_of(argument)}
        for n in sorted(counted):
            yield HiddenInput(n, self._seed("counts"), counted=True)

    def _judge_hidden(self, case: Case, wanted: HiddenResult) -> Found:
        for given in self._hidden_inputs(wanted):
            fault = self._fault_on(case, wanted, given)
            if fault:
                return Found(False, fault)
        return Found(True, result_holds(wanted))

    def _fault_on(self, case: Case, wanted: HiddenResult, given: HiddenInput) -> str:
        """How the answer differs from the reference; "" if it does not. Raises OwnFault,
        NothingThere."""
        run = wanted.same.run
        experiment = experiment_of(self._function, given.n, given.seed, run.settings, run.sve_bits)
        reference, length = self._reference, f"on a hidden input of length {given.n:,}"
        right = reference_result(reference, (case.compiler.name, self._given_flags), experiment)
        if not right.ok:
            raise OwnFault(f"The exercise's reference does not run: {right.message}")
        arguments = (reference, (self._source,), (case.compiler.name, self._flags), experiment)
        own = result_of(count_as(*arguments)) if given.counted else result_as(*arguments)
        if not own.ok:
            raise NothingThere(f"It does not run {length}: {own.message}")
        if own.tampering:
            return own.tampering
        if own.beside != right.beside:
            return f"it writes beside {own.beside[0].name if own.beside else 'an array'} {length}"
        return result_fault(wanted, given.n, own, right)

    def _judge_no_more(self, case: Case, wanted: NoMoreThan) -> Found:
        """Against the solution under the exercise's flags, on two lengths from the secret."""
        solution = case.under(
            replace(case.setting, sources=(wanted.solution,), flags=self._given_flags)
        )
        words = METRICS[wanted.metric].title
        for purpose in ("first length", "second length"):
            seed = self._seed(purpose)
            run = Run(wanted.least + seed % (wanted.most - wanted.least + 1), 128, (), seed)
            least = measure(counts_of(solution, run), wanted.metric)
            own = measure(counts_of(case, run), wanted.metric)
            if own > wanted.factor * least:
                return Found(
                    False, f"{own:g} {words} where a solution needs {least:g}, at a hidden length"
                )
        return Found(True, f"no more {words} than a solution needs, at two hidden lengths")


def _does_not_compile(compilation: Any) -> str:
    """In a sentence, with the line."""
    worst = [
        error for error in compilation.diagnostics if error.severity in ("error", "fatal error")
    ]
    first = next(iter(worst or compilation.diagnostics), None)
    if first is None:
        return f"It does not compile: {compilation.message}"
    location = f"line {first.line}" if first.line else ANSWER_NAME
    return f"It does not compile: {location}: {first.message}."


def runs_of(argument: Any) -> Iterator[Run]:
    """Every run that a kind's argument asks for."""
    if isinstance(argument, Run):
        yield argument
    elif is_dataclass(argument) and not isinstance(argument, type | HiddenResult):
        for row in fields(argument):
            yield from runs_of(getattr(argument, row.name))


def with_seed(argument: Any, seed: int) -> Any:
    """The argument with every run on inputs of this seed."""
    if isinstance(argument, Run):
        return replace(argument, seed=seed)
    if not is_dataclass(argument) or isinstance(argument, type):
        return argument
    seeded = {
        row.name: with_seed(getattr(argument, row.name), seed)
        for row in fields(argument)
        if next(runs_of(getattr(argument, row.name)), None) is not None
    }
    return replace(argument, **seeded) if seeded else argument
