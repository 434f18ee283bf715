"""The picture of a chip: parts are links, numbers can be edited, what follows is computed."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.addresses.chips import SocRequest, edit_text
from compiler_core.soc.chip_figures import further_figures, leading_ridge
from compiler_core.soc.editing import edited_soc, keyed_figures, real_edits
from compiler_core.soc.json_form import soc_list_json
from compiler_core.soc.reading import load_socs, soc_named

CHIPS = [one.name for one in load_socs()]


@pytest.mark.parametrize("chip", CHIPS)
def test_every_chip_is_drawn_with_all_its_parts_and_figures(client: TestClient, chip: str) -> None:
    soc = soc_named(chip)
    page = client.get(f"/soc?chip={chip}")
    assert page.status_code == 200
    for part in (*soc.units, *soc.memories):
        assert f"part={part.name}" in page.text
        assert client.get(f"/soc?chip={chip}&part={part.name}").status_code == 200
    count = len(keyed_figures(soc)) + len(further_figures(soc))
    assert page.text.count("<tr") >= count
    ridge = leading_ridge(soc)
    assert ridge is not None
    assert f"{ridge.operations_a_byte:,.0f} operations with each byte" in page.text


def test_an_edit_moves_what_follows_from_it(client: TestClient) -> None:
    half = client.get("/soc?part=dram&set.dram.bus_width_bits=32").text
    assert "120 operations with each byte" in half
    assert "32 bits ÷ 8 × 4,266 million" in half
    assert "The chip has 64." in half
    found = client.get("/api/soc/views/chip?set.dram.bus_width_bits=32").json()
    npu = next(one for one in found["ridges"] if one["unit"] == "npu")
    assert npu["bytes_per_second"] == 32 / 8 * 4266e6


def test_a_number_that_is_the_chips_own_is_no_change(client: TestClient) -> None:
    page = client.get("/soc?part=npu&of=generic&set.npu.clock_ghz=1&set.npu.cores=1").text
    assert "Not this chip any more" not in page
    soc = soc_named("generic")
    assert real_edits(soc, {"npu.clock_ghz": 1.0, "npu.cores": 2.0}) == {"npu.cores": 2.0}


@pytest.mark.parametrize("chip", CHIPS)
def test_every_figure_survives_its_own_address(chip: str) -> None:
    """A capacity has more digits than %g writes."""
    soc = soc_named(chip)
    for figure in keyed_figures(soc):
        assert float(edit_text(figure.figure.value)) == figure.figure.value
        edits = {figure.key: figure.figure.value + 1}
        asked = SocRequest("chip", chip).with_edits(edits)
        (written,) = (value for key, value in asked.query().items() if key.startswith("set."))
        assert edited_soc(soc, {figure.key: float(written)}) == edited_soc(soc, edits)


def test_a_part_of_another_chip_gives_way_to_the_usual_one(client: TestClient) -> None:
    page = client.get("/soc?chip=raspberry-pi-5&part=npu")
    assert page.status_code == 200
    assert 'name="set.cpu.clock_ghz"' in page.text


def test_changes_of_other_parts_stay_in_the_form(client: TestClient) -> None:
    page = client.get("/soc?part=dram&set.npu.clock_ghz=2").text
    kept = '<input type="hidden" form="soc-controls" name="set.npu.clock_ghz" value="2">'
    assert page.count(kept) == 1
    assert page.count('name="set.npu.clock_ghz"') == 1
    assert 'name="of" value="generic"' in page


@pytest.mark.parametrize("value", ["0", "-3", "nan", "1e400", "two"])
def test_a_wrong_number_is_refused_in_words(client: TestClient, value: str) -> None:
    page = client.get(f"/soc?part=npu&set.npu.clock_ghz={value}")
    assert page.status_code == 422
    assert "above 0" in page.text


def test_yardsticks_are_marked(client: TestClient) -> None:
    page = client.get("/soc").text
    assert page.count("a yardstick, no edge chip") == sum(soc.yardstick for soc in load_socs()) > 0


def test_the_list_of_chips_is_the_commands(client: TestClient) -> None:
    assert client.get("/api/soc").content == soc_list_json(load_socs())
