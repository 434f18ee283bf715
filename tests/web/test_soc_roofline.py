"""The roofline's page: points that move with the stage, models and a loop beside, odd addresses."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.addresses.chips import LONGEST_WORD, soc_request
from app.soc.answers import soc_answer

LOOP = urlencode({"example": "saxpy", "flags": "-O3", "n": "1000"})
TABLE = "/soc/roofline?model=mobilenet-v2"


def shown(client: TestClient, **values: str) -> str:
    """The page, once its models are read."""
    return _waited(client, f"/soc/roofline?{urlencode(values)}").text


def record(client: TestClient, **values: str) -> dict[str, Any]:
    """The JSON, once its model is read."""
    return _waited(client, f"/api/soc/views/roofline?{urlencode(values)}").json()


def _waited(client: TestClient, address: str) -> Any:
    for _ in range(120):
        answer = client.get(address)
        if answer.status_code != 202 and "data-waiting" not in answer.text:
            return answer
        time.sleep(0.25)
    raise AssertionError(f"{address} is still waiting")


@pytest.mark.parametrize(("points", "is_said"), [("modelled", True), ("allowed", False)])
def test_the_scene_says_where_its_bytes_are_others_than_the_pages(
    client: TestClient, points: str, is_said: bool
) -> None:
    page = shown(client, model="residual", points=points)
    assert ("Here all bytes go through memory;" in page) == is_said


def test_stages_move_the_points_and_say_how(client: TestClient) -> None:
    pages = {
        stage: shown(client, model="residual", stage=stage, points="allowed")
        for stage in ("nodes", "passes", "fused", "quantised")
    }
    assert "What this stage moved" not in pages["nodes"]
    assert 'class="mark is-before"' not in pages["nodes"]
    for stage in ("passes", "fused", "quantised"):
        assert "What this stage moved" in pages[stage]
        assert 'class="mark is-before"' in pages[stage]
        assert 'class="line is-move"' in pages[stage]
    assert "12 kernels" in pages["quantised"]
    assert "22 kernels become 12" in pages["fused"]
    assert "4 times fewer" in pages["quantised"]
    assert "The operations stay as they are" in pages["quantised"]
    assert "The ridge itself moves from 6 (Small GPU, fp32) to 60" in pages["quantised"]


def test_modelled_points_stand_below_the_roof_and_say_why(client: TestClient) -> None:
    page = client.get(TABLE).text
    drops = re.findall(r'class="line is-drop" d="M([\d.]+) ([\d.]+) L([\d.]+) ([\d.]+)"', page)
    assert len(drops) > 30
    assert all(x == to_x and float(y) > float(to_y) for x, y, to_x, to_y in drops)
    assert "times as long as their roof allows" in page
    assert "A depthwise shape fills 3% of the array." in page
    assert "Which kernels lose most against their roof" in page
    found = record(client, model="mobilenet-v2")["network"]["now"]
    for point in found["roofline"]["points"]:
        modelled = point["modelled"]
        assert modelled["operations_per_second"] <= modelled["attainable"] * 1.0001
        assert modelled["reason"] in unescape(page)
    allowed = client.get(f"{TABLE}&points=allowed").text
    assert "is-drop" not in allowed
    assert "A depthwise shape fills" not in allowed
    assert client.get(f"{TABLE}&points=measured").status_code == 422


def test_each_stage_moves_modelled_points_too(client: TestClient) -> None:
    for stage in ("passes", "fused", "quantised"):
        page = shown(client, model="residual", stage=stage)
        assert 'class="mark is-before"' in page
        assert 'class="line is-move"' in page
        assert 'class="line is-drop"' in page


def test_decode_and_prefill_stand_below_the_roof_and_are_compared(client: TestClient) -> None:
    values = {"model": "mobilenet-v2", "language": "llama-2-7b"}
    decode, prefill = record(client, **values)["language"]["points"]
    assert decode["modelled"]["distance"] > 1
    assert prefill["modelled"]["distance"] > 1
    page = shown(client, **values)
    assert "of the memory&#39;s bandwidth" in page
    assert "arithmetic is busy" in page
    one, other = record(client, **values)["language"]["phases"]
    times = one["seconds"] / other["seconds"]
    assert f"a decoded token takes {times:.3g} times as long as one of the prompt" in page
    assert "published prompts, each predicted from the half" in page
    elsewhere = shown(client, **values, unit="cpu")
    assert "Decode and prefill lie on the roof. The decode model is one of" in elsewhere
    assert "As modelled, a" not in elsewhere
    assert "The points lie on the roof: The cost model counts no bytes" in shown(
        client, model="mobilenet-v2", chip="coral-edge-tpu", memory="dram"
    )


def test_every_mark_leads_to_its_row_and_the_row_has_its_numbers(client: TestClient) -> None:
    page = client.get(TABLE).text
    links = re.findall(r'<a href="#(kernel-\d+)"><circle', page)
    assert len(links) == len(set(links)) > 30
    assert all(f'<tr id="{link}">' in page for link in links)
    found = record(client, model="mobilenet-v2")["network"]["now"]["roofline"]
    assert len(found["points"]) == len(links)
    assert f"{found['points'][-1]['modelled']['intensity']:.3g} operations a byte" in page
    allowed = client.get(f"{TABLE}&points=allowed").text
    assert f"{found['points'][0]['intensity']:.3g} operations a byte" in allowed


def test_axes_stay_where_they_are_when_the_stage_moves(client: TestClient) -> None:
    grids = {
        re.search(r'<g class="grid".*?</g>', client.get(f"{TABLE}&stage={stage}").text, re.S)[0]  # type: ignore[index]
        for stage in ("fused", "quantised")
    }
    assert len(grids) == 1


def test_network_language_model_and_loop_stand_on_one_chart(client: TestClient) -> None:
    values = {"model": "mobilenet-v2", "language": "llama-2-7b", "loop": LOOP}
    page = shown(client, **values, context="512", batch="16", points="allowed")
    for classes in ("is-kernel", "is-language", "is-loop", "is-loop is-through"):
        assert f'class="mark {classes}"' in page
    assert "16 at once, 512 positions" in page
    modelled = shown(client, **values, context="512", batch="16")
    assert modelled.count('class="mark is-loop') == 1
    assert "As modelled it makes" in modelled
    assert "One core reaches" in modelled
    assert "Your loop makes 0.167 operations for each byte" in page
    assert "without the loop" in page
    found = record(client, **values)
    assert found["loop"]["work"]["operations"] == 2000
    assert found["loop"]["work"]["bytes"] == 12000
    assert found["loop"]["missed"]["modelled"]["distance"] > 1
    core = record(client, **values, **{"set.cpu.simd_bits": "64"})["loop"]
    assert "vectors of 128 bits, and those of this core have 64" in core["unmodelled"]
    decode, prefill = found["language"]["points"]
    assert (decode["bound"], prefill["bound"]) == ("memory", "compute")


def test_a_language_model_of_another_view_stands_beside_the_usual_network(
    client: TestClient,
) -> None:
    page = shown(client, model="llama-2-7b")
    assert "ResNet-50 on" in page
    assert 'class="mark is-language"' in page
    assert '<option value="llama-2-7b" selected>' in page


def test_a_batch_moves_decode_to_the_right(client: TestClient) -> None:
    values = {"model": "mobilenet-v2", "language": "llama-2-7b"}
    alone, together = (
        record(client, **values, batch=batch)["language"]["points"][0]["intensity"]
        for batch in ("1", "64")
    )
    assert together > 20 * alone


def test_numbers_of_a_loop_never_come_from_the_address(client: TestClient) -> None:
    forged = f"{LOOP}&{urlencode({'operations': '9e99', 'bytes': '1', 'instructions': '7'})}"
    values = {"model": "mobilenet-v2", "loop": forged}
    assert record(client, **values)["loop"]["work"]["operations"] == 2000


def test_a_chip_without_a_described_core_says_so(client: TestClient) -> None:
    page = shown(client, model="mobilenet-v2", chip="h100", loop=LOOP)
    assert "is not on the chart" in page
    assert "CPU core of NVIDIA H100" in page
    assert 'class="mark is-loop"' not in page


@pytest.mark.parametrize(
    "values",
    [
        {"unit": "wheels", "precision": "int7", "memory": "tape"},
        {"unit": "gpu", "precision": "int8"},
        {"chip": "rk3588", "unit": "gpu"},
        {"stage": "nodes"},
        {"memory": "sram"},
        {"context": "12", "batch": "3", "language": "llama-2-7b"},
    ],
    ids=["unknown", "of-another-unit", "of-another-chip", "of-another-model", "sram", "between"],
)
def test_a_value_left_over_falls_back(client: TestClient, values: dict[str, str]) -> None:
    page = client.get(f"{TABLE}&{urlencode(values)}")
    assert page.status_code == 200
    assert "soc-headline" in page.text


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"stage": "last"}, 422),
        ({"language": "llama-2-7b", "batch": "many"}, 422),
        ({"language": "llama-2-7b", "context": "0"}, 422),
        ({"language": "none-such"}, 404),
        ({"language": "resnet-50"}, 422),
        ({"loop": "%%%"}, 422),
        ({"loop": "&".join(f"a{one}=1" for one in range(60))}, 422),
        ({"loop": urlencode({"source": "int f(void) { return missing; }"})}, 422),
        ({"loop": urlencode({"source": "void f(void) {}"})}, 422),
        ({"loop": "example=none-such"}, 404),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_words(
    client: TestClient, values: dict[str, str], status: int
) -> None:
    page = client.get(f"{TABLE}&{urlencode(values)}")
    assert page.status_code == status
    assert "Traceback" not in page.text


def test_the_command_names_what_is_shown() -> None:
    asked = soc_request(
        "roofline",
        {"model": "mobilenet-v2", "chip": "rk3588", "language": "llama-2-7b", "batch": "4",
         "stage": "fused", "unit": "big"},
    )  # fmt: skip
    assert soc_answer(asked).page.command == (
        "lowlab soc roofline mobilenet-v2 llama-2-7b --soc rk3588 --unit big --precision fp32 "
        "--context 128 --batch 4"
    )


def test_the_run_pane_places_a_loop_and_links_to_it(client: TestClient) -> None:
    page = client.get(f"/loop?{LOOP}&pane=run&chip=raspberry-pi-5").text
    assert "0.167 operations a byte, 13.5 times left of the ridge" in page
    address = re.search(r'href="(/soc/roofline\?[^"]+)">Put it beside', page)
    assert address is not None
    beside = client.get(f"{address[1].replace('&amp;', '&')}&model=mobilenet-v2")
    assert beside.status_code == 200
    assert 'class="mark is-loop"' in beside.text
    assert "Raspberry Pi 5" in beside.text
    exercise = re.search(r'href="(/soc/profile\?[^"]+)">Find what binds it', page)
    assert exercise is not None
    assert "axpy" in client.get(exercise[1].replace("&amp;", "&")).text


def test_a_loop_too_long_for_an_address_has_no_link(client: TestClient) -> None:
    text = "void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }\n"
    page = client.post("/loop", data={"source": text + "//;" * LONGEST_WORD, "pane": "run"})
    assert "On a chip" in page.text
    assert "too long for an address" in page.text
