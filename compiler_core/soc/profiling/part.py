"""A part of a network that is too large to be counted whole: kernels that run one after another.

The network is cut, after its graph passes, between kernels: each part takes as many as stay within
the limit. What enters the part is what the reference runtime computes there for the network's own
input, so that the part works on the numbers and the shapes it has in the whole network.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import onnx_ir as ir
from onnx_ir import convenience

from compiler_core.errors import InputError
from compiler_core.graph.emission.facts import constant_of
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.importing.reader import ImportedModel, value_report
from compiler_core.graph.layers.stage_layers import layers_of_groups
from compiler_core.graph.model_inputs import ModelInputs
from compiler_core.graph.pipeline.passes_stage import passes_stage
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.validation import session_of
from compiler_core.soc.profiling.records import NetworkPart

# Larger networks are counted in parts: the emulator is slow.
MOST_MULTIPLIES = 60_000_000
# One layer of ResNet-50 multiplies 118 million times, and a layer is not cut here.
MOST_OF_A_PART = 120_000_000
_SAMPLES = 4

_Block = tuple[FusedGroup, ...]


def cut_out(state: PipelineState, number: int) -> tuple[PipelineState, NetworkPart]:
    """One part of the network after its graph passes, as a network of its own that the passes are
    still to run on.

    number: from 1 in the order they run, 0 for the one that multiplies most among those that can be
    counted.

    Raises InputError for a number that is none, and for a part that is one layer beyond the limit.
    """
    state = _after_passes(state)
    groups = fuse(state.model, FusionOptions(state.settings.extensions)).groups
    work = _multiplies(state.model, groups)
    blocks = tuple(_blocks(groups, work))
    sizes = [sum(work[group.name] for group in block) for block in blocks]
    chosen = _chosen(number, sizes)
    block, size = blocks[chosen], sizes[chosen]
    if size > MOST_OF_A_PART:
        raise InputError(
            f"Part {chosen + 1} is one layer that multiplies {size:,} times; counting its plain "
            f"variant would take too long here. At most {MOST_OF_A_PART:,} are counted.",
            "Choose another part.",
        )
    part = NetworkPart(
        number=chosen + 1,
        sizes=tuple(sizes),
        firsts=tuple(members[0].nodes[0] for members in blocks),
        limit=MOST_OF_A_PART,
        kernels=len(block),
        all_kernels=len(groups),
    )
    return _alone(state, block), part


def _after_passes(state: PipelineState) -> PipelineState:
    """In the layout of the file, which the reference runtime knows, as int8 has it here."""
    settings = replace(state.settings, precision="int8")
    passed = passes_stage(replace(state, settings=settings), lambda *_: None).state
    return replace(passed, settings=state.settings, passes=None)


def _chosen(number: int, sizes: Sequence[int]) -> int:
    if number > len(sizes):
        raise InputError(
            f"This network has no part {number}.", f"It has {len(sizes)}: choose one of them."
        )
    if number:
        return number - 1
    able = [at for at, size in enumerate(sizes) if size <= MOST_OF_A_PART]
    return max(able, key=lambda at: sizes[at], default=0)


def _multiplies(model: ir.Model, groups: _Block) -> dict[str, int]:
    """Of each kernel, by the name of its group."""
    return {
        group.name: sum(part.macs for part in layers_of_groups(model, (group,))) for group in groups
    }


def _blocks(groups: _Block, work: dict[str, int]) -> Iterator[_Block]:
    """Kernels in a row, as many as stay within the limit, at least one."""
    block: list[FusedGroup] = []
    size = 0
    for group in groups:
        if block and size + work[group.name] > MOST_OF_A_PART:
            yield tuple(block)
            block, size = [], 0
        block.append(group)
        size += work[group.name]
    if block:
        yield tuple(block)


def _alone(state: PipelineState, block: _Block) -> PipelineState:
    model = state.model
    names = {name for group in block for name in group.nodes}
    members = [node for node in model.graph if node.name in names]
    inner = {value for node in members for value in node.outputs}
    entering = _entering(members, inner)
    leaving = [output for node in members for output in node.outputs if _leaves(output, names)]
    graph = convenience.extract(model.graph, entering, leaving)
    alone = ir.Model(graph, ir_version=model.ir_version, producer_name=model.producer_name)
    imported = ImportedModel(alone, _report(state, alone))
    source = replace(
        state.source, imported=imported, picture=None, pixels=None, trained=False, classes=()
    )
    inputs = _inputs(state, entering)
    return replace(state, source=source, inputs=inputs, model=alone, float_model=alone)


def _entering(members: Sequence[ir.Node], inner: set[ir.Value]) -> list[ir.Value]:
    """What members read from outside, constants aside, each once."""
    read = (tensor for node in members for tensor in node.inputs if tensor is not None)
    outer = (tensor for tensor in read if tensor not in inner and constant_of(tensor) is None)
    return list(dict.fromkeys(outer))


def _leaves(value: ir.Value, names: set[str]) -> bool:
    if value.is_graph_output():
        return True
    return any(user.name not in names for user, _ in value.uses())


def _report(state: PipelineState, alone: ir.Model):
    report = state.source.imported.report
    return replace(
        report,
        inputs=tuple(map(value_report, alone.graph.inputs)),
        outputs=tuple(map(value_report, alone.graph.outputs)),
    )


def _inputs(state: PipelineState, entering: Sequence[ir.Value]) -> ModelInputs:
    """What the reference runtime computes there, for the run and for each sample."""
    wanted = [str(tensor.name) for tensor in entering]
    own = [str(graph_input.name) for graph_input in state.model.graph.inputs]
    computed = [tensor_name for tensor_name in wanted if tensor_name not in own]
    graph = state.model.graph
    samples = (state.inputs.run, *state.inputs.samples[:_SAMPLES])
    inputs = [dict(sample) for sample in samples]
    if computed:
        before = convenience.extract(graph, list(graph.inputs), computed)
        session = session_of(ir.Model(before, ir_version=state.model.ir_version))
        read = {session_input.name for session_input in session.get_inputs()}
        for arrays in inputs:
            given = {name: value for name, value in arrays.items() if name in read}
            arrays |= dict(zip(computed, session.run(computed, given), strict=True))
    run, *others = ({name: arrays[name] for name in wanted} for arrays in inputs)
    origin = f"{len(others)} inputs of the part, computed from {state.inputs.origin}"
    return ModelInputs(None, run, tuple(others), origin)
