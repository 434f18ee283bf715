"""Two models beside each other: a sentence, the changed places in order, then the counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from app.model.views.model_drop import DropProblem
from app.site.views.setting_fields import SettingChoice, SettingField
from app.words import capitalised, count, joined
from compiler_core.sizes import size_text

if TYPE_CHECKING:
    from compiler_core.graph.pairing.records import ChangedPlace, NetworkComparison, PlaceSide

ROWS_SHOWN = 200
NAMES_SHOWN = 60
FOLDED_FROM = 4
"""So many places of one kind that follow each other are closed up."""
_LONGEST_NAME = 48
_NODES_NAMED = 3
# Sign and word of each kind of place.
_KINDS = {
    "added": ("+", "new"),
    "removed": ("−", "gone"),
    "fused": ("⊕", "fused"),
    "split": ("÷", "split"),
    "rewritten": ("~", "rewritten"),
    "replaced": ("~", "replaced"),
    "attributes": ("~", "other attributes"),
    "operands": ("~", "constants on one side only"),
    "shape": ("~", "constants of another shape"),
    "type": ("~", "constants of another type"),
    "weights": ("~", "other weights"),
    "rewired": ("↕", "wired otherwise"),
}


@dataclass(frozen=True, slots=True)
class PairedModel:
    """address: of its own stage 2."""

    title: str
    model: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """One changed place."""

    between: str
    """Unchanged nodes before it, in words, "" for none."""
    sign: str
    """Of the kind of change, as `+` or `~`."""
    word: str
    """For the kind of change, as `new` or `fused`."""
    left: str
    """Operators and names of its nodes on the left; empty where they are new."""
    right: str
    """Operators and names of its nodes on the right; empty where they are gone."""
    bytes: str
    """Of weights, one text if both sides agree, else `1.2 KiB → 0`."""
    instructions: str
    """Executed, one text if both sides agree, else `1,200 → 900`; may be empty."""
    words: str
    """What changed, empty where the kind says it all."""


@dataclass(frozen=True, slots=True)
class PlaceBlock:
    """Places that follow each other; summary: of those that are closed up, "" for open ones."""

    summary: str
    rows: tuple[PlaceRow, ...]


@dataclass(frozen=True, slots=True)
class NameRow:
    """A node's name on both sides."""

    left: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPairsPage:
    """The page of two models beside each other."""

    title: str
    """Of the document."""
    left: PairedModel
    """The model of the address."""
    right: PairedModel | None
    """None while none is chosen."""
    choices: tuple[SettingChoice, ...]
    """Models that may stand on the right."""
    other: str
    """Id of the chosen right model, empty for none."""
    kept: tuple[SettingField, ...]
    """Hidden fields with the settings of the left side."""
    action: str
    """Where the form that chooses the right model is sent."""
    sentence: str
    """"" until both were read."""
    blocks: tuple[PlaceBlock, ...]
    """The first 200 changed places in order, long runs of one kind closed up."""
    more: str
    """Places that are not shown, in words."""
    counted: bool
    """Whether both programs were counted, so that a column shows instructions."""
    figures: tuple[tuple[str, str, str], ...]
    """Counts of both sides, then of the comparison with the right column empty."""
    names: tuple[NameRow, ...]
    """The first 60 nodes that only have another name."""
    names_title: str
    """How many names changed, as `the first 60 of 90 changed names`; empty for none."""
    method: str
    """How nodes of both were paired, in words; empty until both were read."""
    problem: DropProblem | None
    """Why nothing is compared; None if nothing is wrong."""
    waiting: str
    """What still runs, in words; empty for nothing."""
    again: str
    """Address of this page."""
    document: str
    """Address of the JSON."""
    command: str
    """That says the same at home; both "" where nothing is compared."""


def pairs_page(
    *,
    left: PairedModel,
    right: PairedModel | None,
    choices: tuple[SettingChoice, ...],
    settings: Mapping[str, str],
    comparison: NetworkComparison | None,
    problem: DropProblem | None,
    waiting: str,
    other: str,
    command: str,
) -> ModelPairsPage:
    """settings: of the left side, as the address has them. other: id of the right model."""
    action = f"/model/{left.model}/compare-models"
    query = urlencode({**settings, "other": other})
    places = comparison.places if comparison else ()
    rest = len(places) - ROWS_SHOWN
    renamed = comparison.renamed if comparison else ()
    return ModelPairsPage(
        title=f"{left.title} and {right.title if right else 'another model'}",
        left=left,
        right=right,
        choices=choices,
        other=other,
        kept=_hidden(settings),
        action=action,
        sentence=comparison.sentence if comparison else "",
        blocks=tuple(_blocks(places[:ROWS_SHOWN])),
        more=f"{count(rest, 'more place')}: the JSON has all of them." if rest > 0 else "",
        counted=_is_counted(comparison),
        figures=tuple(_figures(comparison)) if comparison else (),
        names=tuple(NameRow(_short(a), _short(b)) for a, b in renamed[:NAMES_SHOWN]),
        names_title=_names_title(len(renamed)),
        method=comparison.method if comparison else "",
        problem=problem,
        waiting=waiting,
        again=f"{action}?{query}",
        document=f"/api/models/{left.model}/compare?{query}" if comparison else "",
        command=command if comparison else "",
    )


