"""Sliders of a chip's figures: each changes what the page says, in the chip's own units."""

from __future__ import annotations

import pytest

from app.addresses.chips import soc_request
from app.soc.answers import soc_context
from app.soc.every_view import view_named
from app.soc.view_answers import view_answer
from app.soc.views.chip_words import peak_text
from app.soc.views.context import ViewAnswer
from compiler_core.soc.networks.cnn import NetworkCost
from compiler_core.soc.reading import load_socs, soc_named

CHIPS = [soc.name for soc in load_socs()]
NETWORK = "mobilenet-v2"
# They may change nothing: a memory that does not bind is a true answer.
OF_MEMORY = ("capacity_bytes", "transfer_rate_mtps")


def answered(view: str, chip: str, **given: str) -> ViewAnswer:
    named = view_named(view)
    asked = soc_request(view, {"chip": chip, "model": NETWORK, **given})
    return view_answer(named, soc_context(asked, named))


def said(answer: ViewAnswer) -> object:
    """What a slider is to change: cycles of a clock that binds nothing are no answer."""
    found = answer.record
    return found.latency_ms if isinstance(found, NetworkCost) else found


def dials(answer: ViewAnswer) -> dict[str, str]:
    """By name, the least value that each offers."""
    return {
        field.name: next(choice.value for choice in field.choices if choice.value)
        for field in answer.fields
        if field.name.startswith("set.")
    }


@pytest.mark.parametrize("view", ["cost", "mapping", "tiling"])
@pytest.mark.parametrize("chip", CHIPS)
def test_a_slider_of_a_unit_changes_the_answer(chip: str, view: str) -> None:
    unit = soc_named(chip).main_unit
    for precision in unit.precisions:
        answer = answered(view, chip, precision=precision)
        for name, value in dials(answer).items():
            if not name.endswith(OF_MEMORY):
                changed = answered(view, chip, precision=precision, **{name: value})
                assert said(changed) != said(answer), (precision, name)


@pytest.mark.parametrize("chip", CHIPS)
def test_a_peak_says_of_what_numbers_it_is(chip: str) -> None:
    for peak in soc_named(chip).main_unit.peaks:
        own = peak_text(peak.tera_operations_per_second.value * 1e12, peak.precision)
        answer = answered("cost", chip, precision=peak.precision)
        titles = [choice.title for field in answer.fields for choice in field.choices]
        assert f"{own}, as it is" in titles
