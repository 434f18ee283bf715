"""Tools on registers, models and chips: commands give the same, and files stay where they are."""

from __future__ import annotations

import json
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.assistants import model_files
from app.assistants.model_files import allow_models_of
from app.assistants.server import answer_of
from command_line.main import run_arguments
from compiler_core.errors import LoweringLabError
from compiler_core.graph.evaluation.shipped import shipped_model
from tests.conftest import ROOT

SUM = Path(ROOT / "content/examples/sum.c").read_text(encoding="utf-8")
LANGUAGE = ROOT / "content/models/language/workshop"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An open folder with a network, a language model, and what is none."""
    monkeypatch.setattr(model_files, "_allowed", [])
    opened = tmp_path / "my models"
    opened.mkdir()
    shutil.copy(shipped_model("plain").path, opened / "net.onnx")
    shutil.copytree(LANGUAGE, opened / "words")
    (opened / "broken.onnx").write_bytes(b"\x08\x07" + b"no network" * 40)
    (opened / "notes.txt").write_text("not for an assistant")
    (tmp_path / "outside.onnx").write_bytes(b"\x08")
    (opened / "link.onnx").symlink_to(tmp_path / "outside.onnx")
    allow_models_of(opened)
    return opened


def asked(name: str, **arguments: Any) -> Any:
    return json.loads(anyio.run(answer_of, name, arguments))


def at_home(command: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """What the command prints as JSON."""
    words = shlex.split(command)[1:]
    capsys.readouterr()
    assert run_arguments([*words, *([] if "--json" in words else ["--json"])]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "model",
    [
        "../outside.onnx",
        "link.onnx",
        "notes.txt",
        "/etc/passwd",
        "words",
        "none.gguf",
        "",
        "a" * 290 + ".onnx",
        "a\0.onnx",
    ],
)
def test_only_models_in_the_open_folder_are_read(folder: Path, model: str) -> None:
    for tool in ("network", "language_model", "chip_network", "chip_decode"):
        with pytest.raises(LoweringLabError, match="The open folder has no model"):
            asked(tool, model=model)


def test_without_a_folder_no_file_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(model_files, "_allowed", [])
    file = shutil.copy(shipped_model("plain").path, tmp_path / "net.onnx")
    with pytest.raises(LoweringLabError, match="no folder of models is open") as refused:
        asked("network", model=str(file))
    assert "--models FOLDER" in refused.value.advice
    with pytest.raises(LoweringLabError, match="no folder"):
        allow_models_of(tmp_path / "net.onnx")


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("network", {"model": "plain", "stage": "none"}, "no stage"),
        ("network", {"model": "plain", "settings": {"presision": "int8"}}, "no setting"),
        ("network", {"model": "plain", "settings": {"precision": "int3"}}, "int3"),
        ("language_model", {"model": "plain"}, "is a network"),
        ("chip_decode", {"model": "llama-3.1-8b"}, "needs a type"),
        ("chip_decode", {"model": "llama-3.1-8b", "type": "q4_k_m", "soc": "none"}, "none"),
        ("chip_network", {"model": "mobilenet-v2", "precision": "int5"}, "int4"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    tool: str, arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(LoweringLabError, match=words):
        anyio.run(answer_of, tool, arguments)


@pytest.mark.usefixtures("jail")
def test_registers_are_those_of_the_compilation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked("registers", source=SUM, compiler="gcc-12", flags="-O2")
    (tmp_path / "loop.c").write_text(SUM, encoding="utf-8")
    command = found["command"].replace(" loop.c ", f" {shlex.quote(str(tmp_path / 'loop.c'))} ")
    compiled = at_home(command, capsys)["functions"]
    told = found["answer"]["functions"]
    assert [one["registers"] for one in told] == [one["registers"] for one in compiled]
    assert any(row["role"] == "accumulator" for row in told[0]["registers"])
    assert all(row["last"] < len(told[0]["lines"]) for row in told[0]["registers"])
    with pytest.raises(LoweringLabError, match="no function"):
        asked("registers", source=SUM, function="nothing")


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("chips", {}),
        ("chip_network", {"model": "mobilenet-v2", "soc": "generic", "precision": "int8"}),
        ("chip_network", {"model": "plain"}),
        ("chip_network", {"model": "net.onnx", "buffering": "single"}),
        ("chip_decode", {"model": "llama-3.1-8b", "type": "q4_k_m", "context": 2048}),
        ("chip_decode", {"model": "workshop", "batch": 2}),
        ("chip_decode", {"model": "words/model.safetensors"}),
        ("language_model", {"model": "workshop"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())),
)
def test_the_command_gives_the_same(
    folder: Path, tool: str, arguments: dict[str, Any], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(ROOT)
    found = asked(tool, **arguments)
    assert found["answer"] == at_home(found["command"], capsys)


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
def test_a_network_of_the_folder_is_compiled_and_leaves_nothing(folder: Path) -> None:
    room = Path(tempfile.gettempdir())
    rooms = set(room.glob("lowlab-assistant-*"))
    before = {path.name for path in folder.iterdir()}
    own = asked("network", model="net.onnx", settings={"precision": "fp32"})
    shipped = asked("network", model="plain", settings={"precision": "fp32"})
    stages, others = own["answer"]["stages"], shipped["answer"]["stages"]
    assert [one["stage"] for one in stages] == [other["stage"] for other in others]
    figures = "arena_bytes"
    (memory,) = (stage["metrics"][figures] for stage in stages if figures in stage["metrics"])
    assert memory == next(one["metrics"][figures] for one in others if one["stage"] == "engine")
    assert shlex.split(own["command"])[:4] == ["lowlab", "graph", "compile", f"{folder}/net.onnx"]
    assert "--precision fp32" in own["command"]
    engine = asked("network", model="plain", stage="engine", settings={"precision": "fp32"})
    assert engine["answer"]["details"]
    with pytest.raises(LoweringLabError) as refused:
        asked("network", model="broken.onnx")
    assert refused.value.message
    assert set(room.glob("lowlab-assistant-*")) == rooms
    assert {path.name for path in folder.iterdir()} == before
