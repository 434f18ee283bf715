"""All that is known about one source loop when its verdict is formed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.compilation import Loop
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.call_rules import is_declared_constant, is_defined_in
from compiler_core.host.verdicts.code import LoopCode, SourceCode
from compiler_core.host.verdicts.features import features_of, features_of_function
from compiler_core.host.verdicts.listed_rounds import ListedRounds
from compiler_core.host.verdicts.loop_ir.facts import DECIDED, VerdictFacts
from compiler_core.host.verdicts.loop_ir.forms import LoopForms
from compiler_core.host.verdicts.math_flags import frees_order_of_additions, leaves_errno_alone
from compiler_core.host.verdicts.placement import inner_loops, is_symbol_of, loops_around
from compiler_core.host.verdicts.report import LoopReport
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

FIRST_GCC_WITH_NOVECTOR = 14
NO_REPORT = LoopReport((), ())
_LOW_LEVELS = ("-O0", "-O1", "-Os", "-Og", "-Oz")
# Without any of these in the text, exits beside the loop's own are the compiler's doing.
_LEAVING = {"early_exit", "throws", "compound_condition", "data_condition", "call"}
_OFF_FLAGS = {
    "gcc": ("-fno-tree-vectorize", "-fno-tree-loop-vectorize"),
    "clang": ("-fno-vectorize",),
}


# Reasons only as long as sums have to be formed in the order of the source.
_OF_ORDER = frozenset(["float_reduction", "float_reduction_condition"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """One source compiled once: the compiler, its flags, its code and its reports."""

    source: SourceFile
    """The file that was compiled."""
    compiler: Compiler
    """The one that compiled it."""
    flags: tuple[str, ...]
    """Of the compile, in normal form."""
    loops: tuple[SourceLoop, ...]
    """The source's loop statements, in order."""
    code: SourceCode
    """The assembly, with what of it belongs to each loop."""
    reports: dict[SourceLoop, LoopReport]
    """For each loop what the compiler's passes said of it."""
    forms: LoopForms
    """Each loop in the compiler's own form before the vectoriser, where it can be found."""
    rounds: ListedRounds
    """How many rounds of the source's loop one of the assembly's makes."""
    symbols: frozenset[str] = frozenset()
    """Symbols of the functions in the compiler's form, those of a library's headers among them."""
    routines: Mapping[SourceLoop, str] = field(default_factory=dict[SourceLoop, str])
    """Loop of an algorithm that has no code here to the C library's routine that is called."""

    @property
    def level(self) -> str:
        """The optimisation level in force."""
        levels = [flag for flag in self.flags if re.fullmatch(r"-O\w*", flag)]
        return levels[-1] if levels else "-O0"

    @property
    def low_level(self) -> bool:
        """True at levels where this family runs no loop vectoriser."""
        if self.compiler.family == "clang":
            return self.level in ("-O0", "-O1", "-Og", "-Oz")
        return self.level in _LOW_LEVELS or (self.level == "-O2" and self.compiler.major < 12)

    @property
    def off_flag(self) -> str:
        """The flag that switches the vectoriser off; empty if there is none."""
        return next((flag for flag in self.flags if flag in _OFF_FLAGS[self.compiler.family]), "")


def _is_nested(loop: Loop) -> bool:
    """Of a loop around it that was vectorised it does one iteration for each lane."""
    return loop.parent is not None


