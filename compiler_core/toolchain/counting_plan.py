"""What to count in a run of a program, and the plan as the plugin reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError

MemoryDetail = Literal["none", "bytes", "cache"]
AddressMode = Literal["contiguous", "quad", "gather"]
Extension = Literal["", "uxtw", "sxtw"]

INSTRUCTION_BYTES = 4
# The result has 64 bytes per unit: 8 MiB at most.
MAXIMUM_UNITS = 131072
LINE_BYTES = (16, 32, 64, 128, 256)
MAXIMUM_EDGES = 4096
MAXIMUM_SETS = 65536
MAXIMUM_WAYS = 32
# The plugin knows both by number.
ADDRESS_MODES: tuple[AddressMode, ...] = ("contiguous", "quad", "gather")
EXTENSIONS: tuple[Extension, ...] = ("", "uxtw", "sxtw")


@dataclass(frozen=True, slots=True)
class CacheGeometry:
    """The modelled cache: line_bytes x sets x ways, least recently used, write-allocate.

    The default is the level-one data cache of a Neoverse N1: 64 KiB, 4 ways (Arm Neoverse N1
    Technical Reference Manual, "L1 memory system"). Raises InputError for what the model lacks.
    """

    line_bytes: int = 64
    """Size of a cache line in bytes: 16, 32, 64, 128 or 256."""
    sets: int = 256
    """Number of sets, a power of two from 1 to 65536."""
    ways: int = 4
    """Lines in each set, 1 to 32; 1 is a direct-mapped cache."""

    def __post_init__(self) -> None:
        if self.line_bytes not in LINE_BYTES:
            known = ", ".join(str(size) for size in LINE_BYTES)
            raise InputError(
                f"A cache line cannot have {self.line_bytes} bytes here.", f"Use one of {known}."
            )
        if not 1 <= self.sets <= MAXIMUM_SETS or self.sets & (self.sets - 1):
            raise InputError(
                f"A cache cannot have {self.sets} sets here.",
                f"Use a power of two from 1 to {MAXIMUM_SETS}.",
            )
        if not 1 <= self.ways <= MAXIMUM_WAYS:
            raise InputError(
                f"A cache cannot have {self.ways} ways here.", f"Use 1 to {MAXIMUM_WAYS}."
            )

    @property
    def total_bytes(self) -> int:
        """How much the cache holds."""
        return self.line_bytes * self.sets * self.ways


@dataclass(frozen=True, slots=True)
class CodeRange:
    """The guest addresses [first, end)."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class CodeSymbol:
    """A function of the linked program: its name and its addresses [first, end)."""

    name: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class CountingWindow:
    """Counting begins with the instruction at `start`, all zero and the cache empty, and ends
    before the one at `stop`. When `start` comes again, counting begins anew."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorAccess:
    """A memory instruction on SVE registers, whose accesses qemu 7.2 does not report.

    The `probes` instructions in front of it write out what decides where it goes: 8 bytes below the
    stack pointer its scalar base, 16 below the scalar index (if indexed), 16 predicate lengths
    below the predicate, 3 vector lengths below the vector of offsets (`gather`).
    """

    address: int
    """Of the instruction."""
    probes: int
    """How many instructions in front of it are ours."""
    store: bool
    """Whether it writes memory."""
    registers: int
    """1 to 4 of a structure. element_bytes in the register, memory_bytes in memory."""
    element_bytes: int
    """Of an element in the register; see `memory_bytes`."""
    memory_bytes: int
    """Of an element in memory, at most `element_bytes`."""
    mode: AddressMode
    """`contiguous`, `quad` (one replicated quadword) or `gather` (scatters too)."""
    extension: Extension
    """How offsets are extended to 64 bits: `uxtw`, `sxtw`, empty where they have them."""
    indexed: bool
    """Whether the address has a scalar index, which a probe then writes out."""
    shift: int
    """Bits by which the scalar index or the offsets are shifted left."""
    immediate: int
    """In vectors for `contiguous` (`mul vl`), else bytes."""
    from_stack: bool
    """The base is the stack pointer itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingPlan:
    """What to count.

    Raises InputError for more than MAXIMUM_UNITS counters or MAXIMUM_EDGES edges.
    """

    lines: tuple[CodeRange, ...] = ()
    """Counted instruction by instruction."""
    symbols: tuple[CodeSymbol, ...] = ()
    """Counted as one each."""
    ignored: tuple[CodeRange, ...] = ()
    """Not counted at all. Together they must not overlap."""
    vectors: tuple[VectorAccess, ...] = ()
    """Instructions within `lines` that have probes in front."""
    groups: tuple[tuple[CodeRange, ...], ...] = ()
    """Instructions within `lines` whose distinct cache lines are wanted together."""
    geometry: CacheGeometry = CacheGeometry()
    """Of the modelled cache."""
    window: CountingWindow | None = None
    """When to count; None for the whole run."""
    memory: MemoryDetail = "cache"
    """`none`, `bytes`, or `cache`, which is bytes, distinct lines and misses."""
    edges: tuple[tuple[int, int], ...] = ()
    """Pairs of a block's last and another's first instruction whose executions one after the other
    are counted; all edges of a function, so that none is taken unseen."""

    def __post_init__(self) -> None:
        if len(self.edges) > MAXIMUM_EDGES:
            raise InputError(f"The code has more than {MAXIMUM_EDGES:,} edges to count.")
        units = line_units(self) + len(self.symbols) + len(self.groups)
        if units > MAXIMUM_UNITS:
            raise InputError(
                f"The code has {units:,} places to count; the limit is {MAXIMUM_UNITS:,}.",
                "Paste only the loop and what it needs.",
            )


