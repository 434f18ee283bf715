"""How many pieces of code have to be written, in three ways to get networks onto chips.

Each pair that somebody writes by hand is a product; a form in between, which one side writes and
the other reads, makes a sum of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """How many there are of each: frameworks in which networks are written, operators of these,
    units that compute, types of numbers."""

    frameworks: int
    operators: int
    units: int
    types: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One way. pieces: how many it takes; formula: of what."""

    name: str
    pieces: int
    formula: str
    reason: str


def writings(world: World) -> tuple[Writing, Writing, Writing]:
    """By hand, with a graph that all share, and with rules for loops."""
    kernels = world.operators * world.units * world.types
    return (
        Writing(
            name="each framework by itself", pieces=world.frameworks * kernels,
            formula="frameworks × operators × units × types",
            reason="Every framework has its own kernel for each operator, unit and type.",
        ),
        Writing(
            name="one graph in between", pieces=world.frameworks + kernels,
            formula="frameworks + operators × units × types",
            reason="Each framework writes a graph, and all share one library of kernels.",
        ),
        Writing(
            name="loops in between, too",
            pieces=world.frameworks + world.operators + world.units * world.types,
            formula="frameworks + operators + units × types",
            reason="Each operator is written once, as loops; each unit has one generator of code "
            "for a type.",
        ),
    )  # fmt: skip
