"""A run's control-flow graph in the page: drawn with links, told as a table, or by its loops."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from app.loop.loop_request import LoopRequest
from app.loop.views.flow import MOST_DRAWN, flow_view
from app.loop.views.source_map import source_map
from app.loop.views.subject import Subject
from compiler_core.host.compilation import Compilation
from compiler_core.host.control_flow.record import ControlFlow, FlowBlock, FlowEdge, FlowLoop
from tests.conftest import ROOT
from tests.web.conftest import HTML
from tests.web.pages import Answer
from tests.web.test_explorer import post
from tests.web.test_runs import CLIP

FIRST_VIEW_BYTES = 200_000


@pytest.mark.slow
def test_a_run_draws_its_blocks_and_edges_and_tells_them(client: TestClient) -> None:
    page = post(client, fragment=True, source=CLIP, pane="run", n="64", flags="-O1")
    drawing, table = page.one("svg", "flow"), page.one("table", "flow-table")
    flow = client.post("/api/cfg", json={"source": CLIP, "flags": "-O1", "n": 64}).json()
    assert all(edge["executions"] is not None for edge in flow["edges"])
    for block in flow["blocks"]:
        assert f"{block['id']}: {block['executions']:,}×" in drawing.text
        assert f"Block {block['id']}" in table.text
    assert len(page.all("g", "way")) == len(flow["edges"])
    assert "lowlab cfg loop.c" in page.one("details", id="flow-fold").text


@pytest.mark.slow
def test_a_block_leads_to_its_lines_of_listing_and_source(client: TestClient) -> None:
    page = post(client, fragment=True, source=CLIP, pane="run", n="64", flags="-O1")
    links = [one.attributes["href"] for one in page.all("a") if "#i" in one.attributes["href"]]
    address = next(one for one in links if "line=" in one)
    fields = parse_qs(urlsplit(address).query)
    listing = Answer(client.get(address, headers=HTML))
    (row,) = [
        one
        for one in listing.all("li", "row")
        if one.attributes["id"] == urlsplit(address).fragment
    ]
    assert row.attributes["data-source"] == fields["line"][0]
    assert listing.one("section", id="result").attributes["data-pane"] == "listing"


@pytest.mark.slow
def test_a_page_with_a_graph_is_no_heavier_than_a_first_view_may_be(client: TestClient) -> None:
    answer = client.get("/loop?example=jump-table&pane=run&flags=-O2", headers=HTML)
    assert answer.text.count('class="box') > 20
    assert len(answer.content) <= FIRST_VIEW_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("example", ["collatz", "column_sweep"])
def test_tables_and_json_of_loops_say_how_often_each_was_entered(
    client: TestClient, example: str
) -> None:
    """Also where a loop's entries follow from no count of a block, but from the graph's own run."""
    source = (ROOT / f"content/examples/{example}.c").read_text(encoding="utf-8")
    sent = {"source": source, "compiler": "gcc-12", "flags": "-O3"}
    counted = client.post("/api/count", json=sent).json()["loops"]
    loops = client.post("/api/cfg", json=sent).json()["loops"]
    page = post(client, fragment=True, pane="run", **sent)
    (section,) = [
        one
        for one in page.all("section")
        if one.attributes.get("aria-labelledby") == "rounds-title"
    ]
    assert "not known" not in section.text.lower()
    rows = [one for one in section.children[1].children[1].children if one.tag == "tr"]
    entered = {row.children[2].text for row in rows}
    assert entered == {f"{loop['entries']:,}" for loop in loops}
    assert entered == {f"{loop['entries']:,}" for loop in counted}


def large(size: int) -> ControlFlow:
    """A chain of blocks in two nested loops."""
    return ControlFlow(
        compiler="gcc-12",
        compiler_title="GCC 12",
        flags=(),
        function="f",
        n=1,
        message="",
        file="loop.c",
        symbol="f",
        size=size,
        blocks=tuple(chained_block(number) for number in range(size)),
        edges=tuple(chain_edge(number) for number in range(size - 1)),
        loops=tuple(loop_around(number, size) for number in range(2)),
    )


def chained_block(number: int) -> FlowBlock:
    return FlowBlock(
        id=number,
        first=number,
        last=number,
        code=("nop",),
        source_file="loop.c",
        source_lines=(1,),
        size=1,
        executions=7,
        loop=1,
    )


def chain_edge(number: int) -> FlowEdge:
    return FlowEdge(
        tail=number,
        head=number + 1,
        kind="next",
        back=False,
        basis="measured",
        executions=7,
        least=7,
        most=7,
    )


def loop_around(number: int, blocks: int) -> FlowLoop:
    return FlowLoop(
        id=number,
        parent=None,
        depth=number + 1,
        role="outer",
        source_line=number + 1,
        source_file="",
        place="line 1",
        header=0,
        blocks=blocks,
        rounds=7,
        entries=None,
        instructions=7,
        share=0.5,
    )


def test_of_very_many_blocks_the_loops_are_told() -> None:
    request = LoopRequest(source="int f;")
    nothing = Compilation(
        compiler="gcc-12",
        compiler_title="GCC 12",
        version="12",
        flags=(),
        ok=True,
        status="ok",
        message="",
        limit="",
        diagnostics=(),
        notes=(),
        functions=(),
        data=(),
        command="",
        seconds=0,
        cached=True,
    )
    sources = request.sources()
    subject = Subject(request, sources, nothing, source_map(sources, ()))
    assert flow_view(subject, large(3)).loops == ()
    for flow in (large(MOST_DRAWN + 1), large(3000)):
        view = flow_view(subject, flow)
        assert (view.picture, view.rows) == (None, ())
        assert [re.match(r"(— )*", row.title)[0] for row in view.loops] == ["", "— "]  # type: ignore[index]
        assert view.loops[0].entries == "not determined"
        assert f"{flow.size:,} blocks" in view.note
