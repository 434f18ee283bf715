"""The view of mappings: cause and effect of its fields, fallbacks, what is left over, nonsense."""

from __future__ import annotations

import re
import time
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from compiler_core.amounts import time_text
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.records import Mapping
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.reading import soc_named

MODEL = "resnet-50"


def address(base: str = "/soc/mapping", **values: str) -> str:
    return f"{base}?{urlencode({'model': MODEL, **values})}"


def page(client: TestClient, **values: str) -> str:
    found = client.get(address(**values), headers={"accept": "text/html"})
    assert found.status_code == 200, found.text
    return found.text


def record(client: TestClient, **values: str) -> dict[str, Any]:
    return client.get(address("/api/soc/views/mapping", **values)).json()


def read_by_worker(client: TestClient, **values: str) -> dict[str, Any]:
    """Of a model that ships: the first to ask for it waits."""
    for _ in range(120):
        found = record(client, **values)
        if "at_once" in found:
            return found
        time.sleep(0.25)
    raise AssertionError("The model is still being read.")


def test_the_page_shows_the_mapping_of_the_core(client: TestClient) -> None:
    mapping = map_network(table_graph(MODEL), soc_named("generic"), "int8")
    found = record(client)
    assert mapping.totals is not None
    assert found["totals"]["seconds"] == mapping.totals.seconds
    text = page(client)
    assert len(re.findall(r'<tr id="kernel-\d+"', text)) == len(mapping.kernels)
    assert len(re.findall(r'<path class="line is-handed-over"', text)) == len(mapping.transfers)
    assert len(re.findall(r'<a href="#kernel-', text)) == len(mapping.kernels)
    for way in mapping.alternatives:
        assert way.title in text
    assert "layer table" in text


def test_what_units_gain_by_working_at_the_same_time_is_a_figure_of_its_own(
    client: TestClient,
) -> None:
    """Where tensors can wait side by side: with hand-overs for nothing, SqueezeNet's two halves."""
    values = {"model": "squeezenet", "hand_over": "0"}
    found = read_by_worker(client, **values)
    assert found["at_once"]["seconds"] < 0.99 * found["totals"]["seconds"]
    text = page(client, **values)
    assert "If units work at the same time" in text
    assert f"would take {time_text(found['at_once']['seconds'])}" in text
    assert text.count('class="line-label is-unit"') == 2 * len(found["units"])
    chain = page(client, model="vgg-16")
    assert "this mapping would take as long" in chain
    assert chain.count('class="line-label is-unit"') == len(record(client, model="vgg-16")["units"])
    assert "If units work at the same time" not in page(client, chip="raspberry-pi-5")


def test_why_a_kernel_is_where_it_is_least_is_said_once(client: TestClient) -> None:
    kernels = record(client, model="mobilenet-v2", operators="without Add")["kernels"]
    least = [kernel for kernel in kernels if kernel["reason_kind"] == "least"]
    assert 0 < len(least) < len(kernels)
    text = page(client, model="mobilenet-v2", operators="without Add")
    assert f"{len(least)} of {len(kernels)} kernels run where they are fastest" in text
    rows = text[text.index('id="map-kernels"') :]
    assert "Least here" not in rows
    for one in kernels:
        assert (one["reason_kind"] == "least") == one["reason"].startswith("Least here")
        assert one["reason_kind"] == "least" or one["reason"] in rows


def test_dearer_hand_overs_keep_the_network_together(client: TestClient) -> None:
    cheap, dear = (record(client, model="mobilenet-v2", hand_over=one) for one in ("0", "1000"))
    assert cheap["totals"]["transfers"] > dear["totals"]["transfers"]
    assert cheap["totals"]["seconds"] < dear["totals"]["seconds"]
    assert "Nothing changes hands" in page(client, model="mobilenet-v2", hand_over="1000")


def test_a_link_between_memories_makes_moves_longer(client: TestClient) -> None:
    shared, slow = record(client), record(client, memory="1")
    assert slow["totals"]["seconds"] > shared["totals"]["seconds"]
    assert sum(one["link_seconds"] for one in shared["transfers"]) == 0
    assert "--link-gbps 1 --hand-over-us 50" in page(client, memory="1", hand_over="50")


