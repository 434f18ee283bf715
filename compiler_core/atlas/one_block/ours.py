"""The block through our model compiler: kernels are those of the program, which runs emulated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.atlas.one_block.block import EPSILON, FusedBlock, difference, drawn, expected
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.tvm.graphs import model_of
from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact, Manifest, make_artifact
from compiler_core.graph.emission.names import kernel_name
from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup, KernelText
from compiler_core.graph.running.run import run_artifact
from compiler_core.graph.selection.choose import choose_kernel, kernel_of, reason_against
from compiler_core.graph.selection.cores import DEFAULT_CORE, find_core
from compiler_core.graph.selection.layers import layers_of
from compiler_core.graph.selection.records import Layer

_X = "x"


def cut_by_us(block: FusedBlock) -> BlockCut:
    """Raises ToolMissing, Overloaded and JailBroken where it is run."""
    arrays = drawn(block) if block.is_run else {}
    epsilon = np.array([EPSILON], np.float32)
    given = {name: array for name, array in arrays.items() if name != _X} | {"epsilon": epsilon}
    model = model_of(block.graph, block.sizes, given)
    groups = fuse(model).groups
    artifact = _artifact(model, groups)
    return BlockCut(
        version="",
        kernels=read_kernels(artifact.manifest, block.operators),
        artefact=artifact.text(f"{artifact.manifest.name}.c"),
        difference=_difference(block, artifact, arrays[_X]) if arrays else None,
    )


def read_kernels(manifest: Manifest, operators: tuple[str, ...]) -> tuple[CutKernel, ...]:
    """Of the program that was written."""
    sizes = {buffer.name: buffer.bytes for buffer in (*manifest.buffers, *manifest.outputs)}
    return tuple(
        CutKernel(
            name=kernel.function,
            written=sum(sizes[name] for name in kernel.writes),
            operators=tuple(name for name in operators if name in kernel.sources),
        )
        for kernel in manifest.kernels
    )


def _artifact(model: ir.Model, groups: tuple[FusedGroup, ...]) -> Artifact:
    kernels = _fast_kernels(model, groups)
    scratch = {
        group.name: kernels[group.name].scratch_bytes
        if group.name in kernels
        else scratch_bytes(model, group)
        for group in groups
    }
    plan = plan_model(model, groups, scratch=scratch)
    return make_artifact(emit_program(model, groups, plan, kernels), plan, DEFAULT_CORE)


def _fast_kernels(model: ir.Model, groups: Sequence[FusedGroup]) -> dict[str, KernelText]:
    """Of products whose right matrix is given; all else gets generic code."""
    core = find_core(DEFAULT_CORE)
    operators = {node.name: node.op_type for node in model.graph}
    names = {
        group.name: kernel_name(at, group, tuple(operators[name] for name in group.nodes))
        for at, group in enumerate(groups)
    }
    return {
        layer.name: kernel_of(layer, choose_kernel(layer, core), names[layer.name])
        for layer in layers_of(model, groups)
        if isinstance(layer, Layer) and not reason_against(layer, core)
    }


def _difference(block: FusedBlock, artifact: Artifact, values: np.ndarray) -> float:
    run = run_artifact(artifact, {_X: values}, counted="nothing")
    if run.status != "ok":
        raise InputError(f"Our program gives no result: {run.message}")
    return difference(next(iter(run.outputs.values())), expected(block))
