"""From claims and what became of them to a table: a lesson's claims, or the folklore ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.lesson.break_address import break_address
from app.lesson.claim_reports import results_by_claim
from app.lesson.figures import explorer_address
from app.lesson.lessons import sentence_with_links
from app.lesson.model_claims import claim_address
from app.lesson.views.verdict_table import BreakView, VerdictCell, VerdictRow, VerdictTable
from compiler_core.claims.check import CORE_TITLE
from compiler_core.claims.claim import Break, Claim, ClaimReport, ClaimResult
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler

NOT_STATED = ("unstated", "·", "Not stated.")


@dataclass(frozen=True, slots=True)
class TableWords:
    """What a table calls things. verdicts: by what is stated and whether it was found, the class,
    sign and words of a verdict. waiting: with room for the numbers of sentences and compilers.
    """

    label: str
    first: str
    last: str
    verdicts: Mapping[tuple[str, bool], tuple[str, str, str]]
    waiting: str


def verdict_table(
    words: TableWords, claims: tuple[Claim, ...], report: ClaimReport | None
) -> VerdictTable:
    """The table; without a report it says what is waited for."""
    compilers = installed_compilers()
    waiting = words.waiting.format(len(claims), len(compilers))
    titles = _columns(claims, compilers)
    return VerdictTable(
        label=words.label,
        first=words.first,
        compilers=titles,
        last=words.last,
        rows=tuple(
            _row(words, claim, _in_columns(results, titles), compilers)
            for claim, results in results_by_claim(report, claims)
        ),
        waiting=waiting if report is None else "",
    )


def _columns(claims: tuple[Claim, ...], compilers: tuple[Compiler, ...]) -> tuple[str, ...]:
    """The compilers where something is said of them, and ourselves where that is said."""
    of_compilers = any(not claim.is_of_core for claim in claims)
    of_core = any(claim.is_of_core for claim in claims)
    titles = tuple(compiler.title for compiler in compilers) if of_compilers else ()
    return (*titles, *((CORE_TITLE,) if of_core else ()))


def _in_columns(
    results: tuple[ClaimResult, ...], titles: tuple[str, ...]
) -> tuple[ClaimResult | None, ...]:
    by_title = {result.compiler_title: result for result in results}
    return tuple(by_title.get(title) for title in titles)


def _row(
    words: TableWords,
    claim: Claim,
    results: tuple[ClaimResult | None, ...],
    compilers: tuple[Compiler, ...],
) -> VerdictRow:
    return VerdictRow(
        anchor=claim.id,
        says=sentence_with_links(claim.says),
        address=claim_address(claim) if claim.is_of_core else _loop_address(claim, compilers),
        shows="Look at the numbers" if claim.is_of_core else "Look at the loop",
        cells=tuple(_cell(words, result) for result in results),
        breaks=tuple(_break(broken, compilers) for broken in claim.breaks),
        break_address=break_address(claim),
    )


def _loop_address(claim: Claim, compilers: tuple[Compiler, ...]) -> str:
    """The explorer with the first statement's loop, on a compiler that it speaks of."""
    first = (*claim.holds, *claim.differs)[0]
    name = next(
        (compiler.name for compiler in compilers if first.compilers.covers(compiler)),
        compilers[0].name,
    )
    return explorer_address(first.setting, None, name, "why")


def _cell(words: TableWords, result: ClaimResult | None) -> VerdictCell:
    if result is None:
        return VerdictCell(*NOT_STATED, Markup(), "", "")
    mark, sign, verdict = NOT_STATED
    if result.holds is not None:
        mark, sign, verdict = words.verdicts[result.states, result.holds]
    if result.holds and result.basis:
        verdict = f"{verdict.rstrip('.')}, {result.basis}."
    instead = sentence_with_links(result.says if result.states == "differs" else "")
    return VerdictCell(mark, sign, verdict, instead, ", ".join(result.flags), result.found)


def _break(turned: Break, compilers: tuple[Compiler, ...]) -> BreakView:
    statement = turned.statement
    covered = [tool for tool in compilers if statement.compilers.covers(tool)] or list(compilers)
    address = explorer_address(statement.setting, None, covered[0].name, "why")
    return BreakView(turned.title, statement.compilers.text, address)
