"""A reader's function as a kernel of Triton: each program does a block of the loop's rounds."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from compiler_core.atlas.own_loop.function import checked_function
from compiler_core.atlas.own_loop.shape import CountedLoop, refused
from compiler_core.atlas.triton.from_loop.loop_kernel import KernelParameter, LoopKernel
from compiler_core.atlas.triton.from_loop.masks import Mask, Masks
from compiler_core.atlas.triton.from_loop.one_loop import OneLoop, one_loop_of
from compiler_core.atlas.triton.from_loop.scalars import (
    call,
    cast,
    is_usual,
    joined,
    neutral_node,
    neutral_of,
    number,
    operation,
    parameter_text,
    turned,
    type_node,
    typed_number,
)
from compiler_core.atlas.triton.from_loop.text import KernelBody, KernelLine, is_short, plain_name
from compiler_core.atlas.triton.from_loop.totals import Total, totals_of
from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.types import BOOL, I32
from compiler_core.loop.ir.values import Array, Block, Constant, Instruction, Value
from compiler_core.source import SourceFile

MOST_LINES = 400
_PASSED_ON = "_of_blocks"


def kernel_of(source: SourceFile, function: str = "") -> LoopKernel:
    """function: of the file; the first with a loop if empty. Raises OutsideSubset at the line of
    what does not fit, and InputError."""
    lowered = checked_function(source, function)
    of = one_loop_of(lowered, source.name)
    totals = tuple(total for total in totals_of(of, source.name) if of.users.get(total.phi))
    return _Writing(file=source.name, of=of, totals=totals).kernel()


@dataclass(slots=True, kw_only=True)
class _Writing:
    """The kernel of one loop while it is being written."""

    file: str
    """The reader's file, named in refusals."""
    of: OneLoop
    """The function that the kernel is written from."""
    totals: tuple[Total, ...]
    """What rounds add up or compare, and each block leaves its part of, in parameters' order."""
    body: KernelBody = field(default_factory=KernelBody)
    """Lines so far, with the names that are taken."""
    values: dict[Value, ast.expr] = field(default_factory=dict)
    """By what a name, or an expression that is read once, stands for."""
    pointers: dict[Array, ast.expr] = field(default_factory=dict)
    """The kernel's parameter for each array of the function."""
    chains: set[Instruction] = field(default_factory=set)
    """Instructions that collect a total; a block does them at once, so none is written by
    itself."""
    masks: Masks = field(init=False)
    """Under which conditions each block of the function runs."""

    def __post_init__(self) -> None:
        self.masks = Masks(self.of, self._named_mask)

    def kernel(self) -> LoopKernel:
        function = self.of.function
        name = KernelBody().fresh(function.name)
        parameters = [self._parameter(parameter) for parameter in function.parameters]
        sums = [
            KernelParameter(
                self.body.fresh(f"{plain_name(reduction.phi)}{_PASSED_ON}"),
                f"*{parameter_text(reduction.phi.type)}",
                None,
            )
            for reduction in self.totals
        ]
        self._around()
        self._count()
        self.chains.update(link for total in self.totals for link in total.chain)
        self._blocks_of(self.of.counted)
        for total, pointer in zip(self.totals, sums, strict=True):
            self._leave(total, pointer.name)
        self._check_length()
        names = ", ".join(parameter.name for parameter in (*parameters, *sums))
        head = (
            KernelLine("@triton.jit", 0),
            KernelLine(f"def {name}({names}, block: tl.constexpr):", 1),
        )
        inside = (KernelLine(f"    {line.text}", line.line) for line in self.body.lines)
        return LoopKernel(name, self.of, (*parameters, *sums), (*head, *inside), self.totals)

    def _parameter(self, parameter: Array | Value) -> KernelParameter:
        name = self.body.fresh(parameter.name)
        if isinstance(parameter, Array):
            self.pointers[parameter] = ast.Name(name)
            return KernelParameter(name, f"*{parameter_text(parameter.element)}", parameter)
        self.values[parameter] = ast.Name(name)
        return KernelParameter(name, parameter_text(parameter.type), parameter)

    def _check_length(self) -> None:
        if len(self.body.lines) > MOST_LINES:
            raise refused(
                self.file,
                self.of.counted.loop.line,
                f"The kernel takes more than {MOST_LINES} lines.",
                "Paste a part of the loop.",
            )

    # Values.

    def value(self, operand: Value) -> ast.expr:
        """Where it is used beside another of its type."""
        if isinstance(operand, Constant):
            plain = int(operand.value) if operand.type == BOOL else operand.value
            return number(plain)
        return self.values[operand]

    def _alone(self, operand: Value) -> ast.expr:
        """Where nothing beside it says its type."""
        if isinstance(operand, Constant) and not is_usual(operand.type):
            return typed_number(operand)
        return self.value(operand)

    def _bind(self, instruction: Instruction, made: ast.expr, named: bool = False) -> None:
        """An expression that is read once stands where it is read, if it is short."""
        users = self.of.users.get(instruction, [])
        once = len(users) == 1 and users[0].operands.count(instruction) == 1
        if named or not once or not is_short(made):
            made = self.body.define(plain_name(instruction), made, instruction.line)
        self.values[instruction] = made

    def _named_mask(self, mask: ast.expr) -> ast.expr:
        return self.body.define("when", mask, 0)

    # Around the loop, and its counter.

    def _around(self) -> None:
        needed = self._needed()
        for instruction in self.of.before:
            if instruction in needed:
                self._compute(instruction)

    def _needed(self) -> set[Value]:
        """What the kernel reads of what is computed before the loop."""
        loop = self.of.counted.loop
        pending: list[Value] = [self.of.counted.end, self.of.counted.induction.start]
        chains = {link for total in self.totals for link in total.chain}
        pending += [
            operand
            for reader in loop.instructions()
            if reader not in chains and reader.opcode != "phi"
            for operand in reader.operands
        ]
        pending += [
            operand
            for phi in loop.instructions()
            if phi.opcode == "phi" and phi not in loop.header.phis
            for operand in phi.operands
        ]
        pending += [given.value for total in self.totals for given in total.given]
        needed: set[Value] = set()
        while pending:
            value = pending.pop()
            if value not in needed and isinstance(value, Instruction):
                needed.add(value)
                if value not in loop.header.phis:
                    pending += value.operands
        return needed

    def _count(self) -> None:
        """What the counter is in each round of a block, and which rounds there are."""
        counted = self.of.counted
        type_, line = counted.counter.type, counted.loop.line
        turn = joined(
            ast.Add(),
            joined(ast.Mult(), call("program_id", number(0)), ast.Name("block")),
            call("arange", number(0), ast.Name("block")),
        )
        if type_ != I32:
            turn = cast(turn, type_)
        if abs(counted.step) != 1:
            turn = joined(ast.Mult(), turn, number(abs(counted.step)))
        start = counted.induction.start
        from_zero = isinstance(start, Constant) and not start.value
        if counted.step < 0:
            turn = joined(ast.Sub(), self.value(start), turn)
        elif not from_zero:
            turn = joined(ast.Add(), self.value(start), turn)
        self.values[counted.counter] = self.body.define(plain_name(counted.counter), turn, line)
        self._ask_inside(line)

    def _ask_inside(self, line: int) -> None:
        counted = self.of.counted
        for instruction in counted.loop.header.body:
            # The end, where it is computed anew in each test.
            if instruction.type != BOOL and self.of.users.get(instruction):
                self._compute(instruction)
        end, counter = counted.end, self.values[counted.counter]
        if end.type != counted.counter.type:
            counter = cast(counter, end.type)
        sign = (
            (ast.LtE() if counted.closed else ast.Lt())
            if counted.step > 0
            else (ast.GtE() if counted.closed else ast.Gt())
        )
        inside = ast.Compare(counter, [sign], [self.value(end)])
        self.body.lines.append(
            KernelLine(f"inside = {ast.unparse(ast.fix_missing_locations(inside))}", line)
        )

    # A round.

    def _blocks_of(self, counted: CountedLoop) -> None:
        """Of a loop its body, loops within at their place."""
        dead = self.chains | self._counting(counted)
        done = {counted.loop.header}
        for block in counted.loop.blocks:
            if block in done:
                continue
            self._check_length()
            inner = self.of.nest.inner.get(block)
            if inner is not None:
                self._inner(inner)
                done.update(inner.loop.blocks)
                continue
            self._block(block, dead)

    def _block(self, block: Block, dead: set[Instruction]) -> None:
        for phi in block.phis:
            if phi not in dead:
                self._choose(phi, block)
        for instruction in block.body:
            if instruction not in dead:
                self._instruction(instruction, block)
        ending = block.terminator
        if ending.opcode == "branch" and ending.operands[0] not in self.chains:
            self.masks.conditions[block] = self._condition(ending.operands[0], ending.line)

    def _counting(self, counted: CountedLoop) -> set[Instruction]:
        """What makes the next round's counter, if nothing else reads it."""
        users = self.of.users.get(counted.induction.following, [])
        return {counted.induction.following} if users == [counted.counter] else set()

    def _inner(self, inner: CountedLoop) -> None:
        """A loop of Python's, whose rounds each do a block of the outer loop's."""
        loop, line = inner.loop, inner.loop.line
        # A name that is first written within the loop is not known behind it.
        self.masks.of_block(loop.header)
        assert loop.preheader is not None
        for phi in inner.carried:
            start = self._alone(phi_operand(phi, loop.preheader))
            every = call("where", ast.Name("inside"), start, start)
            self.values[phi] = self.body.define(plain_name(phi), every, line)
        for instruction in loop.header.body:
            if instruction.type != BOOL:
                self._compute(instruction)
        turn = self.body.fresh(f"{plain_name(inner.counter)}_turn")
        self.body.begin_loop(turn, self._bounds_of(inner), line)
        shape = ast.Tuple([ast.Name("block")])
        counter = call("full", shape, ast.Name(turn), type_node(inner.counter.type))
        self.values[inner.counter] = self.body.define(plain_name(inner.counter), counter, line)
        self._blocks_of(inner)
        self._hand_on(inner)
        self.body.end_loop()

    def _bounds_of(self, inner: CountedLoop) -> tuple[ast.expr, ...]:
        end = self.value(inner.end)
        if inner.closed:
            end = joined(ast.Add(), end, number(1 if inner.step > 0 else -1))
        bounds = (self.value(inner.induction.start), end)
        return bounds if inner.step == 1 else (*bounds, number(inner.step))

    def _hand_on(self, inner: CountedLoop) -> None:
        """All next values are there before the first of them takes its place."""
        following = [
            (phi, self._alone(phi_operand(phi, inner.loop.latches[0]))) for phi in inner.carried
        ]
        named = [
            (phi, self.body.define(f"{plain_name(phi)}_next", value, phi.line))
            for phi, value in following
        ]
        for phi, value in named:
            name = self.values[phi]
            assert isinstance(name, ast.Name)
            self.body.assign(name.id, value, phi.line)

    def _condition(self, condition: Value, line: int) -> ast.expr:
        made = self._alone(condition)
        if isinstance(made, ast.Name):
            return made
        return self.body.define("test", made, line)

    def _choose(self, phi: Instruction, block: Block) -> None:
        """Where ways meet: of several values the one whose way was taken."""
        if not self.of.users.get(phi):
            return
        values = [self._alone(operand) for operand in phi.operands]
        chosen = values[-1]
        for value, way in zip(values[-2::-1], phi.targets[-2::-1], strict=True):
            mask = self.masks.of_way(way, block)
            if isinstance(mask, ast.UnaryOp):
                chosen = call("where", turned(mask), chosen, value)
            else:
                chosen = call("where", mask, value, chosen) if mask is not None else value
        self._bind(phi, chosen, named=True)

    def _instruction(self, instruction: Instruction, block: Block) -> None:
        if instruction.opcode == "load":
            address = self._place(instruction)
            loaded = call("load", address, mask=self._when(self.masks.of_block(block)))
            subscript = instruction.subscript
            ending = plain_name(subscript) if _is_named(subscript) else "v"
            name = f"{instruction.array.name}_{ending}"
            self.values[instruction] = self.body.define(name, loaded, instruction.line)
        elif instruction.opcode == "store":
            mask = self._when(self.masks.of_block(block))
            stored = call(
                "store", self._place(instruction), self._alone(instruction.stored), mask=mask
            )
            self.body.do(stored, instruction.line)
        else:
            self._compute(instruction)

    def _compute(self, instruction: Instruction) -> None:
        if not self.of.users.get(instruction):
            return
        if instruction.opcode == "copy":
            self.values[instruction] = self._alone(instruction.operands[0])
            return
        if instruction.opcode == "call" and instruction.callee == "sqrt":
            raise refused(
                self.file,
                instruction.line,
                "Triton has sqrt of a double from NVIDIA's libdevice alone.",
                "Take sqrtf: NVIDIA's files are not used here.",
            )
        alone = instruction.opcode in ("convert", "not", "neg", "call", "select") or all(
            isinstance(operand, Constant) for operand in instruction.operands
        )
        get = self._alone if alone else self.value
        operands = [get(operand) for operand in instruction.operands]
        if instruction.opcode == "convert" and isinstance(instruction.operands[0], Constant):
            operands = [typed_number(instruction.operands[0])]
        self._bind(instruction, operation(instruction, operands))

    def _place(self, instruction: Instruction) -> ast.expr:
        return joined(
            ast.Add(), self.pointers[instruction.array], self._alone(instruction.subscript)
        )

    def _when(self, mask: Mask) -> ast.expr:
        inside: ast.expr = ast.Name("inside")
        return inside if mask is None else joined(ast.BitAnd(), inside, mask)

    # Totals.

    def _leave(self, total: Total, pointer: str) -> None:
        """A block's part of a total, where its number says."""
        type_ = total.phi.type
        neutral = number(neutral_of(total.kind, type_))
        whole: ast.expr | None = None
        line = total.given[0].line
        for given in total.given:
            value = self._alone(given.value)
            if given.value.type != type_:
                value = cast(value, type_)
            if given.negative:
                minus = number(-1.0 if type_.is_float else -1)
                value = joined(ast.Mult(), value, minus)
            mask = self._when(self.masks.of_block(given.block))
            masked = call("where", mask, value, neutral_node(neutral, total.kind, type_))
            whole = masked if whole is None else joined(ast.Add(), whole, masked)
        assert whole is not None
        collected = self.body.define(plain_name(total.phi), whole, line)
        part = call(total.kind, collected, axis=number(0))
        where = joined(ast.Add(), ast.Name(pointer), call("program_id", number(0)))
        self.body.do(call("store", where, part), line)


def _is_named(value: Value) -> bool:
    return isinstance(value, Instruction) and value.opcode == "phi"
