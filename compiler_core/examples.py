"""The example loops of `content/examples`, read and checked once.

`index.yaml` lists groups of examples in the order of the gallery. Each names a source file beside
it, the compiler and flags it is shown with, what it teaches, and what to look at first; `evidence`
holds the patterns that a test looks for in the assembly, so that `look_at` stays true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from compiler_core.content_files import AsWritten, ContentError, read_file, read_source
from compiler_core.errors import UnknownName
from compiler_core.source import SourceFile

EXAMPLES_FOLDER = Path(__file__).resolve().parent.parent / "content" / "examples"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _EvidenceEntry:
    compiler: str | None = None
    flags: AsWritten | None = None
    present: tuple[AsWritten, ...] = ()
    absent: tuple[AsWritten, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExampleEntry:
    id: str
    file: str
    title: str
    teaches: str
    compiler: Literal["gcc", "clang"]
    flags: str
    look_at: str
    evidence: tuple[_EvidenceEntry, ...]
    stays: Literal["scalar"] | None = None


@dataclass(frozen=True, slots=True)
class _GroupEntry:
    group: str
    examples: tuple[_ExampleEntry, ...]


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
    groups = read_file(index, tuple[_GroupEntry, ...])
    examples = tuple(
        _example(folder, group.group, entry) for group in groups for entry in group.examples
    )
    _check_unique(index, examples)
    return examples


def _example(folder: Path, group: str, entry: _ExampleEntry) -> Example:
    location = f"{folder / 'index.yaml'}, example {entry.id}"
    return Example(
        id=entry.id,
        title=entry.title,
        teaches=entry.teaches,
        group=group,
        compiler=entry.compiler,
        flags=entry.flags,
        look_at=entry.look_at,
        source=read_source(location, folder / entry.file),
        evidence=tuple(_evidence(location, entry, row) for row in entry.evidence),
        stays_scalar=entry.stays is not None,
    )


def _evidence(location: str, example: _ExampleEntry, row: _EvidenceEntry) -> Evidence:
    if not row.present and not row.absent:
        raise ContentError(f"{location}: evidence needs present or absent.")
    return Evidence(
        compiler=row.compiler or example.compiler,
        flags=example.flags if row.flags is None else row.flags,
        present=row.present,
        absent=row.absent,
    )


def _check_unique(index: Path, examples: tuple[Example, ...]) -> None:
    seen: set[str] = set()
    for example in examples:
        if example.id in seen:
            raise ContentError(f"{index}: the id {example.id!r} is used twice.")
        seen.add(example.id)
