"""A real server on a free port and a real Chromium; console errors fail the test."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from compiler_core.toolchain.runner import adopt_orphans
from tests.patience import PATIENCE_SECONDS
from tests.states import with_shared_results

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Generous: the suite may share its cores with others.
WAIT_MILLISECONDS = 120_000
ENDING_SECONDS = 5.0
# The browser itself reports a 404 or 422 page; tests ask for such pages on purpose.
EXPECTED_MESSAGES = re.compile(r"responded with a status of (?:404|422)")


@pytest.fixture(scope="session")
def server(emulator: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own, without a slash at the end."""
    port = free_port()
    state = with_shared_results(tmp_path_factory.mktemp("state"))
    log = (state / "server.log").open("w+")
    command = [sys.executable, "-m", "uvicorn", "app.main:app", "--port", str(port)]
    environment = os.environ | {"LOWLAB_STATE": str(state)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, process, Path(log.name))
        yield address
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


def free_port() -> int:
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            opener.open(f"{address}/healthz", timeout=60).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    adopt_orphans(os.getpid())
    yield from _chromium()
    _wait_for_renderers()


def _wait_for_renderers() -> None:
    """Chromium leaves them, with more than half of all its processor time, to whoever adopts them;
    of those not waited for nobody counts it. The last test that used the browser is charged.
    """
    end = time.monotonic() + ENDING_SECONDS
    while (left := _adopted_browsers()) and time.monotonic() < end:
        for process in left:
            with suppress(ChildProcessError):
                os.waitpid(process, os.WNOHANG)
        time.sleep(0.02)


def _adopted_browsers() -> list[int]:
    """Children of this process that are Chromium's: Playwright's own child is its driver."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()
    return [int(child) for child in listed if _is_browser(Path("/proc") / child)]


def _is_browser(process: Path) -> bool:
    try:
        return process.joinpath("comm").read_text().startswith(("chrom", "headless_shell"))
    except OSError:
        return False


def _chromium() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_MILLISECONDS)
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()


@pytest.fixture
def open_context(browser: Browser, server: str) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts whose pages must end without console errors."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(base_url=server, **options)  # pyright: ignore[reportArgumentType]
        context.on("console", lambda message: complaints.extend(_complaint(message)))
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def _complaint(message: ConsoleMessage) -> list[str]:
    is_expected = EXPECTED_MESSAGES.search(message.text) is not None
    return [message.text] if message.type in ("error", "warning") and not is_expected else []


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    """A page with scripts, at a laptop's size."""
    return open_context(viewport={"width": 1440, "height": 900}).new_page()


@pytest.fixture
def plain_page(open_context: Callable[..., BrowserContext]) -> Page:
    """A page without scripts."""
    size = {"width": 1440, "height": 900}
    return open_context(viewport=size, java_script_enabled=False).new_page()


@pytest.fixture
def browser_page(open_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Opens a page; pages with a 404 or an image made up by a test may say so in the console."""

    def open_page(**options: Any) -> Page:
        size = {"width": 1440, "height": 900}
        return open_context(**{"viewport": size} | options).new_page()

    return open_page
