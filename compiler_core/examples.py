"""The example loops of `content/examples`, read and checked once.

`index.yaml` lists groups of examples in the order of the gallery. Each names a source file beside
it, the compiler and flags it is shown with, what it teaches, and what to look at first; `evidence`
holds the patterns that a test looks for in the assembly, so that `look_at` stays true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import ContentError, checked_mapping, read_list, read_source
from compiler_core.errors import UnknownName
from compiler_core.source import SourceFile

EXAMPLES_FOLDER = Path(__file__).resolve().parent.parent / "content" / "examples"

_GROUP_KEYS = {"group", "examples"}
_TEXT_KEYS = ("id", "file", "title", "teaches", "compiler", "flags", "look_at")
_EVIDENCE_KEYS = {"compiler", "flags", "present", "absent"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Regular expressions that the assembly under these settings must or must not match."""

    compiler: str
    """Whose assembly is searched: `gcc` or `clang`; the example's own unless this row names
    another."""
    flags: str
    """What it is compiled with, as typed; the example's own unless this row names others."""
    present: tuple[str, ...]
    """Python patterns that must each be found, `^` and `$` at any line; empty only where
    `absent` is not."""
    absent: tuple[str, ...]
    """Python patterns of which none may be found, `^` and `$` at any line; empty only where
    `present` is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One loop of the gallery."""

    id: str
    """Its name in URLs."""
    title: str
    """The loop's name in the gallery, and the title of the explorer that shows it."""
    teaches: str
    """One sentence. compiler is `gcc` or `clang`; flags is the text as typed in a form."""
    group: str
    """The heading of the gallery that it stands under, such as `Memory`."""
    compiler: str
    """The one it is shown with: `gcc` or `clang`, the newest of the family."""
    flags: str
    """The ones it is shown with, as typed, such as `-O3`."""
    look_at: str
    """One sentence, true of gcc 12 and clang 19 as far as it names them."""
    source: SourceFile
    """The file to compile; whether it is C or C++ is told by the end of its name."""
    evidence: tuple[Evidence, ...]
    """What a test looks for in the assembly, so that `look_at` stays true."""
    stays_scalar: bool
    """Whether these settings leave its loops without vectors; a test compiles it."""


@cache
def load_examples() -> tuple[Example, ...]:
    """All examples in the order of the gallery.

    Raises ContentError for an unknown or missing key, a missing source file or an id used twice.
    """
    return read_examples(EXAMPLES_FOLDER)


def find_example(identifier: str) -> Example:
    """The example of this id. Raises UnknownName."""
    for example in load_examples():
        if example.id == identifier:
            return example
    raise UnknownName(f"There is no example {identifier!r}.", "The gallery lists all of them.")


def read_examples(folder: Path) -> tuple[Example, ...]:
    """Read the index of one folder. Raises ContentError."""
    index = folder / "index.yaml"
    groups = read_list(index)
    examples = tuple(example for group in groups for example in _read_group(folder, group))
    _check_unique(index, examples)
    return examples


def _read_group(folder: Path, group: object) -> tuple[Example, ...]:
    location = f"{folder / 'index.yaml'}, a group"
    fields = checked_mapping(location, group, _GROUP_KEYS, _GROUP_KEYS)
    return tuple(_read_example(folder, fields["group"], entry) for entry in fields["examples"])


def _read_example(folder: Path, group: str, entry: object) -> Example:
    named = entry.get("id", "without an id") if isinstance(entry, dict) else entry
    location = f"{folder / 'index.yaml'}, example {named}"
    needed = {*_TEXT_KEYS, "evidence"}
    fields = checked_mapping(location, entry, {*needed, "stays"}, needed)
    for key in _TEXT_KEYS:
        if not isinstance(fields[key], str) or not fields[key]:
            raise ContentError(f"{location}: {key} must be text.")
    if fields["compiler"] not in ("gcc", "clang"):
        raise ContentError(f"{location}: compiler must be gcc or clang.")
    if fields.get("stays", "scalar") != "scalar":
        raise ContentError(f"{location}: stays can only be scalar.")
    return Example(
        id=fields["id"],
        title=fields["title"],
        teaches=fields["teaches"],
        group=group,
        compiler=fields["compiler"],
        flags=fields["flags"],
        look_at=fields["look_at"],
        source=read_source(location, folder / fields["file"]),
        evidence=tuple(_read_evidence(location, fields, row) for row in fields["evidence"]),
        stays_scalar="stays" in fields,
    )


def _read_evidence(location: str, example: Mapping[str, Any], row: object) -> Evidence:
    fields = checked_mapping(f"{location}, evidence", row, _EVIDENCE_KEYS, set())
    present, absent = tuple(fields.get("present", ())), tuple(fields.get("absent", ()))
    if not present and not absent:
        raise ContentError(f"{location}: evidence needs present or absent.")
    return Evidence(
        compiler=fields.get("compiler", example["compiler"]),
        flags=fields.get("flags", example["flags"]),
        present=present,
        absent=absent,
    )


def _check_unique(index: Path, examples: tuple[Example, ...]) -> None:
    seen: set[str] = set()
    for example in examples:
        if example.id in seen:
            raise ContentError(f"{index}: the id {example.id!r} is used twice.")
        seen.add(example.id)
