"""The first and the last state of every scene that ships, as a person read them once.

Scenes of lessons are drawn from runs that were written down, those of the first page are recorded
whole. Lengths are whole pixels here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from app.drawing.scenes.record import Element, Kind, Scene
from app.drawing.scenes.states import state_at
from app.site.miniatures import MINIATURES, read_miniature
from tests.drawing.recorded_scenes import NAMES, drawn, recorded_runs
from tests.golden_file import assert_golden

GOLDEN = Path(__file__).parent / "golden"
SMALL = {f"small-{miniature.name}": miniature for miniature in MINIATURES}


@pytest.fixture(scope="module", autouse=True)
def placed_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with recorded_runs(tmp_path_factory.mktemp("runs")):
        yield


def scene_named(name: str) -> Scene:
    return read_miniature(SMALL[name]) if name in SMALL else drawn(name)


@pytest.mark.parametrize("name", [*NAMES, *SMALL])
def test_it_begins_and_ends_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    assert_golden(GOLDEN / f"{name}.txt", "\n".join(told(scene_named(name))) + "\n", request)


def test_each_kind_of_scene_is_among_them() -> None:
    assert {scene_named(name).kind for name in (*NAMES, *SMALL)} == set(get_args(Kind))
    assert {path.stem for path in GOLDEN.iterdir()} == {*NAMES, *SMALL}


def told(scene: Scene) -> Iterator[str]:
    """The first state whole, of the last one what differs from it."""
    first, last = (state_at(scene, number) for number in (0, len(scene.steps)))
    yield f"{scene.kind} {scene.id}, {len(scene.steps)} steps: {scene.title}"
    yield f"first: {scene.start}"
    for panel in scene.panels:
        yield f"{panel.id} {panel.width:.0f} x {panel.height:.0f}: {panel.title}"
        yield from (f"  {line(first[element.id])}" for element in panel.elements)
    yield f"last: {scene.steps[-1].say}"
    yield from (f"  {line(last[name])}" for name in first if line(last[name]) != line(first[name]))


def line(one: Element) -> str:
    size = f" {one.w:.0f} x {one.h:.0f}" if one.w or one.h else ""
    seen = "" if one.opacity == 1 else f" seen {one.opacity:.1f}"
    path = f" {len(one.d)} letters of path" if one.d else ""
    return f"{one.id} {one.x:.0f} {one.y:.0f}{size} {one.classes}: {one.label}{path}{seen}".rstrip()
