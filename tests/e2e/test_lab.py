"""A class in a real browser: by keyboard without scripts, and pages that everyone can read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser_fixtures import free_port, wait_for
from tests.conftest import ROOT
from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations

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


@pytest.fixture(scope="module")
def lab(
    emulator: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Class]:
    state = tmp_path_factory.mktemp("lab")
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
        command, cwd=ROOT, env=os.environ | {"LOWLAB_STATE": str(state)}, stderr=log,
        stdout=subprocess.PIPE,
    )  # fmt: skip
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


@pytest.fixture(scope="module")
def student(lab: Class, browser: Browser) -> Page:
    """Has joined, by keyboard and without scripts."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").focus()
    page.keyboard.type(lab.code)
    page.keyboard.press("Tab")
    page.keyboard.type("ada")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="To the exercises").press("Enter")
    return page


def test_from_the_code_to_a_graded_hand_in_by_keyboard(lab: Class, student: Page) -> None:
    link = student.get_by_role("link", name="A sum that lives in memory")
    link.press("Enter")
    source = student.get_by_label("Your source")
    given = source.input_value()
    name = given.partition("(")[0].split()[-1]
    kind = given.partition("const ")[2].partition(" *")[0]
    source.fill(SOLVED.format(name=name, type=kind))
    student.get_by_role("button", name="Hand in").press("Enter")
    expect(student.locator(".lab-result")).to_contain_text("10 of 10 points", timeout=120_000)
    student.goto(lab.address)
    row = student.get_by_role("row").filter(has_text="A sum that lives in memory")
    expect(row).to_contain_text("done")
    lab.instructor.goto(f"{lab.address}/grades")
    expect(lab.instructor.get_by_role("row").filter(has_text="ada")).to_contain_text("10")


def test_with_scripts_the_checks_come_in_while_the_editor_stays(
    lab: Class, browser: Browser
) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").fill(lab.code)
    page.get_by_label("Nickname").fill("grace")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="To the exercises").click()
    page.get_by_role("link", name="A sum that lives in memory").click()
    page.get_by_role("button", name="Try").click()
    page.locator(".cm-content").click()
    page.keyboard.type("/* typed meanwhile */")
    expect(page.locator(".lab-result")).to_contain_text("Nothing is handed in yet", timeout=120_000)
    expect(page.locator(".cm-content")).to_contain_text("typed meanwhile")


PAGES = ("", "/x/memory-sum-vectorises", "/x/net-in-64-kib", "/settings", "/grades")


@pytest.mark.parametrize("end", PAGES)
def test_everyone_can_read_it(lab: Class, student: Page, end: str) -> None:
    page = lab.instructor
    page.goto(f"{lab.address}{end}")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert violations(page) == []
    assert sticking_out(page) == {}


def test_the_door_is_for_everyone(lab: Class, browser: Browser) -> None:
    page = browser.new_context(**LOOKED_AT).new_page()
    page.goto(f"{lab.server}/lab")
    assert violations(page) == []
    assert sticking_out(page) == {}
