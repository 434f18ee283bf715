"""Networks on chips: fitting comes first, numbers are the command's, sliders edit figures."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from html import unescape

import pytest
from starlette.testclient import TestClient

from command_line.main import run_arguments
from compiler_core.soc.reading import load_socs
from tests.web.pages import Answer

TABLE = "model=mobilenet-v2"
CHIPS = [soc.name for soc in load_socs()]


Get = Callable[..., Answer]


def cost_record(client: TestClient, query: str) -> dict:
    return client.get(f"/api/soc/views/cost?{query}").json()


@pytest.mark.parametrize("chip", CHIPS)
def test_every_chip_answers(client: TestClient, get: Get, chip: str) -> None:
    """A precision that is left over from another chip gives way to one that this chip has."""
    page = get(f"/soc/cost?{TABLE}&chip={chip}&precision=int8")
    found = cost_record(client, f"{TABLE}&chip={chip}&precision=int8")
    assert page.status == 200
    assert found["fits"]
    for row in found["per_kernel"][:5]:
        assert row["name"] in page.text
    assert len(page.all("rect")) >= len(found["per_kernel"])


def test_the_page_says_what_the_command_says(
    client: TestClient, get: Get, capsys: pytest.CaptureFixture[str]
) -> None:
    page = get(f"/soc/cost?{TABLE}&buffering=single")
    command = re.search(r"The same at home: <code>lowlab (.*?)</code>", page.text)
    assert command
    assert run_arguments([*shlex.split(unescape(command[1])), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    found = cost_record(client, f"{TABLE}&buffering=single")
    assert found["latency_ms"] == pytest.approx(printed["latency_ms"])
    assert f"{found['latency_ms']:.3g} ms" in page.text


def test_what_does_not_fit_has_no_speed(client: TestClient, get: Get) -> None:
    query = f"{TABLE}&set.dram.capacity_bytes=1000000"
    page = get(f"/soc/cost?{query}")
    assert page.status == 200
    assert "It does not fit" in page.text
    assert "runs a second" not in page.text
    assert "Latency, modelled" not in page.text
    assert not [one for one in page.all("rect") if one.attributes["class"].startswith("is-")]
    assert cost_record(client, query)["latency_ms"] is None


def test_a_slider_is_a_menu_of_the_figure_itself(get: Get) -> None:
    page = get(f"/soc/cost?{TABLE}&set.sram.capacity_bytes=3000000")
    menus = {one.attributes["name"]: one for one in page.all("select")}
    sizes = menus["set.sram.capacity_bytes"].children
    values = [size.attributes["value"] for size in sizes]
    chosen = [one.attributes["value"] for one in sizes if "selected" in one.attributes]
    assert chosen == ["3000000"]
    assert values.count("") == 1
    numbers = [float(value) for value in values if value]
    assert numbers == sorted(numbers)
    assert {"set.dram.transfer_rate_mtps", "set.npu.array_side", "set.npu.clock_ghz"} <= set(menus)


@pytest.mark.parametrize(
    ("edit", "part"),
    [
        ("set.dram.transfer_rate_mtps=533.25", "dram_seconds"),
        ("set.npu.array_side=8", "compute_seconds"),
        ("set.npu.clock_ghz=0.25", "compute_seconds"),
    ],
)
def test_moving_a_slider_makes_its_part_slower(client: TestClient, edit: str, part: str) -> None:
    before, after = cost_record(client, TABLE), cost_record(client, f"{TABLE}&{edit}")
    assert after["latency_ms"] > before["latency_ms"]
    totals = [sum(one[part] for one in found["per_kernel"]) for found in (before, after)]
    assert totals[1] > 1.2 * totals[0]


def test_sram_for_all_weights_keeps_them_on_the_chip(client: TestClient) -> None:
    assert not cost_record(client, TABLE)["weights_resident"]
    assert cost_record(client, f"{TABLE}&set.sram.capacity_bytes=16777216")["weights_resident"]


def test_a_chosen_kernel_is_explained_with_its_numbers(get: Get) -> None:
    """The first convolution sees 3 channels, a depthwise layer sees one."""
    first = get(f"/soc/cost?{TABLE}&kernel=1").text
    assert "rows 3 of 32" in first
    assert "Only 3 input channels come at once" in first
    depthwise = get(f"/soc/cost?{TABLE}&kernel=2").text
    assert "rows 1 of 32" in depthwise
    assert "one of 32 rows" in depthwise


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("kernel=99999", 200),
        ("kernel=first", 422),
        ("precision=fp32", 200),
        ("precision=fp7", 422),
        ("buffering=triple", 422),
        ("order=sideways", 422),
        ("set.npu.array_side=0.2", 422),
        ("set.npu.array_side=1e30", 422),
        ("model=nothing-of-this-name", 404),
    ],
)
def test_wrong_values_are_said(client: TestClient, query: str, status: int) -> None:
    given = query if "model=" in query else f"{TABLE}&{query}"
    assert client.get(f"/soc/cost?{given}").status_code == status
