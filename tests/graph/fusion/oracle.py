"""TVM's kernels of some models, from the oracles' Python in a process of its own.

TVM can end its process; the models it has not answered yet are then given to a new one, without
the one it failed on.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / "build" / "oracles" / "bin" / "python"
SCRIPT = Path(__file__).with_name("tvm_groups.py")
SECONDS = 400


@dataclass(frozen=True, slots=True)
class Call:
    """One operator of TVM. node: the exported node it is a part of. kind: TVM's number."""

    name: str
    node: str
    kind: int
    function: str


@dataclass(frozen=True, slots=True)
class OracleKernels:
    """TVM's answer for one model: its calls and its partition of them."""

    calls: tuple[Call, ...]
    kernels: tuple[frozenset[str], ...]


def kernels_by_tvm(models: Sequence[Path], nodes: int = 256) -> dict[Path, OracleKernels]:
    """The answers; a model on which TVM failed has none."""
    answers: dict[Path, OracleKernels] = {}
    waiting = list(models)
    while waiting:
        found = _one_process(waiting, nodes)
        answers |= found
        # The first without an answer is the one it failed on.
        waiting = [path for path in waiting if path not in found][1:]
    return answers


def _one_process(models: Sequence[Path], nodes: int) -> dict[Path, OracleKernels]:
    command = [str(PYTHON), str(SCRIPT), str(nodes), *(str(path) for path in models)]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        printed = finished.stdout
    except subprocess.TimeoutExpired as late:
        printed = late.stdout.decode() if isinstance(late.stdout, bytes) else ""
    lines = [line for line in printed.split("\n")[:-1] if line.startswith("{")]
    return dict(_answer(json.loads(line)) for line in lines)


def _answer(printed: dict) -> tuple[Path, OracleKernels]:
    calls = tuple(
        Call(name, entry["node"], entry["kind"], entry["function"])
        for name, entry in printed["calls"].items()
    )
    kernels = tuple(frozenset(group) for group in printed["groups"])
    return Path(printed["model"]), OracleKernels(calls, kernels)
