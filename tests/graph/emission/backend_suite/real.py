"""The nine networks: through every stage, then natively or under the emulator."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnx_ir as ir

from compiler_core.graph.artifact import Artifact, make_artifact, write_artifact
from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.evaluation.random_weights import with_random_weights
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.importing.limits import SHIPPED_LIMITS
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.planning import plan_model
from compiler_core.graph.running.comparison import compare_outputs, reference_outputs
from compiler_core.graph.running.run import run_artifact
from tests.graph.emission.backend_suite.operator_set import LIGHT_FOLDER

_MAKE_SECONDS, _RUN_SECONDS, _EMULATED_SECONDS = 240, 240, 900
CORE = "cortex-a72"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A network as given, and its bundle."""

    name: str
    content: bytes
    artifact: Artifact

    def inputs(self, seed: int = 0) -> dict[str, np.ndarray]:
        draws = np.random.default_rng(seed)
        return {
            one.name: draws.standard_normal(one.shape).astype(one.element_type)
            for one in self.artifact.manifest.inputs
        }


def emulated_error(name: str) -> float:
    """The same for the AArch64 program with the kernels chosen for it, under the emulator."""
    network = compiled(name, None, CORE)
    result = run_artifact(
        network.artifact,
        network.inputs(),
        counted="nothing",
        reference=network.content,
        seconds=_EMULATED_SECONDS,
    )
    if not result.ok:
        raise RuntimeError(result.message)
    return max(one.max_abs_error / max(one.largest, 1e-30) for one in result.comparison)


@lru_cache(maxsize=1)
def compiled(name: str, seed: int | None = None, core: str = "") -> Compiled:
    """seed: random weights instead of the constant ones of the package. core: choose fast kernels
    for it; else all are generic."""
    content = (LIGHT_FOLDER / f"{name}.onnx").read_bytes()
    if seed is not None:
        random = with_random_weights(content, seed)
        content = ir.to_proto(random).SerializeToString()
    imported = import_model(content, limits=SHIPPED_LIMITS).model
    model = run_passes(imported, inputs=0).model
    groups = fuse(model).groups
    plan = plan_model(
        model, groups, scratch={group.name: scratch_bytes(model, group) for group in groups}
    )
    return Compiled(name, content, make_artifact(emit_program(model, groups, plan), plan))


@dataclass(frozen=True, slots=True)
class NativeRun:
    """error: the largest difference from ONNX Runtime as a share of its largest output; reference:
    what ONNX Runtime computes."""

    error: float
    reference: dict[str, np.ndarray]


def native_run(network: Compiled, directory: Path) -> NativeRun:
    """Build and run natively."""
    write_artifact(network.artifact, directory)
    subprocess.run(["make", "-s", "native"], cwd=directory, check=True, timeout=_MAKE_SECONDS)
    inputs = network.inputs()
    manifest = network.artifact.manifest
    given = [f"input{at}.bin" for at in range(len(manifest.inputs))]
    taken = [f"output{at}.bin" for at in range(len(manifest.outputs))]
    for file, one in zip(given, manifest.inputs, strict=True):
        inputs[one.name].tofile(directory / file)
    command = ["./native", "weights.bin", *given, *taken]
    subprocess.run(command, cwd=directory, check=True, timeout=_RUN_SECONDS)
    ours = {
        output.name: np.fromfile(directory / file, output.element_type).reshape(output.shape)
        for file, output in zip(taken, manifest.outputs, strict=True)
    }
    reference, _ = reference_outputs(network.content, inputs)
    found = compare_outputs(ours, reference)
    error = max(one.max_abs_error / max(one.largest, 1e-30) for one in found)
    return NativeRun(error, reference)
