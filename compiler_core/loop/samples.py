"""The sample loops of `content/textbook`, read and checked once.

Each names a source file beside `index.yaml`, the passes to run and what to look at; `evidence`
holds sentences that its trace must contain, so that `look_at` stays true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from compiler_core.content_files import AsWritten, ContentError, Rule, read_file, read_source
from compiler_core.loop.passes.registry import pass_named
from compiler_core.source import SourceFile

SAMPLES_FOLDER = Path(__file__).resolve().parents[2] / "content" / "textbook"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _SampleEntry:
    id: str
    file: str
    title: str
    look_at: str
    passes: tuple[str, ...]
    evidence: Annotated[tuple[AsWritten, ...], Rule(min_length=1)]


@cache
def load_samples() -> tuple[Sample, ...]:
    """All samples in order. Raises ContentError for unknown or missing keys or files."""
    entries = read_file(SAMPLES_FOLDER / "index.yaml", tuple[_SampleEntry, ...])
    samples = tuple(_sample(entry) for entry in entries)
    if len({sample.id for sample in samples}) < len(samples):
        raise ContentError("content/textbook/index.yaml uses an id twice.")
    return samples


def _sample(entry: _SampleEntry) -> Sample:
    location = f"{SAMPLES_FOLDER / 'index.yaml'}, sample {entry.id}"
    return Sample(
        id=entry.id,
        title=entry.title,
        look_at=entry.look_at,
        source=read_source(location, SAMPLES_FOLDER / entry.file),
        passes=tuple(pass_named(name).name for name in entry.passes),
        evidence=entry.evidence,
    )
