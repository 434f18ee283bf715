"""From a model and its groups to the text of a program.

The program has one function per group, one static arena that the memory plan laid out, and no other
memory. It calls the functions in order, each with places in the arena and in the weight blob.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission import surroundings
from compiler_core.graph.emission.constants import Constant, ConstantPool, NamedConstants
from compiler_core.graph.emission.epilogue import epilogue_steps
from compiler_core.graph.emission.facts import bytes_of, constant_of, shape_of, type_of
from compiler_core.graph.emission.group_function import GroupFunction, group_function
from compiler_core.graph.emission.joining import bytes_in_place
from compiler_core.graph.emission.kernel_work import kernel_bytes, kernel_operations
from compiler_core.graph.emission.names import comment_text, kernel_name
from compiler_core.graph.emission.operators import refusal_of
from compiler_core.graph.emission.placement import Placement, overlapping, place
from compiler_core.graph.emission.program_text import KernelRecord, ProgramText, TensorRecord
from compiler_core.graph.emission.rows import row_functions
from compiler_core.graph.emission.small_floats import small_float_functions
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan

GENERIC = "generic"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kernel:
    """A kernel ready to be placed."""

    group: FusedGroup
    """Which nodes it computes, and why they are one kernel."""
    nodes: tuple[ir.Node, ...]
    """In the order in which they are computed."""
    function: str
    """C name: `k003_conv_relu`."""
    lines: tuple[str, ...]
    """C text of the kernel, without the heading above it."""
    arguments: tuple[str, ...]
    """C expressions of its call, without the scratch memory at the end."""
    scratch_bytes: int
    """Memory that it needs while it runs; 0 for none."""
    tactic: str
    """The algorithm; GENERIC where our general rules wrote it."""
    features: tuple[str, ...]
    """What the core must have for it."""
    takes_scratch: bool
    """Whether its call ends with the scratch memory; chosen kernels take it in any case."""
    settings: tuple[str, ...] = ()
    """Statements that stand before all calls."""


def one_group_per_node(model: ir.Model) -> tuple[FusedGroup, ...]:
    """The plainest grouping: every node a kernel of its own."""
    return tuple(_single(index, node) for index, node in enumerate(model.graph))


def _single(index: int, node: ir.Node) -> FusedGroup:
    inputs = [
        value.name for value in node.inputs if value is not None and constant_of(value) is None
    ]
    return FusedGroup(
        name=f"group {index}",
        nodes=(node.name or "",),
        anchor="",
        inputs=tuple(dict.fromkeys(name or "" for name in inputs)),
        outputs=tuple(value.name or "" for value in node.outputs if is_read(value)),
        rule="every node alone",
    )


def is_read(value: ir.Value) -> bool:
    """Whether anyone reads the value."""
    return bool(value.name) and (bool(value.uses()) or value.is_graph_output())


def emit_program(
    model: ir.Model,
    groups: Sequence[FusedGroup],
    plan: MemoryPlan | None = None,
    kernels: Mapping[str, KernelText] | None = None,
    name: str = "model",
) -> ProgramText:
    """Write the program. groups: a partition of the nodes, in order of execution.

    plan: None gives every tensor room of its own. kernels: chosen for groups, by group name; the
    others are written by the generic rules. name: an identifier, the stem of files and symbols.
    Raises InputError for what has no C form: an operator, an element type, a dynamic shape.
    """
    _check(model, groups, name)
    pool = ConstantPool()
    by_name = {node.name or "": node for node in model.graph}
    sizes = _scratch_sizes(groups, by_name, kernels or {})
    placement = place(model, groups, plan, sizes)
    emitter = _Emitter(
        model=model,
        name=name,
        pool=pool,
        placement=placement,
        by_name=by_name,
        chosen=kernels or {},
    )
    ready = [emitter.kernel(index, group) for index, group in enumerate(groups)]
    return emitter.program(ready)


def _check(model: ir.Model, groups: Sequence[FusedGroup], name: str) -> None:
    if not name.isidentifier() or not name.isascii():
        raise InputError(f"{name!r} cannot name a C file.", "Use letters, digits and `_`.")
    for node in model.graph:
        reason = refusal_of(node)
        if reason:
            raise InputError(reason)
    grouped = [node for group in groups for node in group.nodes]
    if sorted(grouped) != sorted(node.name or "" for node in model.graph):
        raise InputError("The groups are no partition of the model's nodes.")


def _scratch_sizes(
    groups: Sequence[FusedGroup],
    by_name: Mapping[str, ir.Node],
    kernels: Mapping[str, KernelText],
) -> dict[str, int]:
    return {group.name: _scratch(group, by_name, kernels.get(group.name)) for group in groups}


def _scratch(group: FusedGroup, by_name: Mapping[str, ir.Node], chosen: KernelText | None) -> int:
    if chosen is not None:
        return chosen.scratch_bytes
    nodes = [by_name[name] for name in group.nodes]
    return group_function("k", nodes, _outputs(group, nodes), NamedConstants()).scratch_bytes


def scratch_bytes(model: ir.Model, group: FusedGroup) -> int:
    """The working memory that the generic kernel of a group needs."""
    return _scratch(group, {node.name or "": node for node in model.graph}, None)


def _outputs(group: FusedGroup, nodes: Sequence[ir.Node]) -> list[ir.Value]:
    made = {value.name: value for node in nodes for value in node.outputs}
    return [made[name] for name in group.outputs]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Emitter:
    model: ir.Model
    """What is written."""
    name: str
    """Stem of the program's files and symbols."""
    pool: ConstantPool
    """All constants so far; its bytes become the file of weights."""
    placement: Placement
    """Where each value lies in the arena."""
    by_name: Mapping[str, ir.Node]
    """The model's nodes."""
    chosen: Mapping[str, KernelText]
    """Kernels that stand in for the general rules, by the group's name."""

    def kernel(self, index: int, group: FusedGroup) -> _Kernel:
        nodes = tuple(self.by_name[name] for name in group.nodes)
        chosen = self.chosen.get(group.name)
        if chosen is not None:
            return self._fast(group, nodes, chosen)
        operators = tuple(node.op_type for node in nodes)
        prefix = "" if self.name == "model" else f"{self.name}_"
        outputs = _outputs(group, nodes)
        shared = overlapping(self.placement, self._inputs(nodes), outputs)
        function = f"{prefix}{kernel_name(index, group, operators)}"
        text = group_function(function, nodes, outputs, self.pool, shared, self.placement.layout)
        return _Kernel(
            group=group,
            nodes=nodes,
            function=function,
            lines=text.lines,
            arguments=self._arguments(text),
            scratch_bytes=text.scratch_bytes,
            tactic=GENERIC,
            features=(),
            takes_scratch=text.scratch_bytes > 0,
        )

    def _inputs(self, nodes: Sequence[ir.Node]) -> list[ir.Value]:
        made = {value for node in nodes for value in node.outputs}
        read = [value for node in nodes for value in node.inputs if value is not None]
        return [
            value
            for value in dict.fromkeys(read)
            if value not in made and constant_of(value) is None
        ]

    def _arguments(self, text: GroupFunction) -> tuple[str, ...]:
        return tuple(
            f"WEIGHTS({parameter.constant.offset})"
            if parameter.constant is not None
            else self.at(parameter.value.name or "" if parameter.value is not None else "")
            for parameter in text.parameters
        )

    def at(self, value: str) -> str:
        return f"AT({self.placement.offsets[value]})"

    def _fast(self, group: FusedGroup, nodes: tuple[ir.Node, ...], chosen: KernelText) -> _Kernel:
        """Input, output, the epilogue's tensors, scratch; constants are names of the blob."""
        data, *tensors = chosen.reads or self._read_by_anchor(group)
        names = [data, group.outputs[0], *tensors]
        placed = [(constant, self.pool.add(array)) for constant, array in chosen.constants]
        settings = tuple(f"{constant} = WEIGHTS({slot.offset});" for constant, slot in placed)
        return _Kernel(
            group=group,
            nodes=nodes,
            function=chosen.function_name,
            lines=self._fast_lines(chosen, placed),
            arguments=tuple(map(self.at, names)),
            scratch_bytes=chosen.scratch_bytes,
            tactic=chosen.tactic,
            features=chosen.features,
            takes_scratch=True,
            settings=settings,
        )

    def _read_by_anchor(self, group: FusedGroup) -> list[str]:
        """The anchor's input, then the tensors of the epilogue."""
        steps = epilogue_steps(self.model, group)
        if steps is None:
            raise InputError(f"{group.name!r} ends in what no fast kernel can do.")
        data = self.by_name[group.anchor].inputs[0]
        assert data is not None
        return [data.name or "", *(step.name for step in steps if step.operand == "tensor")]

    def _fast_lines(
        self, chosen: KernelText, placed: Sequence[tuple[str, Constant]]
    ) -> tuple[str, ...]:
        """Variables for its constants, which the run sets, and the kernel's own text.

        Not macros: the kernel's own functions have parameters of these names.
        """
        named = [f"static const {slot.kind.c} *{name};" for name, slot in placed]
        head = f"static void {chosen.function_name}("
        text = chosen.text.replace(head, f"KERNEL void {chosen.function_name}(", 1)
        return (*named, *text.strip("\n").split("\n"))

    def program(self, kernels: Sequence[_Kernel]) -> ProgramText:
        features = tuple(sorted({feature for emitted in kernels for feature in emitted.features}))
        inputs = self._tensors(
            [value for value in self.model.graph.inputs if constant_of(value) is None]
        )
        outputs = self._tensors(self.model.graph.outputs)
        copies = self._constant_outputs()
        lines = surroundings.opening(self.name, len(kernels), self.placement)
        lines += small_float_functions(self.model)
        lines += row_functions(line for kernel in kernels for line in kernel.lines)
        records = list[KernelRecord]()
        for kernel in kernels:
            lines += ["", *_heading(kernel)]
            first = len(lines) + 1
            lines += kernel.lines
            records.append(self._record(kernel, first, len(lines)))
        calls = [line for kernel in kernels for line in kernel.settings]
        calls += [f"STEP({at}, {self._call(kernel)});" for at, kernel in enumerate(kernels)]
        lines += ["", *surroundings.closing(self.name, inputs, outputs, [*calls, *copies])]
        blob = self.pool.blob()
        program = ProgramText(
            name=self.name,
            files={f"{self.name}.c": "\n".join(lines) + "\n"},
            weights=blob,
            kernels=tuple(records),
            inputs=inputs,
            outputs=outputs,
            arena_bytes=self.placement.arena_bytes,
            planned_bytes=self.placement.planned,
            features=features,
        )
        return replace(program, files=program.files | surroundings.other_files(program))

    def _tensors(self, values: Sequence[ir.Value]) -> tuple[TensorRecord, ...]:
        return tuple(
            TensorRecord(
                value.name or "",
                type_of(value).stored,
                shape_of(value),
                bytes_of(value),
                self.placement.offsets[value.name or ""],
            )
            for value in values
        )

    def _constant_outputs(self) -> list[str]:
        """Outputs that no kernel computes are copied from the blob."""
        copied = list[str]()
        for value in self.model.graph.outputs:
            known = constant_of(value)
            if known is not None and known.size:
                placed = self.pool.add(known)
                source = f"WEIGHTS({placed.offset})"
                copied.append(f"memcpy({self.at(value.name or '')}, {source}, {placed.bytes});")
        return copied

    def _call(self, kernel: _Kernel) -> str:
        arguments = list(kernel.arguments)
        if kernel.takes_scratch:
            offset = self.placement.scratch.get(kernel.group.name)
            arguments.append("NULL" if offset is None else f"AT({offset})")
        return f"{kernel.function}({', '.join(arguments)})"

    def _record(self, kernel: _Kernel, first: int, last: int) -> KernelRecord:
        sources = tuple(dict.fromkeys(name for node in kernel.nodes for name in sources_of(node)))
        return KernelRecord(
            function=kernel.function,
            group=kernel.group.name,
            nodes=kernel.group.nodes,
            operators=tuple(node.op_type for node in kernel.nodes),
            sources=sources,
            first_line=first,
            last_line=last,
            tactic=kernel.tactic,
            reads=kernel.group.inputs,
            writes=kernel.group.outputs,
            scratch_bytes=kernel.scratch_bytes,
            features=kernel.features,
            operations=kernel_operations(kernel.nodes),
            bytes=self._bytes(kernel),
        )

    def _bytes(self, kernel: _Kernel) -> int:
        """What crosses the kernel's border; what lies in its place is neither read nor written."""
        all_moved = kernel_bytes(kernel.nodes, _outputs(kernel.group, kernel.nodes))
        layout = self.placement.layout
        return max(0, all_moved - 2 * sum(bytes_in_place(layout, node) for node in kernel.nodes))


def _heading(kernel: _Kernel) -> list[str]:
    """The comment over a kernel: what it computes, from which nodes, by which rule."""
    lines = [f"/* {kernel.tactic}: {comment_text(kernel.group.rule)}"]
    for node in kernel.nodes:
        result = node.outputs[0]
        shape = " x ".join(map(str, shape_of(result))) or "scalar"
        sources = comment_text(", ".join(sources_of(node)))
        lines.append(f" *   {node.op_type:<20} {shape:<20} from {sources}")
    return [*lines, " */"]