def test_an_operator_that_is_taken_away_falls_back_with_its_price(client: TestClient) -> None:
    found = record(client, operators="without Add")
    assert found["fallbacks"]
    assert all("Add" in one["lacking"] for one in found["fallbacks"])
    assert found["fallback_price"]["extra_seconds"] > 0
    text = page(client, operators="without Add")
    assert "With every operator on the accelerator" in text
    assert "does not run Add" in text
    assert "is-fallback" in text
    assert "--without Add" in text
    assert record(client)["fallback_price"] is None


def test_energy_may_be_least_where_it_is_known(client: TestClient) -> None:
    time, energy = record(client), record(client, objective="energy")
    assert energy["totals"]["energy_joules"] <= time["totals"]["energy_joules"]
    assert " mJ in " in page(client, objective="energy")
    text = page(client, chip="rk3588", objective="energy")
    assert "Time is minimised instead" in text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"chip": "raspberry-pi-5"}, "there is nothing to choose"),
        ({"chip": "h100", "precision": "fp32"}, "nothing to choose"),
        ({"operators": "without Unheard"}, "modelled"),
        ({"chip": "apple-m3-pro", "operators": "without Add"}, "nothing to choose"),
        ({"set.dram.capacity_bytes": "1000000"}, "does not fit on"),
    ],
    ids=["one-unit", "precision", "operator", "no-accelerator", "too-small"],
)
def test_what_a_chip_or_network_lacks_falls_back(
    client: TestClient, values: dict[str, str], said: str
) -> None:
    assert said in page(client, **values)


def test_a_network_that_no_unit_runs_says_so_beside_the_fields(client: TestClient) -> None:
    text = page(client, chip="a311d", operators="without GlobalAveragePool")
    assert "No unit runs pool" in text
    assert 'name="operators"' in text


@pytest.mark.parametrize(
    "values",
    [
        {"precision": "int9"},
        {"objective": "beauty"},
        {"hand_over": "-1"},
        {"hand_over": "soon"},
        {"hand_over": "9" * 20},
        {"memory": "infinite"},
    ],
    ids=lambda values: "-".join(values.values())[:24],
)
def test_nonsense_is_refused_with_a_sentence(client: TestClient, values: dict[str, str]) -> None:
    found = client.get(address(**values), headers={"accept": "text/html"})
    assert found.status_code == 422
    assert 'role="alert"' in found.text


def test_a_mapping_that_takes_long_is_waited_for_by_the_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked for is found in the background and is there the next time."""
    monkeypatch.setattr("app.soc.mapping.PATIENCE_SECONDS", 0)
    go = Event()

    def slow(*given: Any) -> Mapping:
        go.wait(60)
        return map_network(*given)

    monkeypatch.setattr("app.soc.mapping.map_network", slow)
    waits = page(client, hand_over="7")
    assert "is being searched for" in waits
    assert "data-waiting" in waits
    assert record(client, hand_over="7") == {"waiting": True}
    go.set()
    monkeypatch.setattr("app.soc.mapping.PATIENCE_SECONDS", 20)
    found = page(client, hand_over="7")
    assert "is being searched for" not in found
    assert "data-waiting" not in found
    assert "Found by dynamic programming" in found


def test_a_chip_without_a_cpu_leads_to_where_the_network_is_mapped(client: TestClient) -> None:
    """No unit of an Ethos-U65 alone runs ResNet-50's Softmax."""
    while "data-waiting" in (found := page(client, chip="ethos-u65-256", model="resnet50")):
        time.sleep(0.1)
    assert "No unit runs" in found
    alert = found.partition('class="alert"')[2].partition("</div>")[0]
    links = [one.replace("&amp;", "&") for one in re.findall(r'href="([^"]*)"', alert)]
    assert len(links) == 2
    for link in links:
        shown = client.get(link, headers={"accept": "text/html"}).text
        assert "soc-headline" in shown
        assert "No unit runs" not in shown
