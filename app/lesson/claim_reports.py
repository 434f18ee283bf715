"""Reports on many claims, made in the background: a lesson's, the ledger's, or all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from itertools import islice

from app.lesson.model_claims import await_runs, runs_behind, started_runs
from app.serving.background import Background, ready
from compiler_core.claims.check import asked_by, check_claims
from compiler_core.claims.claim import Claim, ClaimReport, ClaimResult
from compiler_core.toolchain.discovery import installed_compilers

REPORTS_KEPT = 64
"""More than there are lessons: whoever opens all at once has each checked."""

# One at a time: each uses all processors. One that fails may have met a limit.
_reports: Background[ClaimReport] = Background(
    "claims", 1, REPORTS_KEPT, settled=lambda report: not report.failed, most_waiting=REPORTS_KEPT
)


def report_if_ready(claims: tuple[Claim, ...]) -> ClaimReport | None:
    """The report on these claims, or None while it is being made; asking starts it."""
    return ready(started_report(claims)) if started_runs(runs_behind(claims)) else None


def started_report(claims: tuple[Claim, ...]) -> Future[ClaimReport]:
    """The report that is being made or was. Raises Overloaded."""
    key = tuple(claim.id for claim in claims)
    return _reports.started(key, lambda: _checked(claims))


def _checked(claims: tuple[Claim, ...]) -> ClaimReport:
    """Models are compiled by the server's own runs, which pages share and clients take turns at."""
    await_runs(runs_behind(claims))
    return check_claims(claims)


def results_by_claim(
    report: ClaimReport | None, claims: Sequence[Claim]
) -> Iterator[tuple[Claim, tuple[ClaimResult, ...]]]:
    """Each claim with its results, in the order of the compilers; nothing without a report."""
    results = iter(report.claims if report is not None else ())
    for claim in claims if report is not None else ():
        compilers = asked_by(claim, installed_compilers())
        yield claim, tuple(islice(results, len(compilers)))
