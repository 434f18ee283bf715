"""The view of tiles: choices and refusals in their place, values that are left over, speed."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.addresses.chips import soc_request
from app.soc.views.tiling_fields import chosen_precision
from command_line.main import run_arguments
from compiler_core.amounts import time_text
from compiler_core.errors import InputError
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named
from compiler_core.soc.tiling.chips import tiling_chip
from compiler_core.soc.tiling.operations import convolution_of
from compiler_core.soc.tiling.search import best_tiling

MODEL = "resnet-50"
KERNEL = "1.1 conv"


def address(base: str = "/soc/tiling", **values: str) -> str:
    return f"{base}?{urlencode({'model': MODEL, 'kernel': KERNEL, **values})}"


def page(client: TestClient, **values: str) -> str:
    found = client.get(address(**values), headers={"accept": "text/html"})
    assert found.status_code == 200, found.text
    return found.text


def test_the_page_begins_with_the_best_tiles(client: TestClient) -> None:
    layer = next(one for one in layer_table(MODEL) if one.name == KERNEL)
    best = best_tiling(convolution_of(layer).one, tiling_chip(soc_named("generic")).machine).best
    text = page(client)
    assert f"{best.cycles:,} cycles" in text
    assert "nothing tried is faster" in text
    found = client.get(address("/api/soc/views/tiling")).json()
    assert found["choice"]["tiling"]["cycles"] == best.cycles
    assert found["times_as_long"] == 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"tile_rows": "56", "tile_columns": "56"}, "so 6,400 too few"),
        ({"tile_out": "24"}, "24 output channels is not a multiple of the array&#39;s 32"),
        ({"tile_columns": "33"}, "Take 32 or 56 columns."),
    ],
)
def test_an_illegal_choice_is_refused_in_its_place(
    client: TestClient, values: dict[str, str], said: str
) -> None:
    text = page(client, **values)
    assert said in text
    assert "Refused." in text
    assert "Take these tiles" in text
    record = client.get(address("/api/soc/views/tiling", **values)).json()
    assert record["choice"]["tiling"] is None


def test_the_command_of_the_page_prints_its_figures(
    client: TestClient, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    values = {"kernel": "2.1 conv", "tile_rows": "7", "tile_out": "32", "buffers": "1"}
    found = re.search(r"<code>lowlab ([^<]+)</code>", page(client, **values))
    assert found is not None
    assert run_arguments([*shlex.split(found[1]), "--json"]) == 0
    printed = json.loads(capfdbinary.readouterr().out)
    shown = client.get(address("/api/soc/views/tiling", **values)).json()
    for part in ("choice", "best", "times_as_long", "chip"):
        assert printed[part] == shown[part]


def test_a_residual_is_an_operand_of_its_own(client: TestClient) -> None:
    """In the picture, the table, the steps, the JSON and the command."""
    text = page(client, kernel="1.1 expand")
    assert '<th scope="row">Residual</th>' in text
    assert '<rect class="is-residual now"' in text
    assert re.search(r"residual \([\d.]+ KiB\) comes? in from DRAM", text)
    assert "--residuals 1" in text
    assert "is-residual" not in page(client, kernel="1.1 conv")
    own = {"kernel": "own sizes", "residual": "1", "window": "1"}
    found = client.get(address("/api/soc/views/tiling", **own)).json()
    assert found["choice"]["tiling"]["traffic"]["residual"] == 56 * 56 * 128


def test_numbers_follow_the_chip(client: TestClient) -> None:
    """Left over from another chip they are as usual; twice the bytes are twice the traffic."""
    api = "/api/soc/views/tiling"
    narrow, wide = (
        client.get(address(api, chip="rk3588", precision=one)).json() for one in ("int8", "fp16")
    )
    assert (narrow["chip"]["precision"], wide["chip"]["precision"]) == ("int8", "fp16")
    for operand, size in narrow["least_traffic"].items():
        assert wide["least_traffic"][operand] == 2 * size
    assert wide["best"]["tiling"]["cycles"] > 1.9 * narrow["best"]["tiling"]["cycles"]
    assert client.get(address(api, precision="fp16")).json()["chip"]["precision"] == "int8"
    text = page(client, chip="raspberry-pi-5", precision="fp32")
    assert "4 cycles a product in fp32" in text
    assert "--precision fp32" in text


def test_both_views_of_a_layer_say_how_they_differ(client: TestClient) -> None:
    """The other view's time stands here, and its page leads here."""
    cost = client.get("/api/soc/views/cost", params={"model": MODEL}).json()
    kernel = next(one for one in cost["per_kernel"] if one["name"] == KERNEL)
    assert f"gives this layer {time_text(kernel['seconds'])}" in page(client)
    place = str(1 + [one["name"] for one in cost["per_kernel"]].index(KERNEL))
    other = client.get("/soc/cost", params={"model": MODEL, "kernel": place}).text
    link = re.search(r'<a href="([^"]+)">cuts this kernel into tiles', other)
    assert link is not None
    assert f'<option value="{KERNEL}" selected>' in client.get(link[1].replace("&amp;", "&")).text
    assert "Beside the view Cost" not in page(client, kernel="own sizes")


