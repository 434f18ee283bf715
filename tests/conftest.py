"""Options of the suite: `--all` adds the slow tests, `--update-golden` rewrites golden files."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.scheduling import LongFirstScheduling, long_first

ROOT = Path(__file__).resolve().parent.parent
# New objects before the garbage collector looks at them, rounds of the first generation before one
# of the second, and of the second before a full one. With Python's own 700 a fifth of the tests'
# processor time goes into rounds.
GARBAGE_THRESHOLDS = (10_000, 10, 10)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="also run the tests marked slow (script/test --all)"
    )
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite golden files with today's output; read the diff before committing",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first. Deselect slow tests unless asked for: the summary then counts
    them as deselected.
    """
    long_first(items)
    if config.getoption("--all"):
        return
    slow = [item for item in items if item.get_closest_marker("slow") is not None]
    if not slow:
        return
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item.get_closest_marker("slow") is None]


def pytest_sessionstart() -> None:
    gc.set_threshold(*GARBAGE_THRESHOLDS)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: no round has to look at them."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """After the last test of a file: what is garbage goes, what later files share is set apart."""
    yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongFirstScheduling:
    """With several processes: see tests/scheduling.py."""
    config.option.loadscopereorder = False
    return LongFirstScheduling(config, log)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout's root."""
    return ROOT