def plan_text(plan: CountingPlan) -> str:
    """The plan as the plugin reads it; the statements are listed in plugin/plan.c."""
    geometry = plan.geometry
    lines = [f"cache {geometry.line_bytes} {geometry.sets} {geometry.ways}"]
    lines.append(f"memory {plan.memory}")
    if plan.window is not None:
        lines.append(f"window {plan.window.start:x} {plan.window.stop:x}")
    statements = [(code.first, f"lines {code.first:x} {code.end:x}") for code in plan.lines]
    statements += [(code.first, f"symbol {code.first:x} {code.end:x}") for code in plan.symbols]
    statements += [(code.first, f"ignored {code.first:x} {code.end:x}") for code in plan.ignored]
    lines += [statement for _, statement in sorted(statements)]
    lines += [
        _vector_statement(site) for site in sorted(plan.vectors, key=lambda vector: vector.address)
    ]
    lines += [f"edge {tail:x} {head:x}" for tail, head in edges_in_order(plan)]
    for group in plan.groups:
        lines.append("group")
        lines += [f"span {span.first:x} {span.end:x}" for span in group]
    return "\n".join(lines) + "\n"


def _vector_statement(access: VectorAccess) -> str:
    numbers = (
        access.probes,
        int(access.store),
        access.registers,
        access.element_bytes,
        access.memory_bytes,
        ADDRESS_MODES.index(access.mode),
        EXTENSIONS.index(access.extension),
        int(access.indexed),
        access.shift,
        access.immediate,
        int(access.from_stack),
    )
    return f"vector {access.address:x} " + " ".join(str(number) for number in numbers)


def in_order(plan: CountingPlan) -> list[CodeRange | CodeSymbol]:
    """The code that is counted, in the order of its counters in the result."""
    return sorted((*plan.lines, *plan.symbols), key=lambda code: code.first)


def edges_in_order(plan: CountingPlan) -> list[tuple[int, int]]:
    """The edges in the order of their counters in the result."""
    return sorted(plan.edges, key=lambda edge: (edge[1], edge[0]))


def line_units(plan: CountingPlan) -> int:
    """How many instructions are counted one by one."""
    return sum((code.end - code.first) // INSTRUCTION_BYTES for code in plan.lines)
