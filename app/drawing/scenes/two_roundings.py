"""One rounding or two: the digits of a·a − b, and which of them a register can hold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.loop.roundings import MANTISSA, Roundings, binary_digits

_W, _H, _ROW = 13, 22, 48
# Digits behind those of a register that are drawn.
_BEHIND = MANTISSA


def roundings_scene(facts: Roundings) -> Scene:
    """Two roundings first, then one."""
    return Scene(
        id="roundings",
        kind="strip",
        title="One rounding or two",
        track="loop",
        panels=(_panel(facts),),
        start=f"a is {float(facts.a)!r} and b is {float(facts.b)!r}; both are exact in the "
        f"{MANTISSA} digits of a float. What is a · a − b?",
        steps=tuple(_steps(facts)),
        basis="computed",
        source="Exact arithmetic, rounded to the nearest float as IEEE 754 says; the claims of "
        "this lesson run the same numbers.",
        notes=("In a, in b and in a · a the point stands behind the first digit.",),
        pace=2000,
    )


def _panel(facts: Roundings) -> Panel:
    rows = (
        ("a", "a", binary_digits(facts.a, MANTISSA - 1)),
        ("h", "a · a, the digits that fit", _square(facts)[:MANTISSA]),
        ("l", "… and those that do not", _square(facts)[MANTISSA:]),
        ("b", "b", binary_digits(facts.b, MANTISSA - 1)),
    )
    elements: list[Element] = []
    for row, (name, title, digits) in enumerate(rows):
        y = row * _ROW
        elements.append(words(f"{name}-name", 0, y + 14, title))
        elements += [
            box(f"{name}{index}", (index * _W, y + 20), (_W - 1, _H), "cell", digit)
            for index, digit in enumerate(digits[:MANTISSA])
        ]
    y = len(rows) * _ROW + 22
    elements.append(words("twice", 0, y, "two roundings: –", "plain strong"))
    elements.append(words("once", 0, y + 24, "one rounding: –", "plain strong"))
    return Panel(
        id="digits", title="Binary digits", width=WIDTH, height=y + 34, elements=tuple(elements)
    )


def _square(facts: Roundings) -> str:
    return binary_digits(facts.square, MANTISSA - 1 + _BEHIND)


def _row(name: str, look: str) -> Changes:
    return looks((f"{name}{index}" for index in range(MANTISSA)), look)


def _steps(facts: Roundings) -> Iterator[SceneStep]:
    behind = _square(facts)[MANTISSA:]
    ones = [index for index, digit in enumerate(behind) if digit == "1"]
    yield SceneStep(
        say=f"a · a has {MANTISSA + (ones[-1] + 1 if ones else 0)} digits. A register holds "
        f"{MANTISSA}.",
        set=_row("h", "cell held") | looks((f"l{index}" for index in ones), "cell now"),
        focus="h0",
    )
    yield from _rounded_twice(facts)
    yield from _rounded_once(facts, ones)


def _rounded_twice(facts: Roundings) -> Iterator[SceneStep]:
    lost = f"{float(facts.lost):.9g} is lost" if facts.lost else "nothing is lost"
    yield SceneStep(
        say=f"Two roundings. The multiplication rounds: what does not fit goes, and {lost}.",
        set={**_row("l", "cell gone"), **_row("h", "cell now")},
        focus="l0",
    )
    yield SceneStep(
        say=f"Then the subtraction: {float(facts.rounded)!r} less b. The result is "
        f"{_shown(facts.twice)}.",
        set={
            **_row("b", "cell now"),
            **_row("h", "cell held"),
            "twice": {"label": f"two roundings: {_shown(facts.twice)}"},
        },
        focus="twice",
    )


def _rounded_once(facts: Roundings, ones: list[int]) -> Iterator[SceneStep]:
    yield SceneStep(
        say="One rounding. The instruction keeps all digits of a · a inside.",
        set={
            **_row("b", "cell"),
            **_row("l", "cell held"),
            **looks((f"l{index}" for index in ones), "cell now"),
        },
        focus="l0",
    )
    yield SceneStep(
        say=f"It subtracts b from all of them, and rounds only the end. The result is "
        f"{_shown(facts.once)}.",
        set={
            **_row("b", "cell held"),
            **_row("h", "cell gone"),
            "once": {"label": f"one rounding: {_shown(facts.once)}"},
        },
        focus="once",
    )


def _shown(value: Fraction) -> str:
    """As the runs of this site print a float."""
    return f"{float(value):.9g}"
