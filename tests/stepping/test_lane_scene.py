"""The lane scene says and draws what was recorded: boxes against the recording's own changes."""

from __future__ import annotations

from functools import lru_cache

import pytest

from app.drawing.scenes.lane_counters import counter_id
from app.drawing.scenes.lanes import LaneWords, element_id, lane_id, lanes_scene, shown
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.drawing.scenes.views.scene import scene_view
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.lane_counters import MOST_COUNTERS, counter_text
from compiler_core.host.stepping.lane_facts import MOST_STEPS, LaneFacts, lane_facts
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of
from compiler_core.host.stepping.record import Value as LaneValue
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.host.stepping.states import state_at as machine_at
from compiler_core.source import SourceFile
from tests.drawing.played import played
from tests.stepping.programs import SETTINGS, SOURCES, Setting
from tests.stepping.recorded import recording_of

# A panel's width in the narrowest window, and what a letter takes of it.
_ROOM, _LETTER = 320, 7.5


@lru_cache(maxsize=64)
def drawn(setting: Setting) -> tuple[LaneFacts, Scene] | None:
    """None for a recording that a picture has no room for."""
    try:
        facts = lane_facts(recording_of(setting))
    except InputError:
        return None
    lines = dict(enumerate(SOURCES[setting.name].splitlines(), 1))
    return facts, lanes_scene(facts, LaneWords("lanes", "Lanes", lines, "gcc -O3", "lowlab step"))


