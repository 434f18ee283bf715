"""The proof of a slice: its steps alone, executed again, with noise in every other place.

Every register and every byte starts as noise; only what the slice says it was given is filled in.
Then the steps of the slice run in their order by their formulas, each branch having to go the way
that it went; what a step outside the slice replaced becomes noise again. The bits that come out are
compared with those the machine left. Twice, the second time with every bit of the noise turned
round: bits that depend on noise would have to differ at least once. Which bits a NaN has no formula
says: where one says NaN, that of the machine is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from compiler_core.host.formulas.agreement import is_nan_pattern
from compiler_core.host.formulas.evaluation import NotExecutable, run
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
    bank_of,
    memory_locations,
    place_in_bank,
    vector_locations,
)
from compiler_core.host.slicing.recorded_run import INSTRUCTION_BYTES, RecordedRun
from compiler_core.host.slicing.slice import Slice
from compiler_core.host.slicing.traced_steps import reason_against

ReplayVerdict = Literal["same", "differs", "ended", "not tried"]
NOISES = (0x5DEECE66D1CE4E5B, ~0x5DEECE66D1CE4E5B & (1 << 64) - 1)
MOST_REPLAYED = 40_000
_SPREAD = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of it. replayed: steps that were executed, in each of the two runs. step: where it
    ended early or went wrong, None otherwise; reason says why. nan_step: the first that gave NaN.
    """

    verdict: ReplayVerdict
    replayed: int
    step: int | None = None
    reason: str = ""
    nan_step: int | None = None


class ReplayFailed(Exception):
    """The replay cannot go on at a step."""

    def __init__(self, verdict: ReplayVerdict, step: int, reason: str) -> None:
        super().__init__(reason)
        self.outcome = verdict, step, reason


class NoisyMemory(Pieces):
    """Bytes that are known, and noise everywhere else."""

    __slots__ = ("noise",)

    def __init__(self, content: dict[int, int], noise: int) -> None:
        super().__init__(content)
        self.noise = noise

    def copy(self) -> NoisyMemory:
        """The same memory: a step's stores go into it at once."""
        return self

    def load(self, address: int, size: int) -> int:
        """Never fails."""
        address &= _MASK
        content = bytes(self.byte(address + offset) for offset in range(size))
        return int.from_bytes(content, "little")

    def store(self, address: int, size: int, value: int) -> None:
        """Never fails."""
        address &= _MASK
        for offset in range(size):
            self.content[address + offset] = value >> (8 * offset) & 0xFF

    def byte(self, address: int) -> int:
        """One byte of it."""
        known = self.content.get(address)
        return noise_byte(self.noise, address) if known is None else known


def replay(
    recorded: RecordedRun,
    backward_slice: Slice,
    given: Mapping[Location, int],
    wanted: Mapping[Location, int],
) -> Replay:
    """Prove a slice. given: bytes (predicates: bits; others: whole) of its inputs. wanted: the
    places of the value and what the machine left in them."""
    order = sorted(backward_slice.steps)
    if len(order) > MOST_REPLAYED:
        return Replay("not tried", 0, None, f"more than {MOST_REPLAYED:,} instructions")
    nan_steps: list[int] = []
    try:
        for noise in NOISES:
            state = _replayed(recorded, order, given, noise, nan_steps)
            if any(content_of(state, location) != value for location, value in wanted.items()):
                return Replay("differs", len(order), None, "other bits came out")
    except ReplayFailed as failed:
        verdict, step, reason = failed.outcome
        return Replay(verdict, order.index(step), step, reason)
    return Replay("same", len(order), nan_step=min(nan_steps, default=None))


def _replayed(
    recorded: RecordedRun,
    order: Sequence[int],
    given: Mapping[Location, int],
    noise: int,
    nan_steps: list[int],
) -> State:
    """The state after the steps. nan_steps: those that gave NaN are added."""
    state = noisy_state(recorded.vector_bytes, noise)
    for location, value in given.items():
        put(state, location, value)
    skipped = iter(_between(recorded, order))
    for step in order:
        for outside in next(skipped):
            _poison(state, recorded, outside, noise)
        state = _executed(recorded, state, step, noise)
        if _takes_nans(recorded, state, step, noise):
            nan_steps.append(step)
    for outside in next(skipped):
        _poison(state, recorded, outside, noise)
    return state


def _between(recorded: RecordedRun, order: Sequence[int]) -> Iterable[range]:
    """The steps before the first of the order, between each two, and after the last."""
    ends = (-1, *order, len(recorded.steps))
    return [range(first + 1, end) for first, end in pairwise(ends)]


def _executed(recorded: RecordedRun, state: State, step: int, noise: int) -> State:
    fact = recorded.fact(step)
    why = reason_against(recorded, step)
    if fact is None or why:
        raise ReplayFailed("ended", step, why)
    symbols = {**recorded.symbols, "next_line": recorded.steps[step].address + INSTRUCTION_BYTES}
    state.taken = ""
    try:
        after = run(fact.formula, state, symbols)
    except NotExecutable as cause:
        raise ReplayFailed("ended", step, str(cause)) from cause
    except (ValueError, ArithmeticError, LookupError) as cause:
        raise ReplayFailed("ended", step, "cannot be worked out with noise around it") from cause
    for number, bits in after.untold.items():
        after.x[number] = after.x[number] & ~bits | noise_word(noise, step) & bits
    after.untold.clear()
    always = "if (" not in fact.formula
    if "goto " in fact.formula and not _goes_the_way(after, recorded, step, always):
        raise ReplayFailed("differs", step, "would have gone the other way")
    return after


