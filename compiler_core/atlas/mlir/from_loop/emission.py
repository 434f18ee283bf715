"""Blocks, branches and counters of a function as MLIR's loops and ifs with one way in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.atlas.mlir.from_loop.accesses import ArrayLayout
from compiler_core.atlas.mlir.from_loop.affine import bound_text, from_starts, subscript_text
from compiler_core.atlas.mlir.from_loop.conditions import Condition, ConditionReader
from compiler_core.atlas.mlir.from_loop.linear import LinearForm, LinearReader
from compiler_core.atlas.mlir.from_loop.scalars import (
    binary_text,
    constant_text,
    conversion_text,
    library_operation,
    truth_text,
    type_text,
)
from compiler_core.atlas.mlir.from_loop.writing import MlirText
from compiler_core.atlas.own_loop.shape import CountedLoop, LoopShape, refused
from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.types import BOOL, I32, Type, wrap
from compiler_core.loop.ir.values import Array, Block, Constant, Instruction, Value

MOST_LINES = 3000


@dataclass(slots=True, kw_only=True)
class Emitter:
    """Writes one function."""

    file: str
    """The reader's file, named in refusals."""
    shape: LoopShape
    """Loops and joins of the function that is written."""
    conditions: ConditionReader
    """Finds branches that are one condition."""
    layouts: Mapping[Array, ArrayLayout]
    """How each array is laid out."""
    linear: frozenset[Block]
    """Headers of the loops whose nest is linear throughout."""
    reader: LinearReader
    """Tells which subscripts and bounds are linear in the counters of loops."""
    constants: MlirText = field(default_factory=MlirText)
    """Lines at the top of the function, one for each constant."""
    text: MlirText = field(default_factory=MlirText)
    """Lines of the body so far."""
    names: dict[Value, str] = field(default_factory=dict)
    """Names in MLIR that values have so far, `%sum.2`."""
    indices: dict[Value, str] = field(default_factory=dict)
    """Names of the same values as MLIR's `index`: those outside of all loops, and counters."""
    downward: dict[Value, LinearForm] = field(default_factory=dict)
    """Where counters that go down start."""
    written: dict[str, str] = field(default_factory=dict)
    """Names of constants by what they are."""
    is_linear: bool = False
    """Whether what is being written stands in a linear nest, which becomes `affine` loops."""

    def name_of(self, value: Value) -> str:
        """Where it is used; constants are written once, at the top."""
        if isinstance(value, Constant) and value not in self.names:
            said = constant_text(value)
            if said not in self.written:
                plain = f"c{value.value:g}_{type_text(value.type)}"
                hint = said if value.type == BOOL else plain.replace("-", "m").replace("+", "")
                self.written[said] = self.constants.define(hint, f"arith.constant {said}")
            self.names[value] = self.written[said]
        return self.names[value]

    def bind(self, value: Value, name: str, block: Block) -> None:
        """From here on the value has this name; outside of loops it is an index too."""
        self.names[value] = name
        if block in self.shape.outside and value.type.is_integer:
            self.indices[value] = self._cast(value)

    def _cast(self, value: Value) -> str:
        name = self.name_of(value)
        kind = "index_cast" if value.type.kind == "signed" else "index_castui"
        return self.text.define(
            f"{name[1:]}.index", f"arith.{kind} {name} : {type_text(value.type)} to index"
        )

    def index_of(self, value: Value) -> str:
        """A subscript or an end of a loop, which memory and loops take as an index only."""
        if isinstance(value, Constant):
            number = int(value.value)
            hint = f"at{number}".replace("-", "m")
            return self.text.define(hint, f"arith.constant {number} : index")
        known = value not in self.downward and self.indices.get(value)
        return known or self._cast(value)

    # Regions.

    def region(self, block: Block, stop: Block | None, before: Block) -> list[str]:
        """Everything up to `stop`; gives what the phis of `stop` take then."""
        while block is not stop:
            if len(self.text.lines) > MOST_LINES:
                raise refused(
                    self.file,
                    block.terminator.line,
                    "What is decided here is nested too deeply.",
                    "Give parts of the conditions names of their own.",
                )
            loop = self.shape.loops.get(block)
            if loop is not None:
                self._loop(loop, before)
                before, block = block, loop.exit
                continue
            for instruction in block.body:
                self._instruction(instruction, block)
            ending = block.terminator
            if ending.opcode == "return":
                self._return(ending)
                return []
            if ending.opcode == "jump":
                before, block = block, ending.targets[0]
                continue
            joined = self._if(block, stop)
            before, block = block, self.shape.joins[block]
            if block is stop:
                return joined
            for phi, name in zip(block.phis, joined, strict=True):
                self.bind(phi, name, block)
        return [self.name_of(phi_operand(phi, before)) for phi in block.phis]

    def _return(self, ending: Instruction) -> None:
        given = ending.operands
        if not given:
            self.text.write("return")
        else:
            self.text.write(f"return {self.name_of(given[0])} : {type_text(given[0].type)}")

    def _if(self, block: Block, stop: Block | None) -> list[str]:
        whole = self.conditions.condition_at(block)
        join = self.shape.joins[block]
        condition = self._condition(whole)
        types = [phi.type for phi in join.phis]
        head, names = self._head("choice", types)
        result = f" -> ({', '.join(map(type_text, types))})" if types else ""
        self.text.write(f"{head}scf.if {condition}{result} {{")
        self._branch(whole.yes, join, whole.to_yes[0], types)
        at = len(self.text.lines)
        self.text.write("} else {")
        self._branch(whole.no, join, whole.to_no[0], types)
        if len(self.text.lines) == at + 1:
            del self.text.lines[at]
        self.text.write("}")
        return names

    def _branch(self, block: Block, join: Block, before: Block, types: Sequence[Type]) -> None:
        outer = dict(self.names)
        with self.text.deeper():
            values = self.region(block, join, before)
            self._yield("scf.yield", values, types)
        constants = {
            literal: name for literal, name in self.names.items() if isinstance(literal, Constant)
        }
        self.names = outer | constants

    def _condition(self, whole: Condition) -> str:
        if whole.block is not None:
            name = self.name_of(whole.block.terminator.operands[0])
        else:
            assert whole.left is not None
            assert whole.right is not None
            name = self._both(whole.left, whole.right, whole.joins)
        if not whole.turned:
            return name
        true = self.name_of(Constant(BOOL, True))
        return self.text.define("not", f"arith.xori {name}, {true} : i1")

    def _both(self, left: Condition, right: Condition, joins: str) -> str:
        """left is at hand; right is computed only where it decides."""
        first = self._condition(left)
        name = self.text.fresh(joins)
        known = self.name_of(Constant(BOOL, joins == "or"))
        self.text.write(f"{name} = scf.if {first} -> (i1) {{")
        if joins == "and":
            self._decided(right)
        else:
            self._yielded(known)
        self.text.write("} else {")
        if joins == "and":
            self._yielded(known)
        else:
            self._decided(right)
        self.text.write("}")
        return name

    def _decided(self, condition: Condition) -> None:
        with self.text.deeper():
            first = condition
            while first.left is not None:
                first = first.left
            assert first.block is not None
            for instruction in first.block.body:
                self._instruction(instruction, first.block)
            self.text.write(f"scf.yield {self._condition(condition)} : i1")

    def _yielded(self, name: str) -> None:
        with self.text.deeper():
            self.text.write(f"scf.yield {name} : i1")

    def _yield(self, operation: str, values: Sequence[str], types: Sequence[Type]) -> None:
        if values:
            self.text.write(f"{operation} {', '.join(values)} : {', '.join(map(type_text, types))}")

    def _head(self, hint: str, types: Sequence[Type]) -> tuple[str, list[str]]:
        """`%name = ` or `%name:2 = ` and the names of the results."""
        if not types:
            return "", []
        name = self.text.fresh(hint)
        if len(types) == 1:
            return f"{name} = ", [name]
        return f"{name}:{len(types)} = ", [f"{name}#{at}" for at in range(len(types))]

    # Loops.

    def _loop(self, loop: CountedLoop, before: Block) -> None:
        outermost = loop.loop.parent is None
        if outermost:
            self.is_linear = loop.loop.header in self.linear
        header, counter = loop.loop.header, loop.counter
        carried = [*loop.carried, *([counter] if loop.counter_outlives else [])]
        starts = [self.name_of(phi_operand(phi, before)) for phi in carried]
        bounds = self._affine_bounds(loop) if self.is_linear else self._plain_bounds(loop)
        types = [phi.type for phi in carried]
        head, results = self._head(carried[0].name if carried else "", types)
        outer = dict(self.names)
        plain = counter.name.partition(".")[0]
        index = self.text.fresh(plain if loop.step > 0 else f"{plain}.down")
        inner = [self.text.fresh(f"{phi.name}.in") for phi in carried]
        arguments = ", ".join(
            f"{argument} = {start}" for argument, start in zip(inner, starts, strict=True)
        )
        takes = f" iter_args({arguments}) -> ({', '.join(map(type_text, types))})" if types else ""
        kind = "affine" if self.is_linear else "scf"
        self.text.write(f"{head}{kind}.for {index} = {bounds}{takes} {{")
        self.names.update(zip(carried, inner, strict=True))
        with self.text.deeper():
            self._count(loop, index)
            for instruction in header.body:
                self._instruction(instruction, header)
            values = dict(zip(header.phis, self.region(loop.body, header, header), strict=True))
            self._yield(f"{kind}.yield", [values[phi] for phi in carried], types)
        self.text.write("}")
        self._leave(loop, outer, carried, results)

    def _leave(
        self,
        loop: CountedLoop,
        outer: dict[Value, str],
        carried: Sequence[Value],
        results: Sequence[str],
    ) -> None:
        constants = {
            literal: name for literal, name in self.names.items() if isinstance(literal, Constant)
        }
        self.names = outer | constants
        self.indices.pop(loop.counter, None)
        self.downward.pop(loop.counter, None)
        self.names.update(zip(carried, results, strict=True))
        self.is_linear = self.is_linear and loop.loop.parent is not None

    def _count(self, loop: CountedLoop, index: str) -> None:
        """What C's counter is in this round."""
        counter, type_ = loop.counter, loop.counter.type
        value = self.text.define(
            f"{index[1:]}.value", f"arith.index_cast {index} : index to {type_text(type_)}"
        )
        self.indices[counter] = index
        if loop.step < 0:
            start = self.name_of(loop.induction.start)
            value = self.text.define(
                f"{index[1:]}.value", f"arith.subi {start}, {value} : {type_text(type_)}"
            )
            self.downward[counter] = self._expanded(loop.induction.start) or LinearForm({})
        self.names[counter] = value

    def _affine_bounds(self, loop: CountedLoop) -> str:
        start, end = self._expanded(loop.induction.start), self._expanded(loop.end)
        assert start is not None
        assert end is not None
        closing = LinearForm({}, 1 if loop.closed else 0)
        low, high = (start, end.plus(closing))
        if loop.step < 0:
            low, high = LinearForm({}), start.plus(end, -1).plus(closing)
        step = f" step {abs(loop.step)}" if abs(loop.step) > 1 else ""
        ends = (bound_text(end, self.reader.counters, self.indices) for end in (low, high))
        return f"{' to '.join(ends)}{step}"

    def _plain_bounds(self, loop: CountedLoop) -> str:
        for one in loop.loop.header.body:
            self._instruction(one, loop.loop.header, before=True)
        start, end = self.index_of(loop.induction.start), self.index_of(loop.end)
        low, high = start, end
        if loop.step < 0:
            low = self.text.define("zero", "arith.constant 0 : index")
            high = self.text.define("span", f"arith.subi {start}, {end} : index")
        one = self.text.define("one", "arith.constant 1 : index")
        if loop.closed:
            high = self.text.define("behind", f"arith.addi {high}, {one} : index")
        step = (
            one
            if abs(loop.step) == 1
            else self.text.define("step", f"arith.constant {abs(loop.step)} : index")
        )
        return f"{low} to {high} step {step}"

    # Instructions.

    def _instruction(self, instruction: Instruction, block: Block, before: bool = False) -> None:
        if before and any(
            operand not in self.names and not isinstance(operand, Constant)
            for operand in instruction.operands
        ):
            return
        if instruction.opcode == "store":
            layout = self.layouts[instruction.array]
            kind, index = self._place(instruction, layout)
            self.text.write(
                f"{kind}.store {self.name_of(instruction.stored)}, "
                f"{layout.name}[{index}] : {layout.type}"
            )
            return
        if instruction.opcode == "load":
            layout = self.layouts[instruction.array]
            kind, index = self._place(instruction, layout)
            said = f"{kind}.load {layout.name}[{index}] : {layout.type}"
            self.bind(instruction, self.text.define(instruction.name, said), block)
            return
        said = self._said(instruction)
        name = (
            self.text.define(instruction.name, said)
            if said
            else self.name_of(instruction.operands[0])
        )
        self.bind(instruction, name, block)

    def _said(self, instruction: Instruction) -> str:
        """The operation; "" where the value is the operand's."""
        given = [self.name_of(operand) for operand in instruction.operands]
        type_ = instruction.operands[0].type if instruction.operands else I32
        kind = type_text(instruction.type)
        if instruction.opcode == "copy":
            return ""
        if instruction.opcode == "convert":
            if instruction.type == BOOL:
                return truth_text(type_, given[0], self.name_of(Constant(type_, 0)))
            return conversion_text(type_, instruction.type, given[0])
        if instruction.opcode == "neg":
            if type_.is_float:
                return f"arith.negf {given[0]} : {kind}"
            return f"arith.subi {self.name_of(Constant(type_, 0))}, {given[0]} : {kind}"
        if instruction.opcode == "not":
            ones = Constant(type_, True if type_ == BOOL else wrap(-1, type_))
            return f"arith.xori {given[0]}, {self.name_of(ones)} : {kind}"
        if instruction.opcode == "select":
            return f"arith.select {', '.join(given)} : {kind}"
        if instruction.opcode == "call":
            return f"{library_operation(instruction.callee)} {', '.join(given)} : {kind}"
        return binary_text(instruction, *given)

    def _place(self, instruction: Instruction, layout: ArrayLayout) -> tuple[str, str]:
        """Of an access: the dialect that says it, and its subscripts."""
        parts = layout.subscripts_of(instruction.subscript)
        if not self.is_linear:
            return "memref", ", ".join(self.index_of(part) for part in parts)
        forms = [form for form in map(self._expanded, parts) if form is not None]
        assert len(forms) == len(parts), "the nest was found to be linear"
        return "affine", ", ".join(
            subscript_text(form, self.reader.counters, self.indices) for form in forms
        )

    def _expanded(self, value: Value) -> LinearForm | None:
        form = self.reader.form_of(value)
        return None if form is None else from_starts(form, self.downward)
