"""Frame records on the stack: what a function's own instructions do to the chain.

The instructions are those of the listing that save, link, call and restore; which record points to
which follows from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.errors import InputError

MOST_LINES = 14
_ROW, _LETTERS = 22, 40
_X, _W, _H = 60, 200, 44
_KINDS = (
    ("save", re.compile(r"^stp x29, x30")),
    ("link", re.compile(r"^(mov|add) x29, sp")),
    ("call", re.compile(r"^blr? ")),
    ("restore", re.compile(r"^ldp x29, x30")),
    ("return", re.compile(r"^ret")),
)
_SAYS = {
    "save": "The return address in x30 and the caller’s x29 go onto the stack, side by side: a "
    "frame record.",
    "link": "x29 now points to this record. The record itself holds the old x29, which points to "
    "the caller’s: a chain.",
    "call": "The call writes a new return address into x30. The old one is safe in the record. "
    "Whoever looks now finds every caller by following the chain from x29.",
    "restore": "Both come back from the record: x29 points to the caller’s record again, and x30 "
    "holds the way back.",
    "return": "The function returns to where x30 says. Its record is below the stack’s end, and "
    "gone.",
}


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """lines: of the function, as text with single spaces. name: of the scene; function: its name.
    setting: compiler and flags as a sentence."""

    name: str
    function: str
    lines: Sequence[str]
    setting: str
    command: str

    def told(self) -> Iterator[tuple[int, str]]:
        """Place and kind of each instruction that has to do with the chain, up to the first
        return: what follows is another way out."""
        for index, line in enumerate(self.lines):
            for kind, pattern in _KINDS:
                if pattern.match(line):
                    yield index, kind
                    if kind == "return":
                        return


def frame_scene(facts: FrameFacts) -> Scene:
    """Raises InputError for a function that keeps no frame record."""
    instructions = tuple(facts.told())
    if "save" not in {kind for _, kind in instructions}:
        raise InputError(
            f"{facts.function} keeps no frame record with this setting.", "Try another flag."
        )
    return Scene(
        id=facts.name,
        kind="blocks",
        title="A chain of frame records",
        track="loop",
        panels=(_code(facts, instructions), _stack(facts)),
        start=f"{facts.function} was called. x29 points to its caller’s frame record, and x30 "
        "holds the address to return to.",
        steps=tuple(_steps(instructions)),
        basis="computed",
        source=f"{facts.setting}. The instructions are the compiler’s; the chain follows.",
        command=facts.command,
        pace=2600,
    )


def _code(facts: FrameFacts, instructions: Sequence[tuple[int, str]]) -> Panel:
    shown = instructions[:MOST_LINES]
    elements = [
        words(f"line{at}", 8, 18 + at * _ROW, facts.lines[index][:_LETTERS], "code")
        for at, (index, _) in enumerate(shown)
    ]
    return Panel(
        id="code",
        title="The instructions that touch the chain",
        width=WIDTH,
        height=26 + len(shown) * _ROW,
        elements=tuple(elements),
    )


def _stack(facts: FrameFacts) -> Panel:
    own = 28 + _H + 34
    elements: list[Element] = [
        words("high", _X, 14, "the stack, growing down"),
        box("caller", (_X, 24), (_W, _H), "cell held", "caller: x29, x30"),
        box("own", (_X, own), (_W, _H), "cell", f"{facts.function[:12]}: x29, x30", 0),
        Element(
            id="link",
            shape="path",
            classes="leader",
            opacity=0,
            d=f"M{_X + _W} {own + 12}h26V{24 + _H / 2}h-26",
        ),
        words("x29", 0, 24 + _H / 2 + 4, "x29 →", "plain now"),
        words("x30", _X, own + _H + 24, "x30: the way back to the caller", "plain"),
    ]
    return Panel(
        id="stack", title="The records", width=WIDTH, height=own + _H + 36, elements=tuple(elements)
    )


def _steps(instructions: Sequence[tuple[int, str]]) -> Iterator[SceneStep]:
    own, caller = 28 + _H + 34 + _H / 2 + 4, 24 + _H / 2 + 4
    effects: dict[str, Changes] = {
        "save": {"own": {"opacity": 1, "classes": "cell now"}},
        "link": {
            "x29": {"y": own},
            "link": {"opacity": 1},
            "own": {"classes": "cell held"},
        },
        "call": {"x30": {"label": "x30: the way back to here"}},
        "restore": {
            "x29": {"y": caller},
            "x30": {"label": "x30: the way back to the caller"},
            "own": {"classes": "cell gone"},
            "link": {"opacity": 0},
        },
        "return": {"own": {"opacity": 0}},
    }
    for at, (_, kind) in enumerate(instructions[:MOST_LINES]):
        changes: Changes = {**effects[kind], f"line{at}": {"classes": "code now"}}
        if at:
            changes[f"line{at - 1}"] = {"classes": "code"}
        yield SceneStep(say=_SAYS[kind], set=changes, focus=f"line{at}")
