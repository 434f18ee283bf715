"""Scenes of loop lessons against the records they come from."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.drawing.scenes.frame_chain import FrameFacts, frame_scene
from app.drawing.scenes.overlap_cells import overlap_scene
from app.drawing.scenes.pass_lines import PassFacts, pass_lines_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.states import state_at
from app.drawing.scenes.two_roundings import roundings_scene
from app.drawing.scenes.views.scene import scene_view
from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.errors import InputError
from compiler_core.host.running.overlap import Overlap, OverlapRow
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.loop.roundings import roundings_of
from compiler_core.source import SourceFile
from compiler_core.trace import Step
from tests.drawing.played import played

PASSES = "loop-invariant-code-motion common-subexpressions copy-propagation dead-code-elimination"
SOURCES = ("licm/three.c", "licm/maybe.c", "cse/distance.c", "strength-reduction/rows.c")


def traced(name: str) -> tuple[Step, ...]:
    path = LESSONS_FOLDER / name
    source = SourceFile(path.name, path.read_text())
    return compile_textbook(source, "", ("promotion", *PASSES.split())).steps[1:]


def standing(scene: Scene, number: int) -> list[str]:
    """Texts of the lines that can be seen, from above."""
    state = [one for name, one in state_at(scene, number).items() if name.startswith("line-")]
    return [one.label for one in sorted(state, key=lambda one: one.y) if one.opacity]


@pytest.mark.parametrize("name", SOURCES)
def test_at_each_pass_the_lines_are_those_of_the_program(name: str) -> None:
    steps = traced(name)
    scene = pass_lines_scene(PassFacts("try", steps, name, ""))
    scene_view(scene)
    wanted = [[line.text for line in step.after.lines[1:-1]] for step in steps if step.after]
    ends = [n for n, one in enumerate(scene.steps, 1) if one.say.startswith("After it")]
    for lines, number in zip(wanted, [0, *ends], strict=True):
        assert [text.removesuffix("…") for text in standing(scene, number)] == [
            text if len(text) <= 40 else text[:39] for text in lines
        ]
    for step, number in zip(steps[1:], ends, strict=True):
        shown = state_at(scene, number)["executed"].label
        assert shown == f"{int(step.metrics['operations_after']):,}"
        assert shown in scene.steps[number - 1].say


@some.composite
def overlaps(draw: some.DrawFn) -> Overlap:
    values = draw(
        some.lists(
            some.tuples(some.integers(-99, 99), some.integers(-99, 99)), min_size=1, max_size=12
        )
    )
    rows = tuple(
        OverlapRow(at, str(ours), str(right), ours != right)
        for at, (ours, right) in enumerate(values)
    )
    offset = draw(some.integers(-3, 3))
    return Overlap(
        compiler_title="GCC",
        flags=("-O3",),
        function="f",
        n=9,
        written="to",
        read="from",
        offset=offset,
        broke=True,
        first_wrong=None,
        wrong=0,
        count=len(rows),
        rows=rows,
        source_without_promise="",
        sentences=(),
    )


@settings(deadline=None)
@given(overlaps())
def test_elements_that_are_wrong_wait_in_amber_with_a_word(overlap: Overlap) -> None:
    scene = overlap_scene(overlap, "try")
    scene_view(scene)
    state = played(scene, len(scene.steps))
    for place, step in enumerate(scene.steps):
        row = overlap.rows[place]
        assert state[f"p{place}"]["label"] == row.with_promise
        assert state[f"w{place}"]["label"] == row.without_promise
        assert ("waiting" in state[f"p{place}"]["classes"]) == row.wrong
        assert step.say.endswith("wrong.") == row.wrong


FLOATS = some.integers(1 << 23, (1 << 24) - 1).map(lambda mantissa: mantissa / (1 << 23))


@settings(deadline=None)
@given(FLOATS, FLOATS)
def test_one_rounding_is_nearer_than_two_and_both_are_drawn(a: float, b: float) -> None:
    facts = roundings_of(a, b)
    exact = Fraction(a) * Fraction(a) - Fraction(b)
    assert abs(facts.once - exact) <= abs(facts.twice - exact)
    scene = roundings_scene(facts)
    scene_view(scene)
    state = played(scene, len(scene.steps))
    assert state["once"]["label"] == f"one rounding: {float(facts.once):.9g}"
    assert state["twice"]["label"] == f"two roundings: {float(facts.twice):.9g}"


def test_the_known_case_loses_all_with_two_roundings() -> None:
    facts = roundings_of(1 + 2**-12, 1 + 2**-11)
    assert (facts.twice, facts.once) == (0, Fraction(1, 2**24))


GCC = (
    "f:",
    "stp x29, x30, [sp, -48]!",
    "mov x29, sp",
    "bl half",
    "add w20, w20, w0",
    "ldp x29, x30, [sp], 48",
    "ret",
)
CLANG = ("f:", "sub sp, sp, #32", "stp x29, x30, [sp, #16]", "add x29, sp, #16", "bl half",
         "ldp x29, x30, [sp, #16]", "add sp, sp, #32", "ret")  # fmt: skip


@pytest.mark.parametrize("lines", [GCC, CLANG], ids=["gcc", "clang"])
def test_x29_points_to_the_own_record_and_back_again(lines: tuple[str, ...]) -> None:
    scene = frame_scene(FrameFacts("try", "f", lines, "GCC", ""))
    scene_view(scene)
    start = state_at(scene, 0)["x29"].y
    kinds = [step.say for step in scene.steps]
    called = next(at for at, say in enumerate(kinds, 1) if say.startswith("The call"))
    assert state_at(scene, called)["x29"].y > start
    assert state_at(scene, called)["own"].opacity == 1
    assert state_at(scene, len(kinds))["x29"].y == start
    assert state_at(scene, len(kinds))["own"].opacity == 0


def test_only_one_way_out_is_gone() -> None:
    twice = (*GCC, *GCC[-2:])
    scenes = [frame_scene(FrameFacts("try", "f", lines, "GCC", "")) for lines in (GCC, twice)]
    assert scenes[0].steps == scenes[1].steps


def test_a_leaf_without_a_record_says_so() -> None:
    with pytest.raises(InputError, match="keeps no frame record"):
        frame_scene(FrameFacts("try", "leaf", ("leaf:", "add w0, w0, 1", "ret"), "GCC", ""))
