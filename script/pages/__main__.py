"""What pages cost a reader: see script/measure_pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from script.benchmarks.page import browser_path
from script.benchmarks.server import running_server
from script.pages.budgets import Budget, MeasuredPage, pages
from script.pages.measuring import Measures, measured

_COLUMNS = (
    ("px", "height"), ("px 360", "narrow"), ("words", "words"), ("tables", "tables"),
    ("kB", "kilobytes"), ("assembly", "assembly"), ("task ms", "task"),
)  # fmt: skip


def main() -> int:
    """Measure, print a row a page, and with --check fail where a budget is broken."""
    parser = argparse.ArgumentParser(prog="script/measure_pages")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--server", default="")
    given = parser.parse_args()
    chosen = [one for one in pages() if not given.names or one.name in given.names]
    unknown = set(given.names) - {one.name for one in chosen}
    if unknown:
        print(f"No page is called {min(unknown)}; known: {', '.join(one.name for one in pages())}")
        return 2
    print(f"{'page':18}" + "".join(f"{title:>15}" for title, _ in _COLUMNS))
    broken = 0
    with _server(given.server) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for page in chosen:
            broken += _row(browser, address, page)
        browser.close()
    print(f"{broken} of {len(chosen)} pages break a budget." if broken else "All are within.")
    return 1 if given.check and broken else 0


@contextmanager
def _server(address: str) -> Iterator[str]:
    if address:
        yield address.rstrip("/")
        return
    with running_server() as (host, port):
        yield f"http://{host}:{port}"


def _row(browser: Browser, address: str, page: MeasuredPage) -> bool:
    found = measured(browser, address + page.address)
    cells = [_cell(found, page.budget, name) for _, name in _COLUMNS]
    print(f"{page.name:18}" + "".join(f"{text:>15}" for text, _ in cells), flush=True)
    return any(wrong for _, wrong in cells)


def _cell(found: Measures, budget: Budget, name: str) -> tuple[str, bool]:
    """The figure and its limit, and whether it is above it."""
    value, limit = getattr(found, name), getattr(budget, name)
    if value is None:
        return "-", False
    wrong = bool(limit) and value > limit
    return f"{value}{f' of {limit}' if limit else ''}{'!' if wrong else ''}", wrong


if __name__ == "__main__":
    sys.exit(main())
