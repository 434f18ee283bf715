"""`lowlab claims`: try what the lessons say on the compilers that are installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.claims.claim import ClaimReport, ClaimResult

ClaimsPath = Annotated[
    str | None,
    typer.Argument(
        metavar="PATH",
        help="A claims file, a lesson's folder, or a folder of lessons; all lessons if left out.",
        show_default=False,
    ),
]
_MARKS = {True: "holds   ", False: "FAILED  ", None: "unstated"}


def claims_command(path: ClaimsPath = None, as_json: AsJson = False) -> int:
    """Check the claims of the lessons.

    Exit status 1 if one of them does not hold.
    """
    import orjson

    from command_line.output import print_error, print_json, print_lines
    from command_line.progress import told_progress
    from compiler_core.claims.check import check_claims
    from compiler_core.claims.reading import LESSONS_FOLDER, claims_at

    claims = claims_at(Path(path) if path else LESSONS_FOLDER)
    report = check_claims(claims, progress=told_progress())
    if as_json:
        print_json(orjson.dumps(report))
    else:
        print_lines(report_lines(report))
    if report.failed:
        print_error(f"{report.failed} of {len(report.claims)} do not hold.")
        return 1
    return 0


def report_lines(report: ClaimReport) -> list[str]:
    """A line per claim and compiler; what was expected and found where it failed."""
    lines = [line for result in report.claims for line in _lines(result)]
    total = f"{report.passed} hold, {report.failed} do not, {report.unstated} are unstated"
    return [*lines, total]


def _lines(result: ClaimResult) -> list[str]:
    head = f"{_MARKS[result.holds]} {result.compiler:<9} {result.lesson}/{result.id}"
    if result.holds is not False:
        return [head]
    return [
        head,
        f"  says:     {result.says}",
        f"  flags:    {', '.join(result.flags)}",
        f"  expected: {result.expected}",
        f"  found:    {result.found}",
    ]
