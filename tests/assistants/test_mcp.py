"""Tools for assistants: what they are offered, over a pipe, and what they are refused."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest

from app.assistants import server
from app.assistants.server import answer_of
from app.assistants.tools import TOOLS
from command_line.main import run_arguments
from compiler_core.errors import LoweringLabError
from compiler_core.exercises.trying import find_exercise, shown_exercise
from tests.conftest import ROOT

SUM = Path(ROOT / "content/examples/sum.c").read_text(encoding="utf-8")
NAMES = {"compile", "why", "passes", "diff", "count", "cycles", "ledger", "cfg", "claims",
         "lessons", "exercises", "check_answer", "step", "slice", "break",
         "break_verdict"}  # fmt: skip


def test_every_tool_says_what_it_takes() -> None:
    assert {tool.name for tool in TOOLS} >= NAMES
    for tool in TOOLS:
        schema = tool.body.model_json_schema()
        assert schema["additionalProperties"] is False, tool.name
        fields = schema["properties"].values()
        assert all("description" in field or "$ref" in field for field in fields), tool.name


def test_without_the_package_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("mcp", "mcp.server", "mcp_types"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "app.assistants.server", raising=False)
    assert run_arguments(["mcp"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "pip install 'lowering-lab[mcp]'" in told.err


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("nothing", {}, "There are: compile"),
        ("compile", {"source": "x" * 600_000}, "larger than"),
        ("why", {"source": "", "flags": 3}, "flags"),
        ("exercises", {"exercise": "../secret"}, "no exercise"),
        ("lessons", {"lesson": "../secret"}, "no lesson"),
    ],
)
def test_wrong_arguments_are_refused_in_words(
    name: str, arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(LoweringLabError, match=words):
        anyio.run(answer_of, name, arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "advice"),
    [
        ("compile", {"source": SUM}, "Ask about one function, or see it at home: lowlab "),
        ("chips", {}, "Ask for less, or see it at home: lowlab "),
    ],
)
def test_an_answer_that_is_too_long_says_what_to_do(
    jail: None,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    arguments: dict[str, Any],
    advice: str,
) -> None:
    monkeypatch.setattr(server, "LONGEST_ANSWER", 10)
    with pytest.raises(LoweringLabError, match="The answer has") as refused:
        anyio.run(answer_of, name, arguments)
    assert advice in refused.value.advice


def test_an_exercise_is_shown_without_its_proof() -> None:
    exercise = find_exercise("what-binds-the-sum")
    shown = shown_exercise(exercise, hints=1)
    assert (len(shown.hints), shown.more_hints) == (1, 2)
    assert exercise.predict is not None
    assert list(shown.choices) == sorted((exercise.predict.right, *exercise.predict.wrong))
    assert "ffast-math" not in repr(shown)
    memory = shown_exercise(find_exercise("memory-sum-vectorises"))
    assert "restrict" not in repr(memory)
    assert "void total(" in memory.starter["source"]


async def _asked(calls: list[tuple[str, dict[str, Any]]]) -> list[tuple[bool, str]]:
    """What the tools answer over a pipe, and whether each is an error."""
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters

    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "command_line", "mcp"], env=environment, cwd=ROOT
    )
    answers: list[tuple[bool, str]] = []
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {tool.name for tool in TOOLS}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
        for name, arguments in calls:
            result = await client.call_tool(name, arguments)
            (content,) = result.content
            answers.append((bool(result.is_error), getattr(content, "text", "")))
    return answers


@pytest.mark.slow
@pytest.mark.usefixtures("jail", "emulator")
def test_an_assistant_asks_over_a_pipe(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    setting = {"source": SUM, "compiler": "gcc-12", "flags": "-O3"}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("why", setting),
        ("compile", setting),
        ("cfg", {**setting, "n": 100}),
        ("step", {**setting, "n": 100, "step": 2}),
        ("check_answer", {"exercise": "what-binds-the-sum",
                          "answer": {"flags": "-O3 -ffast-math", "bottleneck": "chain"}}),
        ("compile", {**setting, "flags": "-fplugin=evil.so"}),
        ("compile", {**setting, "sorce": ""}),
    ]  # fmt: skip
    answers = anyio.run(_asked, calls)
    assert [failed for failed, _ in answers] == [False] * 5 + [True] * 2
    why, listing, flow, step, tried = (json.loads(text) for _, text in answers[:5])
    assert why["answer"]["loops"][0]["vectorized"] is True
    assert "addv" in listing["answer"]
    assert all(edge["executions"] is not None for edge in flow["answer"]["edges"])
    assert [one["sentence"] for one in step["answer"]["steps"]]
    assert 0 < tried["answer"]["points"] < tried["answer"]["of"]
    assert "-fplugin" in answers[5][1]
    assert "sorce" in answers[6][1]
    (tmp_path / "answer.json").write_bytes(orjson.dumps(calls[4][1]["answer"]))
    words = tried["command"].replace("answer.json", str(tmp_path / "answer.json"))
    assert run_arguments([*shlex.split(words)[1:], "--json"]) == 1
    assert json.loads(capfd.readouterr().out) == tried["answer"]
    (tmp_path / "loop.c").write_text(SUM, encoding="utf-8")
    words = shlex.split(why["command"].replace(" loop.c ", f" {tmp_path}/loop.c "))
    assert run_arguments([*words[1:], "--json"]) == 0
    again = json.loads(capfd.readouterr().out)
    assert again["loops"] == why["answer"]["loops"]
