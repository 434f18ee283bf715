"""The processor's state as far as formulas speak of it."""

from __future__ import annotations

from dataclasses import dataclass, field

VECTOR_BYTES = 32
ELEMENT_BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
ALL_BITS = (1 << (8 * VECTOR_BYTES)) - 1


@dataclass(slots=True)
class State:
    """Registers and the bytes of one memory area; z is a whole vector register of 256 bits.

    unknown holds (z register, lowest bit, width) of lanes that must hold some NaN.
    """

    x: list[int]
    sp: int
    nzcv: int
    z: list[int]
    p: list[int]
    memory_start: int
    memory: bytearray
    unknown: set[tuple[int, int, int]] = field(default_factory=set)
    taken: str = ""

    def copy(self) -> State:
        """An independent copy."""
        return State(
            list(self.x), self.sp, self.nzcv, list(self.z), list(self.p), self.memory_start,
            bytearray(self.memory), set(self.unknown), self.taken,
        )  # fmt: skip

    def scalar(self, name: str) -> int:
        """The raw bits of x1, w1, sp, s0, v0, z0, p0."""
        kind, number = name[0], name[1:]
        if name in ("sp", "wsp"):
            return self.sp & ((1 << width_of(name)) - 1)
        if kind in "xw":
            return self.x[int(number)] & ((1 << (64 if kind == "x" else 32)) - 1)
        if kind == "p":
            return self.p[int(number)]
        return self.z[int(number)] & ((1 << width_of(name)) - 1)

    def set_scalar(self, name: str, value: int) -> None:
        """Write a register as the architecture does: narrower writes clear what is above."""
        value &= (1 << width_of(name)) - 1
        if name in ("sp", "wsp"):
            self.sp = value
        elif name[0] in "xw":
            self.x[int(name[1:])] = value
        elif name[0] == "p":
            self.p[int(name[1:])] = value
        else:
            self.z[int(name[1:])] = value

    def lane(self, name: str, letter: str, index: int) -> int:
        """The raw bits of one lane; one bit for predicates."""
        bits = ELEMENT_BITS[letter]
        number = int(name[1:])
        if index < 0 or index * bits >= 8 * VECTOR_BYTES:
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

    def load(self, address: int, size: int) -> int:
        """Bytes from memory, little-endian; IndexError outside the area."""
        start = address - self.memory_start
        if start < 0 or start + size > len(self.memory):
            raise IndexError(f"address {address:#x} outside the test's memory")
        return int.from_bytes(self.memory[start : start + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        """Bytes to memory; IndexError outside the area."""
        start = address - self.memory_start
        if start < 0 or start + size > len(self.memory):
            raise IndexError(f"address {address:#x} outside the test's memory")
        mask = (1 << (8 * size)) - 1
        self.memory[start : start + size] = (value & mask).to_bytes(size, "little")


def width_of(name: str) -> int:
    """Bits of a register by name."""
    if name in ("sp", "wsp"):
        return 64 if name == "sp" else 32
    widths = {"x": 64, "w": 32, "v": 128, "q": 128, "z": 256, "p": 32}
    return widths.get(name[0]) or ELEMENT_BITS[name[0]]
