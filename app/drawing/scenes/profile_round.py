"""The profiling exercise as a round of four: profile, identify, try, iterate.

Its bars are what has been counted; what has not been done yet is said to be ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count

STEPS = ("Profile", "Identify", "Try", "Iterate")
MOST_PARTS, MOST_TRIES = 6, 6
_ROW, _NAME, _BAR = 26, 104, 16
_LETTERS = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """What the scene of one round of the profiling exercise is drawn from."""

    parts: tuple[tuple[str, float], ...]
    """Functions of the program with their instructions, most first; at least one."""
    total: float
    """Instructions of the whole program."""
    tries: tuple[tuple[str, float], ...]
    """All programs that were counted, with theirs."""
    bound: str
    """What the model says of the first part, "" for nothing."""
    suggested: str
    """The change it names, "" for none."""
    program: str
    """What the exercise is at now, in a few words."""
    counted: str
    """What was counted, where and how, in a sentence."""
    command: str
    """Gives the same numbers on the command line."""


def round_scene(facts: RoundFacts) -> Scene:
    """A step for each of the four."""
    return Scene(
        id="round",
        kind="bars",
        title="Profile, identify, try, iterate",
        track="model",
        panels=(_steps_panel(), _parts_panel(facts), _tries_panel(facts)),
        start=f"{facts.program} ran once: {facts.total:,.0f} instructions. Where did they go?",
        steps=tuple(_steps(facts)),
        basis="counted",
        source=facts.counted,
        command=facts.command,
        notes=("What binds a kernel is modelled.",),
        pace=1800,
    )


def _steps_panel() -> Panel:
    elements: list[Element] = []
    for at, name in enumerate(STEPS):
        y = 4 + at * 40
        elements.append(box(f"s{at}", (0, y), (132, 28), "node", f"{at + 1} {name}"))
        if at:
            elements.append(
                Element(id=f"a{at}", shape="path", classes="wire", d=f"M66 {y - 12}V{y}")
            )
    back = "M132 138H152V18H132"
    elements.append(Element(id="back", shape="path", classes="wire", d=back))
    elements += number("share", (176, 4), "–", "in one part")
    elements += number("limit", (176, 84), "–", "if it took nothing")
    return Panel(id="steps", title="One round", width=WIDTH, height=158, elements=tuple(elements))


def _parts_panel(facts: RoundFacts) -> Panel:
    elements: list[Element] = []
    for at, (name, _) in enumerate(facts.parts[:MOST_PARTS]):
        y = 4 + at * _ROW
        elements.append(words(f"p{at}-name", 0, y + 12, _short(name)))
        elements.append(box(f"p{at}", (_NAME, y), (0, _BAR), "bar"))
        elements.append(words(f"p{at}-share", WIDTH, y + 12, "–", "end"))
    return Panel(
        id="parts",
        title="Instructions by part, counted",
        width=WIDTH,
        height=8 + MOST_PARTS * _ROW,
        elements=tuple(elements),
    )


def _tries_panel(facts: RoundFacts) -> Panel:
    elements: list[Element] = []
    for at, (_, instructions) in enumerate(facts.tries[:MOST_TRIES]):
        y = 4 + at * _ROW
        elements.append(words(f"t{at}-name", 0, y + 12, f"try {at}" if at else "as given"))
        elements.append(box(f"t{at}", (_NAME, y), (0, _BAR), "bar"))
        elements.append(words(f"t{at}-count", WIDTH, y + 12, f"{instructions:,.0f}", "soft end"))
    return Panel(
        id="tries",
        title="Tries so far, instructions counted",
        width=WIDTH,
        height=8 + max(len(facts.tries[:MOST_TRIES]), 2) * _ROW,
        elements=tuple(elements),
    )


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"


def _steps(facts: RoundFacts) -> Iterator[SceneStep]:
    first, share = facts.parts[0][0], facts.parts[0][1] / facts.total
    yield SceneStep(
        say=f"Profile: {count(len(facts.parts), 'part')} counted. {first} takes {share:.0%} of all "
        "instructions.",
        set=_lit(0) | _parts(facts, first="bar"),
        focus="s0",
    )
    limit = 1 / (1 - share) if share < 1 else 0.0
    bound = f"{facts.bound} (modelled)." if facts.bound else "Your answer comes first: step 2."
    yield SceneStep(
        say=f"Identify: what binds {first}? {bound}",
        set=_lit(1) | _parts(facts, first="bar now"),
        focus="s1",
    )
    change = f"{facts.suggested} is suggested." if facts.suggested else "Choose a change in step 3."
    at_most = f"at most {limit:.2f} times" if limit else "without limit"
    yield SceneStep(
        say=f"Try: one change at a time. If {first} took nothing, all would be {at_most} as fast "
        f"(Amdahl). {change}",
        set=_lit(2) | {"limit": {"label": f"{limit:.2f} ×" if limit else "–"}},
        focus="s2",
    )
    yield SceneStep(say=_iterated(facts), set=_lit(3) | _tries(facts.tries), focus="s3")


def _lit(at: int) -> Changes:
    return {
        f"s{step}": {"classes": "node now" if step == at else "node held" if step < at else "node"}
        for step in range(len(STEPS))
    }


def _parts(facts: RoundFacts, first: str) -> Changes:
    most = facts.parts[0][1]
    changes: Changes = {"share": {"label": f"{most / facts.total:.0%}"}}
    for at, (_, instructions) in enumerate(facts.parts[:MOST_PARTS]):
        wide = (WIDTH - _NAME - 50) * instructions / most
        changes[f"p{at}"] = {"w": round(wide, 1), "classes": "bar" if at else first}
        changes[f"p{at}-share"] = {"label": f"{instructions / facts.total:.0%}"}
    return changes


def _tries(tries: Sequence[tuple[str, float]]) -> Changes:
    most = max(instructions for _, instructions in tries)
    changes: Changes = {}
    for at, (_, instructions) in enumerate(tries[:MOST_TRIES]):
        wide = (WIDTH - _NAME - 104) * instructions / most
        last = at == min(len(tries), MOST_TRIES) - 1
        changes[f"t{at}"] = {"w": round(wide, 1), "classes": "bar now" if last else "bar held"}
    return changes


def _iterated(facts: RoundFacts) -> str:
    if len(facts.tries) < 2:
        return "Iterate: measure again, keep what helped, begin anew. Nothing was tried yet."
    fewest = min(instructions for _, instructions in facts.tries)
    return (
        f"Iterate: after {count(len(facts.tries) - 1, 'try', 'tries')} the fewest instructions are "
        f"{fewest:,.0f}, {facts.tries[0][1] / fewest:.2f} times fewer than as given."
    )
