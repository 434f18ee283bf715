"""Every address of the server once: pages in a browser, forms and the API by their own requests."""

from __future__ import annotations

import base64
import io
import json
import re
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Page

from app.main import app
from tests.board.reports import report
from tests.conftest import ROOT
from tests.walk.raw_text import raw_text

SAXPY = (ROOT / "content" / "examples" / "saxpy.c").read_text(encoding="utf-8")
PROMISED = (ROOT / "content" / "examples" / "axpy_restrict.c").read_text(encoding="utf-8")
CALLED = {
    name: (ROOT / "content" / "lessons" / "lto" / name).read_text(encoding="utf-8")
    for name in ("apply.c", "scale.c")
}
LOOP: dict[str, Any] = {"source": SAXPY, "flags": "-O3"}
NETWORK = "/model/plain"
LONGEST_SECONDS = 300

PAGES = {
    "/": "/",
    "/loop": "/loop?example=saxpy&pane=why",
    "/loop/textbook": "/loop/textbook",
    "/learn": "/learn",
    "/learn/folklore": "/learn/folklore",
    "/learn/map": "/learn/map",
    "/learn/atlas": "/learn/atlas",
    "/learn/atlas/questions": "/learn/atlas/questions",
    "/learn/atlas/{page}": "/learn/atlas/mirage?program=attention",
    "/learn/{identifier}": "/learn/dce",
    "/learn/break/{claim}": "/learn/break/folklore-o2-is-scalar",
    "/glossary": "/glossary",
    "/model": "/model",
    "/fusion": "/fusion",
    "/model/operators": "/model/operators",
    "/model/fusion-differences": "/model/fusion-differences",
    "/model/{model}": NETWORK,
    "/model/{model}/compare": f"{NETWORK}/compare?other_precision=fp32",
    "/model/{model}/compare-models": f"{NETWORK}/compare-models?other=plain",
    "/model/{model}/why": f"{NETWORK}/why",
    "/model/{model}/{stage}": f"{NETWORK}/passes",
    "/z/{name}": "{link}",
    "/z/{name}/embed": "{link}/embed",
    "/about": "/about",
    "/docs": "/docs",
    "/components": "/components",
    "/soc": "/soc",
    "/soc/{view}": "/soc/decode?chip=raspberry-pi-5&model=llama-3.1-8b",
}
PARTS = {
    "/examples": "/examples",
    "/z/{name}/offline.html": "{link}/offline.html",
    "/healthz": "/healthz",
    "/readyz": "/readyz",
    "/metrics": "/metrics",
    "/loop/textbook/compare": "/loop/textbook/compare?source=int+f(int+n)%7Breturn+n%3B%7D",
    "/learn/{identifier}/sections/{number}": "/learn/dce/sections/0",
    "/learn/break/{claim}/events": "/learn/break/folklore-o2-is-scalar/events",
    "/learn/{identifier}/claims": "/learn/roof/claims",
    "/learn/atlas/{page}/sections/{number}": "/learn/atlas/mirage/sections/0",
    "/learn/atlas/{page}/claims": "/learn/atlas/mirage/claims",
    "/learn/atlas/{page}/events": "/learn/atlas/mirage/events",
    "/api/atlas": "/api/atlas",
    "/api/atlas/questions": "/api/atlas/questions",
    "/api/atlas/{page}": "/api/atlas/mirage",
    "/static/{digest}/{name:path}": "{style}",
    "/api/openapi.json": "/api/openapi.json",
    "/api/compilers": "/api/compilers",
    "/api/examples": "/api/examples",
    "/api/doctor": "/api/doctor",
    "/api/models": "/api/models",
    "/api/models/{model}/run": "/api/models/plain/run",
    "/api/models/{model}/stages/{stage}": "/api/models/plain/stages/input",
    "/api/models/{model}/compare": "/api/models/plain/compare?other=plain",
    "/api/models/{model}/slice": "/api/models/plain/slice",
    "/api/textbook/survey": "/api/textbook/survey",
    "/api/lessons": "/api/lessons",
    "/api/lessons/{identifier}": "/api/lessons/dce",
    "/api/claims": "/api/claims?lesson=roof",
    "/api/glossary": "/api/glossary",
    "/api/map": "/api/map",
    "/api/soc": "/api/soc",
    "/api/soc/views/{view}": "/api/soc/views/chip",
    "/model/{model}/{stage}/events": f"{NETWORK}/input/events",
    "/model/{model}/{stage}/file/{name}": f"{NETWORK}/passes/file/passes.onnx",
}


@dataclass(frozen=True)
class Sent:
    """What is posted: JSON, a form, or a file; and a text that the answer must hold."""

    holds: str
    json: dict[str, Any] | None = None
    form: dict[str, str] | None = None
    file: str = ""
    query: str = ""