def test_most_recordings_can_be_drawn() -> None:
    assert sum(drawn(setting) is not None for setting in SETTINGS) * 2 > len(SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_cannot_be_drawn_says_why(setting: Setting) -> None:
    if drawn(setting) is None:
        with pytest.raises(InputError, match=r"room for|no vector|no array|no recording"):
            lane_facts(recording_of(setting))


def roundings(value: LaneValue) -> set[str]:
    """As boxes of any width write it."""
    return {shown(value, letters) for letters in range(1, 13)}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_each_step_draws_what_the_recording_changed(setting: Setting) -> None:
    facts, scene = drawn(setting) or (None, None)
    if facts is None or scene is None:
        return
    recording = recording_of(setting)
    for number, told in enumerate(facts.steps, 1):
        state = played(scene, number)
        step = recording.steps[number - 1]
        assert told.number == number
        for change in step.registers:
            if change.register[0] == "v":
                boxes = [state[lane_id(change.register, lane)] for lane in range(len(change.after))]
                told_values = zip(boxes, change.after, strict=True)
                assert all(one["label"] in roundings(value) for one, value in told_values)
                assert all("now" in one["classes"].split() for one in boxes)
            elif change.register in {counter.register for counter in facts.counters}:
                box = state[counter_id(change.register)]
                assert box["label"] == counter_text(change.register, change.after)
                assert "now" in box["classes"].split()
        for touch in step.memory:
            for place, value in enumerate(touch.after):
                name = element_id(touch.array, (touch.first or 0) + place)
                if place in touch.inactive or touch.first is None:
                    continue
                assert "now" in state[name]["classes"].split()
                if touch.kind == "store":
                    assert state[name]["label"] in roundings(value)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_step_counts_with_is_drawn(setting: Setting) -> None:
    """A sentence names no register whose value no picture shows, but for lack of room."""
    facts, _ = drawn(setting) or (None, None)
    if facts is None:
        return
    shown_beside = {counter.register for counter in facts.counters}
    lines = {line.position: line for line in facts.code}
    computed_with = {
        register
        for told in facts.steps
        if not told.step.memory
        for register in lines[told.step.position].registers
        if register[0] in "xpn"
    }
    assert computed_with <= shown_beside or len(shown_beside) == MOST_COUNTERS


@pytest.mark.parametrize(
    ("end", "branch", "reads"),
    [("n", "cbnz", "x2"), ("!(n & 4)", "tbz", "x2"), ("n > 1", "bgt", "nzcv")],
)
def test_a_branch_reads_what_its_line_names(
    emulator: None, end: str, branch: str, reads: str
) -> None:
    text = f"""void f(float *y, const float *x, int n) {{
  do {{ *y++ += *x++; n >>= 1; }} while ({end});
}}
"""
    source = SourceFile("loop.c", text)
    facts = lane_facts(record_steps((source,), "gcc-12", "-O1", Experiment(n=9)))
    lines = {line.position: line.text.split()[0] for line in facts.code}
    read = {lines[told.step.position]: told.read for told in facts.steps if told.step.branch}
    assert read == {branch: (reads,)}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_memory_after_the_last_step_is_the_machines(setting: Setting) -> None:
    """Boxes against the bytes of the recording's state, by another way than the steps."""
    facts, scene = drawn(setting) or (None, None)
    if facts is None or scene is None:
        return
    recording = recording_of(setting)
    for number in (0, len(facts.steps)):
        machine, picture = machine_at(recording, number), state_at(scene, number)
        for array in facts.arrays:
            size = lane_bytes(array.lane_type)
            content = machine.arrays[array.name][array.first * size :]
            for place, value in enumerate(lanes_of(content, array.lane_type)[: len(array.values)]):
                label = picture[element_id(array.name, array.first + place)].label
                assert label in roundings(value)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_values_that_move_arrive_as_they_left(setting: Setting) -> None:
    _, scene = drawn(setting) or (None, None)
    for number, step in enumerate(scene.steps if scene else (), 1):
        assert scene is not None
        before, after = state_at(scene, number - 1), state_at(scene, number)
        for start, end in step.moves:
            assert before[start].label == after[end].label


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_it_keeps_to_its_limits_and_inside_its_picture(setting: Setting) -> None:
    facts, scene = drawn(setting) or (None, None)
    if facts is None or scene is None:
        return
    scene_view(scene)
    assert len(facts.steps) <= MOST_STEPS
    assert facts.steps[-1].step.branch or len(facts.steps) == len(recording_of(setting).steps)
    for panel in scene.panels:
        assert panel.width <= _ROOM
        for state in (state_at(scene, 0), state_at(scene, len(scene.steps))):
            for one in (state[element.id] for element in panel.elements):
                assert 0 <= one.x <= _right(one) <= panel.width + 1
                assert 0 <= one.y + one.h <= panel.height


def _right(one: Element) -> float:
    text = _LETTER * len(one.label)
    if one.shape == "rect":
        assert text <= one.w
        return one.x + one.w
    return one.x + text


PICKED = """
#include <arm_neon.h>
void picked(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i + 3 < n; i += 4) {
        float32x4_t v = vld1q_f32(x + i);
        vst1q_f32(y + i, vcopyq_laneq_f32(vaddq_f32(v, v), 1, v, 3));
    }
}
"""
NARROWED = """
void narrowed(unsigned char *restrict y, const unsigned short *restrict x, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] >> 3;
}
"""
SCALED = """
void scaled(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++) y[i] += 3 * x[i];
}
"""


@pytest.mark.parametrize(
    ("text", "flags", "mnemonics", "words"),
    [
        (PICKED, "-O2", ("mov", "ins"), "one lane of {}, and leaves the other 3"),
        (NARROWED, "-O3", ("shrn2",), "the upper 8 lanes of {}, and leaves the lower ones"),
        (SCALED, "-O3 -march=armv8-a+sve", ("fmad", "fmla"), "the lanes of {} that p"),
        (SCALED, "-O3", ("fmla",), "all 4 lanes of {}"),
    ],
)
def test_only_lanes_that_an_instruction_writes_are_said_to_be_computed(
    text: str, flags: str, mnemonics: tuple[str, ...], words: str
) -> None:
    source = SourceFile("loop.c", text)
    recording = record_steps((source,), "gcc-12", flags, Experiment(n=16))
    lines = {line.position: line for line in recording.code}
    said = [
        (step.sentence, words.format(step.step.registers[0].shown))
        for step in lane_facts(recording).steps
        if lines[step.step.position].text.split()[0] in mnemonics
    ]
    assert said
    assert all(f" computes {expected}" in sentence for sentence, expected in said)


def test_the_half_that_was_written_is_the_one_that_is_told() -> None:
    source = SourceFile("loop.c", NARROWED)
    recording = record_steps((source,), "gcc-12", "-O3", Experiment(n=16))
    lines = {line.position: line.text for line in recording.code}
    step = next(one for one in recording.steps if lines[one.position].startswith("shrn2"))
    (change,) = step.registers
    upper = ", ".join(map(str, change.after[8:12]))
    assert step.sentence == f"The upper half of {change.shown} = {upper}, …."
