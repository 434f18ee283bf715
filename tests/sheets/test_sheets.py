"""The course pack: six sheets of fifty minutes, four exercises each, read with faults in place."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.content_files import ContentError
from compiler_core.errors import InputError
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.sheets.reading import read_sheet, sheet_named, sheets_at, shipped_sheets

HEAD = (
    "title: T\naim: A.\nminutes: {predict: 5, look: 15, exercise: 20, discuss: 10}\n"
    "exercises: [one]\nlessons: [reading]\n"
)
BODY = "# Student page\nDo.\n# Discussion\nSay.\n# Model answers\nSo.\n"
WHOLE = f"---\n{HEAD}---\n{BODY}"


def test_six_sheets_of_fifty_minutes_use_each_exercise_once() -> None:
    sheets = shipped_sheets()
    assert [sheet.number for sheet in sheets] == [1, 2, 3, 4, 5, 6]
    named = [name for sheet in sheets for name in sheet.exercises]
    assert len(named) == len(set(named)) >= 24
    assert set(named) <= {exercise.id for exercise in shipped_exercises()}
    for sheet in sheets:
        assert len(sheet.exercises) >= 4
        assert sheet.timing.minutes == 50


def test_every_exercise_has_a_model_answer_that_students_do_not_see() -> None:
    for sheet in shipped_sheets():
        for name in sheet.exercises:
            assert f"<strong>{name}</strong>" in sheet.answers
            assert f"<strong>{name}</strong>" not in sheet.student + sheet.discussion


def test_a_sheet_is_found_by_name_and_number() -> None:
    assert sheet_named("aliasing") is sheet_named("2")
    with pytest.raises(InputError, match="There is no sheet 'nine'"):
        sheet_named("nine")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (BODY, "front matter between two lines of --- is missing"),
        (WHOLE.replace("look: 15", "look: 0"), "minutes: look: expected a whole number from 1"),
        (WHOLE.replace("discuss: 10", "talk: 10"), "minutes: there is no key `talk`"),
        (WHOLE.replace("exercises: [one]", "exercises: [one, one]"), "stands twice"),
        (WHOLE.replace("aim: A.", "aim: A: b"), "t: the front matter is no YAML"),
        (WHOLE.replace("aim: A.\n", ""), "the key `aim` is missing"),
        (WHOLE.replace("# Discussion\nSay.\n", ""), "expected # Student page, # Discussion"),
        (WHOLE.replace("Say.\n", ""), "Discussion: expected text"),
        (WHOLE.replace("Do.", "[x](https://example.org)"), "Student page"),
    ],
)
def test_a_fault_names_its_place(text: str, sentence: str) -> None:
    with pytest.raises(ContentError) as error:
        read_sheet("t", 1, text)
    assert sentence in str(error.value)


def test_markup_of_the_author_is_text() -> None:
    sheet = read_sheet("t", 1, WHOLE.replace("Do.", "<script>alert(1)</script>"))
    assert "<script" not in sheet.student


def test_a_number_that_is_missing_is_said(tmp_path: Path) -> None:
    for folder in ("1-one", "3-three"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sheet.md").write_text(WHOLE, encoding="utf-8")
    with pytest.raises(ContentError, match="numbered 1, 2, 3"):
        sheets_at(tmp_path)
