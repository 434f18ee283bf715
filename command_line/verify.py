"""`lowlab verify`: find again what a report of a class says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.exercises.report import VerifiedEntry

ReportPath = Annotated[str, typer.Argument(metavar="REPORT.html", show_default=False)]


def verify_command(path: ReportPath, as_json: AsJson = False) -> int:
    """Grade each answer of a report again, in the jail, and compare.

    Exit status 1 if an entry differs, 2 for a file that is no report. An entry that cannot be run
    here, for want of a tool or of its exercise, is counted apart.
    """
    import orjson

    from command_line.output import print_error, print_json, print_lines
    from compiler_core.exercises.report import read_report, verify_entry
    from compiler_core.exercises.shipped import shipped_exercises

    known = shipped_exercises()
    entries = [verify_entry(entry, known) for entry in read_report(_text(path))]
    if as_json:
        print_json(orjson.dumps({"entries": entries}))
    else:
        print_lines([line for entry in entries for line in _lines(entry)])
    differing = sum(entry.verdict == "differs" for entry in entries)
    if differing:
        print_error(f"{differing} of {len(entries)} entries differ.")
        return 1
    return 0


def _text(path: str) -> str:
    """Raises InputError."""
    from compiler_core.errors import InputError
    from compiler_core.exercises.report import MOST_REPORT_BYTES

    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_REPORT_BYTES + 1)
        if len(content) > MOST_REPORT_BYTES:
            raise InputError(f"{path} is larger than any report.")
        return content.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as a report.", "Give its HTML file.") from error


def _lines(entry: VerifiedEntry) -> list[str]:
    head = f"{entry.verdict:<8} {entry.exercise}"
    if entry.why:
        return [head, f"  {entry.why}"]
    return [
        head,
        *(
            f"  {field.name}: the report says {field.reported!r}, found {field.found!r}"
            for field in entry.differences
        ),
    ]
