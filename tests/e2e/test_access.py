"""Everyone can use it: without scripts, by keyboard, on a phone, enlarged, in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Request, expect

from app.loop.loop_request import LoopRequest
from app.loop.views.two_files import two_files_address
from tests.e2e.accessibility import LOOKED_AT, out_of_sight, sticking_out, violations
from tests.patience import PATIENCE_MILLISECONDS

SAXPY = (
    "void saxpy(float *restrict y, const float *x, float a, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] = a * x[i] + y[i];\n"
    "}\n"
)
SLOW = pytest.mark.slow
SVE = "-O3+-march%3Darmv8-a%2Bsve"
TWO_FILES = two_files_address(LoopRequest(flags="-O3", pane="whole"))
PAGES = (
    "/",
    "/loop",
    "/loop?example=saxpy",
    "/loop?example=saxpy&pane=registers",
    "/loop?example=sum&pane=diff",
    "/loop?example=sum&pane=matrix",
    "/loop?example=saxpy&pane=passes",
    "/loop?example=saxpy&pane=why&trial=restrict@3",
    "/loop?example=saxpy&pane=passes&line=1-4",
    "/loop?example=saxpy&pane=cycles",
    "/loop?example=saxpy&pane=run&n=200&values=a%3D2&line=1-4",
    "/loop?example=sum&pane=run&experiment=compare&flags=-O3",
    "/loop?example=axpy-restrict&pane=run&experiment=overlap",
    f"/loop?example=axpy-restrict&pane=run&experiment=sweep&flags={SVE}",
    "/loop?example=clamp&pane=run&open=all",
    pytest.param(f"/loop?{urlencode({'source': SAXPY, 'pane': 'compilers'})}", marks=SLOW),
    pytest.param("/loop?example=saxpy&compiler=clang-19&pane=passes&ledger=1", marks=SLOW),
    pytest.param("/loop?example=sum&pane=why&breaking=3:5", marks=SLOW),
    "/loop?example=saxpy&pane=step&at=9",
    "/loop?example=saxpy&pane=step&element=y[5]",
    f"/loop?example=saxpy&pane=step&at=20&sve=1024&flags={SVE}",
    TWO_FILES,
    "/loop?example=saxpy&pane=whole",
    "/loop?example=clamp&pane=profile&experiment=profile&flags=-O2",
    "/loop?source=int+f(void)+%7B+return+missing%3B+%7D",
    "/soc?chip=snapdragon-865&set.gpu.cores=2",
    "/soc/decode?chip=raspberry-pi-5&model=llama-3.1-8b&batch=4",
    "/soc/trust?chip=rk3588",
    "/soc/roofline?model=mobilenet-v2&language=llama-2-7b&loop=example%3Dsaxpy%26n%3D1000",
    "/soc/cost?model=mobilenet-v2&kernel=2",
    "/soc/energy?model=mobilenet-v2&chip=rk3576",
    "/soc/tiling?model=resnet-50&kernel=1.1+conv&tile_rows=10&tile_columns=33&step=3",
    "/soc/tiling?model=mobilenet-v1&kernel=depthwise+3&tile_rows=14&step=2",
    "/soc/mapping?model=mobilenet-v2&operators=without+Add",
    "/soc/latency?kernel=silu&elements=65536&window=middle",
    "/soc/profile?loop=example%3Dsaxpy&step=2&a0=memory",
    "/model?sign=heart",
    "/learn",
    "/learn/reading",
    "/learn/licm",
    "/learn/tuning/claims",
    "/learn/folklore",
    "/learn/break/folklore-o2-is-scalar",
    "/learn/atlas",
    "/learn/atlas/one-block",
    "/learn/atlas/halide",
    "/learn/atlas/xla",
    "/learn/atlas/iree",
    "/learn/atlas/triton",
    "/learn/atlas/when",
    "/learn/atlas/mirage?program=attention",
    "/learn/atlas/mlir-anatomy?dialect=same-types",
    "/learn/atlas/double-buffer?pipelining=off",
    "/learn/atlas/questions",
    "/learn/atlas/mlir-anatomy?operation=2",
    "/glossary",
    "/examples",
    "/about",
    "/docs",
    "/components",
    "/nowhere",
)


TOP = "element => element.getBoundingClientRect().top"
SHOWN_LINES = """() => {
  const box = document.querySelector('.reader-lines').getBoundingClientRect();
  const lines = [...document.querySelectorAll('[data-listing] .row .line')];
  return lines.filter((one) => one.getBoundingClientRect().bottom <= box.bottom + 1).length;
}"""


@pytest.fixture
def shared(page: Page) -> str:
    """The path of a shared loop."""
    answer = page.request.post("/api/share", data={"source": SAXPY, "flags": "-O3"})
    return f"/z/{answer.json()['id']}"


@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_read_it(browser_page: Callable[..., Page], path: str) -> None:
    page = browser_page(**LOOKED_AT)
    page.goto(path)
    assert violations(page) == []
    page.wait_for_load_state("networkidle", timeout=PATIENCE_MILLISECONDS)
    assert out_of_sight(page) == []
    assert sticking_out(page) == {}


@pytest.mark.parametrize("view", ["", "/embed", "/offline.html"])
def test_everyone_can_read_a_shared_loop(
    browser_page: Callable[..., Page], shared: str, view: str, tmp_path: Path
) -> None:
    page = browser_page(**LOOKED_AT)
    if view == "/offline.html":
        file = tmp_path / "loop.html"
        file.write_bytes(page.request.get(f"{shared}{view}").body())
        page.goto(file.as_uri())
    else:
        page.goto(f"{shared}{view}")
    assert violations(page) == []


def test_axe_finds_nothing_in_the_open_menu(browser_page: Callable[..., Page]) -> None:
    page = browser_page(**LOOKED_AT)
    page.goto("/loop?example=sum")
    page.locator("details.menu summary").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#tab-more").click()
    assert violations(page) == []


def test_what_is_wrong_is_found(browser_page: Callable[..., Page]) -> None:
    """Guards the tests above: a picture without words, a colour too faint in one theme, a width."""
    page = browser_page(**LOOKED_AT)
    page.goto("/about")
    page.evaluate("document.querySelector('h1').innerHTML = '<img src=\"/x.png\">'")
    for theme, faint in (("light", "#eee"), ("dark", "#222")):
        page.add_style_tag(
            content=f"@media (prefers-color-scheme: {theme}) {{ main p {{ color: {faint} }} }}"
        )
    page.add_style_tag(content="main p { min-width: 500px }")
    found = " ".join(violations(page))
    for complaint in ("light: image-alt", "light: color-contrast", "dark: color-contrast"):
        assert complaint in found
    assert list(sticking_out(page)) == [360]
    page.add_style_tag(content="main a { position: absolute; left: -999rem }")
    assert out_of_sight(page)


def test_the_explorer_is_usable_on_a_phone(browser_page: Callable[..., Page]) -> None:
    page = browser_page(viewport={"width": 360, "height": 700}, has_touch=True)
    page.goto("/loop?example=sum")
    last = page.locator("[data-listing] .row.is-instruction").last
    last.locator(".line").tap()
    note = last.locator(".explanation")
    expect(note).to_be_visible()
    box = note.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_the_explorer_gives_its_room_to_the_code(browser_page: Callable[..., Page]) -> None:
    """Little stands above the assembly; on a phone the settings are a sentence that unfolds."""
    for width, height, lines in ((1280, 900, 28), (1920, 1080, 38)):
        page = browser_page(viewport={"width": width, "height": height})
        page.goto("/loop?example=axpy-restrict")
        assert page.locator("[data-listing] .line").first.evaluate(TOP) <= 200
        assert page.evaluate(SHOWN_LINES) >= lines
    page = browser_page(viewport={"width": 360, "height": 740})
    page.goto("/loop?example=axpy-restrict")
    assert page.locator("[data-listing] .line").first.evaluate(TOP) < 740 - 100
    assert page.locator(".editor").evaluate("e => e.offsetHeight") <= 0.4 * 740
    expect(page.get_by_label("Flags", exact=True)).not_to_be_visible()
    page.get_by_text("GCC 12.2.0 · -O3 · C").click()
    expect(page.get_by_label("Flags", exact=True)).to_be_visible()


def test_larger_text_breaks_nothing(browser_page: Callable[..., Page]) -> None:
    page = browser_page(bypass_csp=True)
    page.goto("/loop?example=sum")
    page.add_style_tag(content="html { font-size: 200% }")
    expect(page.get_by_role("button", name="Compile").last).to_be_in_viewport()
    expect(page.locator("[data-listing] .row").first).to_be_visible()


def test_the_theme_follows_the_system_and_the_switch(browser_page: Callable[..., Page]) -> None:
    page = browser_page(color_scheme="dark")
    page.goto("/")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(background)
    switch = page.locator("[data-theme-switch]")
    switch.click()
    expect(switch).to_contain_text("light")
    light = page.evaluate(background)
    assert light != dark
    page.goto("/about")
    assert page.evaluate(background) == light


def test_the_whole_job_by_keyboard_alone(page: Page) -> None:
    page.goto("/loop?example=sum")
    focused = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(focused))
        if page.evaluate("document.activeElement.matches('[data-listing] a.pick')"):
            break
    assert {"compiler", "flags", "Source", "tab-listing"} <= set(seen)
    page.keyboard.press("Home")
    expect(page.locator("[data-listing] .row.chosen")).to_contain_text("sum:")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-listing] .row.chosen")).to_contain_text("ble")
    expect(page.locator("[data-listing] .explanation:visible")).to_contain_text("Go to .L4")
    page.keyboard.press("End")
    expect(page.locator("[data-listing] .row.chosen")).to_contain_text("ret")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result")).to_have_attribute("data-state", "ok")


def test_the_focus_stays_on_the_tab_that_was_pressed(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.locator("#tab-why").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_have_attribute("data-pane", "why")
    expect(page.locator("#tab-why")).to_be_focused()
    page.locator("#tab-more").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_have_attribute("data-pane", "registers")
    expect(page.locator("#tab-more")).to_be_focused()
    expect(page.locator("#tab-more")).to_have_text("More: Registers")


def test_tab_leaves_the_editor(page: Page) -> None:
    page.goto("/loop?example=sum")
    editor = page.get_by_role("textbox", name="Source")
    editor.click()
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()


def test_without_scripts_paste_compile_and_read(plain_page: Page) -> None:
    plain_page.goto("/loop")
    plain_page.get_by_label("Source", exact=True).fill(SAXPY)
    plain_page.get_by_role("button", name="Compile").last.click()
    expect(plain_page).to_have_url(re.compile(r"/loop\?source="))
    rows = plain_page.locator("[data-listing] .row")
    rows.filter(has_text="fmla").first.locator("a.pick").click()
    note = plain_page.locator("[data-listing] .explanation:visible")
    expect(note).to_have_count(1)
    expect(note).to_contain_text("y[i] = a * x[i] + y[i];")
    mark = "element => getComputedStyle(element).boxShadow"
    joined = plain_page.locator('[data-listing] [data-source="1-3"] .line').last
    other = plain_page.locator('[data-listing] [data-source="1-4"] .line').last
    note.get_by_role("link", name="line 3").click()
    assert plain_page.url.endswith("#s1-3")
    assert "3px" in joined.evaluate(mark)
    assert "3px" not in other.evaluate(mark)


def test_without_scripts_every_pane_and_the_menu_work(plain_page: Page) -> None:
    plain_page.goto("/loop?example=sum")
    plain_page.get_by_role("button", name="Compare", exact=True).click()
    expect(plain_page.locator(".summary")).to_contain_text("NEON")
    plain_page.locator("#tab-more").click()
    plain_page.get_by_role("button", name="Registers").click()
    expect(plain_page.locator("table.uses").first).to_be_visible()
    plain_page.get_by_role("button", name="Listing").click()
    plain_page.locator("details.menu summary").click()
    plain_page.locator("button[name=toggle][value='-O3']").click()
    expect(plain_page.get_by_label("Flags", exact=True)).to_have_value("-O3")
    expect(plain_page.locator("[data-listing]")).to_contain_text("v0.4s")


def test_without_scripts_share_gives_a_link(plain_page: Page) -> None:
    plain_page.goto("/loop?example=saxpy")
    plain_page.locator("#tab-more").click()
    plain_page.get_by_role("button", name="Share").click()
    expect(plain_page).to_have_url(re.compile(r"/z/\w{8}$"))
    expect(plain_page.locator(".share-links")).to_be_visible()


def test_the_tracks_are_rows_of_links(page: Page) -> None:
    page.goto("/learn/map")
    stages = page.locator("svg.track-picture a")
    assert stages.count() == page.locator(".track-list a").count() > 10
    stages.first.focus()
    address = stages.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(address)))


@pytest.fixture
def slides(tmp_path: Path) -> Iterator[str]:
    """The address of another site, which serves the test's own directory."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    other = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=other.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{other.server_port}/index.html"
    other.shutdown()
    thread.join()
    other.server_close()


