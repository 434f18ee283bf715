"""Sheets of `content/sheets`: front matter and three parts in Markdown, each fault with its place.

The body has three headings of the first level, in this order: Student page, Discussion, Model
answers. Their texts become HTML as lessons' do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.errors import InputError
from compiler_core.exercises.plain_yaml import read_plain_yaml
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.exercises.values import list_of, mapping_of, text_of, whole_number_of
from compiler_core.lessons.markdown import to_html
from compiler_core.lessons.reading import load_lessons
from compiler_core.sheets.sheet import CourseSheet, SheetTiming

SHEETS_FOLDER = CONTENT_FOLDER / "sheets"
SHEET_FILE = "sheet.md"
PARTS = ("Student page", "Discussion", "Model answers")
_RULE = "---\n"
_FOLDER = re.compile(r"(?P<number>[1-9][0-9]?)-(?P<id>[a-z0-9]+(-[a-z0-9]+)*)")
_HEADING = re.compile(r"^# (?P<name>.+)\n", re.MULTILINE)
_KEYS = {"title", "aim", "minutes", "exercises", "lessons"}
_TIMES = ("predict", "look", "exercise", "discuss")
_MOST_MINUTES = 180
_MOST_EXERCISES = 12


@lru_cache(maxsize=1)
def shipped_sheets() -> tuple[CourseSheet, ...]:
    """The course pack, by number. Raises ContentError, also for an id that is none."""
    sheets = sheets_at(SHEETS_FOLDER)
    exercises = {exercise.id for exercise in shipped_exercises()}
    lessons = {lesson.id for lesson in load_lessons()}
    for sheet in sheets:
        _check_known(sheet.id, "exercise", sheet.exercises, exercises)
        _check_known(sheet.id, "lesson", sheet.lessons, lessons)
    return sheets


def sheet_named(name: str) -> CourseSheet:
    """By id or number. Raises InputError."""
    for sheet in shipped_sheets():
        if name in (sheet.id, str(sheet.number)):
            return sheet
    names = ", ".join(sheet.id for sheet in shipped_sheets())
    raise InputError(f"There is no sheet {name[:60]!r}.", f"There are: {names}.")


def sheets_at(folder: Path) -> tuple[CourseSheet, ...]:
    """Every sheet in the folder's folders, by number. Raises ContentError."""
    sheets = tuple(
        sorted(
            (_sheet_in(file.parent) for file in folder.glob(f"*/{SHEET_FILE}")),
            key=lambda sheet: sheet.number,
        )
    )
    if [sheet.number for sheet in sheets] != list(range(1, len(sheets) + 1)):
        raise ContentError(f"{folder}: the sheets must be numbered 1, 2, 3…, each once.")
    return sheets


def _sheet_in(folder: Path) -> CourseSheet:
    file = folder / SHEET_FILE
    named = _FOLDER.fullmatch(folder.name)
    if named is None:
        raise ContentError(f"{folder}: the folder's name must be like 2-aliasing.")
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{file} cannot be read: {' '.join(str(error).split())}") from error
    return read_sheet(named["id"], int(named["number"]), text)


def read_sheet(identifier: str, number: int, text: str) -> CourseSheet:
    """The sheet that the text describes. Raises ContentError, which names the place."""
    parts = text.split(_RULE, 2)
    if len(parts) != 3 or parts[0]:
        raise ContentError(f"{identifier}: front matter between two lines of --- is missing.")
    fields = mapping_of(
        identifier, read_plain_yaml(parts[1], f"{identifier}: the front matter"), _KEYS, _KEYS
    )
    bodies = _bodies(identifier, parts[2])
    return CourseSheet(
        id=identifier,
        number=number,
        title=text_of(f"{identifier}: title", fields["title"], 120),
        aim=text_of(f"{identifier}: aim", fields["aim"], 400),
        timing=_timing(identifier, fields["minutes"]),
        exercises=_ids(f"{identifier}: exercises", fields["exercises"]),
        lessons=_ids(f"{identifier}: lessons", fields["lessons"]),
        student=bodies[0],
        discussion=bodies[1],
        answers=bodies[2],
    )


def _timing(identifier: str, value: Any) -> SheetTiming:
    fields = mapping_of(f"{identifier}: minutes", value, set(_TIMES), set(_TIMES))
    return SheetTiming(
        **{
            name: whole_number_of(f"{identifier}: minutes: {name}", fields[name], 1, _MOST_MINUTES)
            for name in _TIMES
        }
    )


def _ids(location: str, value: Any) -> tuple[str, ...]:
    rows = list_of(location, value, 1, _MOST_EXERCISES)
    ids = tuple(text_of(f"{location}[{number}]", row, 60) for number, row in enumerate(rows))
    if len(set(ids)) != len(ids):
        raise ContentError(f"{location}: one of them stands twice.")
    return ids


def _bodies(identifier: str, body: str) -> tuple[str, ...]:
    """The three parts as HTML."""
    before, *rest = _HEADING.split(body)
    names, texts = tuple(name.strip() for name in rest[::2]), rest[1::2]
    if before.strip() or names != PARTS:
        raise ContentError(
            f"{identifier}: the body has the headings {', '.join(names) or 'none'}; "
            f"expected {', '.join(f'# {name}' for name in PARTS)}, in this order."
        )
    for name, text in zip(PARTS, texts, strict=True):
        text_of(f"{identifier}: {name}", text, 20_000)
    return tuple(
        to_html(f"{identifier}: {name}", text) for name, text in zip(PARTS, texts, strict=True)
    )


def _check_known(sheet: str, kind: str, named: tuple[str, ...], known: set[str]) -> None:
    unknown = [name for name in named if name not in known]
    if unknown:
        raise ContentError(f"{sheet}: there is no {kind} {unknown[0]!r}.")
