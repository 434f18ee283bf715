"""The lane scene of a recording, for the explorer's Step pane and for lessons."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from app.drawing.scenes.lanes import LaneWords, lanes_scene
from app.view_models.scene import SceneView, no_scene, scene_view
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.lane_facts import lane_facts
from compiler_core.host.stepping.record import Recording
from compiler_core.source import SourceFile

TITLE = "Your loop, lane by lane"


@dataclass(frozen=True, slots=True)
class RecordedSetting:
    """What was recorded. name: of the scene on its page. source: the file of the function. setting:
    compiler and flags as a sentence."""

    name: str
    source: SourceFile
    setting: str
    experiment: Experiment


def lane_scene_view(recording: Recording, recorded: RecordedSetting) -> SceneView:
    """The scene, or why it cannot be drawn."""
    lines = recorded.source.text.splitlines()
    words = LaneWords(
        recorded.name,
        TITLE,
        dict(enumerate(lines, 1)),
        recorded.setting,
        _command(recording, recorded),
    )
    try:
        return scene_view(lanes_scene(lane_facts(recording), words))
    except InputError as error:
        return no_scene(TITLE, error)


def _command(recording: Recording, recorded: RecordedSetting) -> str:
    experiment = recorded.experiment
    parts = ["lowlab", "step", recorded.source.name, "--compiler", recording.compiler]
    parts.append(f"--flags={' '.join(recording.flags)}")
    if recording.first_arrival != 1:
        parts.append(f"--arrival={recording.first_arrival}")
    if experiment.n is not None:
        parts.append(f"--n={experiment.n}")
    if recording.predicates and experiment.sve_bits != Experiment().sve_bits:
        parts.append(f"--sve-bits={experiment.sve_bits}")
    return shlex.join(parts)
