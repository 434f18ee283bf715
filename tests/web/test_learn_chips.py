"""Lessons and the pages about chips lead to each other, and say the same."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from app.lesson.chips import roofline_parts, vectors_parts
from app.lesson.lessons import section_view
from app.lesson.views.lesson import ExerciseView, RoofPart, TablePart
from app.loop.loop_request import request_of_query
from app.soc.every_view import VIEWS
from app.soc.frame_words import lesson_step
from compiler_core.claims.case import Case
from compiler_core.lessons.lesson import Exercise, Figure
from compiler_core.lessons.reading import find_lesson
from compiler_core.soc.latency_hiding.measured import measured_gelu
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.loop_points import LoopWork, placed_loop
from compiler_core.toolchain.discovery import find_compiler
from tests.web.pages import Answer, complete

Get = Callable[..., Answer]


def figure_of(lesson: str, kind: str) -> Figure:
    sections = find_lesson(lesson).sections
    return next(one for one in sections if isinstance(one, Figure) and one.kind == kind)


def roof() -> RoofPart:
    figure = figure_of("roofline", "roofline")
    parts = roofline_parts(figure, Case(figure.setting, find_compiler("gcc")))
    return next(part for part in parts if isinstance(part, RoofPart))


def test_loops_stand_on_each_chip_where_the_core_says() -> None:
    found = roof()
    assert [row[:3] for row in found.rows] == [
        ("axpy", "2,048", "12,288"),
        ("polynomial", "32,768", "12,288"),
    ]
    assert len(found.chips) >= 5
    for row in found.chips:
        soc = soc_named(parse_qs(urlsplit(row.address).query).get("chip", ["generic"])[0])
        assert row.title == soc.title
        for name, operations, said in zip(
            ("axpy", "polynomial"), (2048, 32768), row.cells[1:], strict=True
        ):
            work = LoopWork(
                name=name,
                kind="fp32",
                operations=operations,
                bytes=12288,
                line_bytes=12288,
                notes=(),
            )
            bound = placed_loop(soc, work).every_access.bound
            assert said == {"memory": "memory", "compute": "arithmetic"}[bound]


def test_a_chip_of_the_figure_opens_its_roofline_with_the_same_loop() -> None:
    figure = figure_of("roofline", "roofline")
    assert figure.other is not None
    for row in roof().chips:
        (query,) = parse_qs(urlsplit(row.address).query)["loop"]
        request = request_of_query(query)
        assert request.source == figure.other.sources[0].text
        assert (request.compiler, request.flags) == (find_compiler("gcc").name, "-O3")


def test_vectors_are_counted_as_on_the_page_about_latency() -> None:
    figure = figure_of("vectors", "vectors")
    table = vectors_parts(figure, Case(figure.setting, find_compiler("gcc")))[0]
    assert isinstance(table, TablePart)
    counted = {(row[0], row[1]): row[2] for row in table.rows}
    scalar, neon, sve = measured_gelu(sve_bits=256)
    assert counted["scalar", "32"] == f"{scalar.instructions:,}"
    assert counted["NEON", "128"] == f"{neon.instructions:,}"
    assert counted["SVE", "256"] == f"{sve.instructions:,}"
    assert table.head[-1] == "Modelled fewer"


@pytest.mark.parametrize(
    ("name", "pane"), [("roofline", ["run"]), ("vectors", []), ("vectorise", ["why"])]
)
def test_an_exercise_opens_with_what_it_is_about(name: str, pane: list[str]) -> None:
    lesson = find_lesson(name)
    exercise = next(section for section in lesson.sections if isinstance(section, Exercise))
    view = section_view(lesson, exercise, find_compiler("gcc"))
    assert isinstance(view, ExerciseView)
    assert parse_qs(urlsplit(view.address).query).get("pane", []) == pane


def test_a_view_and_its_lesson_lead_to_each_other(get: Get) -> None:
    taught = [view for view in VIEWS if view.lesson]
    assert {"roofline", "latency"} <= {view.name for view in taught}
    for view in taught:
        assert lesson_step(view) is not None
        assert f"/learn/{view.lesson}" in links_of(get(f"/soc/{view.name}"))
        paths = {urlsplit(link).path for link in links_of(complete(get, f"/learn/{view.lesson}"))}
        assert f"/soc/{view.name}" in paths


def links_of(page: Answer) -> set[str]:
    return {one.attributes.get("href", "") for one in page.all("a")}
