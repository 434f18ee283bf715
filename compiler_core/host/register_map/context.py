"""What the rules of the register map ask about a web: its code, its loops, its names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from compiler_core.host.compilation import BasicBlock, Loop
from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList
from compiler_core.host.loop_analysis.flow_graph import LoopRegion, reached_blocks
from compiler_core.host.loop_analysis.loop_values import LoopValues, loop_values
from compiler_core.host.register_map.argument_passing import Argument
from compiler_core.host.register_map.calling_convention import STACK
from compiler_core.host.register_map.code import Code
from compiler_core.host.register_map.liveness import Flow, Web
from compiler_core.host.unfolding import unfold
from compiler_core.host.work import spend

_VIEWS_KEPT = 1 << 15
_CLEARING = ("movi", "mvni")
_DERIVING = (
    "add", "sub", "adds", "subs", "lsl", "lsr", "asr", "sxtw", "uxtw", "sbfiz", "ubfiz", "mov",
    "fmov", "dup", "and", "smaddl", "umaddl", "madd", "ubfx", "sbfx",
)  # fmt: skip


class Context:
    """One function's code, webs and loops, with the questions that rules ask."""

    def __init__(self, code: Code, flow: Flow, loops: Sequence[Loop]) -> None:
        self.code = code
        self.flow = flow
        self.loops = loops
        self.arguments = {
            argument.register: argument
            for argument in (code.arguments.arguments if code.arguments is not None else ())
        }
        self.home_slots = self._stack_arguments() | self._find_home_slots()
        self._returned = self._find_returned()
        self._values: dict[int, LoopValues] = {}
        self._written_by: dict[Web, tuple[Instruction, ...]] = {}
        self._subjects: dict[Web, str] = {}
        self._reached: tuple[int, ...] = ()
        self._blocks = {loop.id: frozenset(loop.blocks) for loop in loops}
        self._around: dict[int, list[Loop]] = {}
        for loop in sorted(loops, key=lambda loop: -loop.depth):
            spend(len(loop.blocks))
            for block in loop.blocks:
                self._around.setdefault(block, []).append(loop)

    def _stack_arguments(self) -> dict[str, Argument]:
        """Arguments passed on the stack, by the slot they have below this function's frame.

        AAPCS64, rules C.14 to C.17: from the stack pointer at entry upwards.
        """
        listed = self.code.arguments.arguments if self.code.arguments is not None else ()
        passed = [argument for argument in listed if argument.register == STACK]
        if not passed:
            return {}
        frame = self.code.frame_size()
        return {f"sp+{frame + argument.offset}": argument for argument in passed}

    def _find_home_slots(self) -> dict[str, Argument]:
        """Stack slots that an argument is stored to on entry, as unoptimised code does."""
        homes: dict[str, Argument] = {}
        for position in self.code.positions_of(0) if self.code.blocks else ():
            if self.code.effect(position).memory != "store":
                continue
            for register, slot in self.code.slots(position):
                web = self.flow.read.get((position, register.canonical))
                argument = self.arguments.get(register.canonical)
                if web is not None and argument is not None and web.from_entry:
                    homes |= _homes(argument, slot)
        return homes

    def written_by(self, web: Web) -> tuple[Instruction, ...]:
        """The instructions that write the web, calls left out."""
        if web not in self._written_by:
            self._written_by[web] = tuple(
                self.code.instruction(definition.position)
                for definition in web.definitions
                if definition.position >= 0 and not definition.by_call
            )
        return self._written_by[web]

    def argument(self, web: Web) -> Argument | None:
        """The argument a web holds from the function's entry."""
        return self.arguments.get(web.register) if web.from_entry else None

    def is_returned(self, web: Web) -> bool:
        """True if a `ret` hands the web to the caller as the result."""
        return web in self._returned

    def _find_returned(self) -> frozenset[Web]:
        """Webs that are the result. Where its type is not known, x0 and v0 are candidates.

        Then a value the function was entered with does not count, and of two that were computed
        only one that serves for nothing else.
        """
        signature = self.code.signature
        sure = signature is not None and signature.return_class != "unknown"
        returned: set[Web] = set()
        for position in filter(self.code.is_return, self.code.positions):
            webs = [self.flow.read.get((position, register)) for register in self.code.results]
            candidates = [web for web in webs if web is not None]
            if not sure:
                candidates = [web for web in candidates if not web.from_entry]
            if not sure and len(candidates) > 1:
                candidates = [web for web in candidates if self._serves_only_return(web)]
            returned.update(candidates)
        return frozenset(returned)

    def _serves_only_return(self, web: Web) -> bool:
        own = {*web.written, *filter(self.code.is_return, web.uses)}
        return own.issuperset(web.uses)

    def loops_of(self, position: int) -> list[Loop]:
        """Loops around a position, innermost first."""
        around = self._around.get(self.code.block_at[position], [])
        spend(1 + len(around))
        return around

    def carrying(self, web: Web) -> list[Loop]:
        """The loops that change the web and need it in the next iteration, in their order."""
        if not web.entered or not web.written:
            return []
        changing = {
            loop.id: loop
            for block in {self.code.block_at[position] for position in web.written}
            for loop in self._around.get(block, ())
            if loop.header in web.entered
        }
        spend(len(changing))
        return [changing[number] for number in sorted(changing)]

    def is_inside(self, position: int, loop: Loop) -> bool:
        """True if the instruction at this position belongs to the loop."""
        return self.code.block_at[position] in self._blocks[loop.id]

    def holds(self, loop: Loop, block: int) -> bool:
        """True if the block belongs to the loop."""
        return block in self._blocks[loop.id]

    def reached_from(self, loop: Loop, block: int) -> bool:
        """True if the block can be reached from inside the loop."""
        return self._leads(loop.header, block)

    def leads_to(self, loop: Loop, block: int) -> bool:
        """True if the loop can be reached from the block."""
        return self._leads(block, loop.header)

    def _leads(self, start: int, end: int) -> bool:
        if not self._reached:
            self._reached = reached_blocks(self.code.body.graph)
        return bool(self._reached[start] >> end & 1)

    def step(self, web: Web, loop: Loop) -> int | None:
        """Change of the web's register per iteration; None if not a known number."""
        return self._loop_values(loop).steps.of(web.register)

    def _loop_values(self, loop: Loop) -> LoopValues:
        if loop.id not in self._values:
            spend(len(self.loops))
            inner = [other.blocks for other in self.loops if other.parent == loop.id]
            region = LoopRegion(
                loop.header, frozenset(loop.blocks), _latches(self.code.blocks, loop), False
            )
            self._values[loop.id] = loop_values(self.code.body, region, frozenset().union(*inner))
        return self._values[loop.id]

    def bases(self, web: Web) -> list[int]:
        """Positions that use the web as the base of an address."""
        return [use for use in web.uses if self._in_address(use, web, is_base=True)]

    def indexes(self, web: Web) -> list[int]:
        """Positions that use the web as an index in an address."""
        return [use for use in web.uses if self._in_address(use, web, is_base=False)]

    def _in_address(self, position: int, web: Web, *, is_base: bool) -> bool:
        for operand in self.code.instruction(position).operands:
            if isinstance(operand, Memory):
                part = operand.base if is_base else operand.offset
                if isinstance(part, Register) and part.canonical == web.register:
                    return True
        return False

    def compared(self, web: Web) -> list[int]:
        """Positions that compare the web without changing it."""
        return [
            use
            for use in web.uses
            if self.code.instruction(use).mnemonic
            in ("cmp", "cmn", "ccmp", "whilelo", "whilelt", "whilels", "whilele")
        ]

    def source_webs(self, web: Web) -> Iterator[Web]:
        """Webs of the registers that the web's defining instructions read, itself left out."""
        for position in web.written:
            for register in self.code.reads(position):
                source = self.flow.read.get((position, register))
                if source is not None and source is not web:
                    yield source

    def base_webs(self, web: Web) -> Iterator[Web]:
        """Webs of the base registers that the web's defining loads address with."""
        for position in web.written:
            for operand in self.code.instruction(position).operands:
                if isinstance(operand, Memory):
                    base = self.flow.read.get((position, operand.base.canonical))
                    if base is not None and base is not web:
                        yield base

    def subject(self, web: Web) -> str:
        """Name of the argument a web's value stems from by copies and address arithmetic."""
        if web in self._subjects:
            return self._subjects[web]
        # While it is being looked for, a value made of itself adds no name.
        return unfold(web, self._subjects, self._sources, self._find_subject, "")

    def _sources(self, web: Web) -> list[Web]:
        """The webs whose subjects decide this one's."""
        if self.argument(web) is not None:
            return []
        return [
            source
            for position in web.written
            if self.flow.read.get((position, web.register)) is not web
            for register in self._derived_from(position)
            if (source := self.flow.read.get((position, register))) is not None
        ]

    def _derived_from(self, position: int) -> tuple[str, ...]:
        """Registers whose subjects pass on to what the instruction here computes."""
        if self.code.effect(position).memory == "load" or self.code.is_call(position):
            return ()
        derives = self.code.instruction(position).mnemonic in _DERIVING
        return self.code.reads(position) if derives else ()

    def _find_subject(self, web: Web) -> str:
        argument = self.argument(web)
        if argument is not None:
            return argument.name
        names = {
            self._subject_of(position)
            for position in web.written
            if self.flow.read.get((position, web.register)) is not web
        } - {""}
        return names.pop() if len(names) == 1 else ""

    def _subject_of(self, position: int) -> str:
        if self.code.effect(position).memory == "load":
            return self._home_of(position)
        derived = self._derived_from(position)
        read = (self.flow.read.get((position, register)) for register in derived)
        named = [name for web in read if web is not None and (name := self.subject(web))]
        pointers = [name for name in named if self.is_pointer(name)]
        chosen = pointers or named
        return chosen[0] if len(set(chosen)) == 1 else ""

    def is_pointer(self, name: str) -> bool:
        """True if this is the name of a pointer parameter, or of one passed by its address."""
        listed = self.code.arguments.arguments if self.code.arguments is not None else ()
        return any(argument.name == name and argument.is_address for argument in listed)

    def _home_of(self, position: int) -> str:
        for _, slot in self.code.slots(position):
            if slot in self.home_slots:
                return self.home_slots[slot].name
        return ""

    def home(self, web: Web) -> Argument | None:
        """The argument whose stack slot the web was loaded from."""
        for position in web.written:
            for register, slot in self.code.slots(position):
                if register.canonical == web.register and slot in self.home_slots:
                    return self.home_slots[slot]
        return None

    def slot(self, web: Web) -> str:
        """The stack slot a web was loaded from, such as `sp+12`; empty if it was not."""
        if len(web.written) != 1 or self.code.effect(web.written[0]).memory != "load":
            return ""
        for register, slot in self.code.slots(web.written[0]):
            if register.canonical == web.register:
                return slot
        return ""

    def slot_step(self, web: Web, slot: str) -> int | None:
        """Change per iteration of a stack slot, in the innermost loop around the web's load."""
        around = self.loops_of(web.written[0])
        return self._loop_values(around[0]).steps.of(slot) if around else None

    def lanes(self, web: Web) -> str:
        """The widest arrangement the web is used with: `4s`; the element letter for SVE."""
        if web.register.startswith("x"):
            return ""
        written = [self.code.instruction(position) for position in web.written]
        # `movi v0.2s, #0` is how GCC clears a scalar: it says nothing if another view exists.
        views = [
            *(_written_views(writer) for writer in written if writer.mnemonic not in _CLEARING),
            *(_read_views(self.code.instruction(position)) for position in web.uses),
        ]
        seen = _arrangements(web, views) or _arrangements(web, map(_written_views, written))
        return max(seen, key=_width, default="")


