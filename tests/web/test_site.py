"""What holds for every page: links, headers, errors, static files, htmx, vendored files."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from starlette.testclient import TestClient

from app.serving.static_files import static_files
from app.settings import Settings
from app.site.home import first_page
from app.site.vendored import vendored_files
from app.site.views.error import error_page
from app.site.views.layout import doors_of
from tests.web.conftest import HTML
from tests.web.pages import Answer

ROOT = Path(__file__).resolve().parents[2]
OLD_HTMX = (
    "hx-ext", "sse-swap", "sse-connect", "ws-connect", "hx-disabled-elt", "hx-vars", "hx-on:htmx",
    "hx-prompt", "hx-params", "hx-history-elt", "hx-request", "hx-inherit", "hx-disinherit",
)  # fmt: skip
KNOWN_HTMX = {
    "hx-post", "hx-get", "hx-target", "hx-swap", "hx-swap-oob", "hx-indicator", "hx-sync",
    "hx-trigger", "hx-select", "hx-select-oob", "hx-validate", "hx-vals", "hx-headers",
}  # fmt: skip
CHECKED_EXAMPLES = ("sum", "saxpy")
# The playground has hundreds of addresses: passes on and off, steps, moments of a step.
PLAYGROUND = "/loop/textbook"
MOST_OF_A_KIND = 12
# They compute for half a minute; tests/web/test_atlas.py opens them.
LONG_PAGES = tuple(
    f"/learn/atlas/{name}" for name in ("mlir-matmul", "one-block", "tensorise", "tensorrt")
)


def crawl(client: TestClient) -> dict[str, Answer]:
    """Every page reachable by links from the home page; of the examples only two, and a dozen of
    each kind in the playground, of claims and of lessons, which tests/web/test_links.py opens.
    """
    found: dict[str, Answer] = {}
    kinds: Counter[frozenset[str]] = Counter()
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        kind = kind_of(path)
        if path in found or kinds[kind] >= MOST_OF_A_KIND:
            continue
        kinds.update([kind] if kind else [])
        found[path] = Answer(client.get(path, headers=HTML))
        links = sorted(internal_links(path, found[path]))
        waiting += [link for link in links if worth_visiting(link)]
    return found


def kind_of(path: str) -> frozenset[str]:
    """What it has in common with pages of which a dozen is enough; empty for all others."""
    parts = urlsplit(path)
    if parts.path.startswith(PLAYGROUND):
        return frozenset({PLAYGROUND, *parse_qs(parts.query)})
    if parts.path.endswith("/claims"):
        return frozenset({"claims"})
    return frozenset({"lesson"} if re.fullmatch(r"/learn/[\w-]+", parts.path) else ())


def internal_links(path: str, page: Answer) -> set[str]:
    addresses = [a.attributes.get("href", "") for a in page.all("a")]
    joined = (urljoin(f"http://lab.test{path}", address) for address in addresses)
    parts = (urlsplit(address) for address in joined if address.startswith("http://lab.test"))
    return {f"{part.path}?{part.query}" if part.query else part.path for part in parts}


def worth_visiting(path: str) -> bool:
    """Opening a model starts compiling it; test_model.py opens models, here one is enough. Pages
    about chips link to themselves with any figure changed, without end."""
    if path.startswith(LONG_PAGES) and not path.endswith("/claims"):
        return False
    if path.startswith(("/soc", "/api/soc")):
        return "?" not in path
    model = re.match(r"/model/([\w-]+)", path)
    if model is not None and model[1] not in ("operators", "fusion-differences"):
        return re.fullmatch(r"/model/residual/\w+", path) is not None
    example = re.search(r"example=([\w-]+)", path)
    return example is None or example[1] in CHECKED_EXAMPLES


@pytest.fixture(scope="module")
def pages(client: TestClient) -> dict[str, Answer]:
    return crawl(client)


def test_every_internal_link_leads_somewhere(pages: dict[str, Answer]) -> None:
    expected = {"/", "/loop", "/examples", "/about", "/docs", "/components", "/api/openapi.json"}
    assert expected <= pages.keys()
    # 202: what is asked for is still being read.
    wrong = {path: page.status for path, page in pages.items() if page.status not in (200, 202)}
    assert wrong == {}


def test_every_anchor_exists(pages: dict[str, Answer]) -> None:
    missing = []
    for path, page in pages.items():
        ids = {element.attributes.get("id") for element in page.elements}
        for link in page.all("a"):
            anchor = link.attributes.get("href", "")
            if anchor.startswith("#") and anchor[1:] not in ids:
                missing.append((path, anchor))
    assert missing == []


def test_ids_are_unique(pages: dict[str, Answer]) -> None:
    for path, page in pages.items():
        ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), path


def test_every_page_says_where_one_is(pages: dict[str, Answer]) -> None:
    for path, page in pages.items():
        if not page.headers["content-type"].startswith("text/html"):
            continue
        assert len(page.all("h1")) == 1, path
        assert page.one("html").attributes["lang"] == "en"
        title = next(e.text for e in page.all("title") if e.text.endswith("Lowering Lab"))
        assert len(title) > len("Lowering Lab") + 3


def test_the_components_are_those_that_the_pages_are_made_of(pages: dict[str, Answer]) -> None:
    include = re.compile(r'include "(partials/[\w.]+)"')
    texts = {
        name: (ROOT / "templates" / name).read_text()
        for name in ("model_stage.html", "components.html")
    }
    parts = set(include.findall(texts["model_stage.html"])) - {"partials/htmx.html"}
    assert len(parts) >= 7
    assert parts <= set(include.findall(texts["components.html"]))
    shown = pages["/components"]
    for part in ("stages", "stage-progress", "stage-headline", "steps", "graph-figure",
                 "model-settings", "downloads", "elsewhere", "claim", "prediction", "exercise",
                 "track-picture"):  # fmt: skip
        assert shown.all(with_class=part), part


def test_nothing_inline_and_nothing_from_elsewhere(pages: dict[str, Answer]) -> None:
    for path, page in pages.items():
        assert not page.all("style"), path
        for element in page.elements:
            assert "style" not in element.attributes, (path, element.tag)
            assert not [name for name in element.attributes if name.startswith(("on", "hx-on"))]
        for script in page.all("script"):
            assert script.attributes["src"].startswith("/static/")
            assert not script.text.strip()
        for link in page.all("link"):
            assert link.attributes["href"].startswith("/static/")


def test_every_answer_has_the_security_headers(pages: dict[str, Answer]) -> None:
    for path, page in pages.items():
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        # Files are no pages, and load nothing.
        assert ("script-src 'self';" in policy) != path.startswith("/static/"), path
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "same-origin"


def test_the_style_nonce_is_fresh_and_matches_its_page(get: Callable[..., Answer]) -> None:
    nonces = []
    for page in (get("/loop"), get("/loop")):
        nonce = page.all("div", "editor-field")[0].attributes["data-style-nonce"]
        assert f"style-src 'self' 'nonce-{nonce}';" in page.headers["content-security-policy"]
        nonces.append(nonce)
    assert nonces[0] != nonces[1]


def test_no_door_leads_to_a_page_that_does_not_exist(get: Callable[..., Answer]) -> None:
    nav = [
        a.attributes["href"]
        for a in get("/").all("a")
        if a.attributes["href"]
        in ("/loop", "/examples", "/about", "/model", "/soc", "/learn", "/lab")
    ]
    assert [path for path in nav if get(path).status != 200] == []
    assert {"/loop", "/examples", "/about"} <= set(nav)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/static/x/none.css", 404),
        ("DELETE", "/loop", 405),
        ("GET", "/api/compile", 405),
        ("GET", "/api/nowhere", 404),
    ],
)
def test_errors_are_pages_or_json_by_accept(
    client: TestClient, method: str, path: str, status: int
) -> None:
    page = Answer(client.request(method, path, headers=HTML))
    data = client.request(method, path, headers={"accept": "application/json"})
    text = client.request(method, path, headers={"accept": "text/plain"})
    assert page.status == data.status_code == text.status_code == status
    assert data.json()["error"]["status"] == status
    assert data.json()["error"]["advice"]
    assert text.headers["content-type"].startswith("text/plain")
    if not path.startswith("/api/"):
        assert path in page.one("main").text
        assert page.headers["content-type"].startswith("text/html")


def test_a_static_file_may_load_nothing_and_carries_a_short_policy(client: TestClient) -> None:
    """Two dozen of them come with a page, which is to stay below 200 kB."""
    address = re.findall(r'"(/static/[^"]+)"', client.get("/loop", headers=HTML).text)[0]
    policy = client.get(address).headers["content-security-policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'"
    assert "script-src 'self'" in client.get("/", headers=HTML).headers["content-security-policy"]


def test_an_unexpected_error_is_a_plain_500(
    monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("app.routes.home.first_page", fail)
    lenient = TestClient(client.app, str(client.base_url), raise_server_exceptions=False)
    page = Answer(lenient.get("/", headers=HTML))
    assert page.status == 500
    assert "Our mistake" in page.text
    assert "secret detail" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_what_fails_never_leads_back_to_itself(client: TestClient) -> None:
    for place in ("/loop", "/soc", "/model", "/learn", "/lab", "/textbook", "/", "/soc/nope"):
        assert error_page(500, "", place, "").way_out != place


def test_a_part_that_fails_is_no_page_within_the_page(client: TestClient) -> None:
    whole = Answer(client.get("/learn/nope", headers=HTML))
    part = Answer(client.get("/learn/nope", headers=HTML | {"HX-Request": "true"}))
    sent = Answer(client.post("/learn/nope", headers=HTML | {"HX-Request": "true"}))
    assert "<main" in whole.text
    assert "<main" not in part.text
    assert part.text.count('class="failed-part') == sent.text.count('class="failed-part') == 1
    assert part.headers["hx-reselect"] == ".failed-part"
    assert "hx-reswap" not in part.headers
    assert sent.headers["hx-reswap"] == "innerHTML"


def test_overload_is_503_with_a_time_to_try_again(
    monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    from compiler_core.errors import Overloaded

    def refuse(*_: object) -> None:
        raise Overloaded("Too many compilations are waiting.", "Try again in a few seconds.")

    monkeypatch.setattr("app.tasks.compile_tasks.compile_source", refuse)
    answer = client.post("/api/compile", json={"source": "int overloaded;"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "waiting" in answer.json()["error"]["message"]


def test_a_page_that_is_not_ready_offers_the_same_address_again(
    monkeypatch: pytest.MonkeyPatch, get: Callable[..., Answer]
) -> None:
    from compiler_core.errors import Overloaded

    def refuse(*_: object) -> None:
        raise Overloaded("Too many compilations are waiting.", "Try again in a few seconds.")

    monkeypatch.setattr("app.routes.home.first_page", refuse)
    page = get("/?from=%2Fx&a=%22b")
    assert page.status == 503
    assert page.one("a", "primary").attributes["href"] == "/?from=%2Fx&a=%22b"


def test_the_home_page_stands_without_a_compiler(
    monkeypatch: pytest.MonkeyPatch, get: Callable[..., Answer]
) -> None:
    monkeypatch.setattr("app.site.home.installed_compilers", lambda: ())
    page = get("/")
    assert page.status == 200
    assert "No compiler" in page.one("div", "alert").text
    ways = [way.attributes["href"] for way in page.all("a", "button")]
    assert ways == ["/learn/reading", "/learn/map", "/model"]
    assert len(page.all("figure", "scene")) == 3


def test_those_who_teach_are_led_to_the_classes_where_there_are_some() -> None:
    for hosted, door, way in ((True, "/lab", "/lab"), (False, "/examples", "/learn/map")):
        site = Settings(lab=hosted)
        assert [one.path for one in doors_of(site)] == ["/loop", "/model", "/soc", "/learn", door]
        assert way in {one.address for one in first_page(site).ways}


def test_health(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/healthz").status_code == 200
    monkeypatch.setattr("app.routes.pages.installed_compilers", lambda: ())
    assert client.get("/healthz").status_code == 503


def test_static_files_are_cached_for_ever_under_their_digest(client: TestClient) -> None:
    current = client.get(static_files.url("css/base.css"))
    assert current.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert current.headers["content-encoding"] == "gzip"
    old = client.get("/static/000000000000/css/base.css")
    assert old.status_code == 200
    assert "immutable" not in old.headers["cache-control"]
    assert client.get("/static/x/../../app/main.py").status_code == 404


def test_modules_and_fonts_are_linked_relatively() -> None:
    """So that the digest in the path holds for what they load, too."""
    for name, file in static_files.files.items():
        if "vendor" in name or not name.endswith((".js", ".css")):
            continue
        text = file.content.decode()
        for address in re.findall(r'(?:from "|import "|url\(")([^"]+)"', text):
            assert address.startswith("."), (name, address)
            assert ((ROOT / "static" / name).parent / address).resolve().is_file()


def test_htmx_attributes_are_those_of_version_4() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        used = set(re.findall(r"\s(hx-[\w:-]+)=", text))
        assert not used & set(OLD_HTMX), path
        assert used <= KNOWN_HTMX, path
    for path in (ROOT / "static" / "js").glob("*.js"):
        assert not re.search(r"htmx:(beforeSwap|afterSwap|afterRequest)", path.read_text()), path


def test_vendored_files_are_unchanged() -> None:
    listed = vendored_files()
    assert len(listed) >= 4
    for file in listed:
        digest = hashlib.sha256((ROOT / file.path).read_bytes()).hexdigest()
        assert digest == file.sha256, file.path
        for text in file.texts:
            assert (ROOT / "static" / "vendor" / "licences" / text).stat().st_size > 200
    names = {path.name for path in (ROOT / "static" / "vendor").iterdir() if path.is_file()}
    assert names == {Path(file.path).name for file in listed if "static" in file.path} | {
        "README.md"
    }


def test_the_editor_bundle_stays_lean() -> None:
    compressed = static_files.files["vendor/codemirror-6.min.js"].compressed
    assert compressed is not None
    assert len(compressed) <= 105_000


def test_the_lock_of_the_editor_names_no_address() -> None:
    lock = (ROOT / "script" / "build_editor" / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert "http" not in re.sub(r'"(?:url|funding)": "[^"]*"', "", lock)


@pytest.mark.parametrize("path", ["/", "/examples", "/about", "/docs", "/loop?example=sum"])
def test_the_first_visit_stays_small(client: TestClient, path: str) -> None:
    """Everything a browser loads for the page with an empty cache, compressed, in bytes."""
    total, seen, waiting = 0, set(), [path]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        with client.stream("GET", address, headers=HTML) as answer:
            raw = b"".join(answer.iter_raw())
            text = answer.headers["content-type"].startswith("text")
        total += len(raw)
        if text:
            waiting += loaded_by(address, client.get(address, headers=HTML).text)
    assert total <= 200_000


def loaded_by(address: str, text: str) -> list[str]:
    """Style sheets, scripts, modules and fonts that a page, module or style sheet loads."""
    body = re.sub(r"<noscript>.*?</noscript>", "", text, flags=re.DOTALL)
    found = re.findall(
        r'<(?:script src|link rel="(?:stylesheet|preload|icon)" href)="([^"]+)"', body
    )
    found += re.findall(r'<script type="module" src="([^"]+)"', body)
    if ".js" in address or ".css" in address:
        found += re.findall(r'(?:from |import |url\()"(\.[^"]+)"', text)
    return [urlsplit(urljoin(address, name)).path for name in found]