@dataclass(frozen=True, slots=True)
class Circumstances:
    """One loop of a compiled source, with its surroundings.

    instance: the symbol of the one function whose copy of the loop is meant; empty for all.
    """

    compiled: Compiled
    loop: SourceLoop
    instance: str = ""

    @property
    def report(self) -> LoopReport:
        """What the compiler said about this loop; empty if nothing."""
        report = self.compiled.reports.get(self.loop, NO_REPORT)
        return report.of_function(self.instance) if self.instance else report

    @property
    def routine(self) -> str:
        """The C library's routine that an algorithm calls instead of a loop; else empty."""
        return self.compiled.routines.get(self.loop, "")

    @property
    def code(self) -> LoopCode:
        """This loop's own code."""
        code = self.compiled.code[self.loop]
        return code.of_function(self.instance) if self.instance else code

    @property
    def iterations_per_round(self) -> int | None:
        """Of the source, in one round of the loop that does most of the work; None if unknown.

        Where the compiler's report, its form of the loop and the code agree, that is the number;
        else the source is compiled once more without optimisation.
        """
        iterations = self._round_by_report()
        return iterations if iterations is not None else self.compiled.rounds.of(self.code.main)

    def _round_by_report(self) -> int | None:
        """Elements of the one vector loop reported, if the code goes on by as many bytes a round.

        None where iterations are no single elements side by side, or the three do not agree.
        """
        main, facts = self.code.main, self.facts
        if main is None or facts is None or not facts.advance or not main.use.any:
            return None
        if len(self.report.vector_loops) != 1 or self.inside or _is_nested(main.loop):
            return None
        (made,) = self.report.vector_loops
        elements = made.elements or (made.bytes or 0) // facts.advance
        count = elements * made.interleave
        moved = main.loop.step_bytes == count * facts.advance
        return count if count and moved and not made.scalable else None

    @property
    def features(self) -> frozenset[str]:
        """Facts of the loop's text, less what the code no longer bears out."""
        if self.loop.kind == UNWRITTEN:
            return features_of_function(self.compiled.source, self.loop.function)
        facts = features_of(self.compiled.source, self.loop)
        return facts - {"call_defined_here"} if self._calls_only_inside_inlined() else facts

    @property
    def facts(self) -> VerdictFacts | None:
        """Facts of the compiler's own form of this loop; None where it gave none."""
        return self.compiled.forms.facts(self.loop, self.instance)

    @property
    def causes(self) -> frozenset[str]:
        """Facts that reasons rest on, without those that the flags make none."""
        flags = self.compiled.flags
        order = _OF_ORDER if frees_order_of_additions(flags) else frozenset[str]()
        errno = frozenset(["math_call_errno"]) if leaves_errno_alone(flags) else frozenset[str]()
        return self._seen() - order - errno

    def _seen(self) -> frozenset[str]:
        """The compiler's form decides, the text adds what it knows."""
        facts = self.facts
        if facts is None:
            return self.features
        features = (self.features - DECIDED) | facts.features | (self.features & {"condition"})
        if self.loop.kind == UNWRITTEN:
            return features | self._of_callees(facts)
        made = self.features & _LEAVING
        return features if made or not self.features else features - {"early_exit", "data_exit"}

    def _of_callees(self, facts: VerdictFacts) -> frozenset[str]:
        """What the source says of the functions that are called, where no loop statement tells."""
        source = self.compiled.source
        here = any(is_defined_in(source, name) or self._is_compiled(name) for name in facts.callees)
        constant = any(is_declared_constant(source, name) for name in facts.callees)
        names = (("call_defined_here", here), ("call_constant_function", constant))
        return frozenset(name for name, holds in names if holds)

    def _is_compiled(self, callee: str) -> bool:
        """GCC writes callees as in the source, with the name of a copy made for some calls."""
        name = callee.partition(".")[0]
        return bool(name) and any(is_symbol_of(symbol, name) for symbol in self.compiled.symbols)

    @property
    def disabled_by_pragma(self) -> bool:
        """True if a pragma that this compiler obeys forbids to vectorise the loop."""
        compiler = self.compiled.compiler
        if compiler.family == "gcc":
            return "novector" in self.features and compiler.major >= FIRST_GCC_WITH_NOVECTOR
        facts = self.facts
        return "vectorize_disabled" in (self.features if facts is None else facts.features)

    @property
    def twin(self) -> SourceLoop | None:
        """The loop of another function that the compiler found equal, and keeps the code of."""
        return self.compiled.forms.twin(self.loop)

    def _calls_only_inside_inlined(self) -> bool:
        """The calls left in the code are not the loop's own, but of functions inlined into it."""
        main = self.code.main
        calls = [line.split()[-1] for line in main.body if line.startswith("bl ")] if main else []
        named = set(re.findall(r"\b\w+(?=\s*\()", self._text()))
        return bool(calls) and not any(name in call for call in calls for name in named)

    def _text(self) -> str:
        lines = self.compiled.source.text.split("\n")
        return "\n".join(lines[self.loop.line - 1 : self.loop.end_line])

    @property
    def inside(self) -> tuple[SourceLoop, ...]:
        """Loops inside this one."""
        return inner_loops(self.compiled.loops, self.loop)

    @property
    def around(self) -> tuple[SourceLoop, ...]:
        """Loops around this one, the nearest first."""
        return loops_around(self.compiled.loops, self.loop)

    @property
    def depth(self) -> int:
        """How deep it is nested: a macro's loop around a statement counts, which the statement's
        text does not show."""
        is_hidden = any(outer.encloses for outer in self.around)
        return len(self.around) + 1 if is_hidden else self.loop.depth

    @property
    def is_copy_without_inner_loops(self) -> bool:
        """What has vectors of this loop holds no loop, while another copy of it holds the inner
        one: Clang decides before the loop whether the inner one has anything to do.
        """
        code = self.code
        has_nest = len(code.loops) > len(code.innermost) > 0
        return has_nest and any(self.compiled.code[loop].loops for loop in self.inside)

    def codes_nearby(self) -> Sequence[LoopCode]:
        """Its own code, then that of the loops inside and around: unrolling moves code there."""
        return [self.compiled.code[loop] for loop in (self.loop, *self.inside, *self.around)]

    def function_has_code(self) -> bool:
        """True if any line of the function around the loop has code."""
        lines = self.compiled.code.lines
        around = [
            range(signature.line, signature.end_line + 1)
            for signature in signatures_of(self.compiled.source)
            if signature.line <= self.loop.line <= signature.end_line
        ]
        extent = min(around, key=len, default=range(self.loop.line, self.loop.end_line + 1))
        return any((self.loop.file, line) in lines for line in extent)
