"""mutmut as a program: its mutants, the sample that is tried, and how each ended."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Ending = Literal["killed", "survived", "no test", "not tried"]
_MUTMUT = Path(sys.executable).parent / "mutmut"
# mutmut has no step that makes mutants and runs none: with this name it stops behind that step.
_NO_MUTANT = "no_mutant_has_this_name"
_SURVIVED, _NO_TEST = 0, 33


@dataclass(frozen=True, slots=True)
class TriedMutant:
    """name: mutmut's. ending: what became of it; one that ran out of time counts as killed, for
    the mistake made an endless loop.
    """

    name: str
    ending: Ending


def make_mutants(folder: Path, seconds: float) -> list[str]:
    """Names of all mutants, after a run of the tests that says which test reaches which function.

    Raises SystemExit when the tests do not pass without a mutant.
    """
    said = _run(folder, (_NO_MUTANT,), seconds)
    names = sorted(_endings(folder))
    if not names or not (folder / "mutants" / "mutmut-stats.json").is_file():
        raise SystemExit(f"The tests do not pass without a mutant:\n{said[-2000:]}")
    return names


def drawn(names: Sequence[str], sample: int, seed: int) -> list[str]:
    """So many of them, the same for the same seed."""
    return sorted(random.Random(seed).sample(list(names), min(sample, len(names))))


def try_mutants(folder: Path, names: Sequence[str], seconds: float) -> list[TriedMutant]:
    """Run the tests that reach each; what is not reached within the time is `not tried`."""
    _run(folder, names, seconds)
    endings = _endings(folder)
    return [TriedMutant(name, _ending(endings[name])) for name in names]


def difference(folder: Path, name: str) -> list[str]:
    """What the mutant changes: the lines taken away and put in."""
    shown = subprocess.run(
        [_MUTMUT, "show", name], cwd=folder, capture_output=True, text=True, timeout=120
    )
    lines = shown.stdout.splitlines()
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def _run(folder: Path, names: Sequence[str], seconds: float) -> str:
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    command = [_MUTMUT, "run", "--max-children", "2", *names]
    try:
        finished = subprocess.run(
            command, cwd=folder, env=environment, timeout=seconds,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        return str(error)
    return finished.stdout


def _endings(folder: Path) -> dict[str, int | None]:
    return dict(_pairs(folder / "mutants"))


def _pairs(folder: Path) -> Iterator[tuple[str, int | None]]:
    for path in sorted(folder.rglob("*.meta")):
        yield from json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()


def _ending(code: int | None) -> Ending:
    if code is None:
        return "not tried"
    if code == _NO_TEST:
        return "no test"
    return "survived" if code == _SURVIVED else "killed"
