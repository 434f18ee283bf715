"""Grades in others' forms: Canvas's own file comes back byte for byte, but for one column."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.exports.canvas import fill_column
from compiler_core.errors import InputError

FILE = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Lab 1 (77),Final\r\n"
    "Points Possible,,,,,10,100\r\n"
    '"Lovelace, Ada",1,u1,ada,"A ""one""",,55\r\n'
    "Hopper,2,u2,grace,A,3,\r\n"
    "Nobody,3,u3,nobody,A,,\r\n"
)


def test_one_column_is_filled_and_every_other_byte_stays() -> None:
    filled = fill_column(FILE.encode(), "Lab 1 (77)", {"ADA": 7, "u2": 9})
    assert (filled.matched, filled.unmatched) == (2, ("Nobody",))
    expected = FILE.replace('"A ""one""",,55', '"A ""one""",7,55').replace("A,3,", "A,9,")
    assert filled.text == expected


cells = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r"), max_size=12)


@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=6), st.booleans())
def test_any_file_round_trips_but_for_the_column(
    rows: list[tuple[str, str, str]], quoting: bool
) -> None:
    made = io.StringIO()
    style = csv.QUOTE_ALL if quoting else csv.QUOTE_MINIMAL
    writer = csv.writer(made, quoting=style, lineterminator="\r\n")
    writer.writerow(["Student", "ID", "Mark", "Other"])
    for number, (name, mark, other) in enumerate(rows):
        writer.writerow([name, f"id{number}", mark, other])
    points = {f"id{number}": number + 100 for number in range(len(rows))}
    filled = fill_column(made.getvalue().encode(), "Mark", points)
    before = list(csv.reader(io.StringIO(made.getvalue(), newline="")))
    after = list(csv.reader(io.StringIO(filled.text, newline="")))
    skipped = [one[0].strip().casefold() == "points possible" for one in before]
    for number, (old, new) in enumerate(zip(before[1:], after[1:], strict=True)):
        assert new[:2] + new[3:] == old[:2] + old[3:]
        assert skipped[number + 1] or new[2] == str(number + 100)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"a,b\n\xff,1\n", "Line 2 is not UTF-8: found the byte 0xff"),
        (b"Student,ID\nA,1\n", "no column"),
        (b"Name,Mark\nA,1\n", "none of Canvas's columns"),
        (b"ID,x,Mark\n1\n", "Line 2 has 1 cells"),
    ],
)
def test_what_is_no_gradebook_is_told_with_its_line(content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        fill_column(content, "Mark", {"1": 3})
