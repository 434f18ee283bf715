"""General registers, masks and flags below the instructions of a lane scene, a box each."""

from __future__ import annotations

from collections.abc import Sequence

from app.drawing.scenes.record import Element, Value
from compiler_core.host.stepping.lane_counters import LaneCounter, counter_text
from compiler_core.host.stepping.lane_facts import LaneStep

_IN_A_ROW, _HEIGHT, _GAP = 2, 24, 4


def counter_id(register: str) -> str:
    """The box of a register."""
    return f"g-{register}"


def counter_boxes(
    counters: Sequence[LaneCounter], top: float, width: float
) -> tuple[list[Element], float]:
    """The boxes, two in a row, and how far down they reach."""
    wide = width / _IN_A_ROW
    elements = [
        Element(
            id=counter_id(counter.register),
            shape="rect",
            x=round((index % _IN_A_ROW) * wide, 1),
            y=top + index // _IN_A_ROW * (_HEIGHT + _GAP),
            w=round(wide - _GAP, 1),
            h=_HEIGHT,
            classes="lane held",
            label=counter.text,
        )
        for index, counter in enumerate(counters)
    ]
    rows = -(-len(counters) // _IN_A_ROW)
    return elements, top + rows * (_HEIGHT + _GAP)


def counter_changes(
    lane_step: LaneStep, drawn: Sequence[LaneCounter]
) -> dict[str, dict[str, Value]]:
    """What the step writes is lit with its new value; a branch reads the flags."""
    names = {counter.register for counter in drawn}
    changes: dict[str, dict[str, Value]] = {
        counter_id(change.register): {
            "classes": "lane held now",
            "label": counter_text(change.register, change.after),
        }
        for change in lane_step.step.registers
        if change.register in names
    }
    for name in sorted(
        names & set(lane_step.read) - {change.register for change in lane_step.step.registers}
    ):
        changes[counter_id(name)] = {"classes": "lane held read"}
    return changes
