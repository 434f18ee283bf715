"""A reference in wider arithmetic: the same C code with float made double, double long double.

The inputs are the very same numbers, which the wider types hold exactly. It is compiled at -O0
without contraction, so that each operation of the source is one operation. It is itself rounded,
but 29 bits (or 60) behind the last place of what it judges. Constants keep the value that their
own type gives them (`0.1f` stays the float nearest to a tenth). Where the code looks at the bits of
its numbers, or uses types of a fixed size, there is no reference, and the reason is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.math_functions import wider_function
from compiler_core.host.running.outline import root_of
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.source_edits.edit import Edit, apply_edits, replace_node
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile

WIDER = {"float": "double", "double": "long double"}
_TYPE = re.compile(r"\b(float|double)\b")
MEANING_FLAGS = re.compile(
    r"-[DU]\w.*|-std=.*|-ansi|-f(?:no-)?(?:un)?signed-char|-fshort-enums|-f(?:no-)?wrapv"
)
"""Flags that change what a source means, not how it is compiled."""
_REASONS = (
    (re.compile(r"\blong\s+double\b"), "it uses long double, and nothing is wider"),
    (re.compile(r"\b(?:_Float16|__fp16|__bf16|float16_t|bfloat16_t)\b"), "it uses half precision"),
    (
        re.compile(r"\b(?:float(?:16|32|64)(?:x\d+(?:x\d+)?)?_t|sv\w+_t|vector_size|arm_neon\.h"
                   r"|arm_sve\.h)\b"),
        "it uses vector types of a fixed element size",
    ),
    (
        re.compile(r"\b(?:union|reinterpret_cast|bit_cast|memcpy|asm|__asm__)\b"),
        "it may look at the bits of its numbers",
    ),
    (
        re.compile(r"\(\s*(?:const\s+)?(?:unsigned|u?int\d*(?:_t)?|long|short|char)[\w\s]*\*\s*\)\s*&"),
        "it looks at the bits of its numbers",
    ),
    (re.compile(r"\b_Complex\b|\bcomplex\b"), "it uses complex numbers"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """What the wider code wrote, or the reason why there is none."""

    outputs: Outputs | None
    reason: str


def reference_of(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> Reference:
    """Run the wider code on the same inputs. Never raises for what a source cannot have."""
    from compiler_core.host.running.count import prepare
    from compiler_core.host.running.session import build_driven, outputs_of, run_driven

    why = next((reason for source in sources if (reason := no_reference(source))), "")
    if why:
        return Reference(None, f"No wider reference: {why}.")
    narrow, _, plan = prepare(sources, compiler_name, flags_text, experiment)
    wide_sources = tuple(widened(source) for source in sources)
    meaning_flags = [flag for flag in narrow.flags if MEANING_FLAGS.fullmatch(flag)]
    flags = " ".join(("-O0", "-ffp-contract=off", *meaning_flags))
    try:
        name = f"{_wider_name(narrow.target.name)}:{narrow.target.line}"
        driven = build_driven(wide_sources, compiler_name, flags, name)
        if driven.program is None or len(driven.driver.leaves) != len(narrow.driver.leaves):
            return Reference(None, "No wider reference: with wider types it does not compile.")
        run = run_driven(driven, ("1", *plan.arguments[1:]))
        return Reference(outputs_of(driven, run), "")
    except InputError as error:
        return Reference(None, f"No wider reference: {error.message}")


def no_reference(source: SourceFile) -> str:
    """Why this source cannot be made wider; empty if it can."""
    return next((reason for pattern, reason in _REASONS if pattern.search(source.text)), "")


def widened(source: SourceFile) -> SourceFile:
    """The source with wider floating-point types and the functions for them; lines stay."""
    root = root_of(source)
    if root is None:
        return source
    content = source.text.encode("utf-8", "replace")
    edited = apply_edits(content, tuple(_edits(root)))
    return SourceFile(source.name, edited.decode("utf-8", "replace"))


def _edits(root: Node) -> Iterator[Edit]:
    for node in _everything(root):
        text = text_of(node)
        if node.type in ("primitive_type", "type_identifier") and text in WIDER:
            yield replace_node(node, WIDER[text])
        elif node.type == "preproc_arg" and _TYPE.search(text):
            yield replace_node(node, _TYPE.sub(lambda match: WIDER[match[0]], text))
        elif node.type == "identifier" and _is_called(node) and wider_function(text) != text:
            yield replace_node(node, wider_function(text))


def _everything(node: Node) -> Iterator[Node]:
    """Every node, those inside lambdas too."""
    yield from walk(node)
    for part in walk(node):
        for child in part.children:
            if child.type == "lambda_expression":
                for inner in child.children:
                    yield from _everything(inner)


def _is_called(node: Node) -> bool:
    parent = node.parent
    return (
        parent is not None
        and parent.type == "call_expression"
        and parent.child_by_field_name("function") == node
    )


def _wider_name(name: str) -> str:
    """Template arguments become wider too."""
    head, separator, arguments = name.partition("<")
    return head + separator + _TYPE.sub(lambda match: WIDER[match[0]], arguments)
