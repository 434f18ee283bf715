"""Verdicts counted per operator, and the page that publishes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import onnx

from compiler_core.graph.emission.operators import SUPPORTED_NAMES
from tests.graph.emission.backend_suite.cases import Case
from tests.graph.emission.backend_suite.operator_set import (
    CNN_OPERATORS,
    light_operators,
    shipped_operators,
)


@dataclass(frozen=True, slots=True)
class Score:
    """Cases that pass, of how many."""

    passed: int
    total: int

    @property
    def share(self) -> float:
        return self.passed / self.total if self.total else 1.0


def score_of(verdicts: Mapping[str, str], cases: Sequence[Case]) -> Score:
    return Score(sum(not verdicts[case.name] for case in cases), len(cases))


def only_of(cases: Sequence[Case], operators: frozenset[str]) -> list[Case]:
    """Cases that use nothing but these operators."""
    return [case for case in cases if case.operators <= operators]


def per_operator(verdicts: Mapping[str, str], cases: Sequence[Case]) -> dict[str, Score]:
    """Each operator's own cases: those of one node."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if len(case.model.graph.node) == 1:
            found[case.model.graph.node[0].op_type].append(case)
    return {name: score_of(verdicts, found[name]) for name in sorted(found)}


def page(verdicts: Mapping[str, str], cases: Sequence[Case]) -> str:
    """docs/operators.md."""
    cnn = score_of(verdicts, only_of(cases, frozenset(CNN_OPERATORS)))
    light, shipped = light_operators(), shipped_operators()
    used = score_of(verdicts, only_of(cases, light | shipped))
    every = score_of(verdicts, [case for case in cases if case.operators <= SUPPORTED_NAMES])
    lines = [
        "# Operators with C code",
        "",
        "Written by `python -m tests.graph.emission.backend_suite --node --write`: each case of",
        f"the `onnx` package {onnx.__version__} is made a C program, compiled natively, run, and",
        "compared with the outputs that the package expects, within its tolerances. Inputs that",
        "decide shapes (where to slice, what to reshape to) are constants with the case's values,",
        "because programs have fixed shapes. Where the importer refuses a case (an axis of size 0,",
        "integer division by numbers that only the run knows, elements of 8 bits or fewer that are",
        "no plain integers), emission is tested alone.",
        "",
        "| cases | pass | of |",
        "|---|---|---|",
        f"| that use nothing but the {len(CNN_OPERATORS)} operators of picture networks "
        f"| {cnn.passed} | {cnn.total} ({cnn.share:.1%}) |",
        f"| that use nothing but the {len(light | shipped)} operators of our networks "
        f"and the nine light ones | {used.passed} | {used.total} ({used.share:.1%}) |",
        f"| that use nothing but supported operators | {every.passed} | {every.total} "
        f"({every.share:.1%}) |",
        "",
        f"Operators of picture networks: {', '.join(CNN_OPERATORS)}.",
        "",
        "Two more cases use only these: `Identity` of a sequence and of an optional value. They",
        "have no tensors, which are all that a program takes, and are not counted.",
        "",
        "`Attention`, `RotaryEmbedding`, `LSTM`, `GRU`, `RNN`, `Einsum` and `OneHot` are not in",
        "the table: the importer writes them out as simpler operators. For the first two,",
        "`python -m tests.llm.attention_fusion.operator_score` counts their cases.",
        "",
        "An operator that is not in the table is refused by name. What does not pass below is",
        "refused for its element type: there are no strings here, and `bfloat16`, 8-bit and 4-bit",
        "floats are converted, quantised and moved, while no other operator computes with them.",
        "",
        "| operator | pass | of | |",
        "|---|---|---|---|",
    ]
    for name, score in per_operator(verdicts, cases).items():
        marks = ("in ours",) * (name in shipped) + ("in the nine",) * (name in light)
        mark = ", ".join(marks)
        lines.append(f"| {name} | {score.passed} | {score.total} | {mark} |")
    untested = sorted(SUPPORTED_NAMES - set(per_operator(verdicts, cases)))
    lines += ["", f"Supported without a case of their own: {', '.join(untested)}.", ""]
    return "\n".join(lines)
