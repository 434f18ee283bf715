"""What the two test processes are given: folders that share work whole, long files first; and that
a run comes to its end whatever becomes of them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.scheduling import LONG_FIRST, TOGETHER, scope_of, turn_of


@pytest.mark.parametrize("name", sorted({*TOGETHER, *LONG_FIRST}))
def test_what_is_named_is_there(name: str) -> None:
    assert list(ROOT.glob(f"{name}*")) if name in TOGETHER else (ROOT / name).is_file()


def test_files_stay_together_and_some_of_them_too() -> None:
    assert scope_of("tests/web/test_model_more.py::test_one") == "tests/web/test_model"
    assert scope_of("tests/loop/test_samples.py::test_one[a::b/c]") == "tests/loop/test_samples.py"
    assert turn_of("tests/e2e/test_access.py::test_one") < turn_of(
        "tests/claims/test_shipped_claims.py"
    )
    assert turn_of("tests/claims/test_shipped_claims.py::x") < turn_of("tests/diff/test_rows.py::x")
    assert turn_of("tests/diff/test_rows.py::x") == turn_of("tests/analysis/test_blocks.py::x")


DIES = "import os\ndef test_before(): pass\ndef test_dies(): os._exit(9)\ndef test_after(): pass\n"
WAITS = "import time\ndef test_waits(): time.sleep(600)\ndef test_after(): pass\n"
# Holds the interpreter's lock all the while.
COUNTS = "def test_counts(): sum(range(1 << 60))\ndef test_after(): pass\n"
PASSES = "def test_passes(): pass\n"
FAILS = "def test_fails(): assert 1 == 2, 'not the same'\n"
CONFTEST = """
from tests.failures import NamedAtOnce
from tests.scheduling import LongFirstScheduling
from tests.silence import LongestSilence

def pytest_configure(config):
    # Collecting is silent too, and takes seconds beside another run.
    seconds = 12 if hasattr(config, "workerinput") else 90
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NamedAtOnce(config))
    config.pluginmanager.register(LongestSilence.of_this_process(seconds))

def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return LongFirstScheduling(config, log)
"""


@pytest.mark.slow
def test_a_run_ends_though_processes_die_or_wait(tmp_path: Path) -> None:
    """By name of the test that ended each; all others are run, those of its file too. What fails
    is named before the summary, which a run that is cut short does not reach.
    """
    for name, text in (("dies", DIES), ("counts", COUNTS), ("waits", WAITS), ("fails", FAILS)):
        (tmp_path / f"test_{name}.py").write_text(text)
    for number in range(2):
        (tmp_path / f"test_more{number}.py").write_text(PASSES)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    options = ["-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider", "-p", "no:hypothesis"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--basetemp", str(tmp_path / "base"), tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    crashed = set(re.findall(r"crashed while running '\S*::(\w+)'", ended.stdout))
    assert crashed == {"test_dies", "test_waits", "test_counts"}, ended.stdout + ended.stderr
    assert "4 failed, 6 passed" in ended.stdout
    during, _, _ = ended.stdout.partition("FAILURES")
    assert "test_fails.py::test_fails: AssertionError: not the same" in during
    assert during.count("crashed while running") == len(crashed)
    assert "in test_waits" in ended.stderr