INK = '"ink.drop"() : () -> ()'
WHITE = base64.b64encode(bytes([255]) * 32 * 32 * 3).decode()
POSTS = {
    "/loop": Sent("fmla", form={**LOOP, "pane": "listing"}),
    "/loop/section": Sent("The same at home", form={**LOOP, "pane": "why"},
                          query="?breaking=3:5!"),
    "/loop/frames": Sent("frame", form={**LOOP, "pane": "step", "from": "0"}),
    "/loop/textbook": Sent("preheader", form={"source": SAXPY}),
    "/model": Sent("plain", file="content/models/signs/plain.onnx"),
    "/model/{model}/compare-models": Sent("side by side", file="content/models/signs/plain.onnx"),
    "/model/{model}/{stage}": Sent("plain", form={"soc": "generic"}),
    "/model/signs": Sent("diamond", form={"pixels": WHITE}),
    "/learn/break": Sent("Try to break", query="?claim=folklore-o2-is-scalar&compiler=gcc-12"),
    "/share": Sent("/z/", form=LOOP),
    "/api/share": Sent("/z/", json=LOOP),
    "/api/compile": Sent("fmla", json=LOOP),
    "/api/diff": Sent("summary", json={"source": SAXPY, "left": {"flags": "-O2"},
                                       "right": {"flags": "-O3"}}),
    "/api/matrix": Sent("-O2", json={"source": SAXPY}),
    "/api/compilers": Sent("same_as", json={"source": SAXPY, "flags": "-O2"}),
    "/api/passes": Sent("story", json={**LOOP, "compiler": "clang"}),
    "/api/why": Sent("vectorized", json=LOOP),
    "/api/trial": Sent("after", json={"source": SAXPY, "flags": "-O2", "line": 3,
                                      "suggestion": "restrict"}),
    "/api/trials": Sent("restrict", json={"source": SAXPY, "flags": "-O2", "line": 3}),
    "/api/cycles": Sent("cycles_per_element", json=LOOP),
    "/api/bisect": Sent("-O3", json={"source": SAXPY}),
    "/api/models": Sent("id", file="content/models/signs/plain.onnx"),
    "/api/count": Sent("output_digest", json={**LOOP, "n": 64}),
    "/api/cfg": Sent("basis", json={**LOOP, "n": 64}),
    "/api/ledger": Sent("saved", json={**LOOP, "compiler": "clang", "n": 64}),
    "/api/ledger/without": Sent("later", json={**LOOP, "compiler": "clang", "n": 64, "step": 9}),
    "/api/break": Sent("standing", json={"claim": "folklore-o2-is-scalar", "seconds": 3}),
    "/api/break/verdict": Sent("standing", json={**LOOP, "line": 3, "seconds": 3}),
    "/api/outputs": Sent("digest", json={**LOOP, "right": {"flags": "-O2"}, "n": 64}),
    "/api/sweep": Sent("2048", json={"source": SAXPY, "flags": "-O3 -march=armv8-a+sve", "n": 64}),
    "/api/slice": Sent("sentence", json={**LOOP, "n": 16, "element": "y[5]"}),
    "/api/steps": Sent("steps", json={**LOOP, "n": 64, "steps": 10}),
    "/api/overlap": Sent("broke", json={"source": PROMISED, "flags": "-O3", "n": 64}),
    "/api/whole": Sent("functions", json={"source": CALLED["apply.c"], "second": CALLED["scale.c"],
                                          "flags": "-O2"}),
    "/api/profile": Sent("function", json={"source": SAXPY, "flags": "-O2", "n": 64, "inputs": [
        {"name": "small", "settings": ["a=0.5"]}, {"name": "large", "settings": ["a=2"]}]}),
    "/learn/atlas/{page}": Sent("none of the 48", form={"program": INK, "dialect": "allowed"}),
    "/api/atlas/{page}": Sent("ink", json={"settings": {"program": INK, "dialect": "allowed"}}),
    "/api/textbook": Sent("steps", json={"source": SAXPY}),
    "/api/textbook/compare": Sent("columns", json={"source": SAXPY, "concept": "hoist"}),
}  # fmt: skip

# Takes the report of a bundle that the same network gives.
BOARD = "/api/models/{model}/board"

# A server that hosts classes walks these: tests/lab asks for each of them in every role.
OF_CLASSES = re.compile(r"(/api)?/lab(/|$)")


def routes(method: str) -> set[str]:
    """The addresses of all routers, as they are declared."""
    found = []
    for route in app.routes:
        inner = getattr(route, "original_router", None)
        found += inner.routes if inner is not None else [route]
    paths = {route.path for route in found if method in (route.methods or ())}
    return {path for path in paths if not OF_CLASSES.match(path)}


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=300, follow_redirects=True) as client:
        yield client


