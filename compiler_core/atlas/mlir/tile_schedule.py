"""The schedule of the product, as a script in MLIR's transform dialect beside the program.

The script is itself IR: `transform-interpreter` runs it over the function. It cuts the loops, turns
what is inside a tile into vectors, and chooses how a product of vectors is computed.

Source: MLIR documentation, "Transform Dialect", operations `structured.tile_using_for`,
`structured.vectorize_children_and_apply_patterns`, `apply_patterns.vector.lower_contraction`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError

ROWS, COLUMNS, DEPTH = 2, 1280, 2816
Strategy = Literal["loops", "dot", "outerproduct"]

_HANDLE = "!transform.any_op"
_HEAD = f"  transform.named_sequence @__transform_main(%root: {_HANDLE} {{transform.readonly}}) {{"
_TAIL = ("    transform.yield", "  }")


@dataclass(frozen=True, slots=True)
class TileSizes:
    """How much of the product one tile holds.

    Raises InputError for one that does not divide: the rest would be copied by a function that no
    library of ours has.
    """

    rows: int
    columns: int
    depth: int

    def __post_init__(self) -> None:
        for name, size, whole in (
            ("rows", self.rows, ROWS), ("columns", self.columns, COLUMNS),
            ("depth", self.depth, DEPTH),
        ):  # fmt: skip
            if size < 1 or whole % size:
                raise InputError(
                    f"A tile cannot have {size} {name}: {size} does not divide {whole}.",
                    f"Near it are {_divisors_near(size, whole)}.",
                )


def _divisors_near(size: int, whole: int) -> str:
    below = max((divisor for divisor in range(1, max(size, 2)) if whole % divisor == 0), default=1)
    above = next(factor for factor in range(max(size, 1) + 1, whole + 1) if whole % factor == 0)
    return f"{below} and {above}"


def scheduled_module(program: str, sizes: TileSizes, strategy: Strategy) -> str:
    """The program and its schedule in one module. program: attribute aliases first, one a line."""
    lines = program.splitlines()
    aliases = [line for line in lines if line.startswith("#")]
    body = [f"  {line}" for line in lines if line and not line.startswith("#")]
    script = () if strategy == "loops" else _tiled(sizes, strategy)
    schedule = (_HEAD, *(f"    {line}" for line in script), *_TAIL)
    opening = "module attributes {transform.with_named_sequence} {"
    return "\n".join((*aliases, opening, *body, *schedule, "}", ""))


def _tiled(sizes: TileSizes, strategy: Strategy) -> tuple[str, ...]:
    loops = f"{sizes.rows}, {sizes.columns}, {sizes.depth}"
    return (
        _matched("product", "linalg.generic"),
        _matched("fill", "linalg.fill"),
        f"%tile, %loops:3 = transform.structured.tile_using_for %product tile_sizes [{loops}]"
        f" : ({_HANDLE}) -> ({', '.join([_HANDLE] * 4)})",
        "%part, %outer:2 = transform.structured.tile_using_for %fill tile_sizes "
        f"[{sizes.rows}, {sizes.columns}] : ({_HANDLE}) -> ({', '.join([_HANDLE] * 3)})",
        _matched("function", "func.func"),
        "%vectors = transform.structured.vectorize_children_and_apply_patterns %function"
        f" : ({_HANDLE}) -> {_HANDLE}",
        "transform.apply_patterns to %vectors {",
        f'  transform.apply_patterns.vector.lower_contraction lowering_strategy = "{strategy}"',
        "  transform.apply_patterns.vector.transfer_permutation_patterns",
        "  transform.apply_patterns.vector.lower_outerproduct",
        f"}} : {_HANDLE}",
    )


def _matched(name: str, operation: str) -> str:
    return (
        f'%{name} = transform.structured.match ops{{["{operation}"]}} in %root'
        f" : ({_HANDLE}) -> {_HANDLE}"
    )
