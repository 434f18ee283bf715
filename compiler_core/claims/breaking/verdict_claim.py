"""A verdict about a reader's own loop, as a sentence that may be tried to be broken.

"GCC does not vectorise the loop in line 4 of add: a floating-point sum in source order." What the
sentence names stays as it is, so the reason does; all else is tried. Other versions of the compiler
are, but not another family, which the sentence does not speak of.
"""

from __future__ import annotations

from compiler_core.claims.breaking.record import BreakSearch
from compiler_core.claims.breaking.search import SearchBudget, break_claim
from compiler_core.claims.claim import Claim, ClaimSetting, Expectation, Statement
from compiler_core.claims.compiler_range import NEWEST, CompilerRange
from compiler_core.errors import InputError
from compiler_core.host.source_reading.source_loops import UNWRITTEN
from compiler_core.host.verdicts.verdict import Verdict, Why
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

OF_VERDICT = "verdict"
"""In the place of a claim's id."""
_FAMILIES = {"gcc": "GCC", "clang": "Clang"}


def break_verdict(
    source: SourceFile,
    setting: tuple[str, str],
    line: int,
    column: int = 0,
    budget: SearchBudget | None = None,
) -> BreakSearch:
    """The smallest change after which the verdict on this loop is another, or what was tried.

    setting: compiler and flags. column: 0 if not said. Raises InputError where no loop starts there
    or several do that no line tells apart, and as `explain_loops` and `break_claim`.
    """
    compiler, flags = setting
    why = explain_loops(source, compiler, flags)
    if not why.ok:
        raise InputError("The source does not compile.", why.message)
    verdict = verdict_at(why, line, column)
    return break_claim(verdict_claim(source, why, verdict), why.compiler, budget)


def verdict_at(why: Why, line: int, column: int = 0) -> Verdict:
    """The verdict on the loop of this place. Raises InputError."""
    loops = [loop for loop in why.loops if loop.source_line == line and column in (0, loop.column)]
    if not loops:
        raise _no_loop(why, line, column)
    if not can_be_tried(why, loops[0]):
        raise InputError(
            f"Several loops start in line {line}, and a line has to name one.",
            "Write them in lines of their own.",
        )
    return loops[0]


def _no_loop(why: Why, line: int, column: int) -> InputError:
    columns = [str(loop.column) for loop in why.loops if loop.source_line == line]
    if columns:
        return InputError(
            f"No loop starts in line {line}, column {column}.",
            f"In this line loops start in columns: {', '.join(columns)}.",
        )
    lines = ", ".join(str(verdict.source_line) for verdict in why.loops) or "none"
    return InputError(f"No loop starts in line {line}.", f"Loops start in lines: {lines}.")


def can_be_tried(why: Why, verdict: Verdict) -> bool:
    """Whether the loop is written, and the only one of its line, by which edits follow it."""
    alike = [loop for loop in why.loops if loop.source_line == verdict.source_line]
    return verdict.kind != UNWRITTEN and len(alike) == 1


def verdict_claim(source: SourceFile, why: Why, verdict: Verdict) -> Claim:
    """The sentence, with the setting in which the verdict was reached."""
    family = why.compiler.partition("-")[0]
    statement = Statement(
        compilers=CompilerRange(family, family, 0, NEWEST),
        setting=ClaimSetting((source,), " ".join(why.flags), verdict.function, verdict.source_line),
        expectations=(Expectation("vectorized", verdict.vectorized),),
    )
    says = verdict_sentence(_FAMILIES.get(family, family), verdict)
    return Claim(id=OF_VERDICT, lesson="", says=says, holds=(statement,), differs=())


def verdict_sentence(family: str, verdict: Verdict) -> str:
    """What was done to the loop, and of one that stayed scalar the reason."""
    subject = f"the loop in line {verdict.source_line} of {verdict.function}"
    if verdict.vectorized:
        return f"{family} vectorises {subject}."
    return f"{family} does not vectorise {subject}: {verdict.title[0].lower()}{verdict.title[1:]}."
