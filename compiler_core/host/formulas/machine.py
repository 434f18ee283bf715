"""The processor's state as far as formulas speak of it."""

from __future__ import annotations

from dataclasses import dataclass, field

ELEMENT_BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
GENERAL_COUNT, VECTOR_COUNT, PREDICATE_COUNT = 31, 32, 16


class MemoryNotKnown(IndexError):
    """The bytes at this address are not part of the state."""


@dataclass(slots=True)
class Area:
    """The bytes of one piece of memory, from `start` on."""

    start: int
    content: bytearray

    def copy(self) -> Area:
        """An independent copy."""
        return Area(self.start, bytearray(self.content))

    def load(self, address: int, size: int) -> int:
        """`size` bytes, little-endian. Raises MemoryNotKnown outside the area."""
        offset = self._offset(address, size)
        return int.from_bytes(self.content[offset : offset + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        """The low `size` bytes of a number. Raises MemoryNotKnown outside the area."""
        offset = self._offset(address, size)
        mask = (1 << (8 * size)) - 1
        self.content[offset : offset + size] = (value & mask).to_bytes(size, "little")

    def _offset(self, address: int, size: int) -> int:
        offset = address - self.start
        if offset < 0 or offset + size > len(self.content):
            raise MemoryNotKnown(f"address {address:#x}")
        return offset


@dataclass(slots=True)
class Pieces:
    """Single bytes of memory by address: those that one instruction touched."""

    content: dict[int, int]

    def copy(self) -> Pieces:
        """An independent copy."""
        return Pieces(dict(self.content))

    def load(self, address: int, size: int) -> int:
        """`size` bytes, little-endian. Raises MemoryNotKnown where one is missing."""
        try:
            content = bytes(self.content[address + offset] for offset in range(size))
        except KeyError as missing:
            raise MemoryNotKnown(f"address {address:#x}") from missing
        return int.from_bytes(content, "little")

    def store(self, address: int, size: int, value: int) -> None:
        """The low `size` bytes of a number. Raises MemoryNotKnown where one is missing."""
        for offset in range(size):
            if address + offset not in self.content:
                raise MemoryNotKnown(f"address {address + offset:#x}")
            self.content[address + offset] = value >> (8 * offset) & 0xFF


@dataclass(slots=True, kw_only=True)
class State:
    """Registers and the memory that is known."""

    x: list[int]
    """x0 to x30, 64 bits each."""
    sp: int
    """The stack pointer's value."""
    nzcv: int
    """The flags as the number NZCV."""
    z: list[int]
    """Whole vector registers of `vector_bytes`; NEON's are their low 128 bits."""
    p: list[int]
    """Predicates, one bit for each byte of a vector."""
    memory: Area | Pieces
    """What loads may read and stores may write."""
    vector_bytes: int
    """Length of a vector register, at least 16."""
    unknown: set[tuple[int, int, int]] = field(default_factory=set)
    """(vector register, lowest bit, width) of lanes that must hold some NaN."""
    untold: dict[int, int] = field(default_factory=dict)
    """General register to the bits of it that no formula tells: a pointer's signature."""
    taken: str = ""
    """Where a branch went, as the formula names it; empty if it did not go."""
    destination: int = 0
    """The address that a branch to what a register holds went to."""

    def copy(self) -> State:
        """An independent copy."""
        return State(
            x=list(self.x),
            sp=self.sp,
            nzcv=self.nzcv,
            z=list(self.z),
            p=list(self.p),
            memory=self.memory.copy(),
            vector_bytes=self.vector_bytes,
            unknown=set(self.unknown),
            untold=dict(self.untold),
            taken=self.taken,
            destination=self.destination,
        )

    def width_of(self, name: str) -> int:
        """Bits of a register by name."""
        if name[0] == "z":
            return 8 * self.vector_bytes
        return self.vector_bytes if name[0] == "p" else width_of(name)

    def scalar(self, name: str) -> int:
        """The raw bits of x1, w1, sp, s0, v0, z0, p0."""
        kind, number = name[0], name[1:]
        if name in ("sp", "wsp"):
            return self.sp & ((1 << width_of(name)) - 1)
        if kind in "xw":
            return self.x[int(number)] & ((1 << (64 if kind == "x" else 32)) - 1)
        if kind == "p":
            return self.p[int(number)]
        return self.z[int(number)] & ((1 << self.width_of(name)) - 1)

    def set_scalar(self, name: str, value: int) -> None:
        """Write a register as the architecture does: narrower writes clear what is above."""
        value &= (1 << self.width_of(name)) - 1
        if name in ("sp", "wsp"):
            self.sp = value
        elif name[0] in "xw":
            self.x[int(name[1:])] = value
        elif name[0] == "p":
            self.p[int(name[1:])] = value
        else:
            self.z[int(name[1:])] = value

    def lane(self, name: str, letter: str, index: int) -> int:
        """The raw bits of one lane; one bit for predicates. Raises IndexError beyond the last."""
        bits = ELEMENT_BITS[letter]
        number = int(name[1:])
        if index < 0 or index * bits >= 8 * self.vector_bytes:
            raise IndexError(f"{name}.{letter}[{index}]")
        if name[0] == "p":
            return self.p[number] >> (index * bits // 8) & 1
        return self.z[number] >> (index * bits) & ((1 << bits) - 1)

    def set_lane(self, name: str, letter: str, index: int, value: int) -> None:
        """Write one lane; a predicate lane clears the rest of its bits."""
        bits = ELEMENT_BITS[letter]
        number = int(name[1:])
        if name[0] == "p":
            size = bits // 8
            mask = ((1 << size) - 1) << (index * size)
            self.p[number] = self.p[number] & ~mask | (int(bool(value)) << (index * size))
            return
        mask = ((1 << bits) - 1) << (index * bits)
        self.z[number] = self.z[number] & ~mask | ((value << (index * bits)) & mask)


def width_of(name: str) -> int:
    """Bits of a register by name, where the vector length does not decide."""
    if name in ("sp", "wsp"):
        return 64 if name == "sp" else 32
    widths = {"x": 64, "w": 32, "v": 128, "q": 128}
    return widths.get(name[0]) or ELEMENT_BITS[name[0]]