@pytest.fixture(scope="module")
def names(client: httpx.Client) -> dict[str, str]:
    """What addresses hold that only the server knows."""
    link = httpx.URL(client.post("/api/share", json=LOOP).json()["url"]).path
    page = client.get("/").text
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    return {"link": link, "style": style}


def test_every_route_is_walked() -> None:
    assert routes("GET") == set(PAGES) | set(PARTS)
    assert routes("POST") == {*POSTS, BOARD}


def test_pages(server: str, page: Page, names: dict[str, str]) -> None:
    empty, raw = [], []
    for address in PAGES.values():
        answer = page.goto(address.format(**names), timeout=LONGEST_SECONDS * 1000)
        assert answer is not None
        # 202: it says that its answer is being made, and shows it then.
        assert answer.status in (200, 202), address
        waiting = page.locator("#answer > .pending")
        waiting.wait_for(state="detached", timeout=LONGEST_SECONDS * 1000)
        if not page.locator("main, body.figure, h1").count():
            empty.append(address)
        raw += [f"{address}: {one}" for one in raw_text(page)]
    assert empty == []
    assert raw == []


PANES = ("listing", "registers", "diff", "passes", "why", "cycles", "run", "step", "profile")
VIEWS = ("roofline", "cost", "energy", "mapping", "tiling", "latency", "trust")


@pytest.mark.slow
def test_no_page_shows_markup_or_python(server: str, page: Page) -> None:
    """Every pane, every view of a chip and every lesson's frame, as they stand when asked for."""
    addresses = [f"/loop?example=saxpy&pane={pane}" for pane in PANES]
    addresses += [f"/soc/{view}?model=mobilenet-v2" for view in VIEWS]
    addresses += ["/loop?example=sum&compiler=clang&pane=why", "/learn/aliasing", "/learn/dce"]
    raw = []
    for address in addresses:
        opened(page, address)
        raw += [f"{address}: {one}" for one in raw_text(page)]
    assert raw == []


def opened(page: Page, address: str) -> None:
    """A page that waits for its turn loads itself again, which may end the way to another."""
    try:
        page.goto(address, timeout=LONGEST_SECONDS * 1000)
    except Error as error:
        if "ERR_ABORTED" not in str(error):
            raise
        page.goto(address, timeout=LONGEST_SECONDS * 1000)


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_no_stage_shows_markup_or_python(server: str, page: Page) -> None:
    raw = []
    for stage in ("input", "export", "passes", "quantise", "fusion", "engine", "run"):
        page.goto(f"{NETWORK}/{stage}", timeout=LONGEST_SECONDS * 1000)
        raw += [f"{stage}: {one}" for one in raw_text(page)]
    assert raw == []


@pytest.fixture(scope="module")
def compiled(client: httpx.Client) -> None:
    """The network has gone through its stages; what is measured after them is not waited for."""
    end = time.monotonic() + LONGEST_SECONDS
    while not _has_run(client.get("/api/models/plain/run").json()):
        assert time.monotonic() < end
        time.sleep(0.5)


def _has_run(told: dict[str, Any]) -> bool:
    ends = {event["stage"] for event in told["events"] if event["kind"] == "finished"}
    return told["done"] or "run" in ends


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("route", sorted(PARTS))
def test_part(client: httpx.Client, names: dict[str, str], route: str) -> None:
    with client.stream("GET", PARTS[route].format(**names)) as answer:
        # 202: of a run whose measurements go on, as its events do.
        assert answer.status_code in (200, 202), answer.read()[:500]
        assert next(answer.iter_raw())


@pytest.mark.parametrize("route", sorted(POSTS))
def test_post(client: httpx.Client, route: str) -> None:
    sent = POSTS[route]
    address = route + sent.query
    for name, value in (("{model}", "plain"), ("{stage}", "run"), ("{page}", "mlir-anatomy")):
        address = address.replace(name, value)
    files = None
    if sent.file:
        path = ROOT / sent.file
        files = {"model": (path.name, path.read_bytes())}
    answer = client.post(address, json=sent.json, data=sent.form, files=files)
    assert answer.status_code in (200, 201, 202), answer.text[:500]
    assert sent.holds in answer.text


@pytest.mark.usefixtures("compiled")
def test_post_of_a_board_report(client: httpx.Client) -> None:
    archive = client.get(f"{NETWORK}/run/file/board.tar.gz")
    with tarfile.open(fileobj=io.BytesIO(archive.content)) as files:
        held = files.extractfile("board/counted.json")
        assert held is not None
        subject = json.loads(held.read())
    kernels = [report()["kernels"][0] | {"name": one["name"]} for one in subject["kernels"]]
    sent = report(digest=subject["digest"], kernels=kernels)
    address = BOARD.format(model=NETWORK.rpartition("/")[2])
    answer = client.post(address, json=sent)
    assert answer.status_code == 200, answer.text[:500]
    assert "of_model" in answer.json()["kernels"][0]
