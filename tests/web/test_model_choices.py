"""What the stage pages let one choose and see tried: pixels, lines of a module, other cores."""

from __future__ import annotations

from threading import Event

import pytest
from starlette.testclient import TestClient

from app.model import exports
from app.serving.background import Background
from compiler_core.graph.exporting.live import ExportTrials, recorded_trials
from tests.web.conftest import HTML
from tests.web.pages import Answer
from tests.web.test_model_more import Get, ready, rows_of, when

NET = "depthwise"


def _instructions(page: Answer) -> list[str]:
    """Of the program that prepares its picture itself: there once its last stage has ended."""
    rows = rows_of(page, "Prepared outside and in the graph")
    return next(row[2:3] for row in rows if row[0] == "Instructions executed")


def test_a_picture_prepared_in_the_graph_stands_beside_the_one_prepared_outside(get: Get) -> None:
    address = f"/model/{NET}/input?preprocessing=graph"
    when(get, address, ready)
    page = when(get, address, lambda page: "…" not in " ".join(_instructions(page)))
    assert "1 × 32 × 32 × 3 numbers of uint8" in page.one("div", "stage-headline").text
    rows = {row[0]: row[1:] for row in rows_of(page, "Prepared outside and in the graph")[:7]}
    assert rows["Input, bytes"] == ["12,288", "3,072", "-75.0%"]
    assert all(rows[name][1] for name in ("Kernels", "Arena, bytes", "Weights, bytes"))
    places = [one.text for one in page.all("h3") if "in the graph" in one.text]
    assert len(places) == 4
    assert "--preprocessing graph" in page.text


def test_the_engine_page_shows_where_the_program_dies_and_what_an_interpreter_costs(
    get: Get,
) -> None:
    page = when(
        get, f"/model/{NET}/engine", lambda page: ready(page) and "data-later=" not in page.text
    )
    tried = {row[0].split(" -cpu")[0]: row[1:] for row in rows_of(page, "Where the program runs")}
    assert "refused" in tried["On Cortex-A72 (Raspberry Pi 4)"][0]
    assert "dotprod" in tried["On Cortex-A72 (Raspberry Pi 4)"][1]
    assert "runs" in tried["On Cortex-A76 (Raspberry Pi 5, RK3588)"][0]
    assert "refused" in tried["With image of 1 × 3 × 32 × 33"][0]
    both = {row[0]: row[1:] for row in rows_of(page, "Compiled code and interpreted plan")[:6]}
    compiled, interpreted, _ = (
        float(cell.removesuffix(" ×").replace(",", "")) for cell in both["Instructions executed"]
    )
    assert interpreted > 2 * compiled
    assert get(f"/model/{NET}/engine/file/interpreted-plan.bin").status == 200
    ladder = get(f"/model/{NET}/run")
    assert "after the graph passes, interpreted" in ladder.text


def test_a_line_leads_to_its_nodes_and_a_node_to_its_line(get: Get) -> None:
    page = when(get, f"/model/{NET}/export?view=line:16", ready)
    assert "Line 16 became Conv, Add, Relu." in page.text
    lines = [one for one in page.all("a") if "view=line%3A" in one.attributes.get("href", "")]
    # Links into the picture of the whole graph stay at the line.
    views = (line.attributes["href"].partition("view=")[2] for line in lines)
    targets = {view.partition("#")[0].partition("&")[0] for view in views}
    assert targets == {f"line%3A{number}" for number in (15, 16, 17, 18)}
    assert any(one.text.strip().endswith("Gemm") for one in lines), "nodes are links as well"
    other = get(f"/model/{NET}/export?view=line:3")
    assert "Line 15 became Conv, Relu." in other.text, "a line without nodes chooses the first"


def test_a_source_node_leads_to_its_c_lines_and_back(get: Get) -> None:
    node = "/stem/stem.1/BatchNormalization"
    when(get, f"/model/{NET}/engine", ready)
    page = get(f"/model/{NET}/export?view={node}")
    ways = {one.text.strip(): one.attributes["href"] for one in page.all("a")}
    folded = next(link for text, link in ways.items() if text == "folded by batch norm folding")
    chosen = [one.text for one in get(folded.partition("#")[0]).all("li", with_class="is-chosen")]
    assert any(node in text and "s = gamma/sqrt(var + eps)" in text for text in chosen)
    kernel = next(link for text, link in ways.items() if "of the C" in text)
    engine = get(kernel.partition("#")[0])
    back = {one.text.strip(): one.attributes["href"] for one in engine.all("a")}
    assert back[node].startswith(f"/model/{NET}/export?view=%2Fstem%2Fstem.1%2FBatchNorm")


def test_modules_are_recorded_until_pytorch_has_run_them(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "_asked", Event())
    monkeypatch.setattr(exports, "torch_python", lambda: "")
    assert "This server has no PyTorch" in when(get, f"/model/{NET}/export", ready).text
    gate = Event()

    def run(_: str) -> ExportTrials:
        gate.wait(30)
        return recorded_trials()

    kept: Background[ExportTrials] = Background("trial", 1, 1, settled=lambda _: True)
    monkeypatch.setattr(exports, "_trials", kept)
    monkeypatch.setattr(exports, "live_trials", run)
    monkeypatch.setattr(exports, "torch_python", lambda: "/usr/bin/python")
    assert "Run them now" in get(f"/model/{NET}/export").text
    assert "PyTorch runs them now" in get(f"/model/{NET}/export?view=pytorch:live").text
    gate.set()
    page = when(get, f"/model/{NET}/export", lambda page: "Run on this server with" in page.text)
    assert "Recorded with" not in page.text


def test_a_picture_that_cannot_be_read_leaves_ways_out(client: TestClient, get: Get) -> None:
    files = {"file": ("sign.png", b"no picture", "image/png")}
    sent = client.post(f"/model/{NET}/input", files=files, headers=HTML)
    address = sent.headers["location"]
    client.get(address.replace("/input", "/input/events"))
    page = get(address)
    assert page.status == 422
    links = {one.text.strip(): one.attributes["href"] for one in page.all("a", with_class="button")}
    assert links["Go on without this picture"] == f"/model/{NET}/input"
    assert links["Choose another model"] == "/model"
    assert "Next stage →" not in links
