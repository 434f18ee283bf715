"""Latency hiding as a page: the same numbers as the core, bounded in size, wrong values said."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from app.drawing.scenes.states import MOST_ELEMENTS
from app.soc import latency
from command_line.main import run_arguments
from compiler_core.errors import ToolMissing
from compiler_core.soc.latency_hiding.measured import MeasuredVariant
from tests.web.pages import Answer

COUNTED = tuple(
    MeasuredVariant(
        name=name,
        compiler="GCC",
        flags="-O3",
        vector_bits=bits,
        instructions=made,
        instructions_per_element=made / 4096,
        fewer=106_000 / made,
        digest="d",
        measured="counted",
    )
    for name, bits, made in (("scalar", 32, 106_000), ("neon", 128, 35_000), ("sve", 256, 17_000))
)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting GELU takes seconds and has a test of its own."""
    monkeypatch.setattr(latency, "_counts", latency.Background("t", 1, 1, settled=bool))
    monkeypatch.setattr(latency, "measured_gelu", lambda: COUNTED)


def test_page_and_json_come_from_one_study(client: TestClient, get: Callable[..., Answer]) -> None:
    query = "?kernel=vector-add&elements=65536&contexts=2&latency=300&window=middle"
    page = get(f"/soc/latency{query}")
    record = client.get(f"/api/soc/views/latency{query}").json()
    assert page.status == 200
    assert record["study"]["machine"]["dma_latency_cycles"] == 300
    assert record["study"]["headline"] in page.text
    for rung in record["study"]["rungs"]:
        assert f"{rung['cycles']:,}" in page.text
        assert rung["sentence"] in page.text
    assert len(page.all("svg", "chart")) >= 7


def test_the_command_prints_the_same_cycles(
    client: TestClient, get: Callable[..., Answer], capfd: pytest.CaptureFixture[str]
) -> None:
    query = "?kernel=gelu&elements=65536&operations=8&contexts=2&bandwidth=8000000000"
    line = get(f"/soc/latency{query}").one("p", "reproduce").children[0].text
    words = shlex.split(line)
    assert words[:3] == ["lowlab", "soc", "ladder"]
    assert run_arguments(words[1:]) == 0
    said = capfd.readouterr().out
    for rung in client.get(f"/api/soc/views/latency{query}").json()["study"]["rungs"]:
        assert f"{rung['cycles']:,} cycles" in said


@pytest.mark.parametrize(
    "query",
    [
        "?elements=4194304&tile=256",
        "?elements=4194304&contexts=8&window=end",
        "?elements=1",
        "?kernel=polynomial&operations=2048&vector=4",
    ],
)
def test_thousands_of_tiles_make_no_large_page(get: Callable[..., Answer], query: str) -> None:
    page = get(f"/soc/latency{query}")
    assert page.status == 200
    assert len(page.text.encode()) <= 175_000
    assert page.text.count("<rect") < 500 + 2 * MOST_ELEMENTS


def test_a_tile_that_does_not_fit_gives_way(get: Callable[..., Answer]) -> None:
    page = get("/soc/latency?tile=131072&scratchpad=131072")
    assert page.status == 200
    assert "the largest that fits is shown" in page.text


@pytest.mark.parametrize(
    "query",
    ["kernel=none", "elements=0", "elements=-4", "elements=many", "contexts=9", "window=ever",
     "latency=1e3", "bandwidth=0", "tile=" + "9" * 20, "vector=0"],
)  # fmt: skip
def test_nonsense_is_refused_in_words(get: Callable[..., Answer], query: str) -> None:
    page = get(f"/soc/latency?{query}")
    assert page.status == 422
    assert page.one("div", "alert").text.strip()


def test_counts_stand_beside_the_model(get: Callable[..., Answer]) -> None:
    get("/soc/latency")
    page = get("/soc/latency")
    assert "106,000" in page.text
    assert "Only GELU is counted" in get("/soc/latency?kernel=silu").text


def test_a_missing_tool_is_said_and_the_rest_shown(
    get: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> tuple[MeasuredVariant, ...]:
        raise ToolMissing("qemu-aarch64", "qemu-user")

    monkeypatch.setattr(latency, "measured_gelu", missing)
    # Each page asks once more and waits a moment only: on a busy machine not all are in time.
    pages = (get("/soc/latency") for _ in range(100))
    page = next(one for one in pages if "qemu-aarch64 is not installed." in one.text)
    assert page.status == 200
    assert "Four rungs" in page.text


def test_while_it_is_counted_the_page_says_so_and_asks_again(
    get: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latency, "ready", lambda *_: None)
    page = get("/soc/latency")
    assert page.one("div", id="soc-result").attributes["data-waiting"]
    assert "Four rungs" in page.text


def test_a_chips_edited_memory_moves_the_ladder(client: TestClient) -> None:
    slow = client.get("/api/soc/views/latency?set.dram.bus_width_bits=8&kernel=vector-add").json()
    usual = client.get("/api/soc/views/latency?kernel=vector-add").json()
    assert slow["study"]["rungs"][3]["cycles"] > 5 * usual["study"]["rungs"][3]["cycles"]
