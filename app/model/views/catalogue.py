"""The fusion catalogue: each pattern as two graphs, with what disappears between them."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.views.graph_picture import GraphPicture, whole_picture
from app.words import count
from compiler_core.graph.fusion.catalogue import CatalogueEntry
from compiler_core.trace import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueView:
    """One pattern, with the sign of the decision to read first."""

    entry: CatalogueEntry
    """The pattern, as the core has it."""
    before: GraphPicture | None
    """The graph operator by operator; None where it has no nodes."""
    after: GraphPicture | None
    """The same graph in groups of kernels; None where it has no nodes."""
    launches: str
    """Kernels before and after, such as `3 kernels before, 1 after`."""
    bytes: str
    """Moved before and after, in a few words."""
    saved: str
    """Such as `1,024 bytes saved`, or `nothing saved`."""
    vanished: tuple[str, ...]
    """Tensors that are never written any more, each with its bytes."""
    sign: str
    """`✓` where the decision to read first is to fuse, else `✗`."""


@dataclass(frozen=True, slots=True)
class CataloguePage:
    """title: of the document."""

    title: str
    entries: tuple[CatalogueView, ...]


def catalogue_page(entries: tuple[CatalogueEntry, ...]) -> CataloguePage:
    """The page for all entries."""
    return CataloguePage("Fusion catalogue", tuple(_view(entry) for entry in entries))


def _view(entry: CatalogueEntry) -> CatalogueView:
    fused = entry.telling.verdict == "fused"
    return CatalogueView(
        entry=entry,
        before=_picture("Operator by operator", entry.before),
        after=_picture("Fused", entry.after),
        launches=f"{count(entry.launches_before, 'kernel')} before, {entry.launches_after} after",
        bytes=f"{entry.bytes_before:,} bytes before, {entry.bytes_after:,} after",
        saved=f"{entry.bytes_saved:,} bytes saved" if entry.bytes_saved > 0 else "nothing saved",
        vanished=tuple(f"{tensor.name}, {tensor.bytes:,} bytes" for tensor in entry.vanished),
        sign="✓" if fused else "✗",
    )


def _picture(title: str, snapshot: Snapshot) -> GraphPicture | None:
    """All nodes; those of one kernel share a colour by the group they are in."""
    groups = list(dict.fromkeys(node.group for node in snapshot.nodes if node.group))
    sizes = {name: sum(node.group == name for node in snapshot.nodes) for name in groups}
    together = {node.id for node in snapshot.nodes if sizes.get(node.group, 0) > 1}
    return whole_picture(title, snapshot.nodes, together)
