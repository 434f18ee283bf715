"""The parts of a bundle that are the same for all programs, as they stand beside this module."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from compiler_core.board.records import RUNS

_FOLDER = Path(__file__).resolve().parent / "runtime"
RUN_SCRIPT = "run.sh"
PROGRAM = "board"
MEASURE = ("measure.h", "measure.c")


@cache
def runtime_text(name: str) -> str:
    """A C file or the script."""
    return (_FOLDER / name).read_text(encoding="utf-8")


ON_ANOTHER_MACHINE = "run make board-native first"


def run_script(digest: str, features: Sequence[str], elsewhere: str = ON_ANOTHER_MACHINE) -> str:
    """The script for a bundle. features: that its program needs of a processor. elsewhere: what to
    do on a machine that is no AArch64."""
    needs = " and ".join(features) or "ARMv8-A"
    text = runtime_text(RUN_SCRIPT)
    for mark, word in {
        "DIGEST": digest, "RUNS": str(RUNS), "NEEDS": needs, "ELSEWHERE": elsewhere,
    }.items():  # fmt: skip
        text = text.replace(f"@{mark}@", word)
    return text
