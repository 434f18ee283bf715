"""A recording as slicing reads it: who wrote which place when, and what every register held.

Nothing here knows of dependences. Registers are found by what an instruction may write, whether or
not the value changed; memory by what was stored.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import explain
from compiler_core.host.formulas.machine import (
    GENERAL_COUNT,
    PREDICATE_COUNT,
    VECTOR_COUNT,
    Pieces,
    State,
)
from compiler_core.host.slicing.locations import (
    FIRST_PREDICATE_BANK,
    FIRST_VECTOR_BANK,
    FLAGS,
    STACK_POINTER,
    Bank,
    Location,
    address_of,
    all_banks,
    bank_of,
    bank_of_register,
)
from compiler_core.host.stepping.planning import PlacedLine
from compiler_core.toolchain.recorder.plan import FIRST_PREDICATE
from compiler_core.toolchain.recorder.record import (
    PROGRAM_COUNTER,
    STATUS_REGISTER,
    RawRecord,
    RawRegion,
    RawStep,
)

INSTRUCTION_BYTES = 4
_FLAGS_SHIFT = 28
_CHUNK_BITS = 4
_SYMBOL = re.compile(r"\b(page|low12|address)\(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class CodeFact:
    """One instruction of the function. writes: registers that it may write. replaces: those of them
    of which nothing old is left."""

    placed: PlacedLine
    formula: str
    reads: tuple[Bank, ...]
    writes: tuple[Bank, ...]
    replaces: tuple[Bank, ...]


@dataclass(slots=True)
class _History:
    """Values of one register: values[i] holds from just after steps[i - 1] on."""

    steps: list[int]
    values: list[int]

    def before(self, step: int) -> int:
        return self.values[bisect_left(self.steps, step)]


@dataclass(slots=True)
class _Stores:
    """Stores into one chunk of memory: step, first and end address, in order of the steps."""

    steps: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)

    def last_before(self, step: int, address: int) -> int | None:
        for position in range(bisect_left(self.steps, step) - 1, -1, -1):
            first, end = self.spans[position]
            if first <= address < end:
                return self.steps[position]
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """The steps of one call of a function, from its entry."""

    steps: tuple[RawStep, ...]
    """Every recorded instruction in the order of the run."""
    code: Mapping[int, CodeFact]
    """Address of an instruction of the listing to what is known of it."""
    vector_bytes: int
    """Length of an SVE vector in this run, 16 also for code without SVE."""
    symbols: Mapping[str, int]
    """Addresses of symbols as the linker placed them, read off what their instructions left."""
    histories: Mapping[Bank, _History]
    """Register to the values that it held, in the order of the steps."""
    writers: Mapping[Bank, Sequence[int]]
    """Register to the steps, ascending, that may have written it."""
    stores: Mapping[int, _Stores]
    """Chunk of memory (address divided by 16) to the stores into it, in order."""
    given: frozenset[Bank]
    """Registers in which the function's parameters arrived."""
    entry: tuple[RawRegion, ...] = ()
    """The driver's arrays as they were before the first step."""

    def fact(self, step: int) -> CodeFact | None:
        """The instruction of a step; None outside the listing."""
        return self.code.get(self.steps[step].address)

    def definition(self, location: Location, before: int) -> int | None:
        """The last step before this one that may have written the location; None: none did."""
        address = address_of(location)
        if address is not None:
            chunk = self.stores.get(address >> _CHUNK_BITS)
            return chunk.last_before(before, address) if chunk is not None else None
        steps = self.writers.get(bank_of(location), ())
        position = bisect_left(steps, before)
        return steps[position - 1] if position else None

    def byte_at_entry(self, address: int) -> int | None:
        """What a byte of an array held before the first step; None outside the arrays."""
        for region in self.entry:
            offset = address - region.address - region.offset
            if 0 <= offset < len(region.content):
                return region.content[offset]
        return None

    def value(self, bank: Bank, before: int) -> int:
        """What a register held before this step; vectors and predicates as one number."""
        return self.histories[bank].before(before)

    def state(self, before: int) -> State:
        """All registers before this step, and the memory that it touched."""
        vectors = range(FIRST_VECTOR_BANK, FIRST_VECTOR_BANK + VECTOR_COUNT)
        predicates = range(FIRST_PREDICATE_BANK, FIRST_PREDICATE_BANK + PREDICATE_COUNT)
        return State(
            x=[self.value(bank, before) for bank in range(GENERAL_COUNT)],
            sp=self.value(STACK_POINTER, before),
            nzcv=self.value(FLAGS, before),
            z=[self.value(bank, before) for bank in vectors],
            p=[self.value(bank, before) for bank in predicates],
            memory=Pieces(dict(touched_bytes(self.steps[before]))),
            vector_bytes=self.vector_bytes,
        )

    def following(self, step: int) -> int:
        """The address of the instruction that ran after a step."""
        raw = self.steps[step]
        return raw.general.get(PROGRAM_COUNTER, raw.address)

    def went_on(self, step: int) -> bool:
        """Whether the instruction after it in memory ran next: a branch was not taken."""
        return self.following(step) == self.steps[step].address + INSTRUCTION_BYTES


