"""The pipeline: steps, gains, moments; a wrong pass is named; the command line says the same."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
from typer.testing import CliRunner

from command_line.main import application
from compiler_core.errors import InputError
from compiler_core.host.passes.concepts import CONCEPTS
from compiler_core.loop import pipeline
from compiler_core.loop.errors import PassFailed, UnknownPass
from compiler_core.loop.interpreter.machine import NOT_COUNTED
from compiler_core.loop.ir.values import Constant, Function, Module
from compiler_core.loop.passes.infrastructure import Journal, Pass
from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES, pass_named
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.source import SourceFile
from compiler_core.trace import Trace
from tests.loop.programs import SeededChoices, program

HOIST = """void scale(float *restrict B, const float *restrict A, int n, float c) {
    for (int i = 0; i < n; i++) {
        int k = n * 4;
        B[i] = A[i] * k + c;
    }
}
"""
SOURCE = SourceFile("scale.c", HOIST)


class Wrong(Pass):
    """Returns a constant instead of what the source computes."""

    name = "wrong"
    title = "Wrong"
    concept = "fold"
    mistake = "value"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        journal.change("folded", "everything", "is seven")
        last = function.blocks[-1].terminator
        if self.mistake == "error":
            raise KeyError("seven")
        if self.mistake == "rule":
            last.opcode = "jump"
        elif last.operands:
            last.operands[:] = [Constant(last.operands[0].type, 7)]


def test_every_pass_has_a_word_that_the_compilers_share() -> None:
    """One with another concept would be missing wherever three compilers stand side by side."""
    known = {concept.key for concept in CONCEPTS}
    assert {entry.name: entry.concept for entry in PASSES if entry.concept not in known} == {}


def test_a_trace_has_a_step_for_each_pass() -> None:
    trace = compile_textbook(SOURCE, "", USUAL_PASSES)
    assert isinstance(trace, Trace)
    assert [step.pass_name for step in trace.steps] == ["front-end", *USUAL_PASSES]
    assert len(trace.moments) == len(trace.steps)
    for earlier, later in zip(trace.steps[1:], trace.steps[2:], strict=False):
        assert earlier.after == later.before
    assert trace.inputs >= 6
    assert trace.measured_on.startswith("n = 16")


NAME = re.compile(r"(?<![\w.%&])%?[A-Za-z_][\w.]*(?!\()")


@pytest.mark.parametrize("seed", range(12))
def test_each_line_says_how_often_it_ran_and_what_it_uses(seed: int) -> None:
    """Counts sum up to what the step tells, and operands are what the text names."""
    trace = compile_textbook(SourceFile("f.c", program(SeededChoices(seed))), "", USUAL_PASSES)
    for step, known in zip(trace.steps, trace.programs, strict=True):
        assert step.after is not None
        lines = {line.id: line.text.strip() for line in step.after.lines}
        texts = {key: lines[key] for key in known.operands}
        if known.executed:
            counted = sum(
                known.executed[key]
                for key, text in texts.items()
                if _opcode(text) not in NOT_COUNTED
            )
            assert counted == step.metrics.get("operations_after", counted)
        defined = {text.partition(" = ")[0]: key for key, text in texts.items() if " = " in text}
        for key, text in texts.items():
            assert set(known.operands[key]) == {defined[one] for one in _named(text, defined)}, text


def _opcode(text: str) -> str:
    return text.rpartition(" = ")[2].partition(" ")[0].partition(".")[0]


def _named(text: str, defined: Mapping[str, str]) -> set[str]:
    right = text.rpartition(" = ")[2]
    opcode, _, rest = right.partition(" ")
    if opcode in ("branch", "jump"):
        rest = rest.partition(",")[0] if opcode == "branch" else ""
    if opcode == "phi":
        rest = re.sub(r"[\w.]+: ", "", rest)
    return {one for one in NAME.findall(rest) if one in defined}


def test_the_lessons_example_is_hoisted_with_its_reason_and_gain() -> None:
    trace = compile_textbook(SOURCE, "scale", ("promotion", "loop-invariant-code-motion"))
    step = trace.steps[-1]
    assert step.changes[0].reason == (
        "%k moves to the preheader: n and 4 are defined outside the loop, mul has no side effect, "
        "and it cannot trap"
    )
    assert "%k ran 16 times, now once." in [remark.message for remark in step.remarks]
    assert step.metrics["operations_before"] - step.metrics["operations_after"] == 30
    lines = {line.id: line.text for line in step.after.lines} if step.after else {}
    assert all(key in lines for change in step.changes for key in change.after)


def test_each_change_points_at_lines_that_are_there() -> None:
    trace = compile_textbook(SOURCE, "", USUAL_PASSES)
    for step in trace.steps[1:]:
        assert step.before is not None
        assert step.after is not None
        before, after = (
            {line.id for line in snapshot.lines} for snapshot in (step.before, step.after)
        )
        for change in step.changes:
            assert set(change.after) <= after, (step.pass_name, change)
            assert set(change.before) <= before | after, (step.pass_name, change)


def test_moments_name_the_running_line_of_the_pass() -> None:
    trace = compile_textbook(SOURCE, "", ("promotion", "loop-invariant-code-motion"))
    lines = pass_named("loop-invariant-code-motion").source_text().splitlines()
    assert trace.moments[-1]
    for moment in trace.moments[-1]:
        assert "journal.moment(" in "".join(lines[moment.source_line - 1 : moment.source_line + 1])
        assert moment.sets[0].name == "loop"
        assert moment.changes <= len(trace.steps[-1].changes)


@pytest.mark.parametrize("one", PASSES, ids=lambda one: one.name)
def test_each_pass_explains_itself(one: Pass) -> None:
    assert one.idea().count(".") >= 3 or one.idea().count(":") >= 1
    source = one.source_text()
    assert len(source.splitlines()) <= 240
    assert f"class {type(one).__name__}" in source


@pytest.mark.parametrize(
    ("mistake", "what"),
    [("value", "it returns 7, the source"), ("rule", "targets"), ("error", "KeyError")],
)
def test_a_failing_pass_is_named_with_those_before_it(
    mistake: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Wrong()
    monkeypatch.setattr(Wrong, "mistake", mistake)
    monkeypatch.setattr(
        pipeline, "pass_named", lambda name: wrong if name == "wrong" else pass_named(name)
    )
    source = SourceFile("f.c", "int f(int n) { int s = 0; while (n > 0) s += n--; return s; }")
    with pytest.raises(PassFailed, match=what) as caught:
        compile_textbook(source, "f", ("promotion", "wrong"))
    assert caught.value.pass_name == "wrong"
    assert caught.value.earlier == ("promotion",)


def test_passes_need_their_form() -> None:
    with pytest.raises(InputError, match="promotion before"):
        compile_textbook(SOURCE, "", ("loop-invariant-code-motion",))
    with pytest.raises(UnknownPass, match="There is no pass licm"):
        compile_textbook(SOURCE, "", ("licm",))


def test_the_command_prints_the_same_trace(tmp_path) -> None:
    path = tmp_path / "scale.c"
    path.write_text(HOIST)
    arguments = [
        "passes",
        str(path),
        "--compiler",
        "textbook",
        "--passes",
        "promotion,loop-invariant-code-motion",
    ]
    printed = CliRunner().invoke(application, arguments)
    assert "+ %k moves to the preheader" in printed.output
    answer = json.loads(CliRunner().invoke(application, [*arguments, "--json"]).stdout)
    assert [step["pass"] for step in answer["steps"]] == [
        "front-end",
        "promotion",
        "loop-invariant-code-motion",
    ]
    assert answer["steps"][2]["changes"][0]["kind"] == "hoisted"
    assert answer["story"][-1]["sentence"].startswith("%k moves")


@pytest.mark.parametrize("line", ["a[i] = a[i] * n + i;", "t = t * n + i;"])
def test_a_long_chain_is_left_with_its_reason(line: str) -> None:
    body = f"int t = a[i]; {line * 250} a[i] = t;"
    text = f"void f(int *restrict a, int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    trace = compile_textbook(SourceFile("chain.c", text), "", ("promotion", "vectorisation"))
    (refusal, *_) = trace.steps[-1].changes
    assert refusal.kind == "refused"
    assert "more than 150 are left" in refusal.reason
