"""The map and the contents: every stage leads where it says, and nothing leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.content_files import ContentError
from compiler_core.lessons.reading import load_lessons
from compiler_core.lessons.track_map import MAP_FILE, Stage, load_map, read_map
from tests.web.pages import Answer
from tests.web.test_learn import complete

Get = Callable[..., Answer]
STAGES = [(track.id, stage) for track in load_map() for stage in track.stages]


def named(value: object) -> str:
    return value.id if isinstance(value, Stage) else str(value)


@pytest.mark.parametrize(("track", "stage"), STAGES, ids=named)
def test_every_address_of_a_stage_resolves(get: Get, track: str, stage: Stage) -> None:
    for page in stage.pages:
        assert get(page.address).status == 200, page.address
    assert set(stage.lessons) <= {lesson.id for lesson in load_lessons()}


def test_every_lesson_stands_on_a_stage_once() -> None:
    taught = [name for _, stage in STAGES for name in stage.lessons]
    assert sorted(taught) == sorted(lesson.id for lesson in load_lessons())


def test_the_map_links_stages_with_pages_and_no_others(get: Get) -> None:
    answer = complete(get, "/learn/map")
    boxes = [one for one in answer.all("a") if "data-stage" in one.attributes]
    shown = [stage for _, stage in STAGES if stage.pages]
    assert [box.attributes["href"] for box in boxes] == [one.pages[0].address for one in shown]
    assert len(answer.all("g", "no-page")) == len(STAGES) - len(shown)
    listed = answer.all("ol", "track-list")
    assert [len(one.children) for one in listed] == [len(track.stages) for track in load_map()]


def test_one_loop_is_shown_in_all_its_forms(get: Get) -> None:
    answer = complete(get, "/learn/map")
    way = answer.one("div", id="way")
    for stage in ("Source", "Front end", "Representation", "Passes", "Machine form", "Assembly"):
        assert stage in way.text
    executed = re.search(r"([\d,]+) instructions executed", way.text)
    assert executed is not None
    assert 1000 < int(executed[1].replace(",", "")) < 10_000


def test_the_way_alone_is_what_the_page_fetches(get: Get) -> None:
    complete(get, "/learn/map")
    part = get("/learn/map", hx_request_type="partial")
    assert part.elements[0].attributes["id"] == "way"
    assert "<html" not in part.text


def test_boxes_of_the_contents_lead_to_their_place_on_the_map(get: Get) -> None:
    places = {element.attributes.get("id") for element in get("/learn/map").elements}
    boxes = [one for one in get("/learn").all("a") if "data-stage" in one.attributes]
    assert len(boxes) == len(STAGES)
    for box in boxes:
        page, _, anchor = box.attributes["href"].partition("#")
        assert (page, anchor in places) == ("/learn/map", True)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("accent: loop", "accent: green", "accent must be loop or model, found 'green'"),
        ("title: Source\n", "title: The source as it was typed\n", "title has more than"),
        ("address: /examples", "address: //example.org", "leaves the site"),
        ("    Input: A function in C or C++.\n", "", "other facts"),
    ],
)
def test_a_mistake_in_the_map_is_named(
    tmp_path: Path, right: str, wrong: str, message: str
) -> None:
    text = MAP_FILE.read_text(encoding="utf-8").replace(
        'address: "/examples"', "address: /examples"
    )
    assert right in text
    file = tmp_path / "map.yaml"
    file.write_text(text.replace(right, wrong, 1))
    with pytest.raises(ContentError, match=re.escape(message)):
        read_map(file)
