"""What the marked listing says is what the model says, and what it does not say is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.host.cycles.held_ports import (
    NO_PORT,
    UNKNOWN,
    listed_instructions,
    path_sentences,
)
from compiler_core.host.cycles.record import ModelAnswer
from tests.cycles.asking import answer, cycles

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.fixture(scope="module")
def dot_product() -> ModelAnswer:
    return answer(cycles("dot_product.c", "gcc-12", "-O2"))


def test_rows_hold_the_model_s_ports_and_the_chain_is_marked(dot_product: ModelAnswer) -> None:
    rows = listed_instructions(dot_product)
    for row, cost in zip(rows, dot_product.instructions, strict=True):
        held = [float(part.split()[1]) for part in row.ports.split(", ") if part != NO_PORT]
        assert held == pytest.approx([one for one in cost.pressure.values() if one > 0], abs=0.01)
    members = {place for link in dot_product.critical for place in (link.before, link.after)}
    assert {place for place, row in enumerate(rows) if row.carried} == members
    assert [row.text.split()[0] for row in rows if row.carried] == ["fmadd"]
    assert dot_product.model_title in path_sentences(dot_product)[0]


def test_each_name_of_a_unit_in_a_row_is_said_in_words(dot_product: ModelAnswer) -> None:
    words = path_sentences(dot_product)[-1]
    held = {
        part.split()[0]
        for row in listed_instructions(dot_product)
        for part in row.ports.split(", ")
        if part != NO_PORT
    }
    named = words.replace(":", "").replace(",", "").replace(";", "").split()
    assert held <= set(named)
    assert "vector" in words


def test_what_a_model_does_not_give_is_said(dot_product: ModelAnswer) -> None:
    bare = tuple(
        replace(cost, carried=False, latency=None, known=False) for cost in dot_product.instructions
    )
    silent = replace(dot_product, instructions=bare, dependency_bound=None)
    told = path_sentences(silent)
    assert "gives no path" in told[0]
    assert "prints no latency" in told[1]
    assert {row.ports for row in listed_instructions(silent)} == {UNKNOWN}
    assert path_sentences(replace(dot_product, instructions=())) == ()
