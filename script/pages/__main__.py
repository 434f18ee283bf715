"""What pages cost a reader: see script/measure_pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import orjson
from playwright.sync_api import sync_playwright

from script.benchmarks.page import browser_path
from script.benchmarks.server import running_server
from script.pages.budgets import WORKED_OUT_FIRST, MeasuredPage, PageBudget, pages
from script.pages.measuring import Measures, measured, worked_out

_COLUMNS = (
    ("px", "height"), ("px 360", "narrow"), ("words", "words"), ("tables", "tables"),
    ("pictures", "pictures"), ("scene ends", "action"), ("kB", "kilobytes"),
    ("assembly", "assembly"), ("task ms", "task"),
)  # fmt: skip


def main() -> int:
    """Measure, print a row a page, and with --check fail where a budget is broken."""
    parser = argparse.ArgumentParser(prog="script/measure_pages")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--server", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--before", type=Path)
    given = parser.parse_args()
    chosen = [listed for listed in pages() if not given.names or listed.name in given.names]
    unknown = set(given.names) - {wanted.name for wanted in chosen}
    if unknown:
        known = ", ".join(page.name for page in pages())
        print(f"No page is called {min(unknown)}; known: {known}")
        return 2
    before = orjson.loads(given.before.read_bytes()) if given.before else {}
    print(f"{'page':22}" + "".join(f"{title:>18}" for title, _ in _COLUMNS))
    broken, costs = 0, {}
    with _server(given.server) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for made in WORKED_OUT_FIRST:
            if any(wanted.address.startswith(made.rpartition("/")[0]) for wanted in chosen):
                worked_out(browser, address + made)
        for page in chosen:
            cost = measured(browser, address + page.address)
            costs[page.name] = asdict(cost)
            broken += _print_row(page, cost, before.get(page.name, {}))
        browser.close()
    if given.keep:
        given.keep.write_bytes(orjson.dumps(costs, option=orjson.OPT_INDENT_2))
    print(f"{broken} of {len(chosen)} pages break a budget." if broken else "All are within.")
    return 1 if given.check and broken else 0


@contextmanager
def _server(address: str) -> Iterator[str]:
    if address:
        yield address.rstrip("/")
        return
    with running_server() as (host, port):
        yield f"http://{host}:{port}"


def _print_row(page: MeasuredPage, cost: Measures, before: Mapping[str, int | None]) -> bool:
    """Whether one of its figures breaks the budget. before: the figures of an earlier time."""
    cells = [_cell(cost, page.budget, name, before.get(name)) for _, name in _COLUMNS]
    print(f"{page.name:22}" + "".join(f"{text:>18}" for text, _ in cells), flush=True)
    return any(wrong for _, wrong in cells)


def _cell(cost: Measures, budget: PageBudget, name: str, before: int | None) -> tuple[str, bool]:
    """The figure, with what it was, and its limit, and whether it is above it."""
    value, limit = getattr(cost, name), getattr(budget, name, 0)
    if value is None:
        return "-", False
    wrong = bool(limit) and value > limit
    was = f"{before} → " if before is not None else ""
    return f"{was}{value}{f' of {limit}' if limit else ''}{'!' if wrong else ''}", wrong


if __name__ == "__main__":
    sys.exit(main())
