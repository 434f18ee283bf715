"""A server with a class of all exercises that ship, for tests in a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser_fixtures import free_port, wait_for
from tests.conftest import ROOT
from tests.e2e.accessibility import LOOKED_AT
from tests.states import with_shared_results

SOLVED = """
void {name}(const {type} *a, int n, {type} *s) {{
    {type} sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}}
"""


@dataclass(frozen=True)
class Class:
    """A class with all exercises that ship. address: of its first page. instructor: a page."""

    server: str
    address: str
    code: str
    instructor: Page


@contextmanager
def hosted_class(browser: Browser, folder: Path) -> Iterator[Class]:
    """folder: where the server keeps what it makes."""
    state = with_shared_results(folder)
    port = free_port()
    log = (state / "server.log").open("w+")
    command = [
        sys.executable,
        "-m",
        "command_line",
        "serve",
        "--lab",
        "--json",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"LOWLAB_STATE": str(state)},
        stderr=log,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        wait_for(told["url"].rstrip("/"), process, state / "server.log")
        yield made_class(told, browser)
    finally:
        process.terminate()
        process.wait(60)
        log.close()


def made_class(told: dict[str, str], browser: Browser) -> Class:
    page = browser.new_context(**LOOKED_AT).new_page()
    page.goto(told["instructor"])
    page.get_by_label("Title").fill("Compilers")
    page.get_by_role("button", name="New class").click()
    page.get_by_role("link", name="Choose exercises").click()
    for box in page.get_by_role("group", name="Add from what ships").get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Add to the class").click()
    code = page.locator("p.lead strong").inner_text()
    return Class(told["url"].rstrip("/"), page.url.removesuffix("/settings"), code, page)


def solved(given: str) -> str:
    """The right answer to `memory-sum-vectorises`, from what its editor holds at first."""
    name = given.partition("(")[0].split()[-1]
    kind = given.partition("const ")[2].partition(" *")[0]
    return SOLVED.format(name=name, type=kind)