def test_less_on_chip_memory_makes_the_best_slower_and_the_choice_illegal(
    client: TestClient,
) -> None:
    small = {"set.sram.capacity_bytes": "65536"}
    api = "/api/soc/views/tiling"
    before = client.get(address(api, tiles="best")).json()
    after = client.get(address(api, tiles="best", **small)).json()
    assert after["choice"]["tiling"]["cycles"] > before["choice"]["tiling"]["cycles"]
    tile = {"tile_rows": "14", "tile_columns": "56", "tile_out": "64", "tile_in": "64"}
    assert client.get(address(api, **tile)).json()["choice"]["tiling"]
    assert not client.get(address(api, **tile, **small)).json()["choice"]["tiling"]
    assert "no tile fits" in page(client, **{"set.sram.capacity_bytes": "64"})


def test_a_single_buffer_hides_nothing(client: TestClient) -> None:
    found = client.get(address("/api/soc/views/tiling", buffers="1")).json()["choice"]["tiling"]
    assert found["cycles"] == found["dram_cycles"] + found["compute_cycles"]
    assert "With one buffer nothing overlaps" in page(client, buffers="1")


def test_the_steps_of_the_loops_can_be_walked(client: TestClient) -> None:
    values = {"tile_rows": "14", "tile_columns": "56", "tile_out": "32", "tile_in": "64"}
    assert "Step 2 of 8" in page(client, **values, order="pixels_first", step="2")
    assert "input stay" in page(client, **values, order="pixels_first", step="2")
    assert "weights stay" in page(client, **values, order="channels_first", step="2")
    assert "Step 8 of 8" in page(client, **values, step="999")


def test_each_cell_of_the_space_leads_to_its_choice(client: TestClient) -> None:
    text = page(client, tile_rows="14")
    cells = re.findall(r'heat-near[^>]*><a href="([^"]+)" title="([\d,]+) cycles', text)
    assert cells
    link, cycles = cells[0]
    assert f"take {cycles} cycles" in client.get(link.replace("&amp;", "&")).text


def test_values_of_another_layer_fall_back(client: TestClient) -> None:
    text = page(client, kernel="of another network", tile_rows="5000", tile_out="5000")
    assert "all 112" in text


def test_a_depthwise_layer_says_how_it_is_modelled(client: TestClient) -> None:
    text = page(client, model="mobilenet-v1", kernel="depthwise 3")
    assert "128 groups of channels" in text
    assert "one after the other" in text


@pytest.mark.parametrize("chip", ["rk3576", "raspberry-pi-5", "coral-edge-tpu", "h100"])
def test_a_chip_without_a_described_array_says_what_is_assumed(
    client: TestClient, chip: str
) -> None:
    assert "32 by 32" in page(client, chip=chip)


def test_own_sizes_are_a_layer(client: TestClient) -> None:
    sizes = {"rows": "8", "columns": "32", "channels_in": "32", "channels_out": "32"}
    record = client.get(
        address("/api/soc/views/tiling", **(sizes | {"kernel": "own sizes", "window": "1"}))
    ).json()
    assert record["choice"]["tiling"]["traffic"] == {
        "input": 8 * 32 * 32,
        "weights": 32 * 32,
        "output": 8 * 32 * 32,
    }


@pytest.mark.parametrize(
    "values",
    [
        {"tile_rows": "0"},
        {"tile_rows": "-1"},
        {"tile_out": "many"},
        {"tile_in": "1" * 30},
        {"order": "any"},
        {"precision": "int4"},
        {"kernel": "own sizes", "residual": "2"},
        {"tiles": "worst"},
        {"buffers": "3"},
        {"step": "0"},
        {"kernel": "own sizes", "rows": "100000"},
        {"kernel": "own sizes", "window": "0"},
        {"kernel": "own sizes", "stride": "1.5"},
        {"set.npu.array_rows": "1e17"},
    ],
    ids=lambda values: "-".join(values.values())[:24],
)
def test_nonsense_is_refused_with_a_sentence(client: TestClient, values: dict[str, str]) -> None:
    found = client.get(address(**values), headers={"accept": "text/html"})
    assert found.status_code == 422
    assert 'role="alert"' in found.text


def test_a_chip_without_any_speed_is_refused_in_words() -> None:
    soc = soc_named("generic")
    silent = replace(soc, units=tuple(replace(unit, rates=(), peaks=()) for unit in soc.units))
    with pytest.raises(InputError, match="No speed of"):
        chosen_precision(soc_request("tiling", {}), silent)
