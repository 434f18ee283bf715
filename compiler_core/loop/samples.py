"""The sample loops of `content/textbook`, read and checked once.

Each names a source file beside `index.yaml`, the passes to run and what to look at; `evidence`
holds sentences that its trace must contain, so that `look_at` stays true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from compiler_core.content_files import (
    ContentError,
    checked_mapping,
    checked_text,
    read_list,
    read_source,
)
from compiler_core.loop.passes.registry import pass_named
from compiler_core.source import SourceFile

SAMPLES_FOLDER = Path(__file__).resolve().parents[2] / "content" / "textbook"
_KEYS = {"id", "file", "title", "look_at", "passes", "evidence"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One loop: its name in URLs, what to look at, the passes that show it, and the sentences."""

    id: str
    """In addresses: `hoist-then-remove`."""
    title: str
    """As a heading: `First hoisted, then removed`."""
    look_at: str
    """A sentence on what to see first."""
    source: SourceFile
    """The C file in `content/textbook`; two samples may share one."""
    passes: tuple[str, ...]
    """Names of the passes to run, in order."""
    evidence: tuple[str, ...]
    """Texts that the sample's trace must hold; a test looks for them. Never empty."""


@cache
def load_samples() -> tuple[Sample, ...]:
    """All samples in order. Raises ContentError for unknown or missing keys or files."""
    samples = tuple(_sample(entry) for entry in read_list(SAMPLES_FOLDER / "index.yaml"))
    if len({sample.id for sample in samples}) < len(samples):
        raise ContentError("content/textbook/index.yaml uses an id twice.")
    return samples


def _sample(entry: object) -> Sample:
    named = entry.get("id", "without an id") if isinstance(entry, dict) else entry
    location = f"{SAMPLES_FOLDER / 'index.yaml'}, sample {named}"
    fields = checked_mapping(location, entry, _KEYS, _KEYS)
    if not fields["evidence"]:
        raise ContentError(f"{location}: evidence is missing.")
    return Sample(
        id=checked_text(f"{location}: id", fields["id"]),
        title=checked_text(f"{location}: title", fields["title"]),
        look_at=checked_text(f"{location}: look_at", fields["look_at"]),
        source=read_source(location, SAMPLES_FOLDER / fields["file"]),
        passes=tuple(pass_named(name).name for name in fields["passes"]),
        evidence=tuple(fields["evidence"]),
    )
