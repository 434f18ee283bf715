"""The decode scene against the records it comes from: what is drawn and said is what they hold."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.drawing.scenes.decode import (
    MOST_STEPS,
    WIDTH,
    decode_scene,
)
from app.drawing.scenes.decode_facts import DecodeFacts, RoofPlaces
from app.drawing.scenes.decode_words import share_text
from app.drawing.scenes.record import Element
from app.drawing.scenes.states import state_at
from app.drawing.scenes.views.scene import scene_view
from compiler_core.llm.engine.records import PhaseCount
from compiler_core.llm.pipeline.written_tokens import Rival, StepReads, WeightPart, WrittenToken
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.modelled_points import with_decode_time
from compiler_core.soc.rooflines.roofline import roofline
from tests.drawing.played import played

WORDS = ("Karl", " knocked", ".", "<b>", "é", "\n", " ", "a long word that never ends")


def count_of(tokens: int) -> PhaseCount:
    return PhaseCount(
        tokens=tokens,
        instructions=1000 * tokens + 7,
        loads=0,
        bytes_loaded=0,
        bytes_stored=0,
        kernels=(),
    )


@some.composite
def runs(draw: some.DrawFn) -> DecodeFacts:
    shares = draw(some.lists(some.floats(0, 1), min_size=5, max_size=5))
    rivals = tuple(
        Rival(word, share) for word, share in zip(WORDS, sorted(shares, reverse=True), strict=False)
    )
    prompt, written = draw(some.integers(1, 60)), draw(some.integers(1, 60))
    layers = draw(some.integers(1, 40))
    parts = (
        *(WeightPart(f"layer {n}", 9_000 + n) for n in range(layers)),
        WeightPart("output head", 4_000),
    )
    with_rivals = draw(some.booleans())
    token = WrittenToken(draw(some.sampled_from(WORDS)), rivals if with_rivals else ())
    return DecodeFacts(
        pieces=("<|begin|>",) * prompt,
        written=(token,) * written,
        reads=StepReads(parts, draw(some.integers(1, 9999)), draw(some.sampled_from((8, 16, 64)))),
        prefill=count_of(prompt),
        decode=count_of(max(written - 1, 1)),
        roof=None,
        model="Made up",
        command="",
    )


def number(text: str) -> int:
    return int(text.replace(",", ""))


@settings(max_examples=25, deadline=None)
@given(runs())
def test_each_step_holds_the_cache_and_the_weights_of_its_position(facts: DecodeFacts) -> None:
    scene = decode_scene(facts)
    assert len(scene.steps) == min(len(facts.written), MOST_STEPS)
    for step in (1, len(scene.steps)):
        state = played(scene, step)
        held = len(facts.pieces) + step - 1
        assert number(state["cache"]["label"]) == held * facts.reads.cache_row
        filled = sum(one["w"] for name, one in state.items() if name.startswith("fill"))
        cell = WIDTH / (facts.reads.page * -(-_pages(facts) // 8))
        assert filled == pytest.approx(held * cell, abs=2)
        tokens = len(facts.pieces) if step == 1 else 1
        assert number(state["weights"]["label"]) == facts.weight_bytes // tokens
        phase = facts.prefill if step == 1 else facts.decode
        assert number(state["instructions"]["label"]) == phase.instructions_per_token
        if facts.written[0].rivals:
            shown = [state[f"s{row}"]["label"] for row in range(5)]
            assert shown == [share_text(rival.probability) for rival in facts.written[0].rivals]


def _pages(facts: DecodeFacts) -> int:
    positions = len(facts.pieces) + min(len(facts.written), MOST_STEPS) - 1
    return -(-positions // facts.reads.page)


@settings(max_examples=25, deadline=None)
@given(runs())
def test_numbers_in_words_are_those_of_the_picture(facts: DecodeFacts) -> None:
    scene = decode_scene(facts)
    assert f"{len(facts.pieces)} token" in scene.start
    for step, one in enumerate(scene.steps, 1):
        position = len(facts.pieces) + step - 1
        if step == 2:
            assert f"{facts.weight_bytes:,} bytes" in one.say
        if step > 2:
            assert f"{position} rows of cache" in one.say
        rivals = facts.written[0].rivals
        if rivals and rivals[0].probability < 0.995:
            assert f"{share_text(rivals[0].probability)}; " in one.say


@settings(max_examples=25, deadline=None)
@given(runs())
def test_it_keeps_to_its_limits_and_inside_its_picture(facts: DecodeFacts) -> None:
    scene = decode_scene(facts)
    scene_view(scene)
    for panel in scene.panels:
        for number_of_steps in (0, len(scene.steps)):
            state = state_at(scene, number_of_steps)
            for one in (state[element.id] for element in panel.elements):
                assert 0 <= one.x <= _right(one) <= panel.width + 1, one
                assert 0 <= one.y + one.h <= panel.height + 1, one


def _right(one: Element) -> float:
    text = 7.5 * len(one.label)
    if one.shape == "rect":
        assert text <= one.w or not one.label
        return one.x + one.w
    return one.x if "end" in one.classes.split() or one.shape == "circle" else one.x + text * 0.8


@pytest.mark.parametrize("name", [one.name for one in load_socs()])
def test_the_dot_is_where_the_model_sees_it(name: str) -> None:
    """Below the roof by the model's distance, and the words say what it waits for."""
    from compiler_core.soc.decoding.decode import DecodeWork
    from compiler_core.soc.rooflines.decode_curves import language_ceiling
    from compiler_core.soc.rooflines.model_points import language_points

    soc = soc_named(name)
    work = DecodeWork(
        resident_bytes=1_163_986,
        read_bytes=1_163_986,
        weights=1_967_872,
        weight_bits=4.5,
        layers=3,
        cache_bytes=26_112,
    )
    ceiling = language_ceiling(soc, work)
    if ceiling is None or soc.main_memory.capacity_bytes is None:
        return
    found = with_decode_time(soc, roofline(soc, language_points(work, 17), *ceiling), work)
    if found.unmodelled:
        return
    decode, prefill = found.points
    places = RoofPlaces(
        chip=soc.title,
        peak=found.peak,
        bandwidth=found.bandwidth,
        ridge=found.ridge,
        prefill=prefill,
        decode=decode,
    )
    facts = DecodeFacts(
        pieces=("<|begin|>",),
        written=(WrittenToken("a"), WrittenToken("b")),
        reads=StepReads((WeightPart("layer 0", 99),), 8, 16),
        prefill=count_of(1),
        decode=count_of(1),
        roof=places,
        model="",
        command="",
    )
    scene = decode_scene(facts)
    state = played(scene, 2)
    top = float(re.findall(r"M[\d.]+ ([\d.]+)V", state["leader"]["d"])[0])
    assert decode.modelled is not None
    assert (state["dot"]["y"] > top) == (decode.modelled.distance > 1.02)
    assert f"{decode.modelled.distance:.1f} times below" in state["dot-below"]["label"]
    if decode.modelled.bound == "overhead":
        assert state["dot-name"]["label"] == "decode: starting kernels"
    assert f"modelled for {soc.title}" in " ".join(scene.notes)
