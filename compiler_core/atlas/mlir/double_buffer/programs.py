"""The program that settings stand for: an array worked on in tiles, as linear loops."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from compiler_core.atlas.records import Settings
from compiler_core.errors import InputError

MOST_ELEMENTS = 1 << 14
VALUE_BYTES = 4
BY_TILES, BY_ELEMENTS = "tiles", "elements"


@dataclass(frozen=True, slots=True, kw_only=True)
class TiledLoop:
    """tile: elements; operations: multiplications of each element; counts: what the outer loop's
    variable counts, tiles or elements."""

    tiles: int
    tile: int
    operations: int
    counts: str

    @property
    def elements(self) -> int:
        """Of the whole array."""
        return self.tiles * self.tile


def chosen_loop(settings: Settings) -> TiledLoop:
    """Raises InputError for an array that is too large."""
    loop = TiledLoop(
        tiles=int(settings["tiles"]),
        tile=int(settings["tile"]),
        operations=int(settings["operations"]),
        counts=settings["outer"],
    )
    if loop.elements > MOST_ELEMENTS:
        raise InputError(
            f"{loop.tiles:,} tiles of {loop.tile:,} elements are {loop.elements:,} elements.",
            f"At most {MOST_ELEMENTS:,} are replayed: take fewer or smaller tiles.",
        )
    return loop


def program_of(loop: TiledLoop) -> str:
    """In MLIR: y = x·x·…, element by element."""
    array = f"memref<{loop.elements}xf32>"
    if loop.counts == BY_TILES:
        outer, subscript = f"0 to {loop.tiles}", f"%tile * {loop.tile} + %at"
    else:
        outer, subscript = f"0 to {loop.elements} step {loop.tile}", "%tile + %at"
    powers = ["%x", *(f"%y{at}" for at in range(1, loop.operations + 1))]
    lines = [
        f"func.func @powers(%in: {array}, %out: {array}) {{",
        f"  affine.for %tile = {outer} {{",
        f"    affine.for %at = 0 to {loop.tile} {{",
        f"      %x = affine.load %in[{subscript}] : {array}",
        *(f"      {made} = arith.mulf {power}, %x : f32" for power, made in pairwise(powers)),
        f"      affine.store {powers[-1]}, %out[{subscript}] : {array}",
        "    }",
        "  }",
        "  return",
        "}",
    ]
    return "\n".join(lines) + "\n"
