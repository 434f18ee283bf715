"""The folklore ledger: common sentences, and what the compilers installed here make of them."""

from __future__ import annotations

from app.lesson.claim_reports import report_if_ready
from app.lesson.verdict_table import TableWords, verdict_table
from app.lesson.views.folklore import FolklorePage
from compiler_core.claims.reading import CLAIMS_FILE, LESSONS_FOLDER, read_claims

LEDGER = LESSONS_FOLDER / "folklore" / CLAIMS_FILE
_OUTDATED = ("fails", "!", "The ledger is out of date.")
WORDS = TableWords(
    label="Sentences and verdicts",
    first="One hears",
    last="Break it",
    verdicts={
        ("holds", True): ("holds", "✓", "True."),
        ("differs", True): ("differs", "✗", "Not true."),
        ("holds", False): _OUTDATED,
        ("differs", False): _OUTDATED,
    },
    waiting="Trying {} sentences on {} compilers. This takes a few seconds.",
)


def folklore_page() -> FolklorePage:
    """Every row on every compiler; without rows while they are being checked."""
    claims = read_claims(LEDGER)
    return FolklorePage(
        title="The folklore ledger",
        table=verdict_table(WORDS, claims, report_if_ready(claims)),
        command="lowlab claims content/lessons/folklore",
    )
