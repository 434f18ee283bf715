"""Answers of megabytes leave no holes: what is freed goes back to the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

MIB = 1 << 20
# A large block is freed, as the first large answer is; others then lie between what stays.
PROGRAM = """
import sys
from pathlib import Path

from app.serving.freed_memory import give_back_large_blocks


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if sys.argv[1] == "given back":
    assert give_back_large_blocks()
first = b"x" * (30 << 20)
del first
before, staying = resident(), []
answers = []
for number in range(10):
    answers.append(b"x" * ((2 + number) << 20))
    staying.append(b"x" * 20_000)
answers.clear()
print(resident() - before)
"""


@pytest.mark.parametrize("way", ["given back", "kept"])
def test_freed_answers_between_what_stays(way: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, way], cwd=ROOT, capture_output=True, text=True, check=True
    )
    grown = int(ran.stdout)
    if way == "given back":
        assert grown < 4 * MIB
    else:
        # Otherwise this would show nothing.
        assert grown > 30 * MIB
