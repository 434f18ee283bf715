"""Which innermost loop of one side answers which of the other: by source line, main body first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.comparison.function_pairs import FunctionPair
from compiler_core.host.compilation import FunctionListing, Loop


@dataclass(frozen=True, slots=True)
class LoopPair:
    """The main bodies of one source loop on both sides, with their functions.

    name: how sentences call it: `the loop` if the function has one, else `the loop of line 3`.
    """

    name: str
    left_function: FunctionListing
    right_function: FunctionListing
    left: Loop
    right: Loop

    @property
    def sentence_start(self) -> str:
        """The name with a capital."""
        return f"{self.name[0].upper()}{self.name[1:]}"


def main_loops(function: FunctionListing) -> dict[int | None, Loop]:
    """Source line -> the first innermost main body of that line."""
    loops: dict[int | None, Loop] = {}
    for loop in sorted(function.loops, key=lambda loop: loop.first):
        if loop.innermost and loop.role == "main":
            loops.setdefault(loop.source_line, loop)
    return loops


def loop_pairs(pair: FunctionPair) -> tuple[LoopPair, ...]:
    """Pairs in the order of the left side's code."""
    lefts, rights = main_loops(pair.left), main_loops(pair.right)
    partners = {line: line for line in lefts if line in rights}
    lone_left = [line for line in lefts if line not in rights]
    lone_right = [line for line in rights if line not in lefts]
    if len(lone_left) == 1 and len(lone_right) == 1 and not partners:
        partners[lone_left[0]] = lone_right[0]
    single = len({*lefts, *rights}) <= 1 or (len(lefts) == 1 and len(rights) == 1)
    return tuple(
        LoopPair(
            "the loop" if single else loop_name(line),
            pair.left,
            pair.right,
            lefts[line],
            rights[to],
        )
        for line, to in partners.items()
    )


def loop_name(line: int | None) -> str:
    """`the loop of line 3`."""
    return "a loop" if line is None else f"the loop of line {line}"


def lines_with_loops(function: FunctionListing) -> frozenset[int | None]:
    """Source lines that some loop of the code, innermost or not, belongs to."""
    return frozenset(loop.source_line for loop in function.loops)


def lost_lines(listing: FunctionListing, other: FunctionListing) -> Sequence[int | None]:
    """Source lines with a loop in `listing` and none in `other`, in source order."""
    missing = lines_with_loops(listing) - lines_with_loops(other) - {None}
    return sorted(missing, key=lambda line: line or 0)