def _takes_nans(recorded: RecordedRun, state: State, step: int, noise: int) -> bool:
    """Where the formula says NaN, take the one that the machine left, and say so; where that is
    none, as of a lane made from noise, noise stays."""
    taken = False
    for register, low, width in state.unknown:
        left = recorded.value(FIRST_VECTOR_BANK + register, step + 1) >> low & ((1 << width) - 1)
        of_machine = is_nan_pattern(left, width)
        taken = taken or of_machine
        for number, location in enumerate(vector_locations(register, low // 8, width // 8)):
            byte = left >> 8 * number & 255 if of_machine else noise_byte(noise, location)
            put(state, location, byte)
    state.unknown.clear()
    return taken


def _goes_the_way(after: State, recorded: RecordedRun, step: int, always: bool) -> bool:
    """Whether a branch goes where it went; one to an address in a register goes to that address."""
    if after.taken.startswith("*"):
        return after.destination == recorded.following(step)
    # Without a condition it goes to its label, which may be the next instruction's.
    return always or bool(after.taken) != recorded.went_on(step)


def _poison(state: State, recorded: RecordedRun, step: int, noise: int) -> None:
    """What a step outside the slice replaced is not known any more."""
    fact = recorded.fact(step)
    for bank in fact.replaces if fact is not None else ():
        _poison_bank(state, bank, noise_word(noise, step))
    for touch in recorded.steps[step].touched if _stores_all(recorded, step) else ():
        if touch.store:
            for address in range(touch.address, touch.address + touch.size):
                put(state, memory_locations(address, 1)[0], noise_byte(noise, address + step))


def _stores_all(recorded: RecordedRun, step: int) -> bool:
    """A store under a predicate leaves bytes of what it touches alone."""
    fact = recorded.fact(step)
    return fact is not None and not any(bank >= FIRST_PREDICATE_BANK for bank in fact.reads)


def noisy_state(vector_bytes: int, noise: int) -> State:
    """Noise in every register and every byte of memory."""
    state = State(
        x=[0] * GENERAL_COUNT,
        sp=0,
        nzcv=0,
        z=[0] * VECTOR_COUNT,
        p=[0] * PREDICATE_COUNT,
        memory=NoisyMemory({}, noise),
        vector_bytes=vector_bytes,
    )
    for bank in (*range(FLAGS + 1), *range(FIRST_VECTOR_BANK, FIRST_VECTOR_BANK + VECTOR_COUNT)):
        _poison_bank(state, bank, noise_word(noise, bank))
    for number in range(PREDICATE_COUNT):
        bank = FIRST_PREDICATE_BANK + number
        _poison_bank(state, bank, noise_word(noise, bank))
    return state


def _poison_bank(state: State, bank: Bank, word: int) -> None:
    if bank < STACK_POINTER:
        state.x[bank] = word
    elif bank == STACK_POINTER:
        state.sp = word
    elif bank == FLAGS:
        state.nzcv = word & 15
    elif bank < FIRST_PREDICATE_BANK:
        bits = 8 * state.vector_bytes
        state.z[bank - FIRST_VECTOR_BANK] = _repeated(word, bits)
    else:
        state.p[bank - FIRST_PREDICATE_BANK] = _repeated(word, state.vector_bytes)


def _repeated(word: int, bits: int) -> int:
    wide = int.from_bytes(word.to_bytes(8, "little") * (bits // 64 + 1), "little")
    return wide & ((1 << bits) - 1)


def noise_word(noise: int, number: int) -> int:
    """64 bits of noise for a number; all turned round for the noise turned round."""
    return (number * _SPREAD & _MASK) ^ noise


def noise_byte(noise: int, number: int) -> int:
    """8 bits of noise for a number."""
    return noise_word(noise, number) >> 56


def put(state: State, location: Location, value: int) -> None:
    """Fill one location."""
    address = address_of(location)
    if address is not None:
        state.memory.store(address, 1, value)
        return
    bank, offset = bank_of(location), place_in_bank(location)
    if bank < STACK_POINTER:
        state.x[bank] = value
    elif bank == STACK_POINTER:
        state.sp = value
    elif bank == FLAGS:
        state.nzcv = value
    elif bank < FIRST_PREDICATE_BANK:
        number = bank - FIRST_VECTOR_BANK
        state.z[number] = state.z[number] & ~(255 << 8 * offset) | value << 8 * offset
    else:
        number = bank - FIRST_PREDICATE_BANK
        state.p[number] = state.p[number] & ~(1 << offset) | value << offset


def content_of(state: State, location: Location) -> int:
    """What a location holds."""
    address = address_of(location)
    if address is not None:
        return state.memory.load(address, 1)
    bank, offset = bank_of(location), place_in_bank(location)
    if bank <= FLAGS:
        return (*state.x, state.sp, state.nzcv)[bank]
    if bank < FIRST_PREDICATE_BANK:
        return state.z[bank - FIRST_VECTOR_BANK] >> 8 * offset & 255
    return state.p[bank - FIRST_PREDICATE_BANK] >> offset & 1
