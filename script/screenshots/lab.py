"""Pictures of a class for the instructors' handbook: a server of its own, answers really graded."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from classroom.assignments import assign
from classroom.classes import make_class
from classroom.members import join_class
from classroom.roles import Role
from compiler_core.exercises.shipped import shipped_exercises
from script.benchmarks.page import browser_path
from script.benchmarks.server import ROOT
from script.labs.server import LabServer, asked, free_port

FOLDER = ROOT / "docs" / "images"
EXERCISES = ("memory-sum-vectorises", "ten-tokens-a-second", "net-in-64-kib")
ANSWERED = EXERCISES[0]
STUDENTS = {"ada": "solved", "blaise": "wrong", "grace": "solved", "konrad": "starter"}
TRIES_OF_ONE_WHO_IS_STUCK = 6
WIDTH, HEIGHT = 1200, 760
PATIENCE_SECONDS = 180.0


def main() -> int:
    """The command: docs/images/lab-*.png."""
    folder = Path(tempfile.mkdtemp(prefix="lowlab-pictures-"))
    folder.chmod(0o755)
    server = LabServer(folder, free_port())
    token, code, base = _made_class(server)
    server.start()
    try:
        for nickname, kind in STUDENTS.items():
            _work(server.url, code, nickname, kind)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=browser_path(), args=["--no-sandbox", "--force-color-profile=srgb"]
            )
            _take(browser, f"{server.url}/lab/r/{token}", f"{server.url}{base}")
            browser.close()
    finally:
        server.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def _made_class(server: LabServer) -> tuple[str, str, str]:
    """The instructor's token, the class's code, and its address."""
    database = server.opened()
    with database.writing() as connection:
        made = make_class(connection, "Compilers, Monday", time.time())
        for exercise in shipped_exercises():
            if exercise.id in EXERCISES:
                assign(connection, made, exercise)
        joined = join_class(connection, made, "Instructor", time.time(), Role.INSTRUCTOR)
    database.close()
    return joined.token, made.code, f"/lab/{made.id}"


def _work(site: str, code: str, nickname: str, kind: str) -> None:
    """Joins, and hands in; whoever has only the starter tries it again and again."""
    me: Any = asked(f"{site}/api/lab/join", {"code": code, "nickname": nickname})
    address = f"{site}/api/lab/{me['class_id']}"
    exercise: Any = asked(f"{address}/exercises/{ANSWERED}", token=me["token"])
    source = _answer(exercise["starter"]["source"], kind)
    for number in range(TRIES_OF_ONE_WHO_IS_STUCK if kind == "starter" else 1):
        text = source + "\n" * number
        body = {"state": {"source": text}, "client_key": f"{nickname} {number}", "hand_in": True}
        sent: Any = asked(f"{address}/exercises/{ANSWERED}/attempts", body, me["token"])
        _await_grade(f"{address}/attempts/{sent['id']}", me["token"])


def _answer(starter: str, kind: str) -> str:
    head = starter.partition("{")[0]
    element = head.partition("const ")[2].partition(" *")[0]
    start = "*s" if kind == "solved" else "0"
    lines = (
        f"{head}{{",
        f"    {element} sum = {start};",
        "    for (int i = 0; i < n; i++)",
        "        sum += a[i];",
        "    *s = sum;",
        "}",
    )
    return starter if kind == "starter" else "\n".join((*lines, ""))


def _await_grade(address: str, token: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        state: Any = asked(address, token=token)
        if state["status"] in ("graded", "error"):
            return
        time.sleep(0.3)
    raise RuntimeError(f"{address} was not graded.")


def _take(browser: Browser, return_link: str, base: str) -> None:
    """One picture for each thing that an instructor does."""
    page = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
    ).new_page()
    page.goto(return_link)
    pages = {name: f"{base}/{name}" for name in ("board", "present", "grades", "settings", "write")}
    for name, address in pages.items():
        _picture(page, name, address)


def _picture(page: Page, name: str, address: str) -> None:
    # Boards are streams: such a page is never without a request.
    answer = page.goto(address, wait_until="load")
    assert answer is not None
    assert answer.status == 200, (name, answer.status)
    page.wait_for_timeout(500)
    path = FOLDER / f"lab-{name}.png"
    page.screenshot(path=path)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
