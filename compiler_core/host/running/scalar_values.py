"""Values of single numbers: bounds become n, the others come from the seed and from their names."""

from __future__ import annotations

import struct
from hashlib import sha256
from random import Random

from compiler_core.errors import InputError
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.layout import Leaf
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.roles import is_bound_by_name

_LOW_NAMES = ("low", "lo", "min", "minimum", "lower", "floor")
_HIGH_NAMES = ("high", "hi", "max", "maximum", "upper", "ceiling")


def value_for(planner: Planner, leaf: Leaf, n: int) -> int | float:
    fixed = planner.override(leaf.path, "value")
    if leaf.number.floating:
        return fixed.real if fixed else _seeded_real(planner, leaf)
    value = fixed.whole if fixed else _integer(planner, leaf, n)
    limits = range_of(leaf.number)
    if limits is not None and not limits[0] <= value <= limits[1]:
        raise InputError(
            f"{leaf.path} is of type {leaf.number.name} and cannot hold {value:,}.",
            f"Use a value from {limits[0]:,} to {limits[1]:,}: --n or --set {leaf.path}=….",
        )
    return value


def _seeded_real(planner: Planner, leaf: Leaf) -> float:
    """Between a half and two, with 24 significant bits: exact in every type but half precision."""
    bits = 8 if "16" in leaf.number.name or "fp16" in leaf.number.name else 24
    drawn = _random(planner, leaf).getrandbits(bits - 1) | 1
    return 0.5 + 1.5 * drawn / (1 << (bits - 1)) if bits == 8 else _rounded(0.5 + drawn / (1 << 23))


def _rounded(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


def _random(planner: Planner, leaf: Leaf) -> Random:
    return Random(seed_for(planner, leaf))


def seed_for(planner: Planner, leaf: Leaf) -> int:
    """Of one parameter or field alone: others may come and go without changing it."""
    own = planner.override(leaf.path, "seed")
    text = f"{own.whole if own else planner.seed} {leaf.path}"
    return int.from_bytes(sha256(text.encode()).digest()[:7], "little")


def _integer(planner: Planner, leaf: Leaf, n: int) -> int:
    role = planner.roles.scalars.get(leaf.path)
    by_role = {"bound": n, "last": n - 1, "start": 0, "step": 2, "absent": -1000}
    if role in by_role:
        return by_role[role] if role != "absent" else _absent(leaf)
    if role in ("above", "below"):
        return _extreme(leaf, above=role == "above")
    if role is None and is_bound_by_name(leaf.path):
        return n
    return _small(planner, leaf)


def _absent(leaf: Leaf) -> int:
    """A value that no element gets."""
    limits = range_of(leaf.number)
    if limits is None or limits[0] <= -1000:
        return -1000
    return min(limits[1], 100_000) if limits[1] > 1000 else ord("#")


def _extreme(leaf: Leaf, *, above: bool) -> int:
    least, greatest = range_of(leaf.number) or (0, 255)
    return min(greatest, 1_000_000_000) if above else max(least, -1_000_000_000)


def _small(planner: Planner, leaf: Leaf) -> int:
    name = leaf.path.rpartition(".")[2].lower()
    limits = range_of(leaf.number)
    if name.startswith(_LOW_NAMES) and (limits is None or limits[0] < 0):
        return -50
    if name.startswith(_HIGH_NAMES):
        return 50
    random = _random(planner, leaf)
    if leaf.number.is_text:
        return random.randint(ord("a"), ord("z"))
    if limits is not None and limits[1] < 1 << 16:
        return random.randint(max(limits[1] // 4, 1), max(limits[1] // 2, 1))
    return random.randint(2, 9)
