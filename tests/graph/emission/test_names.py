"""A model's own text never becomes C."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import helper

from compiler_core.graph.artifact import make_artifact, write_artifact
from compiler_core.graph.emission.names import comment_text, identifier, kernel_name
from compiler_core.graph.emission.program import emit_program
from compiler_core.graph.records import FusedGroup
from tests.graph.emission.small_models import imported, model_proto, numbers

pytestmark = pytest.mark.usefixtures("emulator")

HOSTILE = (
    '*/ #include "/etc/passwd"\nint main(void){} /*',
    "ends in a backslash \\",
    "trigraph ??/\n??=define KERNEL",
    "quote \" and ' and `",
    "// line\r\nint x;",
    "%s%n",
    "café ✓ \u202e",
    "a" * 500,
)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_out(name: str, tmp_path: Path) -> None:
    """The program builds without a warning, and only comments hold what is left of a name."""
    given_name = f"in {name}"
    nodes = [
        helper.make_node("Relu", [given_name], [f"mid {name}"], name=name),
        helper.make_node("Sigmoid", [f"mid {name}"], [f"out {name}"], name=f"{name} 2"),
    ]
    model = imported(model_proto(nodes, {given_name: numbers(3)}, [f"out {name}"]))
    groups = (
        FusedGroup(
            name=f"group {name}",
            nodes=tuple(node.name or "" for node in model.graph),
            anchor="",
            inputs=(given_name,),
            outputs=(f"out {name}",),
            rule=name,
        ),
    )
    program = emit_program(model, groups)
    write_artifact(make_artifact(program), tmp_path)
    command = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Wtrigraphs", "-Wcomment", "-Werror"]
    done = subprocess.run(
        [*command, "-Wno-unused-function", "-c", "model.c", "main.c"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    for text in program.files.values():
        assert text.isascii()
        assert 'passwd"' not in text


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_comments_cannot_be_left(text: str) -> None:
    safe = comment_text(text)
    assert not set(safe) & set("*?\\/\n\r\"'`\0")
    assert safe.isascii()
    assert len(safe) <= 100


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_identifiers_are_identifiers(text: str) -> None:
    assert f"k_{identifier(text)}".isidentifier()
    group = FusedGroup(name=text, nodes=(text,), anchor="", inputs=(), outputs=(), rule=text)
    name = kernel_name(7, group, (text, text))
    assert name.isidentifier()
    assert name.isascii()
    assert len(name) <= 60
