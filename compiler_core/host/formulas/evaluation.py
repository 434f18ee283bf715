"""Executes a displayed formula on a state; `agreement.py` compares the outcome with a real run."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from compiler_core.host.formulas import exact_floats as fp
from compiler_core.host.formulas import functions
from compiler_core.host.formulas.flags import ALIASES, FLAG_TESTS, sum_flags
from compiler_core.host.formulas.machine import ELEMENT_BITS, State, width_of
from compiler_core.host.formulas.pointers import SIGNING
from compiler_core.host.formulas.syntax import Formula, Statement, Tree, parse_formula

_CAST = re.compile(r"(clamp_)?(u?int)(\d+)")
_FLOAT_BITS = {"bfloat16": 16, "half": 16, "float": 32, "double": 64}


class NotExecutable(ValueError):
    """The formula speaks of what no state here holds; the text says of what."""


def run(text: str, state: State, symbols: dict[str, int] | None = None) -> State:
    """The state after the formula, executed in order; `old(…)` sees the state before it.

    symbols: addresses by name; `next_line` of the next instruction, `exclusive` 1 where a
    store-exclusive succeeds. Raises NotExecutable, MemoryNotKnown, and ValueError for a formula
    whose notes do not fit its registers.
    """
    return Execution(parse_formula(text), state, symbols or {}).result()


class Execution:
    """One formula on one state. `slicing/traced_formula.py` watches what it reads and writes."""

    def __init__(self, formula: Formula, state: State, symbols: dict[str, int]) -> None:
        self.formula = formula
        self.before = state
        self.new = state.copy()
        self.read_from = self.new
        self.symbols = symbols
        notes = " ".join(formula.notes)
        names = re.findall(r"bfloat16|half|float|double", notes)
        self.signed = "signed" in formula.notes
        self.reads_floats = names[0] if names and not notes.startswith("to ") else ""
        self.writes_floats = names[-1] if names and not notes.startswith("from ") else ""
        self.lanes = 0
        self.variables: dict[str, int] = {}
        self.cleared: dict[str, int] = {}
        self.untold = 0

    def result(self) -> State:
        formula = self.formula
        if formula.lanes:
            self.lanes = self._lane_count(formula.where) or self._lanes_of_statements()
            self._loop(range(self.lanes))
        elif formula.first is not None:
            self.lanes = self._lanes_of_statements()
            bounds = self.value(formula.first), self.value(formula.last)
            self._loop(range(bounds[0], bounds[1] + 1))
        else:
            for statement in formula.statements:
                self._execute(statement, looping=False)
        for statement in formula.afterwards:
            self._execute(statement, looping=False)
        self._clear_the_rest()
        if formula.then is not None:
            self.new.nzcv = self.value(formula.then)
        return self.new

    def _loop(self, indices: range) -> None:
        for index in indices:
            self.variables["i"] = index
            for statement in self.formula.statements:
                self._execute(statement, looping=True)

    def _lanes_of_statements(self) -> int:
        for statement in self.formula.statements:
            count = self._lane_count(statement.target) or self._lane_count(statement.value)
            if count:
                return count
        return 0

    def _lane_count(self, tree: Tree | None) -> int:
        """Lanes of the first SVE register found in a tree."""
        if not isinstance(tree, tuple) or not tree:
            return 0
        if tree[0] == "register" and tree[2] and tree[1][0] in "zp":
            return 8 * self.before.vector_bytes // ELEMENT_BITS[tree[2][-1]]
        return next((count for part in tree if (count := self._lane_count(part))), 0)

    def _execute(self, statement: Statement, looping: bool) -> None:
        target = statement.target
        if target[0] == "goto":
            if statement.value is None or self.truth(statement.value):
                self.new.taken = target[1]
                self.new.destination = self.value(target[2]) if target[2] is not None else 0
            return
        conditions = [tree for tree in (statement.where, self.formula.where) if tree is not None]
        if not all(self.truth(tree) for tree in conditions):
            if self.formula.else_zero:
                self._assign(target, 0, looping)
            return
        self._assign(target, self._right_side(target, statement.value), looping)

    def _right_side(self, target: Tree, tree: Tree | None) -> Any:
        if target == ("name", "nzcv") and tree is not None and tree[0] == "if":
            return self._right_side(target, tree[2] if self.truth(tree[1]) else tree[3])
        return self.value(tree)

    def _assign(self, target: Tree, value: Any, looping: bool) -> None:
        if target == ("name", "nzcv"):
            self.new.nzcv = value
        elif target == ("name", "sp"):
            self.new.set_scalar("sp", value)
        elif target[0] == "register":
            self._assign_register(target[1], value)
        elif target[1][0] == "name":
            size = int(target[1][1].removeprefix("mem")) // 8
            address = self._memory_address(target[2])
            self.new.memory.store(address, size, self._raw(value, 8 * size) or 0)
        else:
            self._assign_lane(target, value, looping)

    def _assign_register(self, name: str, value: Any) -> None:
        raw = self._raw(value, self.new.width_of(name))
        if raw is None:
            self.new.unknown.add((int(name[1:]), 0, self.new.width_of(name)))
        if self.untold:
            self.new.untold[int(name[1:])], self.untold = self.untold, 0
        self.new.set_scalar(name, raw or 0)

    def _assign_lane(self, target: Tree, value: Any, looping: bool) -> None:
        _, name, letter = target[1]
        index = self.value(target[2])
        if name[0] == "v":
            self._note_written(name, index * ELEMENT_BITS[letter], ELEMENT_BITS[letter], looping)
        raw = self._raw(value, ELEMENT_BITS[letter]) if name[0] != "p" else int(self._true(value))
        if raw is None:
            bits = ELEMENT_BITS[letter]
            self.new.unknown.add((int(name[1:]), index * bits, bits))
        self.new.set_lane(name, letter, index, raw or 0)

    def _note_written(self, name: str, start: int, bits: int, looping: bool) -> None:
        """Writing lanes of a NEON register clears the rest, unless single lanes are inserted."""
        width = 128
        if looping:
            width = 64 if "lower lanes kept" in self.formula.notes else 0
        written = ((1 << bits) - 1) << start
        self.cleared[name] = self.cleared.get(name, (1 << width) - 1) | written

    def _clear_the_rest(self) -> None:
        for name, mask in self.cleared.items():
            self.new.z[int(name[1:])] &= mask

    def _raw(self, value: Any, bits: int) -> int | None:
        """The bits to write; None for NaN."""
        if isinstance(value, Fraction | float):
            self._expect(self.writes_floats, bits)
            return fp.encode(value, fp.BFLOAT16 if self.writes_floats == "bfloat16" else bits)
        if self.writes_floats and isinstance(value, int) and not isinstance(value, bool):
            return fp.encode(Fraction(value) if value else 0.0, bits)
        return int(value) & ((1 << bits) - 1)

    @staticmethod
    def _expect(name: str, bits: int) -> None:
        """The note says which floats are meant; the registers must agree."""
        if _FLOAT_BITS.get(name) != bits:
            raise ValueError(f"{bits} bits are no {name or 'float here'}")

    def truth(self, tree: Tree) -> bool:
        return self._true(self.value(tree))

    @staticmethod
    def _true(value: Any) -> bool:
        return bool(value)

    def value(self, tree: Tree | None) -> Any:
        """The value of an expression: an int, or a float value where lanes are floats."""
        if tree is None:
            raise ValueError("nothing to evaluate")
        return getattr(self, f"_{tree[0]}")(*tree[1:])

    def _number(self, number: int | float) -> Any:
        if isinstance(number, float):
            return Fraction(number) if number else number
        return number

    def _name(self, name: str) -> Any:
        if name in ("sp", "wsp"):
            return self.read_from.scalar(name)
        if name == "lanes":
            return self.lanes
        if name == "vector_bytes":
            return self.before.vector_bytes
        if name in self.variables:
            return self.variables[name]
        if name == "nzcv":
            return self.read_from.nzcv
        if name == "C":
            return self.read_from.nzcv >> 1 & 1
        if name == "exclusive":
            return bool(self.symbols.get(name, 0))
        if name == "next_line":
            return self.symbols[name]
        if ALIASES.get(name, name) not in FLAG_TESTS:
            raise NotExecutable("needs the address of a symbol")
        flags = [bool(self.read_from.nzcv >> shift & 1) for shift in (3, 2, 1, 0)]
        return bool(FLAG_TESTS[ALIASES.get(name, name)](*flags))

    def _register(self, name: str, arrangement: str) -> Any:
        if not arrangement:
            bits = self.before.width_of(name)
            return self._typed(self.read_from.scalar(name), bits, name[0] in "hsd")
        return self.vector(name, arrangement)

    def vector(self, name: str, arrangement: str) -> list[Any]:
        """All lanes of a register."""
        letter = arrangement[-1]
        count = int(arrangement[:-1] or 8 * self.before.vector_bytes // ELEMENT_BITS[letter])
        return [self._lane(name, letter, index) for index in range(count)]

    def _lane(self, name: str, letter: str, index: int) -> Any:
        raw = self.read_from.lane(name, letter, index)
        if name[0] == "p":
            return raw
        return self._typed(raw, ELEMENT_BITS[letter], letter in "hsd")

    def _typed(self, raw: int, bits: int, may_be_float: bool) -> Any:
        if self.reads_floats and may_be_float:
            self._expect(self.reads_floats, bits)
            return fp.decode(raw, fp.BFLOAT16 if self.reads_floats == "bfloat16" else bits)
        if self.signed and raw >> (bits - 1):
            return raw - (1 << bits)
        return raw

    def _index(self, tree: Tree, index: Tree) -> Any:
        if tree[0] == "name":
            size = int(tree[1].removeprefix("mem")) // 8
            return self.read_from.memory.load(self._memory_address(index), size)
        position = self.value(index)
        if tree[0] == "register":
            return self._lane(tree[1], tree[2], position)
        return self.value(tree)[position]

    def _memory_address(self, tree: Tree) -> int:
        return self.value(tree)

    def _if(self, test: Tree, yes: Tree, no: Tree) -> Any:
        return self.value(yes) if self.truth(test) else self.value(no)

    def _unary(self, sign: str, tree: Tree) -> Any:
        value = self.value(tree)
        if sign == "!":
            return not value
        if sign == "~":
            return ~value
        return fp.negate(value) if isinstance(value, Fraction | float) else -value

    def _binary(self, sign: str, left: Tree, right: Tree) -> Any:
        if sign == "&&":
            return self.truth(left) and self.truth(right)
        if sign == "||":
            return self.truth(left) or self.truth(right)
        left_value, two = self.value(left), self.value(right)
        if isinstance(left_value, list):
            return [a & b for a, b in zip(left_value, two, strict=True)]
        return functions.binary(sign, left_value, two)

    def _masked(self, vector: Tree, predicate: Tree) -> list[Any]:
        """Active lanes only; the place of the others is kept as None."""
        lanes = self.value(vector)
        letter = self._register_of(vector)[0][2]
        governing, state = self._register_of(predicate)
        return [
            lane if state.lane(governing[1], letter, index) else None
            for index, lane in enumerate(lanes)
        ]

    def _over(self, tree: Tree, first: Tree, last: Tree) -> list[Any]:
        values = []
        for k in range(self.value(first), self.value(last) + 1):
            self.variables["k"] = k
            values.append(self.value(tree))
        return values

    def _call(self, name: str, arguments: tuple[Tree, ...]) -> Any:
        if name == "flags":
            return self._flags(arguments[0])
        if name == "mask_flags":
            return self._mask_flags(*arguments)
        if name == "old":
            return self._old(arguments[0])
        if name in _FLOAT_BITS:
            return self._read_as(name, arguments[0])
        if name in functions.ON_SYMBOLS:
            return functions.ON_SYMBOLS[name](self._address_of(arguments[0][1]))
        if name == "count" or name.startswith("count_"):
            lanes = self.before.vector_bytes // int(name[6:]) if name[5:] else self.lanes
            return functions.pattern_count(arguments[0][1], lanes)
        if name in functions.ON_PREDICATES:
            return self._on_predicates(name, arguments)
        return self._of_values(name, arguments)

    def _of_values(self, name: str, arguments: tuple[Tree, ...]) -> Any:
        """A function of what its arguments are worth."""
        values = [self.value(argument) for argument in arguments]
        cast = _CAST.fullmatch(name)
        if cast:
            return functions.cast(values[0], bool(cast[1]), cast[2] == "int", int(cast[3]))
        if name in SIGNING:
            value, self.untold = SIGNING[name](*values)
            return value
        if name not in functions.FUNCTIONS:
            raise NotExecutable(f"uses {name}(…), which is not told to the last bit")
        return functions.FUNCTIONS[name](self._width(arguments[0]), *values)

    def _address_of(self, symbol: str) -> int:
        if symbol not in self.symbols:
            raise NotExecutable("needs the address of a symbol")
        return self.symbols[symbol]

    def _old(self, tree: Tree) -> Any:
        """The value before the first statement."""
        self.read_from, now = self.before, self.read_from
        value = self.value(tree)
        self.read_from = now
        return value

    def _read_as(self, name: str, tree: Tree) -> Any:
        """A register as a number of another format than the notes say."""
        self.reads_floats, noted = name, self.reads_floats
        value = self.value(tree)
        self.reads_floats = noted
        return value

    def _register_of(self, tree: Tree) -> tuple[Tree, State]:
        """The register that a tree names, and the state that it is read from."""
        if tree[:2] == ("call", "old"):
            return tree[2][0], self.before
        return tree, self.read_from

    def _width(self, tree: Tree) -> int:
        """Bits of the first register in an argument, for functions that depend on the width."""
        if tree[0] == "register":
            return ELEMENT_BITS[tree[2][-1]] if tree[2] else self.before.width_of(tree[1])
        if tree in (("name", "sp"), ("name", "wsp")):
            return width_of(tree[1])
        parts = tree[2] if tree[0] == "call" else tree[1:]
        widths = (self._width(part) for part in parts if isinstance(part, tuple) and part)
        return next((width for width in widths if width), 0)

    def _on_predicates(self, name: str, arguments: tuple[Tree, ...]) -> list[Any]:
        registers = [self._register_of(tree) for tree in arguments]
        letter = next((tree[2] for tree, _ in registers if tree[2]), "b")
        vectors = []
        for tree, state in registers:
            self.read_from, now = state, self.read_from
            vectors.append(self.vector(tree[1], tree[2] or letter))
            self.read_from = now
        return functions.ON_PREDICATES[name](*vectors)

    def _flags(self, tree: Tree) -> int:
        """AddWithCarry and the logical operations of the Arm ARM's shared pseudocode."""
        bits = self._width(tree)
        mask = (1 << bits) - 1
        if tree[1] == "&":
            result = self.value(tree) & mask
            return (result >> (bits - 1)) << 3 | (result == 0) << 2
        carry = 0
        if tree[2][0] == "binary" and tree[3] == ("name", "C"):
            carry, tree = self.value(tree[3]), tree[2]
        left, right = self.value(tree[2]) & mask, self.value(tree[3]) & mask
        if tree[1] == "-":
            right, carry = ~right & mask, 1
        return sum_flags(left, right, carry, bits)

    def _mask_flags(self, result: Tree, mask: Tree | None = None) -> int:
        """PredTest of the Arm ARM: N first active, Z none active, C last not active.

        Of the lanes that the mask has; `active` are those of the result itself.
        """
        letter = result[2]
        governing, state = self._register_of(mask) if mask else (None, self.read_from)
        if mask is not None and mask[1] == "active":
            governing, state = result, self.new
        count = 8 * self.before.vector_bytes // ELEMENT_BITS[letter]
        lanes = [
            (
                self.new.lane(result[1], letter, k),
                state.lane(governing[1], letter, k) if governing else 1,
            )
            for k in range(count)
        ]
        active = [lane for lane, governing in lanes if governing]
        first, last = (active[0], active[-1]) if active else (0, 0)
        return first << 3 | (not any(active)) << 2 | (not last) << 1