def test_the_embed_view_works_in_a_frame_of_another_site(
    browser_page: Callable[..., Page], shared: str, server: str, tmp_path: Path, slides: str
) -> None:
    page = browser_page()
    frame = f'<iframe src="{server}{shared}/embed" width="900" height="480"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Slides</title>{frame}")
    page.goto(slides)
    inside = page.frame_locator("iframe")
    inside.locator("[data-listing] .row").filter(has_text="fmla").first.locator(".line").click()
    expect(inside.locator(".explanation:visible")).to_contain_text("y[i] = a * x[i] + y[i];")


def test_the_offline_file_opens_with_the_network_off(
    browser_page: Callable[..., Page], shared: str, tmp_path: Path
) -> None:
    page = browser_page()
    page.goto(shared)
    with page.expect_download() as download:
        page.get_by_role("link", name="One file that opens offline").click()
    file = tmp_path / "loop.html"
    download.value.save_as(file)
    requests: list[Request] = []
    page.context.set_offline(True)
    page.on("request", lambda request: requests.append(request))
    page.goto(file.as_uri())
    rows = page.locator("[data-listing] .row")
    rows.filter(has_text="fmla").first.locator("a.pick").click()
    note = page.locator("[data-listing] .explanation:visible")
    expect(note).to_have_count(1)
    note.get_by_role("link", name="line 3").click()
    assert page.url.endswith("#s1-3")
    assert page.evaluate("document.fonts.check('13px \"JetBrains Mono\"')")
    schemes = {request.url.partition(":")[0] for request in requests}
    assert schemes <= {"file", "data"}


@pytest.mark.parametrize("width", [1280, 800, 360])
def test_the_offline_file_keeps_the_explanation_in_sight(
    browser_page: Callable[..., Page], shared: str, tmp_path: Path, width: int
) -> None:
    """Also of the last line, for which the page or its lines are scrolled."""
    page = browser_page(viewport={"width": width, "height": 700})
    content = page.request.get(f"{shared}/offline.html").body()
    file = tmp_path / "loop.html"
    file.write_bytes(content)
    page.goto(file.as_uri())
    page.locator("[data-listing] .row a.pick").last.click()
    expect(page.locator("[data-listing] .row:target")).to_be_in_viewport()
    expect(page.locator("[data-listing] .explanation:visible .sentence")).to_be_in_viewport()
