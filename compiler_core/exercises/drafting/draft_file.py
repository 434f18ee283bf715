"""An exercise file written from its parts, in the form that authors write by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler_core.exercises.inlining import files_block


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorsWords:
    """What only the author knows. wrong: sources of answers that students will likely give."""

    id: str
    title: str
    task: str
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftParts:
    """The keys of the file, as plain values."""

    kind: str
    """What the exercise is about: `loop`, `network` or `decode`."""
    starter: Any
    """What the student begins with, by name."""
    allow: Sequence[str]
    """Names that the student may change."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """What the exercise fixes, by name; left out of the file where it is empty."""
    checks: Sequence[Mapping[str, Any]]
    """In the order in which they are judged, each as the file has it."""
    hints: Sequence[str]
    """Texts in the order in which they are opened."""
    solved: Sequence[Any]
    """Answers that must get all points; empty where none is known, and then it cannot be proven."""
    wrong: Sequence[Any]
    """Answers that must get at most half of the points."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts of the files that other keys name, by name."""
    asks: Sequence[str] = ()
    """What the author should still add, as comments at the file's beginning."""


def draft_file(words: AuthorsWords, parts: DraftParts) -> str:
    """The text. It may hold no solved answer yet; then it cannot be proven."""
    lines = [
        *(f"# {ask}" for ask in parts.asks),
        f"id: {words.id}",
        f"kind: {parts.kind}",
        f"title: {_flow(words.title)}",
        f"task: {_flow(words.task)}",
        f"starter: {_flow(parts.starter)}",
        *([f"given: {_flow(parts.given)}"] if parts.given else []),
        f"allow: {_flow(list(parts.allow))}",
        "checks:",
        *(f"  - {_flow(check)}" for check in parts.checks),
        f"hints: {_flow(list(parts.hints))}",
        "proof:",
        f"  solved: {_flow(list(parts.solved))}",
        f"  wrong: {_flow(list(parts.wrong))}",
    ]
    text = "\n".join(lines) + "\n"
    return text + (files_block(parts.files) if parts.files else "")


def _flow(value: Any) -> str:
    """One line of YAML that reads as the value: keys bare, texts in quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        # Every character that is not ASCII as an escape would be hard to read.
        quoted = json.dumps(value, ensure_ascii=False)
        return "".join(
            character if character.isprintable() else f"\\u{ord(character):04x}"
            for character in quoted
        )
    return json.dumps(value)
