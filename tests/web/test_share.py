"""Shared loops: permanent, content-addressed, embeddable, offline."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.links.store import FULL_ID, LinkStore, canonical_text, content_id
from app.loop.loop_request import LoopRequest
from compiler_core.errors import UnknownName
from tests.web.conftest import HTML, SAXPY
from tests.web.links import engine_of
from tests.web.pages import Answer

HOSTILE = "*/ </style><script>alert(1)</script><img src=x onerror=alert(1)> \"' /*"


def test_the_same_loop_has_the_same_link(client: TestClient, shared: str) -> None:
    again = client.post("/api/share", json={"source": SAXPY, "flags": "-O3"}).json()
    other = client.post("/api/share", json={"source": SAXPY, "flags": "-O2"}).json()
    assert again == {"id": shared, "url": f"http://lab.test/z/{shared}"}
    assert other["id"] != shared
    assert re.fullmatch(r"[0-9A-Za-z]{8}", shared)


def test_a_link_brings_everything_back(client: TestClient) -> None:
    fields = {
        "source": SAXPY,
        "second": "int other(void) { return 1; }\n",
        "language": "c",
        "compiler": "clang",
        "flags": "-O2 -ffast-math",
        "right_compiler": "gcc",
        "right_flags": "-O1",
        "pane": "diff",
        "show": "comments",
    }
    answer = client.post("/share", data=fields, headers=HTML)
    assert answer.status_code == 303
    page = Answer(client.get(answer.headers["location"], headers=HTML))
    assert page.one("textarea", id="source").text.lstrip("\n") == SAXPY
    assert page.one("textarea", id="second").text.lstrip("\n") == fields["second"]
    assert page.one("input", id="flags").attributes["value"] == fields["flags"]
    assert page.one("input", id="right_flags").attributes["value"] == "-O1"
    assert page.one("section", id="result").attributes["data-pane"] == "diff"
    assert page.all("dl", "share-links")


def test_htmx_gets_the_links_alone(client: TestClient) -> None:
    headers = HTML | {"hx-request": "true", "hx-request-type": "partial"}
    part = Answer(client.post("/share", data={"source": SAXPY}, headers=headers))
    assert not part.all("html")
    assert part.one("dl", "share-links")
    assert "<iframe src=" in part.text.replace("&lt;", "<")


def test_nothing_cannot_be_shared(client: TestClient) -> None:
    assert client.post("/share", data={"source": " "}, headers=HTML).status_code == 422
    assert client.post("/api/share", json={"source": ""}).status_code == 422


def test_a_source_over_its_limit_is_not_stored(client: TestClient) -> None:
    answer = client.post("/api/share", json={"source": " x" * 40000})
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["nothing1", "..%2f..%2fetc", "%00", "a" * 300, "'%20OR%201=1"])
@pytest.mark.parametrize("view", ["", "/embed", "/offline.html"])
def test_an_unknown_link_is_404(get: Callable[..., Answer], name: str, view: str) -> None:
    assert get(f"/z/{name}{view}").status == 404


def test_a_link_as_text(client: TestClient, shared: str) -> None:
    answer = client.get(f"/z/{shared}", headers={"accept": "text/plain"})
    assert answer.headers["content-type"].startswith("text/plain")
    assert "fmla" in answer.text


def test_only_the_embed_view_may_be_framed(get: Callable[..., Answer], shared: str) -> None:
    def ancestors(path: str) -> str:
        return get(path).headers["content-security-policy"].partition("frame-ancestors ")[2]

    assert ancestors(f"/z/{shared}/embed") == "*"
    assert ancestors(f"/z/{shared}") == "'none'"
    assert ancestors("/z/x/embed/more") == "'none'"


def test_the_embed_view_of_a_broken_loop_says_so(client: TestClient) -> None:
    name = client.post("/api/share", json={"source": "int f( {"}).json()["id"]
    page = Answer(client.get(f"/z/{name}/embed", headers=HTML))
    assert page.status == 200
    assert page.one("div", "alert")
    assert client.get(f"/z/{name}/offline.html", headers=HTML).status_code == 422


def test_the_offline_file_needs_nothing_else(get: Callable[..., Answer], shared: str) -> None:
    page = get(f"/z/{shared}/offline.html")
    assert page.headers["content-disposition"] == f'attachment; filename="loop-{shared}.html"'
    assert not page.all("script")
    assert not page.all("link")
    assert not page.all("iframe")
    assert not page.all("img")
    styles = page.one("style").text
    addresses = re.findall(r"url\(([^)]*)\)", styles)
    assert addresses
    assert all(address.startswith('"data:font/woff2;base64,') for address in addresses)
    assert "@import" not in styles
    links = {a.attributes["href"] for a in page.all("a") if a.attributes["href"][0] != "#"}
    assert links == {f"http://lab.test/z/{shared}"}


def test_the_offline_file_joins_source_and_assembly(
    get: Callable[..., Answer], shared: str
) -> None:
    page = get(f"/z/{shared}/offline.html")
    keys = {
        row.attributes["data-source"] for row in page.all("li") if "data-source" in row.attributes
    }
    styles = page.one("style").text
    assert "1-3" in keys
    assert all(f'[data-source="{key}"]:target' in styles for key in keys)
    anchors = {element.attributes.get("id") for element in page.elements}
    for pick in page.all("a", "pick"):
        assert pick.attributes["href"].removeprefix("#") in anchors


@pytest.mark.parametrize("view", ["", "/embed", "/offline.html"])
def test_hostile_text_stays_text(client: TestClient, view: str) -> None:
    source = f"// {HOSTILE}\nint f(void) {{ return 1; }}\n"
    name = client.post("/api/share", json={"source": source, "flags": "-O1"}).json()["id"]
    page = Answer(client.get(f"/z/{name}{view}", headers=HTML))
    assert page.status == 200
    assert not page.all("img")
    assert all(
        script.attributes.get("src", "").startswith("/static/") for script in page.all("script")
    )
    assert HOSTILE in "".join(place.text for place in page.all("code") + page.all("textarea"))


def test_ids_grow_when_a_short_one_is_taken(tmp_path: Path) -> None:
    store = LinkStore(tmp_path / "links.sqlite")
    wanted = LoopRequest(source="int a;")
    full = content_id(canonical_text(wanted))
    with engine_of(store).begin() as connection:
        connection.exec_driver_sql("INSERT INTO links VALUES (?, ?)", (full[:8], "something else"))
    assert store.save(wanted) == full[:9]
    assert store.save(wanted) == full[:9]
    assert store.load(full[:9]) == wanted


def test_many_writers_at_once_get_one_link(tmp_path: Path) -> None:
    store = LinkStore(tmp_path / "links.sqlite")
    requests = [LoopRequest(source=f"int a{number % 4};") for number in range(64)]
    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(store.save, requests))
    assert len(set(names)) == 4
    assert all(store.load(name) == asked for name, asked in zip(names, requests, strict=True))


def test_links_outlast_the_server(tmp_path: Path) -> None:
    name = LinkStore(tmp_path / "links.sqlite").save(LoopRequest(source="int a;"))
    again = LinkStore(tmp_path / "links.sqlite")
    assert again.load(name).source == "int a;"
    with engine_of(again).connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    with pytest.raises(UnknownName):
        again.load("missing1")


def test_an_id_is_the_whole_digest_in_base_62() -> None:
    assert len(content_id("a")) == FULL_ID
    assert content_id("a") != content_id("b")
