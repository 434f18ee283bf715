"""Reports on many claims, made in the background: a lesson's, the ledger's, or all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from app.background import Background, ready
from compiler_core.claims.check import check_claims
from compiler_core.claims.claim import Claim, ClaimReport, ClaimResult
from compiler_core.toolchain.discovery import installed_compilers

REPORTS_KEPT = 64

# One at a time: each uses all processors. One that fails may have met a limit.
_reports: Background[ClaimReport] = Background(
    "claims", 1, REPORTS_KEPT, settled=lambda report: not report.failed
)


def report_if_ready(claims: tuple[Claim, ...]) -> ClaimReport | None:
    """The report on these claims, or None while it is being made; asking starts it."""
    return ready(started_report(claims))


def started_report(claims: tuple[Claim, ...]) -> Future[ClaimReport]:
    """The report that is being made or was. Raises Overloaded."""
    key = tuple(claim.id for claim in claims)
    return _reports.started(key, lambda: check_claims(claims))


def results_by_claim(
    report: ClaimReport | None, claims: Sequence[Claim]
) -> Iterator[tuple[Claim, tuple[ClaimResult, ...]]]:
    """Each claim with its result on every installed compiler; nothing without a report."""
    width = len(installed_compilers())
    for number, claim in enumerate(claims if report is not None else ()):
        assert report is not None
        yield claim, report.claims[number * width : (number + 1) * width]
