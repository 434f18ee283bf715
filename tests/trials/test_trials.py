"""Each suggestion does to real loops what the table says, proven by recompiling."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.trials.trial import SuggestionTrial, trial_of
from compiler_core.host.verdicts.suggestions import suggestion_named
from compiler_core.source import source_file
from tests.verdicts.agreement import EVERY_SETTING, verdicts
from tests.verdicts.corpus import functions, loop_line, sources

TEXT = (Path(__file__).parent / "trials.toml").read_text(encoding="utf-8")
CASES: list[dict[str, Any]] = tomllib.loads(TEXT)["case"]
TURNS = ("vectorised", "loop")


def tried(case: dict[str, Any]) -> SuggestionTrial:
    names = case["function"].split(",")
    source = functions(case["file"], *names)
    line = loop_line(source, names[0], case["loop"])
    return trial_of(source, case["compiler"], case["flags"], line, case["suggestion"])


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: "-".join((case["reason"], case["suggestion"], case["compiler"]))
)
def test_the_suggestion_does_what_the_table_says(case: dict[str, Any]) -> None:
    trial = tried(case)
    assert trial.ok, trial.message
    assert trial.before.reason_key == case["reason"]
    suggestion = suggestion_named(case["suggestion"])
    assert bool(trial.difference) == bool(suggestion.edit)
    assert trial.promise == suggestion.promise
    assert trial.changed == (case["effect"] in TURNS)
    turned = trial.after is not None and trial.after.vectorized and not trial.before.vectorized
    assert turned == (case["effect"] == "vectorised")
    if case["effect"] == "nothing":
        assert "changes neither" in trial.outcome
    if case["effect"] == "vectorised":
        assert trial.outcome.startswith("The loop is vectorised now.")


@pytest.mark.slow
def test_the_ten_most_frequent_reasons_have_a_remedy() -> None:
    """Reasons of loops whose work is done on single elements, over all loops and settings."""
    counted = Counter(
        verdict.reason_key
        for source in sources()
        for setting in EVERY_SETTING
        for verdict in verdicts(source, setting)
        if not verdict.vectorized and verdict.arithmetic == "scalar"
    )
    frequent = [key for key, _ in counted.most_common(10)]
    remedied = {case["reason"] for case in CASES if case["effect"] in TURNS}
    assert set(frequent) <= remedied


def test_a_suggestion_that_does_not_apply_is_refused() -> None:
    source = source_file("void f(int *x, int n) { for (int i = 0; i < n; i++) x[i] = i; }")
    with pytest.raises(InputError, match="does not apply"):
        trial_of(source, "gcc-12", "-O3", 1, "optimize_o3")
    with pytest.raises(InputError, match="does not apply"):
        trial_of(source, "gcc-12", "-O3", 1, "clang_vectorize")
    with pytest.raises(UnknownName, match="No suggestion"):
        trial_of(source, "gcc-12", "-O3", 1, "wish")
    with pytest.raises(UnknownName, match="No loop"):
        trial_of(source, "gcc-12", "-O3", 7, "sve")


def test_a_pragma_brings_its_flag() -> None:
    source = functions("reductions.c", "sum_floats")
    line = loop_line(source, "sum_floats")
    trial = trial_of(source, "gcc-12", "-O3", line, "omp_simd_reduction")
    assert "-fopenmp-simd" in trial.flags
    assert "ignore this pragma silently" in trial.note


def test_sve_joins_the_architecture_that_is_asked_for() -> None:
    source = functions("memory_access.c", "gather")
    line = loop_line(source, "gather")
    trial = trial_of(source, "gcc-12", "-O3 -march=armv8.2-a", line, "sve")
    assert "-march=armv8.2-a+sve" in trial.flags


def test_a_title_inside_a_sentence_begins_small() -> None:
    source = source_file(
        "void f(float *a, const float *b, int n, int m) {\n  for (int i = 0; i < n; i++)\n"
        "    for (int j = 0; j < m; j++)\n      a[i] += b[j * n + i];\n}\n"
    )
    trial = trial_of(source, "gcc-12", "-O3", 3, "restrict")
    assert "the total lives in memory before, a floating-point sum" in trial.outcome
