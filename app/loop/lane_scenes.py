"""The lane scene of a recording, for the explorer's Step pane and for lessons."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.scenes.lanes import LaneWords, lanes_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from compiler_core.errors import InputError
from compiler_core.host.stepping.lane_facts import lane_facts
from compiler_core.host.stepping.record import Recording
from compiler_core.source import SourceFile

TITLE = "Your loop, lane by lane"


@dataclass(frozen=True, slots=True)
class RecordedSetting:
    """What was recorded. name: of the scene on its page. source: the file of the function. setting:
    compiler and flags as a sentence. command: records the same, empty where the page tells it."""

    name: str
    source: SourceFile
    setting: str
    command: str = ""


def lane_scene_view(recording: Recording, recorded: RecordedSetting) -> SceneView:
    """The scene, or why it cannot be drawn."""
    try:
        return scene_view(lane_scene(recording, recorded))
    except InputError as error:
        return no_scene(TITLE, error)


def lane_scene(recording: Recording, recorded: RecordedSetting) -> Scene:
    """The scene as a record. Raises InputError where there is nothing to draw."""
    lines = recorded.source.text.splitlines()
    words = LaneWords(
        recorded.name,
        TITLE,
        dict(enumerate(lines, 1)),
        recorded.setting,
        recorded.command,
    )
    return lanes_scene(lane_facts(recording), words)
