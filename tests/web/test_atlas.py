"""Pages of the atlas refuse what they do not know, in one line, on page, API and command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from urllib.parse import urlencode

import pytest

from app.analysis.task import FinishedAnswer, finished
from app.atlas.apart import atlas_answer
from app.routes import atlas as routes
from app.serving import answers
from app.serving.answers import answers_by_request
from command_line.main import run_arguments
from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.records import AtlasAnswer, AtlasPage, Teller
from compiler_core.toolchain.atlas_tools import tools_stamp
from tests.patience import PATIENCE_SECONDS
from tests.web.pages import Answer

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
NONSENSE = ("", " ", "-1", "1e9", "٣", "9" * 400, "0x10", "nan", "<script>", "a=b&c", "\x00", "1.5")


def answered(get: Callable[..., Answer], address: str) -> Answer:
    """The page with its answer: it asks again, and each time waits for a while."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (page := get(address, HX_Request="true")).status == 202:
        assert time.monotonic() < end
    return page


@EACH_PAGE
def test_nonsense_is_refused_in_one_line(
    get: Callable[..., Answer], capfd: pytest.CaptureFixture[str], page: AtlasPage
) -> None:
    # What is nonsense in a program of one's own its tool says: tests/atlas/test_own_programs.py.
    controls = [control for control in page.controls if not control.file]
    asked = [{control.name: text} for control in controls for text in NONSENSE]
    for settings in (
        *asked,
        {"no such setting": "1"},
        {"pruning": "off", "operators": "7"},
        {"budget": "65"},
    ):
        query = urlencode(settings)
        assert answered(get, f"/learn/atlas/{page.name}?{query}").status in (200, 422)
        assert get(f"/api/atlas/{page.name}?{query}").status in (200, 422)
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        if "\x00" not in query and "%00" not in query:
            status = run_arguments(["atlas", "run", page.name, *words])
            said = capfd.readouterr()
            assert status in (0, 2)
            assert status == 0 or said.err.count("\n") == 1


def test_a_page_that_is_none(get: Callable[..., Answer]) -> None:
    assert get("/learn/atlas/none").status == 404
    assert get("/api/atlas/none").status == 404
    assert run_arguments(["atlas", "run", "none"]) == 2


def test_a_second_view_is_kept_until_a_tool_or_a_moment_is_another(
    get: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(name: str, given: Mapping[str, str]) -> FinishedAnswer:
        made.append(name)
        return finished(200, str(len(made)).encode() * 4000, lasting=given.get("loop") != "own")

    stamp = [1]
    monkeypatch.setattr(routes, "page_or_waiting", counted)
    monkeypatch.setattr(routes, "page_stamp", lambda _: tuple(stamp))
    monkeypatch.setattr(answers, "answer_cache", answers_by_request(8))
    address = "/learn/atlas/nvvm?chip=sm_80"
    first = get(address).response.text
    assert get(address).response.text == first
    assert get("/learn/atlas/nvvm").response.text != first
    stamp[0] = 2
    assert get(address).response.text != first
    assert len(made) == 3
    for _ in range(2):
        get("/learn/atlas/nvvm?loop=own")
    assert len(made) == 5


def test_a_page_whose_tool_takes_long_says_so_and_asks_again(
    get: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()
    asked: list[str] = []

    def slowly(name: str, given: Mapping[str, str], tell: Teller | None = None) -> AtlasAnswer:
        asked.append(given.get("chip", "usual"))
        assert may_end.wait(PATIENCE_SECONDS)
        return atlas_answer(name, given, tell)

    monkeypatch.setattr("app.atlas.answers.atlas_answer", slowly)
    address = "/learn/atlas/nvvm?chip=sm_70"
    waits = get(address)
    assert waits.status == 202
    assert address in [one.attributes["hx-get"] for one in waits.all("div", "pending")]
    assert waits.one("meta", http_equiv="refresh").attributes["content"] == "2"
    assert len(waits.all("h1")) == 1
    may_end.set()
    shown = answered(get, address)
    assert shown.status == 200
    assert shown.one("table", "uses")
    assert not shown.all("meta", http_equiv="refresh")
    assert asked == ["usual", "sm_70"]
    refused = answered(get, "/learn/atlas/nvvm?chip=none")
    assert refused.status == 422


def test_a_tool_that_comes_gives_another_stamp(tmp_path: Path) -> None:
    before = tools_stamp(tmp_path)
    assert tools_stamp(tmp_path) == before
    (tmp_path / "lib/python3.11/site-packages/tool-1.dist-info").mkdir(parents=True)
    with_tool = tools_stamp(tmp_path)
    assert with_tool != before
    (tmp_path / ".installed").write_text("tool")
    assert tools_stamp(tmp_path) != with_tool
