"""The folklore ledger: common sentences, and what the compilers installed here make of them."""

from __future__ import annotations

from app.claim_reports import report_if_ready, results_by_claim
from app.lesson_figures import explorer_address
from app.lessons import sentence_with_links
from app.view_models.folklore import BreakView, FolkloreCell, FolklorePage, FolkloreRow
from compiler_core.claims.claim import Break, Claim, ClaimResult
from compiler_core.claims.reading import CLAIMS_FILE, LESSONS_FOLDER, read_claims
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler

LEDGER = LESSONS_FOLDER / "folklore" / CLAIMS_FILE
WORDS = {
    ("holds", True): ("holds", "✓", "True."),
    ("differs", True): ("differs", "✗", "Not true."),
    ("holds", False): ("fails", "!", "The ledger is out of date."),
    ("differs", False): ("fails", "!", "The ledger is out of date."),
}
WAITING = "Trying {} sentences on {} compilers. This takes a few seconds."
NOT_STATED = ("unstated", "·", "Not stated.")


def folklore_page() -> FolklorePage:
    """Every row on every compiler; without rows while they are being checked."""
    claims = read_claims(LEDGER)
    compilers = installed_compilers()
    report = report_if_ready(claims)
    rows = tuple(
        _row(claim, results, compilers) for claim, results in results_by_claim(report, claims)
    )
    return FolklorePage(
        title="The folklore ledger",
        compilers=tuple(compiler.title for compiler in compilers),
        rows=rows,
        waiting=WAITING.format(len(claims), len(compilers)) if report is None else "",
        command="lowlab claims content/lessons/folklore",
    )


def _row(
    claim: Claim, results: tuple[ClaimResult, ...], compilers: tuple[Compiler, ...]
) -> FolkloreRow:
    first = (*claim.holds, *claim.differs)[0]
    name = next((one.name for one in compilers if first.compilers.covers(one)), compilers[0].name)
    return FolkloreRow(
        anchor=claim.id,
        says=sentence_with_links(claim.says),
        address=explorer_address(first.setting, None, name, "why"),
        cells=tuple(_cell(result) for result in results),
        breaks=tuple(_break(one, compilers) for one in claim.breaks),
    )


def _cell(result: ClaimResult) -> FolkloreCell:
    mark, sign, words = NOT_STATED
    if result.holds is not None:
        mark, sign, words = WORDS[result.states, result.holds]
    instead = result.says if result.states == "differs" else ""
    return FolkloreCell(
        mark, sign, words, sentence_with_links(instead), ", ".join(result.flags), result.found
    )


def _break(turned: Break, compilers: tuple[Compiler, ...]) -> BreakView:
    statement = turned.statement
    covered = [one for one in compilers if statement.compilers.covers(one)] or list(compilers)
    address = explorer_address(statement.setting, None, covered[0].name, "why")
    return BreakView(turned.title, statement.compilers.text, address)
