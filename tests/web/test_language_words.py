"""Words on pages of language models, from a run that was written down."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import cast

import pytest

from app.lesson.language import scene_run
from app.model.views.language.decode import decode_view
from app.model.views.language.fusion import _tile
from app.model_runs.request import ModelRequest, model_request
from app.model_runs.tracks import LANGUAGE
from compiler_core.llm.attention_fusion.online_softmax import TileStep
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from tests.facts.recorded import recorded_result


@pytest.fixture
def details(tmp_path: Path) -> DecodeDetails:
    return cast("DecodeDetails", recorded_result(scene_run(48), "decode", tmp_path).details)


@pytest.fixture
def asked() -> ModelRequest:
    return model_request(LANGUAGE, "workshop", "decode", {})


def test_more_instructions_are_times_and_not_parted(
    asked: ModelRequest, details: DecodeDetails
) -> None:
    said = [to for _, to in decode_view(asked, details, "", ()).rungs]
    assert [one[:1] for one in said] == ["", "÷", "×", "÷"]
    assert all(float(one[2:]) > 1 for one in said if one)


def test_a_run_of_one_token_shows_no_phase_without_tokens(
    asked: ModelRequest, details: DecodeDetails
) -> None:
    nothing = replace(details.decode, tokens=0, instructions=0, loads=0, kernels=())
    one = replace(details, decode=nothing, written=details.written[:1])
    view = decode_view(asked, one, "", ())
    assert [phase.title for phase in view.phases] == ["Prefill"]
    assert view.answers.counted.startswith("Nothing was decoded")
    assert "over 2 tokens: the one of this run" in view.rung_tokens


def test_keys_of_a_tile_are_counted_like_those_of_the_scene() -> None:
    step = TileStep(
        first=0,
        last=8,
        scores=(1.0,),
        maximum_before=-inf,
        maximum_after=1.0,
        rescale=0.0,
        weights=(1.0,),
        sum_before=0.0,
        sum_after=1.0,
        output=(0.5,),
    )
    row = _tile(step)
    assert (row.keys, row.maximum) == ("1–8", "none → 1.000")
