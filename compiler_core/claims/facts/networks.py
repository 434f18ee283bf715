"""Facts of networks, read from what the stages of one run left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from compiler_core.basis import Basis, Value
from compiler_core.claims.facts.fact import Fact, FactMissing
from compiler_core.claims.facts.stage_reading import Reader, details_of, metric
from compiler_core.pipelines.stages import StageResult

if TYPE_CHECKING:
    from compiler_core.graph.picture_input.layouts import MemoryLayout
    from compiler_core.graph.pipeline.engine_stage import EngineDetails
    from compiler_core.graph.pipeline.export_stage import ExportDetails
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails
    from compiler_core.graph.pipeline.input_stage import InGraph, InputDetails
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
    from compiler_core.graph.pipeline.run_stage import LadderRung, RunDetails, TwoBackEnds
    from compiler_core.graph.quantisation.records import LayerRow
    from compiler_core.graph.selection.records import LayerChoice

FIRST_RELU = "/Relu_output_0"
"""The tensor whose range a lesson asks about: what the first ReLU of the residual network gives."""
_FULL, _DEPTHWISE = "blocks.0/first", "blocks.0/depthwise"


def _input(result: StageResult) -> InputDetails:
    return cast("InputDetails", details_of(result))


def _buffer(name: str, field: str) -> Reader:
    def read(result: StageResult) -> Value:
        option = next(buffer for buffer in _input(result).buffers if buffer.name == name)
        return float(getattr(option, field))

    return read


def _layout(result: StageResult, name: str) -> MemoryLayout:
    return next(layout for layout in _input(result).layouts if layout.name == name)


def _step(name: str, axis: str) -> Reader:
    """Places in memory from a number to its neighbour along `axis`, a field of PlacedElement."""

    def read(result: StageResult) -> Value:
        layout = _layout(result, name)
        at = {(cell.channel, cell.row, cell.column): cell.offset for cell in layout.elements}
        return float(at[axis == "channel", axis == "row", axis == "column"] - at[0, 0, 0])

    return read


def _placed(result: StageResult) -> Value:
    return float(sum(len(layout.elements) for layout in _input(result).layouts))


def _placed_by_formula(result: StageResult) -> Value:
    from compiler_core.graph.picture_input.layouts import place_by_formula

    return float(
        sum(
            place_by_formula(layout.formula, cell.channel, cell.row, cell.column) == cell.offset
            for layout in _input(result).layouts
            for cell in layout.elements
        )
    )


def _in_graph(result: StageResult) -> InGraph:
    in_graph = _input(result).in_graph
    if in_graph is None:
        raise FactMissing("This run prepares its picture outside the graph.")
    return in_graph


def _report(result: StageResult) -> ExportDetails:
    return cast("ExportDetails", details_of(result))


def _changes_of(pass_name: str) -> Reader:
    """How many changes the pass made; refusals are none."""

    def read(result: StageResult) -> Value:
        steps = [step for step in result.steps if step.pass_name == pass_name]
        return float(sum(change.kind != "refused" for step in steps for change in step.changes))

    return read


def _quantised(result: StageResult) -> QuantiseDetails:
    return cast("QuantiseDetails", details_of(result))


def _weighed(result: StageResult) -> list[LayerRow]:
    return [layer for layer in _quantised(result).layers if layer.weight_decibel is not None]


def _largest_error(field: str) -> Reader:
    """Squared error of weights, as a share of their squares, of the layer that loses most."""

    def read(result: StageResult) -> Value:
        return float(10 ** (-min(getattr(layer, field) for layer in _weighed(result)) / 10))

    return read


def _kept_better(result: StageResult) -> Value:
    """Layers whose weights keep more with a scale for each channel than with one."""
    pairs = ((layer.weight_decibel, layer.decibel_in_one) for layer in _weighed(result))
    return float(sum(bool(each and in_one and each > in_one) for each, in_one in pairs))


def _fusion(result: StageResult) -> FusionDetails:
    return cast("FusionDetails", details_of(result))


def _grouped_with_rule(result: StageResult) -> Value:
    groups = _fusion(result).fusion.groups
    return all(group.rule for group in groups if len(group.nodes) > 1)


def _run(result: StageResult) -> RunDetails:
    return cast("RunDetails", details_of(result))


def _rung(result: StageResult, name: str) -> LadderRung:
    details = _run(result)
    for rung in details.ladder:
        if rung.name == name:
            return rung
    raise FactMissing(f"There is no rung {name!r}: {details.ladder_note or 'none was run'}")


def _instructions(rung: str) -> Reader:
    return lambda result: float(_rung(result, rung).instructions)


def _moved(rung: str) -> Reader:
    return lambda result: float(_rung(result, rung).bytes_moved)


def _fused_cost(layer: str, field: str) -> Reader:
    """Of the kernel of a convolution and what follows it, by a part of its name."""

    def read(result: StageResult) -> Value:
        for cost in _run(result).fused_costs:
            if "ConvInteger" in cost.operators and any(layer in name for name in cost.sources):
                return float(getattr(cost, field))
        raise FactMissing(f"No fused kernel of {layer} was counted.")

    return read


def _accuracy(rung: str) -> Reader:
    def read(result: StageResult) -> Value:
        share = _rung(result, rung).accuracy
        if share is None:
            raise FactMissing("Nobody knows the right answers for this network.")
        return share

    return read


def _back_ends(result: StageResult) -> TwoBackEnds:
    details = _run(result)
    if details.back_ends is None:
        raise FactMissing(details.back_ends_note)
    return details.back_ends


def _trial(where: str) -> Reader:
    """Whether the program did its work somewhere else, or on something else."""

    def read(result: StageResult) -> Value:
        for trial in _run(result).trials:
            if trial.where.startswith(where):
                return trial.ok
        raise FactMissing(f"The program was not tried: {where}.")

    return read


def _kernel(source: str) -> Reader:
    """Instructions of the kernel that computes this node."""

    def read(result: StageResult) -> Value:
        for kernel in _run(result).result.kernels:
            if any(source in name for name in kernel.sources):
                return float(kernel.tally.executions)
        raise FactMissing(f"No kernel computes {source}.")

    return read


def _engine(result: StageResult) -> EngineDetails:
    return cast("EngineDetails", details_of(result))


def _training(field: str) -> Reader:
    """What training would keep of the tensors that were planned."""

    def read(result: StageResult) -> Value:
        from compiler_core.graph.planning.training_memory import training_memory

        details = _engine(result)
        written = {name for kernel in details.manifest.kernels for name in kernel.writes}
        buffers = [placement.buffer for placement in details.plan.placed]
        inputs = {buffer.name for buffer in buffers} - written
        return float(getattr(training_memory(buffers, inputs), field))

    return read


def _choice(result: StageResult, layer: str) -> LayerChoice:
    for choice in _engine(result).selection.choices:
        if layer in choice.layer:
            return choice
    raise FactMissing(f"No algorithm was chosen for {layer}.")


def _range(method: str) -> Reader:
    """The upper end of the range that a method chooses for what the first ReLU gives."""

    def read(result: StageResult) -> Value:
        return _quantised(result).calibration.range_of(FIRST_RELU, method).high

    return read


def _fact(name: str, stage: str, read: Reader, unit: str, basis: Basis) -> Fact:
    return Fact(of="network", name=name, stage=stage, read=read, unit=unit, basis=basis)


def _late(name: str, stage: str, read: Reader, unit: str, basis: Basis) -> Fact:
    """One that is read from what is measured after the stages."""
    return replace(_fact(name, stage, read, unit, basis), after_stages=True)


_BYTES, _RAN = "bytes", "instructions"
NETWORK_FACTS: tuple[Fact, ...] = (
    _fact("bytes of the frame", "input", _buffer("shared", "input"), _BYTES, "computed"),
    _fact("bytes copied by a shared buffer", "input", _buffer("shared", "memory_traffic"), _BYTES,
          "computed"),
    _fact("bytes copied to an own buffer", "input", _buffer("copied", "memory_traffic"), _BYTES,
          "computed"),
    _fact("bytes copied as floats", "input", _buffer("converted", "memory_traffic"), _BYTES,
          "computed"),
    _fact("from colour to colour in NCHW", "input", _step("NCHW", "channel"), "places", "computed"),
    _fact("from colour to colour in NHWC", "input", _step("NHWC", "channel"), "places", "computed"),
    _fact("from colour to colour in blocks", "input", _step("NC/4HWc", "channel"), "places",
          "computed"),
    _fact("from column to column in NCHW", "input", _step("NCHW", "column"), "places", "computed"),
    _fact("from column to column in NHWC", "input", _step("NHWC", "column"), "places", "computed"),
    _fact("from column to column in blocks", "input", _step("NC/4HWc", "column"), "places",
          "computed"),
    _fact("numbers in three orders", "input", _placed, "numbers", "computed"),
    _fact("numbers where the formula says", "input", _placed_by_formula, "numbers", "computed"),
    _fact("answers that stay with the graph preparing", "input",
          lambda result: float(_in_graph(result).comparison.same_answers), "pictures", "counted"),
    _fact("pictures compared with the graph preparing", "input",
          lambda result: float(_in_graph(result).comparison.pictures), "pictures", "counted"),
    _fact("nodes as imported", "export", metric("nodes"), "nodes", "computed"),
    _fact("parameters", "export", metric("parameters"), "numbers", "computed"),
    _fact("multiplications", "export", metric("multiplies"), "multiplications", "computed"),
    _fact("operator set", "export",
          lambda result: float(dict(_report(result).report.operator_sets)[""]), "", "computed"),
    _fact("operator set it needs", "export",
          lambda result: float(_report(result).report.lowest), "", "computed"),
    _fact("axes left open", "export",
          lambda result: float(len(_report(result).report.dynamic_axes)), "axes", "computed"),
    _fact("nodes before passes", "passes", metric("nodes_before"), "nodes", "computed"),
    _fact("nodes after passes", "passes", metric("nodes_after"), "nodes", "computed"),
    _fact("BatchNorms folded", "passes", _changes_of("batch-norm-folding"), "nodes", "computed"),
    _late("outputs stay after passes", "passes", lambda result: result.held, "", "counted"),
    _fact("weight bytes in floats", "quantise", metric("weight_bytes_before"), _BYTES, "computed"),
    _fact("weight bytes in int8", "quantise", metric("weight_bytes_after"), _BYTES, "computed"),
    _fact("layers in int8", "quantise", metric("layers_int8"), "layers", "computed"),
    _fact("layers", "quantise", metric("layers"), "layers", "computed"),
    _fact("layers with weights in int8", "quantise", lambda result: float(len(_weighed(result))),
          "layers", "computed"),
    _fact("layers that lose less with a scale for each channel", "quantise", _kept_better, "layers",
          "computed"),
    _fact("largest error of weights with a scale for each channel", "quantise",
          _largest_error("weight_decibel"), "", "computed"),
    _fact("largest error of weights with one scale", "quantise", _largest_error("decibel_in_one"),
          "", "computed"),
    _fact("end of the range by minmax", "quantise", _range("minmax"), "", "computed"),
    _fact("end of the range by percentile", "quantise", _range("percentile"), "", "computed"),
    _fact("end of the range by mse", "quantise", _range("mse"), "", "computed"),
    _fact("end of the range by kl", "quantise", _range("kl"), "", "computed"),
    _fact("kernels before fusion", "fusion", metric("kernels_before"), "kernels", "computed"),
    _fact("kernels after fusion", "fusion", metric("kernels_after"), "kernels", "computed"),
    _fact("bytes between kernels before fusion", "fusion", metric("dram_bytes_before"), _BYTES,
          "computed"),
    _fact("bytes between kernels after fusion", "fusion", metric("dram_bytes_after"), _BYTES,
          "computed"),
    _fact("every group names its rule", "fusion", _grouped_with_rule, "", "computed"),
    _fact("arena bytes", "engine", metric("arena_bytes"), _BYTES, "computed"),
    _fact("arena bytes at least", "engine", metric("lower_bound_bytes"), _BYTES, "computed"),
    _fact("arena bytes without reuse", "engine", metric("naive_bytes"), _BYTES, "computed"),
    _fact("results kept for training", "engine", _training("kept"), _BYTES, "computed"),
    _fact("results kept with checkpoints", "engine", _training("kept_with_checkpoints"), _BYTES,
          "computed"),
    _fact("training memory with gradients", "engine", _training("with_gradients"), _BYTES,
          "computed"),
    _fact("training memory with checkpoints and gradients", "engine",
          _training("with_checkpoints_and_gradients"), _BYTES, "computed"),
    _fact("kernels from one checkpoint to the next", "engine", _training("segment"), "kernels",
          "computed"),
    _fact("kernels computed anew", "engine", _training("computed_anew"), "kernels", "computed"),
    _fact("kernels with a chosen algorithm", "engine", metric("fast_kernels"), "kernels",
          "computed"),
    _fact("multiplications of the full 3x3", "engine",
          lambda result: float(_choice(result, _FULL).shape.multiplies), "multiplications",
          "computed"),
    _fact("multiplications of the depthwise 3x3", "engine",
          lambda result: float(_choice(result, _DEPTHWISE).shape.multiplies), "multiplications",
          "computed"),
    _fact("algorithm of the full 3x3", "engine", lambda result: _choice(result, _FULL).tactic, "",
          "computed"),
    _fact("algorithm of the depthwise 3x3", "engine",
          lambda result: _choice(result, _DEPTHWISE).tactic, "", "computed"),
    _fact("instructions of the full 3x3", "run", _kernel(_FULL), _RAN, "counted"),
    _fact("instructions of the depthwise 3x3", "run", _kernel(_DEPTHWISE), _RAN, "counted"),
    _late("runs on a Cortex-A72", "run", _trial("On Cortex-A72"), "", "counted"),
    _late("takes a picture of another shape", "run", _trial("With "), "", "counted"),
    _late("instructions as imported", "run", _instructions("as imported"), _RAN, "counted"),
    _late("instructions after passes", "run", _instructions("after the graph passes"), _RAN,
          "counted"),
    _late("instructions in int8", "run", _instructions("in int8"), _RAN, "counted"),
    _late("instructions fused", "run", _instructions("fused"), _RAN, "counted"),
    _late("instructions of the first convolution apart", "run", _fused_cost("stem.0", "apart"),
          _RAN, "counted"),
    _late("instructions of the first convolution fused", "run", _fused_cost("stem.0", "together"),
          _RAN, "counted"),
    _late("loads of the first convolution apart", "run", _fused_cost("stem.0", "loads_apart"),
          "loads", "counted"),
    _late("loads of the first convolution fused", "run", _fused_cost("stem.0", "loads_together"),
          "loads", "counted"),
    _late("instructions of the last large convolution apart", "run",
          _fused_cost("blocks.2/second", "apart"), _RAN, "counted"),
    _late("instructions of the last large convolution fused", "run",
          _fused_cost("blocks.2/second", "together"), _RAN, "counted"),
    _late("instructions with a planned arena", "run", _instructions("with a planned arena"), _RAN,
          "counted"),
    _late("instructions with chosen kernels", "run", _instructions("with chosen kernels"), _RAN,
          "counted"),
    _late("bytes moved in int8", "run", _moved("in int8"), _BYTES, "counted"),
    _late("bytes moved fused", "run", _moved("fused"), _BYTES, "counted"),
    _late("share right in floats", "run", _accuracy("after the graph passes"), "", "counted"),
    _late("share right in int8", "run", _accuracy("in int8"), "", "counted"),
    _fact("program agrees with the runtime", "run", lambda result: _run(result).agrees, "",
          "counted"),
    _late("instructions of the interpreter", "run",
          lambda result: float(_back_ends(result).interpreted.instructions), _RAN, "counted"),
    _late("instructions of compiled code", "run",
          lambda result: float(_back_ends(result).compiled.instructions), _RAN, "counted"),
)  # fmt: skip