def _homes(argument: Argument, slot: str) -> dict[str, Argument]:
    """The slot itself, and those of the members that lie in it."""
    base, _, offset = slot.rpartition("+")
    if not base or not offset.isdecimal():
        return {slot: argument}
    inside = {
        f"{base}+{int(offset) + start}": replace(argument, name=name, holds=name)
        for name, start in argument.members
        if start >= 0
    }
    return {slot: argument} | inside


def _arrangements(web: Web, views: Iterable[tuple[Register, ...]]) -> list[str]:
    return [
        view.arrangement
        for registers in views
        for view in registers
        if view.canonical == web.register and view.lane is None
    ]


@lru_cache(maxsize=_VIEWS_KEPT)
def _written_views(instruction: Instruction) -> tuple[Register, ...]:
    """Registers in the places an instruction writes: the first operand, all that a load fills."""
    operands = (
        instruction.operands
        if instruction.mnemonic.startswith("ld")
        else (instruction.operands[:1])
    )
    return tuple(view for operand in operands for view in _registers(operand))


@lru_cache(maxsize=_VIEWS_KEPT)
def _read_views(instruction: Instruction) -> tuple[Register, ...]:
    """Registers in the places an instruction reads; a store reads its first operand too."""
    operands = instruction.operands
    if not instruction.mnemonic.startswith(("st", "fml", "ml", "ins")):
        operands = operands[1:]
    return tuple(view for operand in operands for view in _registers(operand))


def _registers(operand: object) -> tuple[Register, ...]:
    if isinstance(operand, Register):
        return (operand,)
    return operand.registers if isinstance(operand, RegisterList) else ()


@lru_cache(maxsize=_VIEWS_KEPT)
def _width(arrangement: str) -> tuple[int, int]:
    """Bits in all, then lanes: `4s` is wider than `2s`, and `16b` finer than `4s`."""
    count = arrangement.rstrip("bhsdq")
    element = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}.get(arrangement[-1:], 0)
    return element * int(count or 1), int(count or 1)


def _latches(blocks: Sequence[BasicBlock], loop: Loop) -> tuple[int, ...]:
    return tuple(block for block in loop.blocks if loop.header in blocks[block].successors)
