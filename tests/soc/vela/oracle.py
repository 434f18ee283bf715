"""Vela's answers: asked anew, or as they were recorded."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.architecture.project import ROOT
from tests.soc.vela.layer_set import Asked
from tests.soc.vela.systems import DESCRIBED, System

PYTHON = ROOT / "build" / "oracles" / "bin" / "python"
SCRIPT = Path(__file__).with_name("vela_program.py")
RECORDED = Path(__file__).with_name("answers")
SECONDS = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """Cycles of the array, of both memories and of the layer; products; bytes of weights before
    and after Vela encoded them."""

    npu: float
    sram: float
    dram: float
    all: float
    macs: float
    weights: float
    encoded: float


def answers_of_vela(layers: Sequence[Asked], system: System = DESCRIBED) -> tuple[Answer, ...]:
    """Asked in a process of the oracles' Python. Raises CalledProcessError."""
    asked = json.dumps(
        {
            "accelerator": system.accelerator,
            "system": system.configuration,
            "memory": system.memory_mode,
            "cache": system.cache_bytes,
            "around": system.around,
            "layers": [[layer.kind, layer.sizes] for layer in layers],
        }
    )
    with tempfile.TemporaryDirectory() as folder:
        finished = subprocess.run(
            [str(PYTHON), str(SCRIPT), folder],
            input=asked,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
    return tuple(Answer(**json.loads(line)) for line in finished.stdout.splitlines())


def recorded_answers(system: System = DESCRIBED) -> tuple[Answer, ...]:
    """Of the listed layers."""
    text = (RECORDED / system.file_name).read_text(encoding="utf-8")
    return tuple(Answer(**load) for load in json.loads(text))


def record(answers: Sequence[Answer], system: System = DESCRIBED) -> None:
    """One line for each layer."""
    lines = ",\n".join(json.dumps(asdict(answer)) for answer in answers)
    RECORDED.mkdir(exist_ok=True)
    (RECORDED / system.file_name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
