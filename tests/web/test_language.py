"""A language model in the browser: its seven stages, headers alone, safetensors, wrong input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from app.model_runs.runs import Run
from compiler_core.llm.evaluation.shipped import shipped_language_model
from compiler_core.llm.stages import STAGES
from compiler_core.pipelines.events import Event
from tests.llm.tiny_models import tiny_gguf
from tests.web.conftest import HTML
from tests.web.models import numbered_events
from tests.web.pages import Answer

MODEL = "workshop"
NAMES = tuple(stage.name for stage in STAGES)
TOKENS = 6
PROMPT = "There was a workshop"
Get = Callable[..., Answer]


@pytest.fixture(scope="module")
def query(client: TestClient) -> str:
    """The query of a run that has ended."""
    sent = client.post(
        f"/model/{MODEL}/tokens", data={"prompt": PROMPT, "tokens": str(TOKENS)}, headers=HTML
    )
    assert sent.status_code == 303
    address = sent.headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "done"
    return urlsplit(address).query


@pytest.fixture
def stage(get: Get, query: str) -> Callable[[str], Answer]:
    return lambda name: get(f"/model/{MODEL}/{name}?{query}")


@pytest.mark.parametrize("name", NAMES)
def test_each_stage_says_what_it_did(stage: Callable[[str], Answer], name: str) -> None:
    page = stage(name)
    assert page.status == 200
    assert page.one("div", "stage-headline").text.strip()
    assert len(page.all("h1")) == 1
    assert len(page.text) < 260_000


def test_the_prompt_is_shown_as_tokens_and_merges(stage: Callable[[str], Answer]) -> None:
    page = stage("tokens")
    chips = [child.children[0].text for child in page.one("ol", "chips").children]
    assert chips[0] == "<|begin|>"
    assert "".join(chips[1:]).replace("␣", " ") == PROMPT
    rows = page.one("table", "merges").children[1].children
    assert len(rows) > 2
    assert rows[-1].children[-1].text.replace("␣", "").strip() in PROMPT


def test_the_program_writes_what_its_events_told(
    client: TestClient, stage: Callable[[str], Answer], query: str
) -> None:
    events = numbered_events(client, f"/model/{MODEL}/decode?{query}")
    told = "".join(str(event["text"]) for event in events if event["kind"] == "token")
    written = stage("decode").one("p", "written")
    assert written.children[1].text.strip() == told.strip()
    assert sum(one["kind"] == "token" for one in events) == TOKENS


def test_the_last_stages_carry_what_was_measured_after_all(stage: Callable[[str], Answer]) -> None:
    said = stage("weights").one("div", "stage-headline").text
    assert "of the next tokens are others than before; perplexity goes from" in said
    assert "What each stage bought" in stage("decode").text


def test_the_api_gives_the_same_records(client: TestClient, query: str) -> None:
    found = client.get(f"/api/models/{MODEL}/stages/decode?{query}").json()
    assert found["details"]["decode"]["tokens"] == TOKENS - 1
    assert len(found["details"]["tokens"]) == TOKENS
    assert client.get(f"/api/models/{MODEL}/stages/passes?{query}").status_code == 404


def test_a_chip_is_chosen_and_its_speed_is_called_modelled(
    stage: Callable[[str], Answer], get: Get, query: str
) -> None:
    page = get(f"/model/{MODEL}/decode?{query}&chip=raspberry-pi-5")
    assert "On a chip, modelled" in page.text
    assert "Cortex-A76" in page.text
    assert page.text != stage("decode").text
    for name in ("tokens", "convert", "weights", "cache", "fusion", "engine"):
        shown = get(f"/model/{MODEL}/{name}?{query}&chip=raspberry-pi-5").one(
            "details", "soc-panel"
        )
        assert "(modelled)" in shown.text or "Modelled" in shown.text
        assert "Raspberry Pi 5" in shown.text


def test_files_are_what_their_names_say(client: TestClient, query: str) -> None:
    quantised = client.get(f"/model/{MODEL}/weights/file/model-q4_0.gguf?{query}").content
    assert quantised[:4] == b"GGUF"
    assert b"KERNEL" in client.get(f"/model/{MODEL}/engine/file/engine.c?{query}").content


def test_a_header_alone_is_analysed_and_not_run(client: TestClient, tmp_path: Path) -> None:
    whole = tiny_gguf(tmp_path / "whole.gguf").read_bytes()
    sent = client.post(
        "/model",
        files={"model": ("big.gguf", whole[:120_000])},
        data={"file_bytes": str(len(whole))},
        headers=HTML,
    )
    address = sent.headers["location"]
    assert address.endswith("/tokens")
    assert numbered_events(client, address)[-1]["kind"] == "done"
    page = Answer(client.get(address.replace("/tokens", "/convert"), headers=HTML))
    assert "Only the header of this file was sent" in page.text
    last = Answer(client.get(address.replace("/tokens", "/decode"), headers=HTML))
    assert "Nothing was run" in last.one("div", "stage-headline").text
    assert "Tokens a second" in last.text


def test_safetensors_come_with_their_companions(client: TestClient) -> None:
    folder = shipped_language_model().folder
    names = ("model.safetensors", "config.json", "tokenizer.json")
    files = [("model", (name, (folder / name).read_bytes())) for name in names]
    sent = client.post("/model", files=files, headers=HTML)
    assert sent.status_code == 303
    address = sent.headers["location"]
    events = numbered_events(client, address.replace("/tokens", "/tokens?tokens=1"))
    assert events[-1]["kind"] == "done", events[-1]


@pytest.mark.parametrize(
    "settings",
    ["type=q9", "method=guess", "tokens=0", "tokens=100000", "page=7", "group=5", "arithmetic=x"],
)
def test_a_setting_that_is_none_is_refused(client: TestClient, settings: str) -> None:
    answer = client.get(f"/model/{MODEL}/tokens?{settings}", headers=HTML)
    assert answer.status_code == 422


def test_a_prompt_beyond_the_context_fails_in_words(client: TestClient) -> None:
    address = f"/model/{MODEL}/tokens?prompt={'a-b-' * 400}"
    last = numbered_events(client, address)[-1]
    assert last["kind"] == "failed"
    assert "positions" in str(last["text"])


@pytest.mark.parametrize(
    ("size", "content"),
    [("x", b"GGUF"), ("0", b"GGUF"), ("9" * 15, b"ONNX"), ("9" * 20, b"GGUF")],
)
def test_a_header_of_nothing_is_refused(client: TestClient, size: str, content: bytes) -> None:
    sent = client.post(
        "/model", files={"model": ("h.gguf", content)}, data={"file_bytes": size}, headers=HTML
    )
    assert sent.status_code == 422


def test_only_known_companions_are_kept(client: TestClient) -> None:
    files = [
        ("model", ("m.safetensors", b"\x02\x00\x00\x00\x00\x00\x00\x00{}")),
        ("model", ("../../config.json", b"{}")),
    ]
    assert client.post("/model", files=files, headers=HTML).status_code == 422


@pytest.mark.parametrize("name", ["weights", "decode"])
def test_a_run_that_ends_behind_its_stages_says_what_is_missing(
    stage: Callable[[str], Answer], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a busy machine, where all the time was gone before perplexity was measured."""
    events = Run.events

    def cut(run: Run, after: int = 0) -> tuple[Event, ...]:
        kept = tuple(event for event in events(run, after) if event.kind != "done")
        text = "Compiling took longer than 300 s and was stopped."
        return (*kept, Event(number=len(kept) + 1, kind="failed", text=text))

    assert not stage(name).all("button", value="again")
    monkeypatch.setattr(Run, "events", cut)
    page = stage(name)
    assert page.status == 200
    note = next(one for one in page.all("div", "note") if "did not come to its end" in one.text)
    assert "longer than 300 s" in note.text
    assert page.all("button", value="again")