def _hidden(settings: Mapping[str, str]) -> tuple[SettingField, ...]:
    return tuple(
        SettingField(name=name, label="", kind="hidden", choices=(), value=setting)
        for name, setting in settings.items()
    )


def _is_counted(comparison: NetworkComparison | None) -> bool:
    return comparison is not None and comparison.left.instructions is not None


def _blocks(places: Sequence[ChangedPlace]) -> Iterator[PlaceBlock]:
    """Runs of one kind are closed up where they are long; what stands between them is open."""
    open_rows: list[PlaceRow] = []
    for kind, run in groupby(places, key=lambda changed_place: changed_place.kind):
        alike = list(run)
        rows = [_row(change) for change in alike]
        if len(alike) < FOLDED_FROM:
            open_rows += rows
            continue
        if open_rows:
            yield PlaceBlock("", tuple(open_rows))
            open_rows = []
        yield PlaceBlock(_summary(kind, alike), tuple(rows))
    if open_rows:
        yield PlaceBlock("", tuple(open_rows))


def _summary(kind: str, places: Sequence[ChangedPlace]) -> str:
    """`+ 12 places, new: Conv, Relu and Add; 3 unchanged nodes between them`."""
    sign, word = _KINDS[kind]
    sides = (side for change in places for side in (change.left, change.right))
    operators = tuple(dict.fromkeys(name for side in sides for name in side.operators))
    between = sum(later.before for later in places[1:])
    rest = f"; {count(between, 'unchanged node')} between them" if between else ""
    return f"{sign} {count(len(places), 'place')}, {word}: {joined(operators, 6)}{rest}"


def _row(change: ChangedPlace) -> PlaceRow:
    sign, word = _KINDS[change.kind]
    left, right = change.left, change.right
    return PlaceRow(
        between=f"{count(change.before, 'unchanged node')} before" if change.before else "",
        sign=sign,
        word=word,
        left=_nodes(left),
        right=_nodes(right),
        bytes=_both(_size(left), _size(right)),
        instructions=_both(_instructions(left), _instructions(right)),
        words=change.words,
    )


def _nodes(side: PlaceSide) -> str:
    pairs = zip(side.operators, side.names, strict=True)
    return joined([f"{operator} {_short(name)}" for operator, name in pairs], _NODES_NAMED)


def _short(name: str) -> str:
    """The end of a long name says most; from a whole part of it on, where it has parts."""
    if len(name) <= _LONGEST_NAME:
        return name
    end = name[-_LONGEST_NAME:]
    _, mark, parts = end.partition("/")
    return f"…{mark}{parts}" if parts else f"…{end}"


def _size(side: PlaceSide) -> str:
    return size_text(side.weight_bytes) if side.weight_bytes else ""


def _instructions(side: PlaceSide) -> str:
    return f"{side.instructions:,}" if side.instructions else ""


def _both(left: str, right: str) -> str:
    """One text where both say the same."""
    return left if left == right else f"{left or '0'} → {right or '0'}"


def _figures(comparison: NetworkComparison) -> Iterator[tuple[str, str, str]]:
    left, right = comparison.left, comparison.right
    yield "Nodes", f"{left.nodes:,}", f"{right.nodes:,}"
    yield "Weights, bytes", f"{left.weight_bytes:,}", f"{right.weight_bytes:,}"
    if left.made_bytes or right.made_bytes:
        name = "of these made from a shape, in no file"
        yield name, f"{left.made_bytes:,}", f"{right.made_bytes:,}"
    if left.instructions is not None and right.instructions is not None:
        yield "Instructions executed", f"{left.instructions:,}", f"{right.instructions:,}"
    whole = (
        ("Unchanged nodes", comparison.unchanged),
        ("Nodes with another name", len(comparison.renamed)),
        ("Nodes elsewhere in the file's order", comparison.reordered),
        ("Unchanged nodes with results of other shapes or types", comparison.reshaped),
        *((f"{capitalised(_KINDS[kind][1])}: places", number)
          for kind, number in comparison.counts.items()),
    )  # fmt: skip
    yield from ((name, f"{number:,}", "") for name, number in whole if number)


def _names_title(number: int) -> str:
    """ "" for no names."""
    shown = min(number, NAMES_SHOWN)
    first = f"the first {shown} of " if number > shown else ""
    return f"{first}{count(number, 'changed name')}" if number else ""
