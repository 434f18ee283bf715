"""A loop under textbook passes, line by line: what moves before the loop, goes, or comes.

Lines keep their ids through all passes, so each is one element that moves; the numbers are what the
interpreter executed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.drawing.scenes.pieces import WIDTH, Changes, number
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.trace import Change, Step

_ROW, _TOP, _LETTERS = 20, 14, 40
_SIGNS = str.maketrans({"#": "n", ".": "-", " ": "_", "%": "p", "&": "a"})


@dataclass(frozen=True, slots=True)
class PassFacts:
    """steps: of a trace, the first of which gives the program that the others change. name: of the
    scene on its page."""

    name: str
    steps: tuple[Step, ...]
    source: str
    command: str


def pass_lines_scene(facts: PassFacts) -> Scene:
    """Two steps for each pass: what it is about to change, and what came of it."""
    drawing = _Drawing(facts.steps)
    first = facts.steps[0]
    return Scene(
        id=facts.name,
        kind="blocks",
        title="The loop, pass by pass",
        track="loop",
        panels=(drawing.panel(),),
        start=f"The textbook’s form of {facts.source}. The frame is the loop; the preheader above "
        f"it runs once. {_executed(first):,} operations are executed.",
        steps=tuple(drawing.steps()),
        basis="counted",
        source="The textbook compiler of this site; its interpreter ran the program before and "
        "after each pass.",
        command=facts.command,
        pace=2000,
    )


def _executed(step: Step) -> int:
    return int(step.metrics.get("operations_after", 0))


def _lines(step: Step) -> dict[str, str]:
    """Text by id, in order; without the function's own line and its end."""
    return {line.id: line.text for line in step.after.lines[1:-1]} if step.after else {}


@dataclass(slots=True)
class _Drawing:
    steps_of: Sequence[Step]
    elements: list[Element] = field(default_factory=list)

    def panel(self) -> Panel:
        first = _lines(self.steps_of[0])
        names = dict.fromkeys(name for step in self.steps_of for name in _lines(step))
        tallest = max(len(_lines(step)) for step in self.steps_of)
        y, h = _frame(first)
        self.elements.append(
            Element(id="loop", shape="rect", x=0, y=y, w=WIDTH, h=h, classes="frame")
        )
        places = {name: row for row, name in enumerate(first)}
        for name in names:
            text = first.get(name) or next(
                _lines(step)[name] for step in self.steps_of if name in _lines(step)
            )
            self.elements.append(
                Element(
                    id=_element(name),
                    shape="text",
                    x=8,
                    y=_y(places.get(name, 0)),
                    classes=_look(name),
                    label=_cut(text),
                    opacity=int(name in first),
                )
            )
        bottom = _y(tallest) + 6
        self.elements += number(
            "executed", (0, bottom), f"{_executed(self.steps_of[0]):,}", "operations executed"
        )
        self.elements += number("pass", (160, bottom), "–", "the pass")
        return Panel(
            id="program",
            title="Before the loop, and in it",
            width=WIDTH,
            height=bottom + 46,
            elements=tuple(self.elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        before = _lines(self.steps_of[0])
        for step in self.steps_of[1:]:
            after = _lines(step)
            touched = [name for change in step.changes for name in change.before if name in before]
            title = step.pass_name.replace("-", " ")
            if touched:
                lit: Changes = {_element(name): {"classes": "code now"} for name in touched}
                lit["pass"] = {"label": _short(title)}
                reasons = _reasons(step.changes)
                yield SceneStep(
                    say=f"{title.capitalize()}. {reasons}", set=lit, focus=_element(touched[0])
                )
            yield self._moved(step, before, after, title)
            before = after

    def _moved(
        self, step: Step, before: dict[str, str], after: dict[str, str], title: str
    ) -> SceneStep:
        changes: Changes = {}
        new = {name for change in step.changes for name in change.after} | (
            set(after) - set(before)
        )
        for row, (name, text) in enumerate(after.items()):
            look = "code now" if name in new else _look(name)
            changes[_element(name)] = {
                "y": _y(row), "label": _cut(text), "classes": look, "opacity": 1,
            }  # fmt: skip
        for name in set(before) - set(after):
            changes[_element(name)] = {"opacity": 0, "classes": "code"}
        y, h = _frame(after)
        changes["loop"] = {"y": y, "h": h}
        changes["executed"] = {"label": f"{_executed(step):,}"}
        changes["pass"] = {"label": _short(title)}
        was = int(step.metrics.get("operations_before", 0))
        gone = len(set(before) - set(after))
        lines = f" {gone} line{'s' if gone != 1 else ''} less." if gone else ""
        return SceneStep(
            say=f"After it {_executed(step):,} operations are executed, before it {was:,}.{lines}",
            set=changes,
            focus="executed",
        )


def _reasons(changes: Sequence[Change]) -> str:
    reasons = [f"{change.reason.rstrip('.')}." for change in changes[:2]]
    more = len(changes) - len(reasons)
    return " ".join(reasons) + (f" And {more} more." if more else "")


def _frame(lines: dict[str, str]) -> tuple[float, float]:
    """The rows of the loop: from its header to the last jump back."""
    names = list(lines)
    start = next((at for at, name in enumerate(names) if name == "block header"), 0)
    end = next((at for at, name in enumerate(names) if name == "block exit"), len(names))
    return _y(start) - 15, (end - start) * _ROW


def _y(row: int) -> float:
    return _TOP + row * _ROW


def _look(name: str) -> str:
    return "code strong" if name.startswith("block ") else "code"


def _element(name: str) -> str:
    return f"line-{name.translate(_SIGNS)}"


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"


def _short(title: str) -> str:
    words = {
        "loop invariant code motion": "LICM",
        "dead code elimination": "DCE",
        "common subexpressions": "CSE",
        "copy propagation": "copies",
        "strength reduction": "strength",
    }
    return words.get(title, title[:14])
