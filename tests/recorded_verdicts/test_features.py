"""What is read in the text of each loop, over all loops that the tests have: no compiler needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler_core.host.source_reading.syntax import column_of, line_of, text_of
from compiler_core.host.verdicts import edit_shapes as shapes
from compiler_core.host.verdicts.features import all_features, loop_texts
from compiler_core.host.verdicts.loop_text import LoopText
from compiler_core.source import SourceFile
from tests.golden_file import assert_golden

TESTS = Path(__file__).parent.parent
FILES = sorted(
    path
    for folder in ("verdicts/loops", "verdicts/labelled", "trials", "recorded_verdicts")
    for path in (TESTS / folder).glob("*.c*")
)
GOLDEN = Path(__file__).parent / "golden" / "features"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_each_loop_has_the_features_it_had(path: Path, request: pytest.FixtureRequest) -> None:
    source = SourceFile(path.name, path.read_text(encoding="utf-8"))
    texts = {(line_of(text.loop), column_of(text.loop)): text for text in loop_texts(source)}
    found = all_features(source)
    assert texts.keys() == found.keys()
    lines = [
        f"{line}:{column} {' '.join(sorted(found[line, column]))}{_shapes(texts[line, column])}"
        for line, column in sorted(texts)
    ]
    assert_golden(GOLDEN / f"{path.parent.name}-{path.name}.txt", "\n".join((*lines, "")), request)


def _shapes(text: LoopText) -> str:
    """What the edits of suggestions are made from."""
    return "".join(f"; {name}: {value}" for name, value in _parts(text) if value)


def _parts(text: LoopText) -> Iterator[tuple[str, str]]:
    yield "parameters", _texts(shapes.pointer_parameters(text))
    yield "unrestricted", _texts(shapes.unrestricted_parameters(text))
    yield "bound", text_of(shapes.bound_of(text))
    yield "counts up", "yes" * shapes.counts_up(text)
    yield "arrays", _texts(shapes.local_arrays(text))
    yield "exit", text_of(shapes.leading_exit(text))
    yield "assignment", text_of(shapes.guarded_assignment(text))
    yield "calls", " ".join(shapes.called_names(text))
    yield "step", shapes.variable_step(text)


def _texts(nodes: list) -> str:
    return ", ".join(text_of(node) for node in nodes)
