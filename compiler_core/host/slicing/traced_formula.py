"""A formula executed while every place that it reads and writes is noted: an instruction's own
dependences in one run, lane by lane.

A statement's target depends on what the statement read: for its value and conditions (data), and
between the brackets of `mem` (addresses). What an earlier statement of the same formula wrote is
followed through to what that one read. A lane that a condition left as it was depends on the
condition and on its own old value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler_core.host.formulas.evaluation import Execution
from compiler_core.host.formulas.flags import ALIASES, FLAG_TESTS
from compiler_core.host.formulas.machine import ELEMENT_BITS, Pieces, State
from compiler_core.host.formulas.syntax import Formula, Statement, Tree
from compiler_core.host.slicing.locations import (
    BRANCH,
    FLAGS,
    STACK_POINTER,
    Location,
    general_location,
    memory_locations,
    predicate_locations,
    vector_locations,
)


@dataclass(frozen=True, slots=True)
class Reads:
    """What one written value was made from."""

    data: frozenset[Location]
    addresses: frozenset[Location]


@dataclass(frozen=True, slots=True)
class Trace:
    """What an instruction wrote in one step: a number of `reads` for each location. unknown: why
    its effect could not be told, else empty."""

    written: Mapping[Location, int]
    reads: tuple[Reads, ...]
    unknown: str = ""


class Tracker:
    """Notes reads until something is written from them."""

    def __init__(self) -> None:
        self.data: set[Location] = set()
        self.addresses: set[Location] = set()
        self.in_address = False
        self.written: dict[Location, int] = {}
        self.reads: list[Reads] = []

    def begin(self) -> None:
        """A new statement: nothing read yet."""
        self.data, self.addresses = set(), set()

    def read(self, locations: Iterable[Location], *, fresh: bool) -> None:
        """fresh: what this instruction has already written is seen."""
        into = self.addresses if self.in_address else self.data
        for location in locations:
            earlier = self.written.get(location) if fresh else None
            if earlier is None:
                into.add(location)
                continue
            into |= self.reads[earlier].data
            self.addresses |= self.reads[earlier].addresses

    def write(self, locations: Iterable[Location]) -> None:
        """The locations now depend on all that was read since `begin`."""
        self.reads.append(Reads(frozenset(self.data), frozenset(self.addresses)))
        self.written |= dict.fromkeys(locations, len(self.reads) - 1)

    def write_constant(self, locations: Iterable[Location]) -> None:
        """The locations depend on nothing, whatever was read."""
        self.reads.append(Reads(frozenset(), frozenset()))
        self.written |= dict.fromkeys(locations, len(self.reads) - 1)


class TracedMemory(Pieces):
    """Bytes that tell the tracker when they are used."""

    __slots__ = ("fresh", "tracker")

    def __init__(self, content: dict[int, int], tracker: Tracker, *, fresh: bool) -> None:
        super().__init__(content)
        self.tracker = tracker
        self.fresh = fresh

    def copy(self) -> TracedMemory:
        """The memory that is written; this one stays as it was before."""
        return TracedMemory(dict(self.content), self.tracker, fresh=True)

    def load(self, address: int, size: int) -> int:
        """As of any memory."""
        value = super().load(address, size)
        self.tracker.read(memory_locations(address, size), fresh=self.fresh)
        return value

    def store(self, address: int, size: int, value: int) -> None:
        """As of any memory."""
        super().store(address, size, value)
        self.tracker.write(memory_locations(address, size))


class TracedState(State):
    """Registers that tell the tracker when they are used; the flags do so by `TracedExecution`."""

    __slots__ = ("fresh", "tracker")

    def __init__(self, state: State, tracker: Tracker, memory: Pieces, *, fresh: bool) -> None:
        super().__init__(
            x=list(state.x),
            sp=state.sp,
            nzcv=state.nzcv,
            z=list(state.z),
            p=list(state.p),
            memory=memory,
            vector_bytes=state.vector_bytes,
            unknown=set(state.unknown),
            untold=dict(state.untold),
            taken=state.taken,
            destination=state.destination,
        )
        self.tracker = tracker
        self.fresh = fresh

    def copy(self) -> TracedState:
        """The state that is written; this one stays as it was before."""
        memory = self.memory.copy()
        assert isinstance(memory, Pieces)
        return TracedState(self, self.tracker, memory, fresh=True)

    def scalar(self, name: str) -> int:
        """As of any state."""
        self.tracker.read(self.places(name), fresh=self.fresh)
        return super().scalar(name)

    def set_scalar(self, name: str, value: int) -> None:
        """As of any state: what lies above a narrower write is cleared, and depends on nothing."""
        super().set_scalar(name, value)
        places = self.places(name)
        self.tracker.write(places)
        if name[0] in "bhsdqv" and name != "sp":
            above = self.vector_bytes - len(places)
            self.tracker.write_constant(vector_locations(int(name[1:]), len(places), above))

    def lane(self, name: str, letter: str, index: int) -> int:
        """As of any state; of a predicate's lane its lowest bit counts."""
        value = super().lane(name, letter, index)
        places = self.lane_places(name, letter, index)
        self.tracker.read(places[:1] if name[0] == "p" else places, fresh=self.fresh)
        return value

    def set_lane(self, name: str, letter: str, index: int, value: int) -> None:
        """As of any state."""
        super().set_lane(name, letter, index, value)
        self.tracker.write(self.lane_places(name, letter, index))

    def places(self, name: str) -> range:
        """The locations of a register by one of its names."""
        if name in ("sp", "wsp"):
            return range(STACK_POINTER, STACK_POINTER + 1)
        number = int(name[1:])
        if name[0] in "xw":
            return range(general_location(number), number + 1)
        if name[0] == "p":
            return predicate_locations(number, 0, self.vector_bytes)
        return vector_locations(number, 0, self.width_of(name) // 8)

    @staticmethod
    def lane_places(name: str, letter: str, index: int) -> range:
        """The locations of one lane."""
        size = ELEMENT_BITS[letter] // 8
        of_kind = predicate_locations if name[0] == "p" else vector_locations
        return of_kind(int(name[1:]), index * size, size)


class TracedExecution(Execution):
    """A formula on a traced state."""

    def __init__(self, formula: Formula, state: State, symbols: dict[str, int]) -> None:
        assert isinstance(state.memory, Pieces)
        self.tracker = Tracker()
        memory = TracedMemory(state.memory.content, self.tracker, fresh=False)
        super().__init__(formula, TracedState(state, self.tracker, memory, fresh=False), symbols)

    def trace(self) -> Trace:
        """Execute, and say what depended on what. Raises as `run`."""
        self.result()
        if self.formula.then is not None:
            self.tracker.write((FLAGS,))
        return Trace(self.tracker.written, tuple(self.tracker.reads))

    def _execute(self, statement: Statement, looping: bool) -> None:
        self.tracker.begin()
        writes = len(self.tracker.reads)
        super()._execute(statement, looping)
        if statement.target[0] == "goto":
            self.tracker.write((BRANCH,))
        elif len(self.tracker.reads) == writes:
            self._keep(statement.target)
        elif statement.value is not None and self._is_copy(statement):
            self._copy(statement.target, statement.value)

    def _keep(self, target: Tree) -> None:
        """A condition left the target as it was."""
        places = self._places_of(target)
        self.tracker.read(places, fresh=True)
        self.tracker.write(places)

    def _is_copy(self, statement: Statement) -> bool:
        """Whether bytes go from one place to another as they are."""
        if statement.where is not None or self.formula.where is not None:
            return False
        return all(
            tree is not None and _is_plain(tree) for tree in (statement.target, statement.value)
        )

    def _copy(self, target: Tree, source: Tree) -> None:
        """Each byte depends on the one that it comes from, not on its neighbours."""
        into, out = self._places_of(target), self._places_of(source)
        if len(into) != len(out) or len(into) == 1:
            return
        for location, origin in zip(into, out, strict=True):
            self.tracker.begin()
            for tree in (target, source):
                if tree[0] == "index":
                    self._memory_address(tree[2])
            self.tracker.read((origin,), fresh=True)
            self.tracker.write((location,))

    def _places_of(self, target: Tree) -> range | tuple[Location, ...]:
        assert isinstance(self.new, TracedState)
        if target[0] == "name":
            return (FLAGS,) if target[1] == "nzcv" else self.new.places(target[1])
        if target[0] == "register":
            return self.new.places(target[1])
        if target[1][0] == "register":
            _, name, letter = target[1]
            return self.new.lane_places(name, letter, self.value(target[2]))
        size = int(target[1][1].removeprefix("mem")) // 8
        address = self._memory_address(target[2])
        assert isinstance(self.new.memory, Pieces)
        known = self.new.memory.content
        inside = all(address + offset in known for offset in range(size))
        return memory_locations(address, size) if inside else ()

    def _assign(self, target: Tree, value: object, looping: bool) -> None:
        super()._assign(target, value, looping)
        if target == ("name", "nzcv"):
            self.tracker.write((FLAGS,))

    def _name(self, name: str) -> object:
        if name == "C" or ALIASES.get(name, name) in FLAG_TESTS:
            self.tracker.read((FLAGS,), fresh=self.read_from is self.new)
        return super()._name(name)

    def _memory_address(self, tree: Tree) -> int:
        outer, self.tracker.in_address = self.tracker.in_address, True
        address = super()._memory_address(tree)
        self.tracker.in_address = outer
        return address

    def _clear_the_rest(self) -> None:
        super()._clear_the_rest()
        for name, mask in self.cleared.items():
            count = self.before.vector_bytes
            places = vector_locations(int(name[1:]), 0, count)
            gone = [location for byte, location in enumerate(places) if not mask >> 8 * byte & 255]
            self.tracker.write_constant(gone)
        self.tracker.begin()


def _is_plain(tree: Tree) -> bool:
    """Memory, or a register that is not split into lanes."""
    if tree[0] == "index":
        return tree[1][0] == "name"
    return tree[0] == "register" and not tree[2]
