"""Arithmetic, scalable and bytes equal what a person read in the assembly."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from compiler_core.host.why import explain_loops
from tests.verdicts.corpus import ALWAYS, loop_line, source_named

TEXT = (Path(__file__).parent / "labels.toml").read_text(encoding="utf-8")
LABELS: list[list[Any]] = tomllib.loads(TEXT)["labels"]


def test_there_are_forty_labels() -> None:
    assert len(LABELS) >= 40


@pytest.mark.parametrize("label", LABELS, ids=lambda label: "-".join(map(str, label[1:5])))
def test_the_verdict_equals_the_label(label: list[Any]) -> None:
    file, function, number, compiler, flags, *expected = label
    source = source_named(file)
    line = loop_line(source, function, number)
    found = explain_loops(source, compiler, f"{flags} {ALWAYS}").loops
    verdict = next(verdict for verdict in found if verdict.source_line == line)
    assert [verdict.arithmetic, verdict.scalable, verdict.vector_bytes] == expected
