"""The tiers of the suite, the fixtures they follow from, and what the tests cost.

Without options: all that is plain Python, numpy or onnx, and tests/walk, which walks every page,
command and route once. `--all` adds the tests that start compilers, emulator, browser or oracles,
and those marked slow; of the dearest suites it takes a share, which `--every` makes the whole.
`--update-golden` rewrites golden files.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.atlas.wheels import leave_out_missing
from tests.costs import PROPERTY, YARDSTICK, FolderCosts, processor_seconds
from tests.event_loops import no_loop_left_behind
from tests.failures import NamedAtOnce
from tests.passed import PassedTests
from tests.programs import KINDS, WATCHED, allow, kinds_allowed, watch
from tests.scheduling import LongFirstScheduling, long_first
from tests.shares import draw_fewer_examples, drawing_seed, leave_out
from tests.silence import longest_silence
from tests.stopwatch import yardstick

ROOT = Path(__file__).resolve().parent.parent
# New objects before the garbage collector looks at them, rounds of the first generation before one
# of the second, and of the second before a full one. With Python's own 700 a fifth of the tests'
# processor time goes into rounds.
GARBAGE_THRESHOLDS = (10_000, 10, 10)
_BEGAN = pytest.StashKey[float]()


pytest_plugins = ["tests.browser_fixtures"]
WALK = ROOT / "tests" / "walk"
# Every user of the machine may pass through it, as jailed programs have to.
STATE = Path(tempfile.gettempdir()) / f"lowering-lab-tests-{zlib.crc32(bytes(ROOT)):08x}"
COSTS = FolderCosts()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="also what starts compilers, emulator, browser or oracles, and what is slow",
    )
    parser.addoption(
        "--every",
        action="store_true",
        help="with --all: every case of the suites of which a run takes a share (tests/shares.py)",
    )
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite golden files with today's output; read the diff before committing",
    )
    parser.addoption(
        "--passed",
        type=Path,
        metavar="FILE",
        help="leave out the tests named in it, and add those that pass (see tests/passed.py)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Programs are watched from here on; what this process starts may start all until a test
    begins. Nothing kept by earlier runs is used: it would hide what a test starts.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(STATE, ignore_errors=True)
        os.environ["LOWLAB_STATE"] = str(STATE)
    paths = [str(WATCHED), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    allow(KINDS)
    watch()
    silence = longest_silence(config)
    if silence is not None:
        config.pluginmanager.register(silence)
    if getattr(config.option, "dist", "no") != "no" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(NamedAtOnce(config))
    file = config.getoption("--passed")
    if file is not None:
        config.pluginmanager.register(PassedTests(file))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks follow from fixtures, the tier from the marks; what takes long comes first.

    What is not run is deselected, so that the summary counts it. Files and tests that are named
    are run, whatever their tier.
    """
    leave_out_missing(config, items)
    for item in items:
        for kind in sorted(kinds_allowed(getattr(item, "fixturenames", ()))):
            item.add_marker(kind)
    long_first(items)
    if not (_are_named(config) or config.getoption("--every")):
        leave_out(config, items, drawing_seed(ROOT), _is_in_first_tier)
    if not _first_tier_only(config):
        return
    later = [item for item in items if not _is_in_first_tier(item)]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if _is_in_first_tier(item)]
    if not config.getoption("--every"):
        draw_fewer_examples(items)


def _first_tier_only(config: pytest.Config) -> bool:
    """Whether neither --all nor files were given; a process of xdist is told by the first."""
    return not (_are_named(config) or config.getoption("--all"))


def _are_named(config: pytest.Config) -> bool:
    """Whether files or tests were given; a process of xdist is told by the first."""
    told = getattr(config, "workerinput", {}).get("are_named")
    return config.args_source is pytest.Config.ArgsSource.ARGS if told is None else told


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """With several processes: each is told which tier and share it runs."""
    node.workerinput["are_named"] = _are_named(node.config)


def _is_in_first_tier(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    return "slow" not in marks and (WALK in item.path.parents or not marks & {*KINDS})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test may start what its marks name, and finds no other test's event loop."""
    allow({mark.name for mark in item.iter_markers()} & set(KINDS))
    drives_a_browser = "browser" in getattr(item, "fixturenames", ())
    try:
        with nullcontext() if drives_a_browser else no_loop_left_behind():
            return (yield)
    finally:
        allow(KINDS)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[_BEGAN] = processor_seconds()
    yield


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    COSTS.add(report)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    terminalreporter.section("costs")
    file = config.getoption("--passed")
    if file is not None:
        file.with_name("slowness").write_text(f"{COSTS.slowness():.2f}\n")
    terminalreporter.write_line(f"This machine took {COSTS.slowness():.2f} of the usual time.")
    for line in [*COSTS.lines(), *COSTS.dearest_functions(), *COSTS.longest_waits()]:
        terminalreporter.write_line(line)


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
        item.user_properties.append((YARDSTICK, yardstick()))
    item.user_properties.append((PROPERTY, processor_seconds() - item.stash[_BEGAN]))


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongFirstScheduling:
    """With several processes: see tests/scheduling.py."""
    config.option.loadscopereorder = False
    return LongFirstScheduling(config, log)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout's root."""
    return ROOT


@pytest.fixture(scope="session")
def jail() -> None:
    """This test starts compilers, or other programs in a jail."""


@pytest.fixture(scope="session")
def emulator() -> None:
    """This test runs AArch64 code under qemu, which it does in a jail."""


@pytest.fixture(scope="session")
def oracle() -> None:
    """This test asks other model compilers in build/oracles, which script/oracles sets up."""
