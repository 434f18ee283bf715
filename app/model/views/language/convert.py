"""Stage 2: the GGUF file: its header, its map, and every tensor with what a token reads of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.words import count
from compiler_core.llm.converting.page_reads import PageReads, PageRegion
from compiler_core.llm.inspection import InspectedTensor
from compiler_core.llm.pipeline.convert_stage import ConvertDetails
from compiler_core.llm.records import ModelConfiguration
from compiler_core.sizes import size_text

MAP_WIDTH, MAP_HEIGHT = 720, 36
MOST_REGIONS = 600
TENSORS_SHOWN = 500
METADATA_SHOWN = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertView:
    """The GGUF file of a language model, as the stage that converts shows it."""

    facts: tuple[tuple[str, str], ...]
    """Names and values of the model, from its header."""
    problems: tuple[str, ...]
    """What the header does not say, and what is not computed with."""
    warnings: tuple[str, ...]
    """What the conversion warned of, or what the keys of a file that was given."""
    reads: str
    """How much of the file a token reads, in a sentence."""
    pages: tuple[tuple[str, str], ...]
    """How many pages of the file are read, by when they are."""
    map: Picture
    """Tensors in the order of the file, from left to right; at most 600."""
    tensors: tuple[InspectedTensor, ...]
    """At most 500, in the order of the file."""
    more: str
    """How many tensors are not listed, in a sentence; empty where all are."""
    metadata: tuple[tuple[str, str, str], ...]
    """Key, type and value of the header's entries, at most 80."""
    header_only: bool
    """Whether the file had no weights, so that only shapes and types are known."""


def convert_view(details: ConvertDetails) -> ConvertView:
    """The view of the file as the stage left it."""
    header, seen = details.header, details.inspection
    rest = len(seen.tensors) - TENSORS_SHOWN
    return ConvertView(
        facts=_facts(header.configuration, details),
        problems=(*header.problems, *header.refusals),
        warnings=details.conversion.warnings if details.conversion else header.warnings,
        reads=details.reads.sentence,
        pages=_pages(details.reads),
        map=_map(details.reads),
        tensors=seen.tensors[:TENSORS_SHOWN],
        more=f"{rest} more tensors are not listed." if rest > 0 else "",
        metadata=tuple((row.key, row.type, row.value) for row in header.metadata[:METADATA_SHOWN]),
        header_only=not details.complete,
    )


def _facts(shape: ModelConfiguration, details: ConvertDetails) -> tuple[tuple[str, str], ...]:
    seen = details.inspection
    rows = [
        ("Architecture", shape.architecture),
        ("Parameters", f"{seen.parameters:,}"),
        ("Layers, width", f"{shape.layers}, {shape.hidden:,}"),
        ("Heads", f"{shape.heads} for queries, {shape.key_value_heads} for keys and values"),
        ("Feed-forward width", f"{shape.feed_forward:,}"),
        ("Vocabulary", f"{shape.vocabulary:,}"),
        ("Trained for", f"{shape.context:,} positions"),
        ("Bits a weight", f"{seen.bits_per_weight:.2f}"),
        ("Read for each token", f"{size_text(seen.bytes_per_token)} of weights"),
    ]
    if shape.experts:
        rows.append(("Experts", f"{shape.experts_used} of {shape.experts} for each token"))
    if shape.sliding_window:
        rows.append(("Window", f"{shape.sliding_window:,} positions"))
    if shape.tied:
        rows.append(("Output head", "is the input embedding, kept once"))
    return tuple(rows)


def _pages(reads: PageReads) -> tuple[tuple[str, str], ...]:
    return (
        ("To open the file", f"{reads.header_pages:,}"),
        ("More for the first token", f"{reads.first_token_pages:,}"),
        ("Touched again by each further token", f"{reads.next_token_pages:,}"),
        ("In the whole file", f"{reads.file_pages:,}"),
    )


def _map(reads: PageReads) -> Picture:
    return Picture(
        title="Tensors in the order of the file; the table below lists them",
        width=MAP_WIDTH,
        height=MAP_HEIGHT,
        bars=tuple(_region(region, reads) for region in reads.regions[:MOST_REGIONS]),
    )


def _region(region: PageRegion, reads: PageReads) -> Bar:
    scale = MAP_WIDTH / max(1, reads.file_pages)
    pages = count(region.pages, "page")
    words = f"{region.name}: {pages} from page {region.first_page:,}, {region.touched:,} a token"
    # A tensor that shares its last page with the next one touches one page less than it lies on.
    whole = region.touched >= region.pages - 1
    kind = "is-read" if whole else "is-partly" if region.touched else "is-idle"
    return Bar(
        x=round(region.first_page * scale, 2),
        y=0,
        width=round(max(0.6, region.pages * scale), 2),
        height=MAP_HEIGHT,
        classes=kind,
        title=words,
    )
