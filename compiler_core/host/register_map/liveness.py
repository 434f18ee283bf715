"""Where the value in a register comes from and how long it is needed.

Reaching definitions are solved forwards over the blocks. Definitions that reach a common use are
one web: the stretch in which a register holds one thing, such as an accumulator with its start
value and its update. Live ranges are then walked backwards from each web's uses (Aho, Lam, Sethi
and Ullman, "Compilers", sections 9.2.4 and 9.2.5). Calls change what AAPCS64 lets them change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.register_map.calling_convention import ARGUMENT_GENERAL, ARGUMENT_VECTOR
from compiler_core.host.register_map.code import Code
from compiler_core.host.work import spend

ENTRY_POSITION = -1
_BITS_PER_STEP = 4096


@dataclass(frozen=True, slots=True)
class Definition:
    """One write to a register.

    position is ENTRY_POSITION for the value at the function's start and -2 - block for that at the
    start of a block nothing branches to. by_call: a call, or the way to such a block, may have left
    anything here (x0 and v0: the call's result).
    """

    id: int
    register: str
    position: int
    by_call: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """Positions first…last in one block where a web's value is needed."""

    block: int
    first: int
    last: int


@dataclass(slots=True, eq=False, kw_only=True)
class Web:
    """Definitions that belong together, the positions that read them, and the live ranges."""

    register: str
    """The canonical register that holds it, such as `x0`."""
    definitions: tuple[Definition, ...]
    """All writes that belong to it, the value at the function's entry among them."""
    uses: list[int] = field(default_factory=list)
    """Positions of the instructions that read it."""
    written: tuple[int, ...] = ()
    """Positions of the instructions that write it."""
    from_entry: bool = False
    """The value the function was entered with is part of it."""
    by_call: bool = False
    """Only calls write it."""
    ranges: tuple[Range, ...] = ()
    """Where its value is needed, block by block; empty if nothing reads it."""
    entered: frozenset[int] = frozenset()
    """Blocks at whose start it is live."""


@dataclass(frozen=True, slots=True)
class Flow:
    """All webs of a function, and which web each read and write belongs to."""

    webs: tuple[Web, ...]
    read: Mapping[tuple[int, str], Web]
    written: Mapping[tuple[int, str], Web]


def solve(code: Code) -> Flow:
    """Find webs and live ranges of all registers, the flags left out."""
    numbered = _Definitions(code)
    joined = list(range(len(numbered.all)))
    reads: list[tuple[int, str, int]] = []
    # Most reads are reached by one definition, or by the same ones as the read before.
    together: set[int] = set()
    for block in code.blocks:
        for position, register, reaching in _reads_of(code, numbered, block.id):
            first = _lowest(reaching)
            if reaching not in together:
                together.add(reaching)
                for other in _members(reaching & (reaching - 1)):
                    _join(joined, first, other)
            reads.append((position, register, first))
            numbered.reached[position, register] = first
    for position in code.positions:
        for register in code.implicitly_read(position):
            if (position, register) in numbered.reached:
                reached = numbered.reached[position, register]
                _join(joined, reached, numbered.at[position, register])
    return _build(code, numbered, joined, reads)


class _Definitions:
    """All definitions by number, and as bit sets which of them reach the start of each block.

    reached: for each read one of the definitions that reach it, filled while reading.
    """

    def __init__(self, code: Code) -> None:
        self.all: list[Definition] = []
        self.at: dict[tuple[int, str], int] = {}
        self.of_register: dict[str, int] = {}
        self.entering: dict[int, int] = {}
        self.reached: dict[tuple[int, str], int] = {}
        for block in code.entries:
            position = ENTRY_POSITION if block == 0 else -2 - block
            before = len(self.all)
            for register in sorted(code.registers):
                self._add(register, position, block != 0)
            self.entering[block] = (1 << len(self.all)) - (1 << before)
        for position in code.positions:
            for register in code.writes(position):
                self._add(register, position, code.is_call(position))
        # A set of definitions is one number; an operation on it takes as long as it is wide.
        self.words = 1 + len(self.all) // _BITS_PER_STEP
        spend(len(code.blocks) * len(self.of_register) * self.words)
        self.reaching = _solve_reaching(code, self)

    def _add(self, register: str, position: int, by_call: bool) -> None:
        number = len(self.all)
        self.all.append(Definition(number, register, position, by_call))
        self.at[position, register] = number
        self.of_register[register] = self.of_register.get(register, 0) | 1 << number


def _solve_reaching(code: Code, definitions: _Definitions) -> dict[int, int]:
    """in(b) = union of out(p) over predecessors p; out(b) = made(b) or in(b) without killed(b)."""
    made, killed = _made_and_killed(code, definitions)
    entering = {block.id: definitions.entering.get(block.id, 0) for block in code.blocks}
    leaving = {block.id: 0 for block in code.blocks}
    waiting = set(code.order)
    while waiting:
        for block in code.order:
            if block not in waiting:
                continue
            waiting.discard(block)
            spend(1 + len(code.predecessors[block]) * definitions.words)
            for before in code.predecessors[block]:
                entering[block] |= leaving[before]
            out = made[block] | (entering[block] & ~killed[block])
            if out != leaving[block]:
                leaving[block] = out
                waiting.update(code.blocks[block].successors)
    return entering


def _made_and_killed(
    code: Code, definitions: _Definitions
) -> tuple[dict[int, int], dict[int, int]]:
    made: dict[int, int] = {}
    killed: dict[int, int] = {}
    for block in code.blocks:
        last: dict[str, int] = {}
        for position in code.positions_of(block.id):
            for register in code.writes(position):
                last[register] = definitions.at[position, register]
        made[block.id] = sum(1 << number for number in last.values())
        killed[block.id] = 0
        for register in last:
            killed[block.id] |= definitions.of_register[register]
    return made, killed


def _reads_of(code: Code, definitions: _Definitions, block: int) -> Iterator[tuple[int, str, int]]:
    """Each read of a block: position, register, and the definitions that reach it."""
    current = {
        register: definitions.reaching[block] & mask
        for register, mask in definitions.of_register.items()
    }
    since_call: set[str] = set()
    for position in code.positions_of(block):
        for register in code.reads(position):
            if current.get(register):
                yield position, register, current[register]
        if code.passes_arguments(position):
            fresh = since_call.difference(code.reads(position))
            for register in _passed(code, definitions, position, current, fresh):
                yield position, register, current[register]
            since_call.clear()
        for register in code.writes(position):
            current[register] = 1 << definitions.at[position, register]
            if not code.is_call(position):
                since_call.add(register)


def _passed(
    code: Code,
    definitions: _Definitions,
    position: int,
    current: Mapping[str, int],
    since_call: frozenset[str] | set[str],
) -> list[str]:
    """Argument registers a call reads.

    The callee's parameters if they are known. Else, in each bank, every register up to the highest
    one written in this block since the last call; if there is none, the function's own arguments
    that still stand where they arrived.
    """
    known = code.known_arguments(position)
    if known is not None:
        return [register for register in known if current.get(register)]
    own = set(code.own_arguments)
    passed: list[str] = []
    for bank in (ARGUMENT_GENERAL, ARGUMENT_VECTOR):
        fresh = [number for number, register in enumerate(bank) if register in since_call]
        if fresh:
            passed.extend(bank[: fresh[-1] + 1])
            continue
        passed.extend(
            register
            for register in bank
            if register in own
            and current.get(register) == 1 << definitions.at[ENTRY_POSITION, register]
        )
    return [register for register in passed if current.get(register)]


def _members(bits: int) -> Iterator[int]:
    spend(bits.bit_count() * (1 + bits.bit_length() // _BITS_PER_STEP))
    while bits:
        yield _lowest(bits)
        bits &= bits - 1


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _root(joined: list[int], number: int) -> int:
    while joined[number] != number:
        joined[number] = joined[joined[number]]
        number = joined[number]
    return number


def _join(joined: list[int], left: int, right: int) -> None:
    joined[_root(joined, right)] = _root(joined, left)


def _build(
    code: Code,
    definitions: _Definitions,
    joined: list[int],
    reads: Sequence[tuple[int, str, int]],
) -> Flow:
    webs, written = _webs(definitions, joined)
    read: dict[tuple[int, str], Web] = {}
    for position, register, number in reads:
        web = webs[_root(joined, number)]
        web.uses.append(position)
        read[position, register] = web
    live_webs = [web for web in webs.values() if web.uses or _is_written_by_code(web)]
    for web in live_webs:
        web.ranges, web.entered = live_ranges(code, web)
    return Flow(tuple(live_webs), read, written)


def _webs(
    definitions: _Definitions, joined: list[int]
) -> tuple[dict[int, Web], dict[tuple[int, str], Web]]:
    members: dict[int, list[Definition]] = {}
    for definition in definitions.all:
        members.setdefault(_root(joined, definition.id), []).append(definition)
    webs: dict[int, Web] = {}
    written: dict[tuple[int, str], Web] = {}
    for root, group in members.items():
        positions = [write.position for write in group]
        web = Web(
            register=group[0].register,
            definitions=tuple(group),
            written=tuple(position for position in positions if position >= 0),
            from_entry=ENTRY_POSITION in positions,
            by_call=all(write.by_call for write in group),
        )
        webs[root] = web
        written.update(((position, web.register), web) for position in positions)
    return webs, written


def _is_written_by_code(web: Web) -> bool:
    return not web.by_call and bool(web.written)


def live_ranges(code: Code, web: Web) -> tuple[tuple[Range, ...], frozenset[int]]:
    """Where the web's value is needed: from each use back to the definitions that reach it.

    Also the blocks at whose start it is needed.
    """
    short = _within_block(code, web)
    if short is not None:
        return (short,), frozenset()
    starts: dict[int, list[int]] = {}
    for position in web.written:
        starts.setdefault(code.block_at[position], []).append(position)
    ranges = [(code.block_at[at], at, at) for at in web.written if not code.is_call(at)]
    entered: set[int] = set()
    waiting: list[int] = []
    for use in web.uses:
        block = code.block_at[use]
        before = [start for start in starts.get(block, ()) if start < use]
        first = code.first_of(block)
        ranges.append((block, max(before, default=first), use))
        if not before and block not in entered:
            entered.add(block)
            waiting.extend(code.predecessors[block])
    left_live: set[int] = set()
    while waiting:
        block = waiting.pop()
        if block in left_live:
            continue
        spend(1 + len(code.predecessors[block]))
        left_live.add(block)
        inside = starts.get(block, ())
        first = code.first_of(block)
        ranges.append((block, max(inside, default=first), code.blocks[block].last))
        if not inside:
            entered.add(block)
            waiting.extend(code.predecessors[block])
    return _merged(ranges), frozenset(entered)


def _within_block(code: Code, web: Web) -> Range | None:
    """The range of a web that one instruction writes and only later ones of its block read."""
    if len(web.definitions) > 1 or not web.written or web.by_call:
        return None
    start = web.written[0]
    block = code.block_at[start]
    inside = all(use > start and code.block_at[use] == block for use in web.uses)
    return Range(block, start, max(web.uses, default=start)) if inside else None


def _merged(ranges: list[tuple[int, int, int]]) -> tuple[Range, ...]:
    """Overlapping ranges (block, first, last) of one block become one."""
    merged: list[tuple[int, int, int]] = []
    for block, first, last in sorted(ranges):
        if merged and merged[-1][0] == block and merged[-1][2] >= first:
            merged[-1] = (block, merged[-1][1], max(merged[-1][2], last))
        else:
            merged.append((block, first, last))
    return tuple(Range(*span) for span in merged)
