"""The figure on names of cores says of each compiler what that compiler takes."""

from __future__ import annotations

import pytest

from app.lesson.cpus import REFUSED, TAKEN, cpus_parts
from app.lesson.views.lesson import TablePart, TextPart
from compiler_core.claims.case import Case
from compiler_core.lessons.lesson import Figure
from compiler_core.lessons.reading import find_lesson
from compiler_core.toolchain.discovery import find_compiler, installed_compilers

pytestmark = pytest.mark.usefixtures("jail")


def test_each_name_stands_once_with_the_compilers_that_take_it() -> None:
    sections = find_lesson("tuning").sections
    figure = next(one for one in sections if isinstance(one, Figure) and one.kind == "cpus")
    text, table = cpus_parts(figure, Case(figure.setting, find_compiler("gcc")))
    assert isinstance(text, TextPart)
    assert isinstance(table, TablePart)
    compilers = installed_compilers()
    *rows, counts = table.rows
    for column, compiler in enumerate(compilers, 1):
        some = {name for row in rows if row[column] == TAKEN for name in row[0].split(", ")}
        others = {name for row in rows if row[column] == REFUSED for name in row[0].split(", ")}
        common = set(compiler.cpus) - some
        assert some <= set(compiler.cpus)
        assert not others & set(compiler.cpus)
        assert counts[column] == str(len(compiler.cpus))
        assert all(name in text.sentences[0] for name in common)
