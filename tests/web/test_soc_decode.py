"""Language models on chips: fitting comes first, the numbers are those of the command."""

from __future__ import annotations

import json
import re
import shlex
import time
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from command_line.main import run_arguments
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.reading import load_socs, soc_named
from tests.llm.tiny_models import tiny_gguf
from tests.patience import PATIENCE_SECONDS

CHIPS = [soc.name for soc in load_socs()]
MODELS = [one.name for one in known_language_models()]


def ready(client: TestClient, address: str) -> str:
    """The page, when the model has been read."""
    end = time.monotonic() + PATIENCE_SECONDS
    while "data-waiting" in (page := client.get(address).text):
        assert time.monotonic() < end
        time.sleep(0.1)
    return page


def command_of(page: str) -> list[str]:
    """What the page's foot says, as words."""
    found = re.search(r"The same at home: <code>(.*?)</code>", page)
    assert found is not None
    return shlex.split(unescape(found[1]), comments=True)


@pytest.mark.parametrize("chip", CHIPS)
def test_every_chip_answers_or_says_why_not(client: TestClient, chip: str) -> None:
    page = client.get(f"/soc/decode?chip={chip}&model=llama-2-7b&type=f16")
    found = client.get(f"/api/soc/views/decode?chip={chip}&model=llama-2-7b&type=f16").json()
    assert page.status_code == 200
    assert ("No speed is given" in page.text) == (not found["speed"]["fits"])
    assert ("tokens a second (modelled)" in page.text) == found["speed"]["fits"]
    without = soc_named(chip).main_memory.capacity_bytes is None
    assert ("no size is stated for the DRAM" in page.text) == without
    # What is not stated is no number: not in the JSON, and nobody reads of a memory of 0 bytes.
    assert (found["speed"]["available_bytes"] is None) == without
    assert (found["memory"]["available"] is None) == without
    assert not re.search(r"\b0 bytes", page.text)


@pytest.mark.parametrize("model", MODELS)
def test_the_page_the_json_and_the_command_agree(
    client: TestClient, model: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    query = f"chip=apple-m1-max&model={model}&type=q8_0&context=3000&batch=3"
    words = command_of(client.get(f"/soc/decode?{query}").text)
    assert words[:3] == ["lowlab", "soc", "decode"]
    assert run_arguments([*words[1:], "--json"]) == 0
    printed = capfdbinary.readouterr().out.strip()
    found = client.get(f"/api/soc/views/decode?{query}")
    assert printed in found.content
    assert b'"context":3000,"batch":3' in found.content
    memory = found.json()["memory"]
    needed = memory["weights"] + memory["caches"] + memory["system"]
    assert needed == found.json()["speed"]["needed_bytes"]


def test_a_file_keeps_its_own_types_unless_others_are_asked(
    client: TestClient, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    words = command_of(ready(client, "/soc/decode?model=workshop"))
    assert words[words.index("--gguf") + 1] == "content/models/language/workshop"
    assert run_arguments([*words[1:], "--json"]) == 0
    found = client.get("/api/soc/views/decode?model=workshop")
    assert capfdbinary.readouterr().out.strip() in found.content
    other = client.get("/soc/decode?model=workshop&type=q4_0")
    assert other.status_code == 200
    assert "The same at home" not in other.text


def test_an_edited_bus_is_felt(client: TestClient) -> None:
    address = "/api/soc/views/decode?chip=raspberry-pi-5&model=llama-3.2-1b"
    whole, half = (
        client.get(address + edit).json()["speed"]["memory_seconds"]
        for edit in ("", "&set.dram.bus_width_bits=16")
    )
    assert half == pytest.approx(2 * whole)
    page = client.get("/soc/decode?model=llama-3.2-1b&set.dram.bus_width_bits=32")
    assert "for the chip as it is" in page.text


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("context=0", 422), ("context=-4", 422), ("context=long", 422), ("batch=0", 422),
        ("batch=99999", 422), ("type=q9_9", 422), ("model=nowhere", 404), ("chip=none", 404),
        ("context=1", 200), ("context=999999", 200), ("type=file", 200),
        ("model=qwen2.5-0.5b&type=q4_k", 200), ("model=resnet50", 200),
    ],
)  # fmt: skip
def test_nonsense_is_refused_and_leftovers_give_way(
    client: TestClient, query: str, status: int
) -> None:
    page = client.get(f"/soc/decode?model=llama-3.2-1b&{query}")
    assert page.status_code == status


