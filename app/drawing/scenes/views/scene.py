"""A scene on a page: its first and last state as shapes, its steps as text, and what plays it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.drawing.scenes.record import Element, Panel, Scene
from app.drawing.scenes.states import changing, panel_at, player_data, state_at
from app.drawing.table import Table
from compiler_core.errors import LoweringLabError

_BASES = {
    "counted": "Counted.",
    "computed": "Computed.",
    "modelled": "Modelled, not measured.",
    "recorded": "Recorded.",
}
# From the middle of a rectangle to the baseline of its label.
_BASELINE = 4.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeView:
    """A shape."""

    id: str
    """The element's name in its scene, by which the player finds it."""
    shape: str
    """`rect`, `text`, `path` or `circle`."""
    classes: str
    """CSS classes: what it is, and how it stands."""
    place: str
    """SVG transform that moves it to its place, such as `translate(8 16)`."""
    width: str
    """A rectangle's; empty for other shapes."""
    height: str
    """A rectangle's; empty for other shapes."""
    radius: str
    """A circle's; empty for other shapes."""
    d: str
    """A path's SVG commands; empty for other shapes."""
    label: str
    """Its text; empty for none."""
    middle: str
    """Where a rectangle's label stands. Empty where it has none of it."""
    baseline: str
    """Y of a rectangle's label; empty for other shapes."""
    title: str
    """Said on hover; empty for none."""
    opacity: str
    """Empty where it is 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """One picture in two states."""

    title: str
    """What one sees, above the picture."""
    box: str
    """The SVG's viewBox."""
    width: str
    """In pixels, as text."""
    height: str
    """In pixels, as text."""
    still_id: str
    """Id under which the last state uses again what the first one drew."""
    still: tuple[ShapeView, ...]
    """What no step changes, drawn once under the name still_id."""
    first: tuple[ShapeView, ...]
    """What some step changes, as it stands before all steps."""
    last: tuple[ShapeView, ...]
    """What some step changes, as it stands after all steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneView:
    """A scene, or in `problem` why there is none."""

    anchor: str
    """Its id on the page, such as `scene-decode`; empty where there is no scene."""
    kind: str
    """What the drawing looks like, as a part of a CSS class; empty where there is no scene."""
    track: str
    """`loop` or `model`, which gives the colour."""
    title: str
    """Over the scene, or over the reason why there is none."""
    panels: tuple[PanelView, ...]
    """Its pictures; empty where there is no scene."""
    start: str
    """Says the first state."""
    says: tuple[str, ...]
    """A sentence or two for each step, in order."""
    total: int
    """How many steps there are."""
    at: str
    """What the slider says before the first."""
    folded: str
    """Words that unfold the steps as text."""
    basis: str
    """Where most numbers come from, in a sentence such as `Counted.`."""
    source: str
    """What was run or computed, with which setting, in a sentence."""
    command: str
    """Gives the same numbers at home; empty without one."""
    notes: tuple[str, ...]
    """What is left out, and what a mark means; a sentence each."""
    data: Markup
    """For the player, as JSON."""
    problem: str
    """Why there is no scene; empty where there is one."""
    layout: str = ""
    """Whether one picture stands alone; said here, since a style that looks into the scene for it
    (`:has`) makes the browser go through all of it at each step."""
    table: Table | None = None
    """Numbers that the steps do not all say; None where the page has them in a table of its own."""


def scene_view(scene: Scene) -> SceneView:
    """Raises InputError for a scene above its limits."""
    data = player_data(scene).decode().replace("&", "\\u0026").replace("<", "\\u003c")
    first, last = state_at(scene, 0), state_at(scene, len(scene.steps))
    moving = frozenset(changing(scene)) | {name for step in scene.steps for name in step.sweeps}
    moving |= {name for step in scene.steps for pair in step.moves for name in pair}
    return SceneView(
        anchor=f"scene-{scene.id}",
        kind=scene.kind,
        track=scene.track,
        title=scene.title,
        panels=tuple(_panel(scene, panel, (first, last), moving) for panel in scene.panels),
        start=scene.start,
        says=tuple(step.say for step in scene.steps),
        total=len(scene.steps),
        at=scene.start_name or f"0 of {len(scene.steps)}",
        folded=f"All {len(scene.steps)} steps as text" if len(scene.steps) > 1 else "As text",
        basis=_BASES[scene.basis],
        source=scene.source,
        command=scene.command,
        notes=scene.notes,
        data=Markup(data),  # JSON of ours; what HTML would read is written as escapes
        problem="",
        layout="is-several" if len(scene.panels) > 1 else "is-alone",
        table=scene.table,
    )


def no_scene(title: str, error: LoweringLabError) -> SceneView:
    """The place of a scene that cannot be drawn, with the reason."""
    return SceneView(
        anchor="",
        kind="",
        track="loop",
        title=title,
        panels=(),
        start="",
        says=(),
        total=0,
        at="",
        folded="",
        basis="",
        source="",
        command="",
        notes=(),
        data=Markup(),
        problem=str(error),
    )


def _panel(
    scene: Scene,
    panel: Panel,
    states: tuple[dict[str, Element], dict[str, Element]],
    moving: frozenset[str],
) -> PanelView:
    first, last = (panel_at(panel, state) for state in states)
    return PanelView(
        title=panel.title,
        box=f"0 0 {panel.width:g} {panel.height:g}",
        width=f"{panel.width:g}",
        height=f"{panel.height:g}",
        still_id=f"still-{scene.id}-{panel.id}",
        still=tuple(_shape(element) for element in first if element.id not in moving),
        first=tuple(_shape(start) for start in first if start.id in moving),
        last=tuple(_shape(end) for end in last if end.id in moving),
    )


def _shape(element: Element) -> ShapeView:
    is_box = element.shape == "rect"
    return ShapeView(
        id=element.id,
        shape=element.shape,
        classes=element.classes,
        place=f"translate({element.x:g} {element.y:g})",
        width=f"{element.w:g}" if is_box else "",
        height=f"{element.h:g}" if is_box else "",
        radius=f"{element.w:g}" if element.shape == "circle" else "",
        d=element.d,
        label=element.label,
        middle=f"{element.w / 2:g}" if is_box else "",
        baseline=f"{element.h / 2 + _BASELINE:g}" if is_box else "",
        title=element.title,
        opacity="" if element.opacity == 1 else f"{element.opacity:g}",
    )
