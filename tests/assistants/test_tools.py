"""What the tools answer, without the package by which assistants call them: the command that is
given with each answer gives the same at home."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

from app.analysis.running import answered_by
from app.assistants.tools import TOOLS
from app.serving.bodies import parse_body
from command_line.main import run_arguments
from compiler_core.errors import InputError
from tests.conftest import ROOT
from tests.in_thread import InThread

SAXPY = Path(ROOT / "content/examples/saxpy.c").read_text(encoding="utf-8")
BRANCHES = Path(ROOT / "content/examples/clamp.c").read_text(encoding="utf-8")
PROMISED = (ROOT / "content/examples/axpy_restrict.c").read_text(encoding="utf-8")
LOOP = {"source": SAXPY, "compiler": "gcc-12", "flags": "-O3"}
RUN = {**LOOP, "n": 24, "seed": 7, "settings": ["a=0.5"]}
CASES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("step", {**RUN, "round": 2, "step": 3}, "steps"),
    ("slice", {**RUN, "element": "y[5]"}, "replay"),
    ("break", {"claim": "folklore-o2-is-scalar", "seconds": 0}, "standing"),
    ("break_verdict", {**LOOP, "line": 3, "seconds": 0}, "standing"),
    ("cfg", RUN, "edges"),
    ("count", {**RUN, "cache": {"line_bytes": 32, "sets": 64, "ways": 2}}, "instructions"),
    ("matrix", {**LOOP, "flags": "-ffast-math"}, "rows"),
    ("bisect", {"source": SAXPY, "compiler": "gcc-12", "low": "-O1"}, "settings"),
    ("skip_pass", {**RUN, "compiler": "clang-19", "step": 9}, "without"),
    ("profile", {**LOOP, "source": BRANCHES, "n": 64}, "layouts"),
    ("cycles", {**LOOP, "cpu": "cortex-a72"}, "loops"),
    ("outputs", {**RUN, "right": {"compiler": "gcc-12", "flags": "-Ofast"}}, "sentences"),
    ("sweep", {**RUN, "flags": "-O3 -march=armv8-a+sve"}, "rows"),
    ("overlap", {**RUN, "source": PROMISED, "settings": [], "offset": 2}, "rows"),
)
BESIDE = {"outputs": "comparison", "sweep": "sweep", "overlap": "overlap"}
"""Where `lowlab count --json` has the answers of these beside the counts."""


def answered(name: str, arguments: dict[str, Any]) -> tuple[list[str], Any]:
    """The words of the command, and the answer."""
    (tool,) = (one for one in TOOLS if one.name == name)
    body = parse_body(tool.body, json.dumps(arguments).encode())
    with answered_by(InThread()):
        return tool.words(body), anyio.run(tool.answer, body)


@pytest.mark.usefixtures("jail", "emulator")
@pytest.mark.parametrize(("name", "arguments", "key"), CASES, ids=[case[0] for case in CASES])
def test_the_command_of_an_answer_gives_it_at_home(
    name: str,
    arguments: dict[str, Any],
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    words, answer = answered(name, arguments)
    (tmp_path / "loop.c").write_text(arguments.get("source", SAXPY), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_arguments([*words, "--json"]) == 0
    again = json.loads(capfd.readouterr().out)
    again = again[BESIDE[name]] if name in BESIDE else again
    assert answer[key]
    assert untimed(answer) == untimed({own: again[own] for own in answer if own in again})


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("file", [0, 1, 2])
def test_the_passes_of_the_file_that_was_named_are_those_at_home(
    file: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    sources = {"loop.c": SAXPY, "second.c": BRANCHES}
    words, answer = answered("passes", {**LOOP, "second": BRANCHES, "file": file})
    for name, text in sources.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_arguments([*words, "--json"]) == 0
    again = json.loads(capfd.readouterr().out)
    assert answer["file"] == ("second.c" if file == 2 else "loop.c")
    assert [answer[key] for key in ("file", "function", "story")] == [
        again[key] for key in ("file", "function", "story")
    ]


def untimed(value: Any) -> Any:
    """The same without what each run takes anew."""
    if isinstance(value, list):
        return [untimed(one) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    named = cast("dict[str, Any]", value)
    return {key: untimed(one) for key, one in named.items() if key not in ("seconds", "cached")}


@pytest.mark.usefixtures("jail", "emulator")
def test_one_step_is_the_same_as_in_the_whole_recording() -> None:
    """Its sentence, and the state before it is the one that the steps before it left."""
    _, first = answered("step", {**RUN, "step": 1})
    _, third = answered("step", {**RUN, "step": 3})
    assert (first["first_step"], third["first_step"]) == (0, 2)
    assert [len(one["steps"]) for one in (first, third)] == [1, 1]
    assert third["code"][0]["position"] == third["steps"][0]["position"]
    assert third["state"]["general"] != first["state"]["general"]
    with pytest.raises(InputError, match="There is no step 500: the recording has"):
        answered("step", {**RUN, "step": 500})
