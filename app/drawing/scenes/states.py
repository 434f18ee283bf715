"""The states of a scene, the differences that a player needs, and the limits that keep it small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson

from app.drawing.scenes.record import SETTABLE, Element, Panel, Scene, SceneStep, Value
from compiler_core.errors import InputError

MOST_ELEMENTS = 160
MOST_STEPS = 64
MOST_JSON_BYTES = 24_000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def state_at(scene: Scene, number: int) -> dict[str, Element]:
    """The elements by name after so many steps. Raises IndexError."""
    if not 0 <= number <= len(scene.steps):
        raise IndexError(f"state {number} of {len(scene.steps)} steps")
    state = {element.id: element for element in scene.elements()}
    for step in scene.steps[:number]:
        state |= _changed(state, step)
    return state


def _changed(state: dict[str, Element], step: SceneStep) -> dict[str, Element]:
    """The elements that the step sets, as they are after it."""
    return {
        name: replace(state[name], **values)  # pyright: ignore[reportArgumentType]
        for name, values in step.set.items()
    }


def changing(scene: Scene) -> dict[str, frozenset[str]]:
    """The fields that some step sets, by element."""
    changed: dict[str, set[str]] = {}
    for step in scene.steps:
        for name, values in step.set.items():
            changed.setdefault(name, set()).update(values)
    return {name: frozenset(fields) for name, fields in changed.items()}


def player_data(scene: Scene) -> bytes:
    """JSON: first values of what changes, and what each step sets. Its texts are on the page.

    Raises InputError for a scene above the limits or with names that do not fit.
    """
    check(scene)
    first = {element.id: element for element in scene.elements()}
    encoded = orjson.dumps(
        {
            "pace": scene.pace,
            **({"handle": scene.handle} if scene.handle else {}),
            "first": {
                name: {field: _short(getattr(first[name], field)) for field in sorted(fields)}
                for name, fields in changing(scene).items()
            },
            **({"ways": ways} if (ways := _ways(scene)) else {}),
            "steps": list(_differences(scene)),
        }
    )
    if len(encoded) > MOST_JSON_BYTES:
        raise _too_large(scene, f"{len(encoded):,} bytes of steps", f"{MOST_JSON_BYTES:,}")
    return encoded


def _ways(scene: Scene) -> dict[str, dict[str, Any]]:
    """What a shape is, and where a click on it leads, of those that say so."""
    return {
        element.id: {"title": element.title, "to": element.ways}
        for element in scene.elements()
        if element.ways
    }


def _differences(scene: Scene) -> Iterator[dict[str, Any]]:
    state = state_at(scene, 0)
    for step in scene.steps:
        yield _step(step, state)
        state |= _changed(state, step)


def _step(step: SceneStep, before: dict[str, Element]) -> dict[str, Any]:
    """Without what stays as it was. `look`: the elements that take the same classes, by these."""
    changed = {
        name: {key: value for key, value in fields.items() if getattr(before[name], key) != value}
        for name, fields in step.set.items()
    }
    values = {
        name: {key: _short(value) for key, value in fields.items() if key != "classes"}
        for name, fields in changed.items()
    }
    look: dict[str, list[str]] = {}
    for name, fields in changed.items():
        if "classes" in fields:
            look.setdefault(str(fields["classes"]), []).append(name)
    payload = {
        "set": {name: fields for name, fields in values.items() if fields},
        "look": look,
        "moves": step.moves,
        "sweeps": step.sweeps,
        "focus": step.focus,
        "name": step.name,
    }
    return {name: value for name, value in payload.items() if value}


def _short(value: Value) -> Value:
    """A tenth of a pixel is enough."""
    return value if isinstance(value, str) else round(value, 1)


def check(scene: Scene) -> None:
    """Raises InputError with the scene's name and the first thing that is wrong with it."""
    elements = list(scene.elements())
    if len(elements) > MOST_ELEMENTS:
        raise _too_large(scene, f"{len(elements)} elements", str(MOST_ELEMENTS))
    if len(scene.steps) > MOST_STEPS:
        raise _too_large(scene, f"{len(scene.steps)} steps", str(MOST_STEPS))
    wrong = next(_mistakes(scene, elements), "")
    if wrong:
        raise InputError(f"The scene {scene.id!r} {wrong}.", "Mend the module that draws it.")


def _too_large(scene: Scene, has: str, most: str) -> InputError:
    message = f"The scene {scene.id!r} has {has}; at most {most} can be drawn."
    return InputError(message, "Show fewer steps, or leave out what does not change.")


def _mistakes(scene: Scene, elements: list[Element]) -> Iterator[str]:
    names = [element.id for element in elements]
    panel_of = {drawn.id: panel.id for panel in scene.panels for drawn in panel.elements}
    if not scene.panels or not scene.steps:
        yield "has no panel or no step"
    if len(set(names)) < len(names):
        yield f"has two elements named {next(twin for twin in names if names.count(twin) > 1)!r}"
    for name in (scene.id, *names):
        if not _NAME.fullmatch(name):
            yield f"has the name {name!r}; letters, digits, - and _ make a name"
    moving = changing(scene)
    for drawn_element in elements:
        if drawn_element.ways and drawn_element.id not in moving:
            yield f"has ways from {drawn_element.id!r}, which no step changes"
        if not all(1 <= to <= len(scene.steps) for _, to in drawn_element.ways):
            yield f"leads from {drawn_element.id!r} to a step that it has not"
    for number, step in enumerate(scene.steps, 1):
        for what in _mistakes_of(step, panel_of):
            yield f"{what} in step {number}"


def _mistakes_of(step: SceneStep, panel_of: dict[str, str]) -> Iterator[str]:
    if not step.say:
        yield "says nothing"
    said = (*step.set, *step.sweeps, *(name for pair in step.moves for name in pair))
    for name in (*said, *([step.focus] if step.focus else [])):
        if name not in panel_of:
            yield f"names {name!r}, which is no element"
    for name, values in step.set.items():
        if not values.keys() <= SETTABLE:
            yield f"sets {min(values.keys() - SETTABLE)!r} of {name!r}"
    for start, end in step.moves:
        if panel_of.get(start) != panel_of.get(end):
            yield f"moves {start!r} to {end!r} of another panel"


def panel_at(panel: Panel, state: dict[str, Element]) -> tuple[Element, ...]:
    """The panel's elements in a state."""
    return tuple(state[element.id] for element in panel.elements)
