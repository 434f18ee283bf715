"""Grades as plain CSV. A cell that a spreadsheet would take for a formula is quoted."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from classroom.gradebook import Gradebook

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def grades_csv(book: Gradebook) -> str:
    """A row for each student: nickname, external id, points of each exercise, total."""
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\r\n")
    names = [assignment.exercise_id for assignment in book.assignments]
    writer.writerow(safe_cells(["nickname", "id", *names, "total"]))
    most = [exercise.points for exercise in book.assignments]
    writer.writerow(safe_cells(["Points possible", "", *most, book.most]))
    for member in book.members:
        points = [book.entry(member, exercise).points for exercise in book.assignments]
        given = ["" if point is None else point for point in points]
        writer.writerow(
            safe_cells(
                [member.nickname, book.external.get(member.id, ""), *given, book.total(member)]
            )
        )
    return rows.getvalue()


def safe_cells(cells: Iterable[object]) -> list[object]:
    """What starts like a formula gets an apostrophe in front, as spreadsheets take text."""
    return [
        f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
        for cell in cells
    ]
