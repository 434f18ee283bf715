"""A report that proves itself: answers with what was found of them, found again.

A report is one HTML file with a JSON block. Nothing in it is trusted: each answer is graded anew,
in the jail as ever, and what comes out is compared with what the report says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.grading import grade
from compiler_core.exercises.posing import pose

REPORT_FORM = 1
BLOCK_ID = "lowlab-report"
MOST_ENTRIES = 60
MOST_REPORT_BYTES = 16 * 1024 * 1024
_BLOCK = re.compile(rf'<script type="application/json" id="{BLOCK_ID}">(.*?)</script>', re.DOTALL)
# Hidden inputs differ from those of the class, which are its secret; verdicts must not.
_SEED = b"report"

Verdict = Literal["same", "differs", "cannot"]


@dataclass(frozen=True, slots=True)
class VerifiedFigure:
    """One thing that the report says of a check. reported, found: as text."""

    name: str
    reported: str
    found: str


@dataclass(frozen=True, slots=True)
class VerifiedEntry:
    """differences: none unless it differs. why: it could not be run again; empty otherwise."""

    exercise: str
    verdict: Verdict
    differences: tuple[VerifiedFigure, ...] = ()
    why: str = ""


def report_block(data: Mapping[str, Any]) -> str:
    """The data as the text of a script element that nothing in it can end."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def read_report(text: str) -> tuple[dict[str, Any], ...]:
    """The entries of a report's file. Raises InputError for what is none."""
    match = _BLOCK.search(text)
    if match is None:
        raise InputError(
            "This is no report: it has no block of data.", "Give the HTML file that a class made."
        )
    try:
        data = json.loads(match[1])
    except (ValueError, RecursionError) as error:
        raise InputError("The report's data cannot be read.", "Export it again.") from error
    entries = data.get("entries") if isinstance(data, dict) else None
    known = isinstance(data, dict) and data.get("form") == REPORT_FORM
    if not known or not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise InputError(
            f"This is no report of form {REPORT_FORM}.", "Export it again with this version."
        )
    if not all(isinstance(entry, dict) for entry in entries):
        raise InputError("An entry of the report is no object.", "Export it again.")
    return tuple(entries)


def verify_entry(entry: Mapping[str, Any], known: Sequence[Exercise]) -> VerifiedEntry:
    """Grade the entry's answer again. known: exercises, of which one has the entry's digest."""
    name = str(entry.get("exercise", ""))[:80]
    exercise = next((task for task in known if task.digest == entry.get("digest")), None)
    if exercise is None:
        return VerifiedEntry(name, "cannot", why="This exercise, in this form, is not here.")
    try:
        posed = pose(exercise, _mapping(entry, "values"))
        state = _mapping(entry, "state")
        outcomes = grade(posed, state, _SEED, answered_first=entry.get("predicted") is True)
    except InputError as error:
        return VerifiedEntry(name, "differs", (VerifiedFigure("answer", "graded", str(error)),))
    except LoweringLabError as error:
        return VerifiedEntry(name, "cannot", why=str(error))
    broken = next((outcome for outcome in outcomes if outcome.status == "error"), None)
    if broken is not None:
        return VerifiedEntry(name, "cannot", why=broken.sentence)
    figures = {"points": str(sum(check_outcome.points for check_outcome in outcomes))}
    for graded_check in outcomes:
        figures |= _figures(
            graded_check.check + 1,
            graded_check.status,
            graded_check.points,
            graded_check.of,
            graded_check.sentence,
        )
    reported = {"points": str(entry.get("points"))} | _reported(entry.get("checks"))
    names = list(dict.fromkeys((*figures, *reported)))
    differences = tuple(
        VerifiedFigure(each, reported.get(each, "nothing"), figures.get(each, "nothing"))
        for each in names
        if reported.get(each) != figures.get(each)
    )
    return VerifiedEntry(name, "differs" if differences else "same", differences)


def _figures(number: object, *values: object) -> dict[str, str]:
    names = ("status", "points", "of", "sentence")
    return {f"check {number} {name}": str(value) for name, value in zip(names, values, strict=True)}


def _reported(checks: object) -> dict[str, str]:
    figures: dict[str, str] = {}
    for number, check in enumerate(checks if isinstance(checks, list) else (), 1):
        row = check if isinstance(check, dict) else {}
        values = (row.get(name) for name in ("status", "points", "of", "sentence"))
        figures |= _figures(number, *values)
    return figures


def _mapping(entry: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = entry.get(name)
    if not isinstance(value, dict):
        raise InputError(f"The entry's {name} are no object.")
    return value
