"""The fusion catalogue: each pattern live on a small graph, before and after, with what it saves.

Texts are data in `content/fusion/catalogue.yaml`; all figures come from fusing the graphs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_file
from compiler_core.graph.fusion.extensions import EXTENSIONS
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.groups import group_of
from compiler_core.graph.fusion.records import Decision, Fusion
from compiler_core.graph.fusion.small_graphs import SMALL_GRAPHS
from compiler_core.graph.fusion.traffic import vanished
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.sizes import known_sizes_of
from compiler_core.trace import Snapshot

CATALOGUE_FILE = CONTENT_FOLDER / "fusion" / "catalogue.yaml"
_TEXTS = ("id", "title", "idea", "look_at", "track")


@dataclass(frozen=True, slots=True)
class VanishedTensor:
    """A tensor that fusion keeps in registers or rows; in bytes."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """A pattern, what it looks like, and what it saves."""

    id: str
    """Name in addresses, unique in the catalogue."""
    title: str
    """Of the pattern."""
    idea: str
    """What is fused and why it pays, for students."""
    look_at: str
    """What to look for in the graphs."""
    track: str
    """Whose models have it: `cnn` or `llm`."""
    extension: str
    """The fusion beyond the usual rules that it needs, "" for none."""
    before: Snapshot
    """The graph with a kernel for each node."""
    after: Snapshot
    """The nodes of `before`, each drawn within the kernel that fusion gave it."""
    fusion: Fusion
    """Of the entry's small graph, with all decisions."""
    telling: Decision
    """The decision to read first. bytes: activations read and written by all kernels."""
    vanished: tuple[VanishedTensor, ...]
    """Tensors that fusion keeps out of memory."""
    launches_before: int
    """Kernels with one for each node."""
    launches_after: int
    """Kernels after fusion."""
    bytes_before: int
    """Activations that kernels read and write, with one kernel for each node."""
    bytes_after: int
    """Activations that kernels read and write after fusion."""
    validated: str = ""
    """That both compute the same, in words, where fusing rewrote nodes."""

    @property
    def bytes_saved(self) -> int:
        return self.bytes_before - self.bytes_after


@dataclass(frozen=True, slots=True, kw_only=True)
class _PatternEntry:
    id: str
    title: str
    idea: str
    look_at: str
    track: Literal["cnn", "llm"]
    graph: str
    telling: str
    extension: str = ""


@cache
def catalogue() -> tuple[CatalogueEntry, ...]:
    """All entries in the order of the file. Raises ContentError for a wrong file."""
    return read_catalogue(CATALOGUE_FILE)


def read_catalogue(path: Path) -> tuple[CatalogueEntry, ...]:
    """Read one file and fuse every graph that it names. Raises ContentError."""
    patterns = read_file(path, tuple[_PatternEntry, ...])
    entries = tuple(_entry(f"{path}: {pattern.id}", pattern) for pattern in patterns)
    names = [entry.id for entry in entries]
    if len(set(names)) < len(names):
        raise ContentError(f"{path}: an id stands there twice.")
    return entries


def _entry(label: str, pattern: _PatternEntry) -> CatalogueEntry:
    extension = pattern.extension
    if extension and extension not in [known.name for known in EXTENSIONS]:
        raise ContentError(f"{label}: there is no fusion {extension!r}.")
    build = SMALL_GRAPHS.get(pattern.graph)
    if build is None:
        raise ContentError(f"{label}: there is no graph {pattern.graph!r}.")
    model = build()
    fusion = fuse(model, FusionOptions(extensions=(extension,) if extension else ()))
    sizes = known_sizes_of(model)
    alone = tuple(group_of((node,), "") for node in model.graph)
    gone = vanished(alone, fusion.groups, sizes)
    return CatalogueEntry(
        **{name: getattr(pattern, name) for name in _TEXTS},
        extension=extension,
        before=snapshot_of(model, "One kernel for each node"),
        after=grouped(snapshot_of(model, "Fused"), fusion),
        fusion=fusion,
        telling=_telling(label, pattern, fusion),
        vanished=tuple(VanishedTensor(name, size) for name, size in gone),
        launches_before=fusion.launches_before,
        launches_after=fusion.launches_after,
        bytes_before=fusion.dram_bytes_before,
        bytes_after=fusion.dram_bytes_after,
    )


def _telling(label: str, pattern: _PatternEntry, fusion: Fusion) -> Decision:
    stage, subject = pattern.extension or "rules", pattern.telling
    for decision in fusion.decisions:
        if (decision.stage, decision.subject) == (stage, subject):
            return decision
    raise ContentError(f"{label}: no decision of {stage} is about {subject!r}.")


def grouped(snapshot: Snapshot, fusion: Fusion) -> Snapshot:
    """The same nodes, each drawn within its kernel."""
    kernel = {name: group.name for group in fusion.groups for name in group.nodes}
    nodes = tuple(replace(node, group=kernel.get(node.id, "")) for node in snapshot.nodes)
    return replace(snapshot, nodes=nodes)
