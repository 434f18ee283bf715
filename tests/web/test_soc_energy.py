"""Energy on chips: the ladder, what fusion saves, and whose figures are assumed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from command_line.main import run_arguments
from compiler_core.soc.reading import load_socs
from tests.patience import PATIENCE_SECONDS
from tests.web.pages import Answer

NET = "model=depthwise"
TABLE = "model=mobilenet-v2"
Get = Callable[..., Answer]


def record(client: TestClient, query: str) -> dict:
    """The view's record, when the model has been read."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (answer := client.get(f"/api/soc/views/energy?{query}")).status_code == 202:
        assert time.monotonic() < end
        time.sleep(0.1)
    return answer.json()


def joules(kernel: dict) -> float:
    return sum(kernel[part] for part in ("compute", "register", "sram", "dram"))


def test_what_is_saved_is_the_sum_over_kernels(client: TestClient, get: Get) -> None:
    found = record(client, NET)["fusion"]["kernels"]
    before = sum(joules(member) for one in found for member in one["members"])
    after = sum(joules(one["kernel"]) for one in found)
    assert before > after > 0
    page = get(f"/soc/energy?{NET}")
    assert f"Fusion saves {(before - after) * 1e6:.3g} µJ of {before * 1e6:.3g} µJ" in page.text
    fused = [one for one in found if len(one["members"]) > 1]
    rows = page.all("tr")
    assert sum(one["kernel"]["name"] in row.text for row in rows for one in fused[:1]) >= 1


def test_the_ladder_rises(client: TestClient) -> None:
    for chip in load_socs():
        register, sram, dram = record(client, f"{TABLE}&chip={chip.name}")["ladder"]
        energies = [one["picojoules_per_byte"] for one in (register, sram, dram)]
        assert energies == sorted(energies), chip.name


def test_assumed_figures_are_said_and_own_ones_are_not(get: Get) -> None:
    assert "assumed as for the Generic" in get(f"/soc/energy?{TABLE}&chip=rk3576").text
    assert "assumed as for" not in get(f"/soc/energy?{TABLE}").text


def test_a_layer_table_has_no_before(get: Get) -> None:
    page = get(f"/soc/energy?{TABLE}")
    assert "only the fused kernels are known" in page.text
    assert "Fusion saves" not in page.text


@pytest.mark.parametrize(
    ("query", "status"), [("precision=fp7", 422), ("chip=none", 404), ("precision=fp32", 200)]
)
def test_wrong_values_are_said(client: TestClient, query: str, status: int) -> None:
    assert client.get(f"/soc/energy?{TABLE}&{query}").status_code == status


def test_the_command_prints_what_the_page_shows(
    client: TestClient, get: Get, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    shown = record(client, f"{NET}&precision=fp16")
    words = ["soc", "energy", "depthwise", "--soc", "generic", "--precision", "fp16"]
    assert f"lowlab {' '.join(words)}" in get(f"/soc/energy?{NET}&precision=fp16").text
    assert run_arguments([*words, "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out) == shown


def test_a_language_model_has_no_energy_page_of_a_network() -> None:
    assert run_arguments(["soc", "energy", "workshop"]) == 2


def test_the_command_says_nothing_of_fusions_that_it_does_not_know(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """A layer table has fused kernels only."""
    said = {}
    for name in ("mobilenet-v2", "depthwise"):
        assert run_arguments(["soc", "energy", name]) == 0
        said[name] = capfdbinary.readouterr().out.decode()
    assert "no fusion of it is known" in said["mobilenet-v2"]
    assert "without fusion" not in said["mobilenet-v2"]
    assert "without fusion" in said["depthwise"]
