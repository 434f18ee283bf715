"""The fusion catalogue's half of language models: each pattern live on a small graph.

Texts are data in `content/fusion/language.yaml`. Unlike the other half, passes may rewrite nodes,
so each entry is also run before and after and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import onnx_ir as ir

from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_file
from compiler_core.graph.fusion.catalogue import CatalogueEntry, VanishedTensor
from compiler_core.graph.fusion.records import Decision, Fusion
from compiler_core.graph.validation import Reference, reference_of, validate_against
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.registry import FUSION_NAMES, fusion_passes
from compiler_core.llm.attention_fusion.small_graphs import SMALL_GRAPHS
from compiler_core.llm.attention_fusion.tiled_attention import tiled_difference
from compiler_core.llm.attention_fusion.traffic import kernel_traffic, written_tensors
from compiler_core.llm.block_graph.kernels import kernel_groups, kernels_snapshot
from compiler_core.trace import Change

LANGUAGE_FILE = CONTENT_FOLDER / "fusion" / "language.yaml"
_TEXTS = ("id", "title", "idea", "look_at")
_INPUTS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _PatternEntry:
    id: str
    title: str
    idea: str
    look_at: str
    graph: str
    passes: object
    telling: object


@cache
def language_catalogue() -> tuple[CatalogueEntry, ...]:
    """All entries in the order of the file. Raises ContentError for a wrong file."""
    return read_language_catalogue(LANGUAGE_FILE)


def read_language_catalogue(path: Path) -> tuple[CatalogueEntry, ...]:
    """Read one file and fuse every graph that it names. Raises ContentError."""
    patterns = read_file(path, tuple[_PatternEntry, ...])
    entries = tuple(_entry(f"{path}: {pattern.id}", pattern) for pattern in patterns)
    if len({entry.id for entry in entries}) < len(entries):
        raise ContentError(f"{path}: an id stands there twice.")
    return entries


def _entry(location: str, pattern: _PatternEntry) -> CatalogueEntry:
    build = SMALL_GRAPHS.get(pattern.graph)
    if build is None:
        raise ContentError(f"{location}: there is no graph {pattern.graph!r}.")
    passes = _passes(location, pattern.passes)
    model = build()
    budget = MemoryBudget()
    before = kernels_snapshot(model, "One kernel for each node")
    launches, moved = len(kernel_groups(model)), _moved(model, budget)
    written = written_tensors(model)
    reference = reference_of(model, _INPUTS)
    made = [
        (pass_.name, change)
        for pass_ in fusion_passes(budget)
        if pass_.name in passes
        for change in pass_.run(model).changes
    ]
    left = written_tensors(model)
    decisions = tuple(_decision(name, change) for name, change in made)
    fusion = _fusion(model, decisions, (launches, moved), _moved(model, budget))
    return CatalogueEntry(
        **{name: getattr(pattern, name) for name in _TEXTS},
        track="llm",
        extension="",
        before=before,
        after=kernels_snapshot(model, "Fused"),
        fusion=fusion,
        telling=_telling(location, decisions, pattern.telling),
        vanished=tuple(
            VanishedTensor(name, size) for name, size in written.items() if name not in left
        ),
        launches_before=fusion.launches_before,
        launches_after=fusion.launches_after,
        bytes_before=fusion.dram_bytes_before,
        bytes_after=fusion.dram_bytes_after,
        validated=_validated(reference, model),
    )


def _passes(location: str, value: object) -> tuple[str, ...]:
    if value == "all":
        return FUSION_NAMES
    if not isinstance(value, list) or not all(name in FUSION_NAMES for name in value):
        raise ContentError(f"{location}: passes are a list of {', '.join(FUSION_NAMES)}.")
    return tuple(value)


def _fusion(
    model: ir.Model, decisions: tuple[Decision, ...], before: tuple[int, int], moved: int
) -> Fusion:
    """Of the fused model. before: its launches, and the bytes they moved; moved: bytes now."""
    return Fusion(
        groups=kernel_groups(model),
        decisions=decisions,
        tree=(),
        steps=(),
        launches_before=before[0],
        launches_after=len(kernel_groups(model)),
        dram_bytes_before=before[1],
        dram_bytes_after=moved,
    )


def _validated(reference: Reference, model: ir.Model) -> str:
    """What ONNX Runtime says, and numpy of attention by tiles, which no ONNX node does."""
    said = validate_against(reference, model).sentence
    difference = tiled_difference(model)
    if difference is None:
        return said
    return f"{said} Attention by these tiles differs by {difference:.1e} of the largest result."


def _moved(model: ir.Model, budget: MemoryBudget) -> int:
    """Bytes of activations, cache and tables; weights are read on both sides."""
    return sum(kernel.reads + kernel.writes for kernel in kernel_traffic(model, budget))


def _decision(name: str, change: Change) -> Decision:
    refused = change.kind == "refused"
    costly = refused and change.reason.startswith("Legal, but")
    return Decision(
        subject=change.subject,
        other=change.after[-1] if change.after else "",
        verdict="refused" if refused else "fused",
        rule=name,
        reason=change.reason,
        because="cost" if costly else "legality",
        stage=name,
    )


def _telling(location: str, decisions: tuple[Decision, ...], telling: object) -> Decision:
    if not isinstance(telling, list) or [type(part) for part in telling] != [str, str]:
        raise ContentError(f"{location}: telling names a pass and a subject.")
    for decision in decisions:
        if [decision.stage, decision.subject] == telling:
            return decision
    raise ContentError(f"{location}: no change of {telling[0]} is about {telling[1]!r}.")