def test_what_is_special_is_said(client: TestClient) -> None:
    mixture = client.get("/soc/decode?chip=apple-m1-max&model=mixtral-8x7b&batch=4").text
    assert "2 of 8 experts" in mixture
    assert "68% of the experts" in mixture
    assert "is the input embedding" in client.get("/soc/decode?model=qwen2.5-0.5b").text
    windowed = client.get("/soc/decode?model=gemma-2-2b&context=8192").text
    assert "13 of its 26 layers look back 4,096 positions" in windowed
    assert "Its context is long" in client.get("/soc/decode?model=phi-3-mini-128k").text
    assert "What is special" not in client.get("/soc/decode?model=llama-2-7b").text


def test_what_does_not_fit_names_chips_that_hold_it(client: TestClient) -> None:
    page = client.get("/soc/decode?chip=jetson-orin-nano&model=mixtral-8x7b").text
    assert "It would fit on" in page
    assert "Tokens a second over context" not in page


def test_a_file_of_ones_own_is_read_by_its_header(client: TestClient, tmp_path: Path) -> None:
    sent = client.post(
        "/model",
        files={"model": ("my model.gguf", tiny_gguf(tmp_path / "tiny.gguf").read_bytes())},
        headers={"accept": "text/html"},
    )
    name = sent.headers["location"].split("/")[2]
    page = ready(client, f"/soc/decode?model={name}&chip=raspberry-pi-5")
    assert command_of(page)[5:7] == ["--gguf", "my model.gguf"]
    assert "tokens a second (modelled)" in page
    panel = f"/soc/decode?model={name}&chip=raspberry-pi-5&type=f16"
    assert client.get(panel).status_code == 200


def test_any_recipe_is_shown_under_its_own_name(client: TestClient) -> None:
    address = "/api/soc/views/decode?chip=rk3588&model=llama-2-7b&type="
    for other, name in (("q4_k", "q4_k_m"), ("q3_k_l", "q3_k_l"), ("w4a16", "w4a16")):
        words = command_of(
            client.get(f"/soc/decode?chip=rk3588&model=llama-2-7b&type={other}").text
        )
        assert words[words.index("--type") + 1] == name
        assert (
            client.get(address + other).json()["work"] == client.get(address + name).json()["work"]
        )


def test_engine_unit_and_threads_are_chosen_on_the_page_too(
    client: TestClient, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    query = "chip=rk3588&model=qwen2.5-1.5b&type=q4_k_m&context=512&unit=big&threads=2"
    words = command_of(client.get(f"/soc/decode?{query}").text)
    assert run_arguments([*words[1:], "--json"]) == 0
    assert (
        capfdbinary.readouterr().out.strip() in client.get(f"/api/soc/views/decode?{query}").content
    )
    page = client.get(f"/soc/decode?{query}").text
    assert "2 of 4 Cortex-A76" in page
    assert "llama.cpp on CPU cores" in page
    wrong_ones = ("engine=unheard", "unit=unheard", "threads=-1")
    for wrong in (*wrong_ones, "engine=mlc-cuda", "unit=gpu", "threads=99"):
        found = client.get(f"/soc/decode?chip=rk3588&model=llama-2-7b&{wrong}")
        assert found.status_code == (422 if wrong in wrong_ones else 200)


def test_the_first_token_stands_beside_tokens_a_second(client: TestClient) -> None:
    query = "chip=rk3588&model=qwen2.5-1.5b&type=w8a8&context=128"
    found = client.get(f"/api/soc/views/decode?{query}").json()["speed"]
    assert found["prompt_tokens"] == 128
    assert found["time_to_first_token"] == pytest.approx(0.378, rel=0.3)
    page = client.get(f"/soc/decode?{query}").text
    assert "Its first token comes after" in page
    assert "Time to the first token" in page


@pytest.mark.parametrize(
    "way",
    [{}, {"unit": "cpu"}, {"unit": "cpu", "threads": "2"}, {"unit": "little", "threads": "1"},
     {"engine": "llama.cpp-cpu"}, {"unit": "npu"}],
    ids=lambda way: " ".join(way.values()) or "usual",
)  # fmt: skip
def test_command_and_api_choose_the_same_way(
    client: TestClient, capfdbinary: pytest.CaptureFixture[bytes], way: dict[str, str]
) -> None:
    """A unit may be named by its kind; both say what they took, and give the same speed."""
    asked = {
        "chip": "rk3588",
        "model": "qwen2.5-1.5b",
        "type": "w4a16_g128",
        "context": "512",
        **way,
    }
    api = client.get("/api/soc/views/decode", params=asked).json()
    options = [part for name, value in way.items() for part in (f"--{name}", value)]
    capfdbinary.readouterr()
    run_arguments(
        [
            "soc",
            "decode",
            "--soc",
            asked["chip"],
            "--config",
            asked["model"],
            "--type",
            asked["type"],
            "--context",
            asked["context"],
            "--json",
            *options,
        ]
    )
    command = json.loads(capfdbinary.readouterr().out)
    assert command == api["speed"]
    assert all(str(command["way"][name]) == value for name, value in way.items() if value != "cpu")
