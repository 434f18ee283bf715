"""Each running job has a user of its own, with no process but the job's."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from compiler_core.toolchain import users
from compiler_core.toolchain.users import UserPool

# Nobody's, and outside of what servers on this machine hand out.
FIRST = 65_060


@pytest.fixture
def ids(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(users, "machine_directory", lambda: tmp_path)
    monkeypatch.setattr(users, "FIRST_USER", FIRST)


def _taken(pool: UserPool, count: int) -> list[int]:
    with ExitStack() as jobs:
        return [jobs.enter_context(pool.user()) for _ in range(count)]


def _expected(*given: int) -> list[int]:
    """Only root can become another user."""
    return list(given) if os.geteuid() == 0 else [0] * len(given)


def test_jobs_at_one_time_have_different_users(ids: None) -> None:
    pool = UserPool()
    assert _taken(pool, 3) == _expected(FIRST, FIRST + 1, FIRST + 2)
    assert len(set(_taken(pool, 3))) == len(set(_expected(1, 2, 3)))
    assert _taken(UserPool(), 1) == _expected(FIRST + 3), "the first pool keeps its own"


def test_a_user_whose_processes_have_not_ended_is_passed_over(ids: None) -> None:
    """As after a server that was killed: they would count against the next job's limit."""
    user = FIRST + 1 if os.geteuid() == 0 else None
    left = subprocess.Popen(["sleep", "60"], user=user)
    try:
        assert _taken(UserPool(), 2) == _expected(FIRST, FIRST + 2)
    finally:
        left.kill()
        left.wait()
