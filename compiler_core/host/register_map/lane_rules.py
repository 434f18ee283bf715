"""Rules for vectors that count: induction variables with a number per lane, and indices chosen."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.host.compilation import Loop
from compiler_core.host.instruction import Register
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.finding import Part, RegisterFinding
from compiler_core.host.register_map.liveness import Web

_LANE_STEPS = ("incb", "inch", "incw", "incd")
_CHOICES = ("bit", "bif", "bsl", "sel")


def _vector_induction(context: Context, part: Part) -> RegisterFinding | None:
    """`add v2.4s, v2.4s, v4.4s` with a v4 that the loop does not change: a number per lane."""
    arrangement = _counting(context, part.web, part.loop)
    if arrangement is None:
        return None
    return RegisterFinding("induction variable", f"induction variable, {_numbers(arrangement)}")


def _chosen_indices(context: Context, part: Part) -> RegisterFinding | None:
    """`bit v1, v3, v0`: of an induction variable the lanes where a comparison held."""
    inside = _inside(context, part.web, part.loop)
    if len(inside) != 1 or context.code.instruction(inside[0]).mnemonic not in _CHOICES:
        return None
    for web in _sources(context, inside[0], part.web):
        for counted in (web, *_copied(context, web)):
            arrangement = _counting(context, counted, part.loop)
            if arrangement is not None:
                return RegisterFinding(
                    "accumulator", f"indices a comparison has chosen, {_numbers(arrangement)}"
                )
    return None


def _numbers(arrangement: str) -> str:
    count = arrangement.rstrip("bhsdq")
    return f"{count} numbers, one per lane" if count else "one number per lane"


def _counting(context: Context, web: Web, loop: Loop | None) -> str | None:
    """The lanes of a vector to which a fixed one is added in each iteration; None for others."""
    lanes = [_step_lanes(context, web, loop, at) for at in _inside(context, web, loop)]
    return lanes[0] if lanes and None not in lanes else None


def _step_lanes(context: Context, web: Web, loop: Loop | None, position: int) -> str | None:
    instruction = context.code.instruction(position)
    first = instruction.operands[0] if instruction.operands else None
    if not isinstance(first, Register) or not first.arrangement or first.lane is not None:
        return None
    if instruction.mnemonic in _LANE_STEPS:
        return first.arrangement
    if instruction.mnemonic != "add" or len(instruction.operands) != 3:
        return None
    read = [*_sources(context, position)]
    fixed = [other for other in read if not _inside(context, other, loop)]
    carried = [other for other in read if other is web or web in _copied(context, other)]
    return first.arrangement if len(fixed) == len(carried) == 1 else None


def _inside(context: Context, web: Web, loop: Loop | None) -> list[int]:
    if loop is None or not web.register.startswith("v"):
        return []
    return [position for position in web.written if context.is_inside(position, loop)]


def _sources(context: Context, position: int, besides: Web | None = None) -> Iterator[Web]:
    for register in context.code.reads(position):
        web = context.flow.read.get((position, register))
        if web is not None and web is not besides:
            yield web


def _copied(context: Context, web: Web) -> list[Web]:
    """The web that this one copies: compilers move a value aside before they count it on."""
    if len(web.written) != 1 or context.code.instruction(web.written[0]).mnemonic != "mov":
        return []
    return [*_sources(context, web.written[0], web)]


LANE_RULES = (_vector_induction, _chosen_indices)
