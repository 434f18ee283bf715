"""A scene on a page: its first and last state as shapes, its steps as text, and what plays it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.drawing.scenes.record import Element, Panel, Scene, SceneTable
from app.drawing.scenes.states import changing, panel_at, player_data, state_at
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
    shape: str
    classes: str
    place: str
    """Its transform."""
    width: str
    """Of a rectangle."""
    height: str
    """Of a rectangle."""
    radius: str
    """Of a circle."""
    d: str
    label: str
    middle: str
    """Where a rectangle's label stands. Empty where it has none of it."""
    baseline: str
    """As `middle`."""
    title: str
    opacity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """One picture in two states."""

    title: str
    box: str
    width: str
    height: str
    still_id: str
    still: tuple[ShapeView, ...]
    """What no step changes, drawn once under the name still_id."""
    first: tuple[ShapeView, ...]
    """The rest, before and after all steps."""
    last: tuple[ShapeView, ...]
    """The rest, before and after all steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneView:
    """A scene, or in `problem` why there is none."""

    anchor: str
    """Its id on the page."""
    kind: str
    track: str
    title: str
    panels: tuple[PanelView, ...]
    start: str
    """Says the first state."""
    says: tuple[str, ...]
    """Each step."""
    total: int
    at: str
    """What the slider says before the first."""
    folded: str
    """What opens them."""
    basis: str
    source: str
    command: str
    notes: tuple[str, ...]
    data: Markup
    """For the player, as JSON."""
    problem: str
    layout: str = ""
    """Whether one picture stands alone; said here, since a style that looks into the scene for it
    (`:has`) makes the browser go through all of it at each step."""
    table: SceneTable | None = None


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
