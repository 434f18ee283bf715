"""The fused program built for this computer: many shapes in little time."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy as np

from compiler_core.graph.validation import random_inputs, run_model
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.half_program import HalfProgram, fused_program
from compiler_core.llm.attention_fusion.registry import fusion_passes
from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.kernels import Tiles, set_tiles, tiles_of
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.records import ModelConfiguration


def fused_difference(
    configuration: ModelConfiguration, regime: Regime, queries: int, keys: int
) -> float:
    """The largest difference of the fused program with these tiles from ONNX Runtime on the plain
    graph, relative to the largest output."""
    model = block_model(configuration, regime, part="attention")
    given = random_inputs(model, 1)
    expected = run_model(model, (given,))[0][0]
    for fusion_pass in fusion_passes(MemoryBudget()):
        fusion_pass.run(model)
    softmax = next(node for node in model.graph if tiles_of(node))
    set_tiles(softmax, Tiles(min(queries, regime.tokens), min(keys, regime.total)))
    result = _run(fused_program(configuration, regime, model, given)).reshape(expected.shape)
    return float(np.abs(result - expected).max() / np.abs(expected).max())


def _run(program: HalfProgram) -> np.ndarray:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        (folder / "fused.c").write_text(program.source)
        for name, content in program.headers:
            (folder / name).write_bytes(content)
        (folder / "input.bin").write_bytes(program.inputs)
        command = ["gcc", "-O1", "-fsanitize=address,undefined", "-w", "-o", "fused", "fused.c",
                   "-lm"]  # fmt: skip
        subprocess.run(command, cwd=folder, check=True, timeout=60)
        subprocess.run([str(folder / "fused")], cwd=folder, check=True, timeout=120)
        return np.frombuffer((folder / "output.bin").read_bytes(), np.float32)
