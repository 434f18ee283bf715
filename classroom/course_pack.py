"""Sheets of the course pack in a class: picked by the instructor, their exercises assigned."""

from __future__ import annotations

from dataclasses import asdict, replace

from sqlalchemy import Connection, update

from classroom.assignments import assign, assignments_of
from classroom.classes import find_class
from classroom.errors import NotHere
from classroom.records import LabClass
from classroom.tables import classes
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.sheets.reading import sheet_named, shipped_sheets
from compiler_core.sheets.sheet import CourseSheet


def pick_sheet(connection: Connection, class_id: str, name: str) -> int:
    """Assign the sheet's exercises, in their order, after those that the class has; how many are
    new. name: the sheet's id or number. Raises InputError for a sheet that is none, or one exercise
    too many.
    """
    sheet, here = sheet_named(name), find_class(connection, class_id)
    there = {assignment.exercise_id for assignment in assignments_of(connection, class_id)}
    known = {shipped_exercise.id: shipped_exercise for shipped_exercise in shipped_exercises()}
    new = [known[exercise_id] for exercise_id in sheet.exercises if exercise_id not in there]
    for exercise in new:
        assign(connection, here, exercise)
    picked = tuple(dict.fromkeys((*here.settings.sheets, sheet.id)))
    changed = asdict(replace(here.settings, sheets=picked))
    connection.execute(update(classes).where(classes.c.id == class_id).values(settings=changed))
    return len(new)


def sheets_in(lab_class: LabClass) -> tuple[CourseSheet, ...]:
    """Those that were picked, by number; one that no longer ships is left out."""
    return tuple(sheet for sheet in shipped_sheets() if sheet.id in lab_class.settings.sheets)


def numbered_sheet(offered: tuple[CourseSheet, ...], number: int) -> CourseSheet:
    """Raises NotHere."""
    for sheet in offered:
        if sheet.number == number:
            return sheet
    raise NotHere(f"There is no sheet {number} in this class.", "The class page lists its sheets.")
