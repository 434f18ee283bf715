"""Answers are graded in order and alike each time; a fault of ours costs nobody points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.errors import InputError, JailBroken
from compiler_core.exercises import loop_judge
from compiler_core.exercises.grading import grade
from compiler_core.exercises.measured import moved_tools
from compiler_core.exercises.outcome import Outcome, points_of
from compiler_core.exercises.posing import PosedExercise, all_values, draw_values, pose, substitute
from compiler_core.exercises.proof import prove
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.exercises.timed_patterns import PatternTooSlow, TimedPattern
from compiler_core.exercises.trying import asked_to_try
from compiler_core.exercises.vocabulary import DECODE_EXPECTED, NETWORK_EXPECTED, QUIZ_EXPECTED
from compiler_core.host.running.count_as import forget_runs
from compiler_core.toolchain.job import CallFilter
from tests.busy_machine import without_time

SECRET = b"of a class"
SUM = (
    "int total(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
)
HEAD = (
    "id: sum\ntitle: Sum\ntask: Add.\nkind: loop\nstarter: sum.c\n"
    "given: {compiler: gcc, flags: -O2, function: total}\n"
    "predict: {question: Why?, right: so, wrong: [never]}\n"
)
SAME = "- {gate: true, points: 2, expect: {same_result_as: {source: sum.c, hidden: 2}}}\n"
DECODE = next(one for one in shipped_exercises() if one.id == "ten-tokens-a-second")


def posed_loop(checks: str, head: str = HEAD) -> PosedExercise:
    return pose(read_exercise(f"{head}checks:\n{checks}", {"sum.c": SUM}), {})


def graded(posed: PosedExercise, source: str = SUM) -> tuple[Outcome, ...]:
    return grade(posed, {"source": source}, SECRET)


def statuses(outcomes: tuple[Outcome, ...]) -> list[str]:
    return [outcome.status for outcome in outcomes]


@pytest.mark.usefixtures("emulator")
def test_the_same_answer_has_the_same_outcomes_and_secrets_stay_secret() -> None:
    posed = posed_loop(
        f"{SAME}- {{points: 3, expect: {{count: {{metric: loads, is: 9, n: 99}}}}}}\n"
    )
    wrong = SUM.replace("int s = 0", "int s = n == 7")
    first = graded(posed, wrong)
    for _ in range(19):
        forget_runs()
        assert graded(posed, wrong) == first
    assert statuses(first) == ["failed", "skipped"]
    assert "differs on a hidden input of length 7" in first[0].sentence
    assert points_of(graded(posed)) == 2


@pytest.mark.usefixtures("emulator")
def test_what_does_not_compile_says_its_first_diagnostic_with_the_line() -> None:
    outcomes = graded(posed_loop(SAME + SAME), "int total(const int *a, int n) {\n return b;\n}")
    assert statuses(outcomes) == ["failed", "skipped"]
    assert "line 2" in outcomes[0].sentence
    assert "undeclared" in outcomes[0].sentence


@pytest.mark.usefixtures("emulator")
def test_an_answer_that_crashes_fails_with_the_length() -> None:
    crash = SUM.replace("int s = 0;", "int s = n == 7 ? *(volatile int *)8 : 0;")
    outcome = graded(posed_loop(SAME), crash)[0]
    assert outcome.status == "failed"
    assert "hidden input of length 7: total touched memory outside" in outcome.sentence


@pytest.mark.usefixtures("emulator")
def test_a_fault_of_ours_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise JailBroken("The jail's self-test fails.")

    monkeypatch.setattr(loop_judge, "result_as", broken)
    checks = f"{SAME}- {{points: 1, expect: {{predicted: true}}}}\n"
    outcomes = graded(posed_loop(checks))
    assert statuses(outcomes) == ["error", "error"]
    assert "self-test" in outcomes[0].sentence


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("ended", ["compile", "run"])
def test_what_the_clock_cut_off_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, ended: CallFilter
) -> None:
    """A busy machine is no fault of the answer's: neither its compile nor its runs are judged, and
    what was cut off is not kept for the next try.
    """
    checks = f"{SAME}- {{points: 3, expect: {{count: {{metric: loads, is: '<= 99', n: 9}}}}}}\n"
    posed, source = posed_loop(checks), SUM.replace("s += a[i]", f"s = a[i] + s /* {ended} */")
    forget_runs()
    with monkeypatch.context() as patch:
        without_time(patch, ended)
        outcomes = graded(posed, source)
    assert statuses(outcomes) == ["error", "error"]
    assert "too long on the clock" in outcomes[0].sentence
    assert statuses(graded(posed, source)) == ["passed", "passed"]


@pytest.mark.usefixtures("jail")
def test_a_pattern_that_comes_to_no_end_says_so() -> None:
    checks = "- {points: 1, expect: {code_has: '([a-z0-9]+\\s*|[^;])+;;;'}}\n"
    outcome = graded(posed_loop(checks))[0]
    assert outcome.status == "error"
    assert "came to no end" in outcome.sentence


@pytest.mark.usefixtures("jail")
def test_in_a_thread_a_process_apart_searches_and_is_ended() -> None:
    def searched(pattern: str, text: str) -> object:
        found = TimedPattern(re.compile(pattern)).search(text)
        return found and found[0]

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(searched, "b+", "abbc").result() == "bb"
        assert threads.submit(searched, "z", "abbc").result() is None
        with pytest.raises(PatternTooSlow, match="came to no end within 2 s"):
            threads.submit(searched, "(a+)+b", "a" * 60).result()


@pytest.mark.usefixtures("jail")
def test_a_check_must_hold_with_every_compiler_that_is_named() -> None:
    head = HEAD.replace("compiler: gcc", "compiler: [clang, gcc]")
    checks = "- {points: 1, expect: {code_has: 'add'}}\n- {points: 2, expect: {code_has: 'addv'}}\n"
    held, failed = graded(posed_loop(checks, head))
    assert held.status == "passed"
    assert failed.status == "failed"
    assert "With gcc: the code is" in failed.sentence


@pytest.mark.usefixtures("jail")
def test_other_parameters_are_refused_with_both_lists() -> None:
    checks = "- {points: 1, expect: {count: {metric: loads, is: 1}}}\n"
    outcome = graded(posed_loop(checks), "int total(const int *a, float n) { return a[0] + n; }")[0]
    assert outcome.status == "failed"
    assert "a pointer, a whole number and return a whole number" in outcome.sentence


def test_only_what_may_be_changed_is_taken() -> None:
    posed = pose(DECODE, next(all_values(DECODE)))
    with pytest.raises(InputError, match=r"'config' is nothing .* There are: soc, type\."):
        grade(posed, {"config": "other"}, SECRET)
    wrong_kind = grade(posed, {"soc": ["rk3588"]}, SECRET)
    assert statuses(wrong_kind) == ["failed", *["skipped"] * (len(DECODE.checks) - 1)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"x": [1, {"y": 2}]}, "'x' is nothing that this exercise lets you change"),
        ({"flags": [1, {"y": 2}]}, "flags must be text, a number, or true or false; .* a list"),
        ({"flags": {"y": 2}}, "this is an object"),
        ({"bottleneck": None}, "this is null"),
    ],
)
def test_another_kind_of_json_is_refused_before_any_process_is_asked(
    answer: dict[str, Any], said: str
) -> None:
    (exercise,) = (one for one in shipped_exercises() if one.id == "what-binds-the-sum")
    with pytest.raises(InputError, match=said):
        asked_to_try(exercise, answer)
    assert asked_to_try(exercise, {"flags": "-O3", "bottleneck": "chain"})


def test_a_chip_that_the_exercise_does_not_offer_is_refused() -> None:
    outcome = grade(pose(DECODE, {"least": 9}), {"soc": "generic", "type": "q4_0"}, SECRET)[0]
    assert (outcome.status, "raspberry-pi-5" in outcome.sentence) == ("failed", True)


def test_a_prediction_counts_when_it_came_first() -> None:
    text = (
        "id: one\ntitle: One\ntask: Say.\nkind: quiz\n"
        "predict: {question: Why?, right: so, wrong: [never]}\n"
        "checks: [{points: 2, expect: {answered: so}}, {points: 1, expect: {predicted: true}}]\n"
        "proof: {solved: [so], wrong: [never]}\n"
    )
    posed = pose(read_exercise(text, {}), {})
    assert points_of(grade(posed, {"answer": "so"}, SECRET, answered_first=True)) == 3
    assert points_of(grade(posed, {"answer": "so"}, SECRET)) == 2
    assert statuses(grade(posed, {}, SECRET)) == ["failed", "skipped"]


def turned(exercise: Any, number: int) -> Any:
    """The exercise with one check turned round: it asks for what no solved answer does."""
    opposites: Mapping[str, Any] = {
        "fits": False,
        "bound": "compute",
        "tokens_per_second": "< {least}",
    }
    checks = list(exercise.checks)
    checks[number] = replace(checks[number], argument=opposites[checks[number].kind])
    return replace(exercise, checks=tuple(checks))


@pytest.mark.parametrize("number", range(len(DECODE.checks)))
def test_a_check_turned_round_makes_the_proof_fail(number: int) -> None:
    assert all(line.ok for line in prove(DECODE))
    broken = [line for line in prove(turned(DECODE, number)) if not line.ok]
    assert any(line.role == "solved" for line in broken)
    assert "proof.solved soc jetson-orin-nano, type q4_0 (least 9) gets" in broken[0].sentence


def test_an_exercise_without_a_solved_answer_is_not_proven() -> None:
    from compiler_core.exercises.proof import fault_of, is_proven

    lines = prove(replace(DECODE, proof=replace(DECODE.proof, solved=())))
    assert not is_proven(lines)
    assert "has no answer that is solved" in fault_of(DECODE, lines)


def test_every_name_of_the_vocabulary_has_its_judge() -> None:
    from compiler_core.exercises.network_judge import _OTHERS, FIGURES

    assert {row.name for row in NETWORK_EXPECTED} == FIGURES.keys() | _OTHERS.keys()
    assert len(DECODE_EXPECTED) == 5
    assert len(QUIZ_EXPECTED) == 2


def test_a_tool_that_is_another_by_now_is_named() -> None:
    exercise = replace(DECODE, measured_on={"gcc": "12.2.0", "qemu-aarch64": "7.2", "opt": "19"})
    assert moved_tools(exercise, {"gcc": "13.2.0", "opt": "19"}) == (
        "This machine has gcc 13.2.0, the exercise was proven with 12.2.0.",
        "This machine has no qemu-aarch64, the exercise was proven with 7.2.",
    )


def test_states_of_a_proof_take_the_values() -> None:
    values = draw_values(DECODE, b"seed")
    assert substitute({"source": "{least}", "flags": "{least}"}, values) == {
        "source": str(values["least"]),
        "flags": "{least}",
    }


def test_a_pattern_is_searched_as_ever() -> None:
    found = TimedPattern(re.compile(r"b(c+)", re.MULTILINE)).search("a\nbcc")
    assert found is not None
    assert found[0] == "bcc"
    assert TimedPattern(re.compile("^z")).search("a") is None
