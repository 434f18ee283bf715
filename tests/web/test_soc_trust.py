"""Measured against modelled: every published row is there, with its source and its error."""

from __future__ import annotations

from statistics import fmean

import pytest
from starlette.testclient import TestClient

from app.soc.views.trust import TrustView, trust_view
from compiler_core.soc.decoding.decode_fit import decode_residuals, held_out_residuals
from compiler_core.soc.measurements import (
    decode_measurements,
    held_out_decode,
    held_out_networks,
    network_measurements,
)
from compiler_core.soc.networks.cnn_fit import network_residuals
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.trust import TrustKind, error_summary, trust_rows

KINDS: tuple[TrustKind, ...] = ("decode", "prompt", "network")


def test_every_row_is_there_once_and_is_told_apart() -> None:
    decode, networks = trust_rows("decode"), trust_rows("network")
    fitted = [one.model for one in decode if not one.held_out]
    assert fitted == [measurement.model for measurement in decode_measurements()]
    assert sum(one.held_out for one in decode) == len(held_out_decode())
    assert sum(not network.held_out for network in networks) == len(network_measurements())
    assert sum(one.held_out for one in networks) == len(held_out_networks())


def test_a_fitted_row_is_judged_without_itself() -> None:
    judged = [row.judged_error for row in trust_rows("decode") if not row.held_out]
    assert judged == pytest.approx([residual.left_out_error for residual in decode_residuals()])
    nets = [one.judged_error for one in trust_rows("network") if not one.held_out]
    assert nets == pytest.approx([one.left_out_error for one in network_residuals()])


def test_the_summary_is_of_absolute_errors() -> None:
    held = [row for row in trust_rows("decode") if row.held_out]
    found = error_summary(held)
    assert found is not None
    assert found.mean == pytest.approx(fmean(abs(one.error) for one in held_out_residuals()))
    assert abs(found.worst.judged_error) == max(abs(one.judged_error) for one in held)
    assert error_summary([]) is None


@pytest.mark.parametrize("chip", [soc.name for soc in load_socs()])
def test_each_chip_says_what_is_known_of_it(client: TestClient, chip: str) -> None:
    page = client.get(f"/soc/trust?chip={chip}").text
    known = any(row.soc == chip for kind in KINDS for row in trust_rows(kind))
    assert ("the models are off by" in page) == known
    assert ("No published row" in page) != known
    assert ('class="is-chosen"><td>' in page) == known


def test_all_rows_stand_in_tables_and_as_json(client: TestClient) -> None:
    page, found = client.get("/soc/trust").text, client.get("/api/soc/views/trust").json()
    rows = [*found["decode"], *found["prompts"], *found["networks"]]
    assert page.count("<circle") == len(rows) == sum(len(trust_rows(kind)) for kind in KINDS)
    assert "With its half left out" in page
    for row in rows:
        assert f">{row['measured']:,g}</td>" in page
        assert row["source"]["title"].split('"')[0] in page.replace("&#39;", "'")


def _view(chip: str) -> TrustView:
    rows = (trust_rows("decode"), trust_rows("prompt"), trust_rows("network"))
    return trust_view(soc_named(chip), *rows)


def test_words_say_how_each_kind_of_row_is_judged() -> None:
    decode, prompts, networks = _view("raspberry-pi-5").sections
    assert [one.judged for one in (decode, networks)] == ["Error, row left out"] * 2
    assert prompts.judged == "Error, its half left out"
    assert not any("itself" in key.text for key in prompts.chart.keys)


@pytest.mark.parametrize("chip", [soc.name for soc in load_socs()])
def test_a_legend_names_what_the_chart_has(chip: str) -> None:
    for section, kind in zip(_view(chip).sections, KINDS, strict=True):
        marks = " ".join(mark.classes for mark in section.chart.marks)
        labels = [key.text for key in section.chart.keys]
        assert ("held out" in labels) == any(row.held_out for row in trust_rows(kind))
        assert (soc_named(chip).title in labels) == ("is-chosen" in marks)


def test_modelled_numbers_have_three_digits_and_types_one_spelling() -> None:
    for section in _view("raspberry-pi-5").sections:
        for line in (*section.fitted, *section.held):
            digits = line.modelled.replace(",", "").replace(".", "").strip("0")
            assert 1 <= len(digits) <= 3, line.modelled
            assert "q4_" not in line.row.model
            assert "W8A8" not in line.row.model
