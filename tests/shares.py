"""Which cases of the dearest suites a run takes: one in so many, others with each commit.

Some suites try the same sentence on hundreds of programs. All of them on each commit take an hour;
a share of them, drawn anew by the commit, finds what breaks many cases at once, and within a few
commits what breaks one. `--every` takes all, and so does whoever names the file.
"""

from __future__ import annotations

import subprocess
import zlib
from pathlib import Path

import pytest

ONE_IN = {
    "tests/bisection/test_bisect.py": 2,
    "tests/claims/test_shipped_claims.py": 2,
    "tests/counting/test_counts.py": 3,
    "tests/e2e/test_access.py": 3,
    "tests/e2e/test_every_scene.py": 4,
    "tests/e2e/test_textbook.py": 2,
    "tests/recorded_verdicts/test_recorded.py::test_each_labelled_loop_has_its_reason": 2,
    "tests/verdicts/test_vanished.py": 2,
    "tests/web/test_hostile_requests.py": 3,
}
"""By file, or by file and function. Only cases of a test with parameters are drawn."""


def drawing_seed(root: Path) -> str:
    """The commit; empty where there is none, which draws always the same."""
    asked = ["git", "-C", str(root), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def is_drawn(test: str, seed: str) -> bool:
    """Whether a run with this seed takes the test, by its name as pytest prints it."""
    name, _, case = test.partition("[")
    share = ONE_IN.get(name, ONE_IN.get(name.partition("::")[0], 1))
    return not case or zlib.crc32(f"{seed} {test}".encode()) % share == 0


def leave_out(config: pytest.Config, items: list[pytest.Item], seed: str) -> None:
    """What is not drawn is deselected, so that the summary counts it."""
    left = [item for item in items if not is_drawn(item.nodeid, seed)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if is_drawn(item.nodeid, seed)]