def touched_bytes(step: RawStep) -> Iterator[tuple[int, int]]:
    """Address and content of every byte that a step touched, before it."""
    for touch in step.touched:
        yield from enumerate(touch.before or b"", touch.address)


def recorded_run(
    record: RawRecord, code: Sequence[PlacedLine], given: frozenset[Bank] = frozenset()
) -> RecordedRun:
    """A record from the function's entry on, made ready to be asked. given: as in the record."""
    facts = {line.address: _fact(line) for line in code}
    histories = {bank: _History([], [value]) for bank, value in _first_values(record)}
    writers: dict[Bank, list[int]] = {bank: [] for bank in all_banks()}
    stores: dict[int, _Stores] = {}
    for number, step in enumerate(record.steps):
        changes = dict(changed_registers(step))
        for bank, value in changes.items():
            histories[bank].steps.append(number)
            histories[bank].values.append(value)
        fact = facts.get(step.address)
        for bank in dict.fromkeys((*(fact.writes if fact else ()), *changes)):
            writers[bank].append(number)
        for first, end in _stored(step):
            _note_store(stores, number, first, end)
    run = RecordedRun(
        steps=record.steps,
        code=facts,
        vector_bytes=record.vector_bytes,
        symbols={},
        histories=histories,
        writers=writers,
        stores=stores,
        given=given,
        entry=record.regions,
    )
    return replace(run, symbols=_symbols(run))


def _fact(line: PlacedLine) -> CodeFact:
    effects = effects_of(line.instruction)
    reads = tuple(bank_of_register(name) for name in effects.reads)
    writes = tuple(bank_of_register(name) for name in effects.writes)
    replaces = tuple(bank for bank in writes if bank <= FLAGS or bank not in reads)
    return CodeFact(line, explain(line.instruction).formula, reads, writes, replaces)


def _first_values(record: RawRecord) -> Iterator[tuple[Bank, int]]:
    for bank in all_banks():
        if bank < FIRST_VECTOR_BANK:
            number = STATUS_REGISTER if bank == FLAGS else bank
            yield bank, _general(number, record.general.get(number, 0))
        elif bank < FIRST_PREDICATE_BANK:
            yield bank, _whole(record.wide.get(bank - FIRST_VECTOR_BANK, b""))
        else:
            number = FIRST_PREDICATE + bank - FIRST_PREDICATE_BANK
            yield bank, _whole(record.wide.get(number, b""))


def changed_registers(step: RawStep) -> Iterator[tuple[Bank, int]]:
    """Each register that a step changed, and its new value."""
    for number, value in step.general.items():
        if number == STATUS_REGISTER:
            yield FLAGS, _general(number, value)
        elif number <= STACK_POINTER:
            yield number, value
    for number, content in step.wide.items():
        if number < FIRST_PREDICATE:
            yield FIRST_VECTOR_BANK + number, _whole(content)
        elif number < FIRST_PREDICATE + PREDICATE_COUNT:
            yield FIRST_PREDICATE_BANK + number - FIRST_PREDICATE, _whole(content)


def _stored(step: RawStep) -> Iterator[tuple[int, int]]:
    """First and end address of each piece that a step stored, or a call left changed."""
    for touch in step.touched:
        if touch.store:
            yield touch.address, touch.address + touch.size
    for region in step.regions:
        first = region.address + region.offset
        yield first, first + len(region.content)


def _note_store(stores: dict[int, _Stores], step: int, first: int, end: int) -> None:
    for chunk in range(first >> _CHUNK_BITS, (end - 1 >> _CHUNK_BITS) + 1):
        noted = stores.setdefault(chunk, _Stores())
        noted.steps.append(step)
        noted.spans.append((first, end))


def _symbols(run: RecordedRun) -> dict[str, int]:
    """Where a symbol lies follows from what the instructions that name it left behind."""
    pages: dict[str, int] = {}
    addresses: dict[str, int] = {}
    seen: set[int] = set()
    for number, step in enumerate(run.steps):
        fact = run.code.get(step.address)
        if fact is None or step.address in seen:
            continue
        seen.add(step.address)
        match = _SYMBOL.search(fact.formula)
        if match is None:
            continue
        if step.touched:
            addresses[match[2]] = min(touch.address for touch in step.touched)
        elif fact.writes:
            left = run.value(fact.writes[0], number + 1)
            (pages if match[1] == "page" else addresses)[match[2]] = left
    return pages | addresses


def _general(number: int, value: int) -> int:
    return value >> _FLAGS_SHIFT & 15 if number == STATUS_REGISTER else value


def _whole(content: bytes) -> int:
    return int.from_bytes(content, "little")
