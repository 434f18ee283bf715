"""The example loops of content/examples, read once; a fault in the index stops the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from app.settings import PROJECT
from compiler_core.errors import UnknownName
from compiler_core.source import Language, SourceFile

DIRECTORY = PROJECT / "content" / "examples"
STARTERS = ("sum", "saxpy", "string-length")


@dataclass(frozen=True, slots=True)
class Example:
    """One loop of the gallery.

    teaches and look_at are one sentence each. compiler and flags are where it shows best.
    """

    id: str
    group: str
    title: str
    teaches: str
    look_at: str
    compiler: str
    flags: str
    language: Language
    source: str


@lru_cache(maxsize=1)
def all_examples() -> tuple[Example, ...]:
    """Every example in gallery order."""
    index = yaml.safe_load((DIRECTORY / "index.yaml").read_text(encoding="utf-8"))
    return tuple(
        _example(entry, group["group"]) for group in index for entry in group["examples"]
    )  # fmt: skip


def _example(entry: dict[str, Any], group: str) -> Example:
    path = DIRECTORY / entry["file"]
    text = path.read_text(encoding="utf-8")
    return Example(
        id=entry["id"],
        group=group,
        title=entry["title"],
        teaches=entry["teaches"],
        look_at=entry["look_at"],
        compiler=entry["compiler"],
        flags=entry["flags"],
        language=SourceFile(path.name, "").language,
        source=text,
    )


def find_example(name: str) -> Example:
    """The example with this id; raises UnknownName."""
    for example in all_examples():
        if example.id == name:
            return example
    raise UnknownName(f"There is no example named {name[:60]}.", "All are at /examples.")


def starters() -> tuple[Example, ...]:
    """The three loops an empty editor offers."""
    return tuple(find_example(name) for name in STARTERS)
