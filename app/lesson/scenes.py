"""The scenes that lessons name: each asks the core for its facts and draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from app.drawing.scenes.record import Scene
from app.drawing.scenes.two_roundings import roundings_scene
from app.drawing.scenes.views.scene import no_scene, scene_view
from app.lesson.chip_scenes import (
    frames_handed_on,
    room_and_speed,
    shared_steps,
    under_power,
    under_roof,
    units_chosen,
    waits_hidden,
)
from app.lesson.language import (
    COUNTED_TOKENS,
    all_heads_scene,
    block_levels_scene,
    caches_scene,
    engine_bars_scene,
    handed_on_scene,
    mapped_file_scene,
    protected_scene,
    scene_run,
    tiles_scene,
    tokens_scene,
    written_scene,
)
from app.lesson.network import (
    branch_scene,
    graph_passes_scene,
    groups_scene,
    layouts_scene,
    memory_scene,
    network_run,
    patch_ways_scene,
    range_scene,
    rungs_scene,
)
from app.lesson.results import keep_scene, kept_scene
from app.lesson.views.lesson import LessonSceneView
from compiler_core.errors import InputError, ToolMissing
from compiler_core.lessons.lesson import LessonScene, SceneName, Section
from compiler_core.loop.roundings import roundings_of
from compiler_core.pipelines.model_runs import ShippedRun


@dataclass(frozen=True, slots=True)
class SceneMaker:
    """A scene by the name that lessons give it, and what draws it from what the core computes."""

    name: SceneName
    title: str
    make: Callable[[], Scene]
    runs: Callable[[], tuple[ShippedRun, ...]] = tuple
    """Runs of models that the scene shows; pages start them and wait."""


def lesson_scene(section: LessonScene) -> LessonSceneView:
    """The scene; where its run fails, what it showed last, or why it cannot be drawn."""
    maker = next(scene_maker for scene_maker in SCENE_MAKERS if scene_maker.name == section.name)
    caption = Markup(section.caption)  # our own HTML
    try:
        scene = maker.make()
        view = scene_view(scene)
    except (InputError, ToolMissing) as error:
        record = kept_scene(maker.name)
        if record is None:
            return LessonSceneView("scene", section.id, no_scene(maker.title, error), caption)
        message = f"{error} The picture is of the run of {record.date}."
        return LessonSceneView("scene", section.id, scene_view(record.scene), caption, message)
    if maker.runs():
        keep_scene(maker.name, scene)
    return LessonSceneView("scene", section.id, view, caption)


def _roundings() -> Scene:
    """The numbers that the claims of the lesson run."""
    return roundings_scene(roundings_of(1 + 2**-12, 1 + 2**-11))


def _network() -> tuple[ShippedRun, ...]:
    return (network_run(),)


def runs_shown(section: Section) -> tuple[ShippedRun, ...]:
    """The runs that a section's scene is drawn from."""
    if not isinstance(section, LessonScene):
        return ()
    return next(maker for maker in SCENE_MAKERS if maker.name == section.name).runs()


SCENE_MAKERS: tuple[SceneMaker, ...] = (
    SceneMaker("tokens", "Letters become tokens", tokens_scene),
    SceneMaker("file", "The file is the memory", mapped_file_scene),
    SceneMaker("levels", "A row on sixteen levels", block_levels_scene),
    SceneMaker("gptq", "An error is handed on", handed_on_scene),
    SceneMaker("awq", "How much to protect what counts", protected_scene),
    SceneMaker("cache", "Two ways to keep a cache", caches_scene),
    SceneMaker("heads", "Every head looks elsewhere", all_heads_scene),
    SceneMaker("attention", "A sum that is corrected later", tiles_scene),
    SceneMaker(
        "engine",
        "Where the instructions go",
        engine_bars_scene,
        lambda: tuple(scene_run(tokens) for tokens in COUNTED_TOKENS),
    ),
    SceneMaker(
        "decode", "One token at a time", written_scene, lambda: (scene_run(COUNTED_TOKENS[0]),)
    ),
    SceneMaker("speeds", "How fast it writes, and where memory ends", room_and_speed),
    SceneMaker("batches", "A step for many", shared_steps),
    SceneMaker("power", "What a power cap leaves on", under_power),
    SceneMaker("roof", "A dot walks under the roof", under_roof),
    SceneMaker("units", "Who computes what", units_chosen),
    SceneMaker("layouts", "A picture is bytes in an order", layouts_scene, _network),
    SceneMaker("traced", "Tracing keeps one branch", branch_scene),
    SceneMaker("passes", "The graph, pass by pass", graph_passes_scene, _network),
    SceneMaker("threshold", "A scale is a bet on a range", range_scene, _network),
    SceneMaker("groups", "The graph, kernel by kernel", groups_scene, _network),
    SceneMaker("ways", "Four ways over one patch", patch_ways_scene),
    SceneMaker("arena", "Tensors share one piece of memory", memory_scene, _network),
    SceneMaker("ladder", "What each stage bought", rungs_scene, _network),
    SceneMaker("frames", "A loop around the program", frames_handed_on),
    SceneMaker("roundings", "One rounding or two", _roundings),
    SceneMaker("gantt", "Who works while memory is on its way", waits_hidden),
)
"""One row a scene; its name stands in the core, where lessons are read."""
