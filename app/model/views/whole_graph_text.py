"""Words of the picture of the whole graph: what stands in a box, and what is said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.words import count
from compiler_core.graph.outline import picture_size
from compiler_core.graph.whole_graph.blocks import NodeBlock
from compiler_core.graph.whole_graph.stage_pictures import StagePicture

NAME_LENGTH, TEXT_LENGTH, TITLE_LENGTH = 20, 22, 300
SOURCES_NAMED = 6
# From these shares of the total on, in percent, a box is warmer.
_HEATS = ((15.0, "heat-4"), (5.0, "heat-3"), (1.0, "heat-2"), (0.0, "heat-1"))


def shortened(text: str, length: int) -> str:
    """The text, its middle left out where it is too long: names differ at their ends."""
    if len(text) <= length:
        return text
    head = max(1, length // 3)
    return f"{text[:head]}…{text[-max(1, length - head - 1) :]}"


def block_lines(picture: StagePicture, block: NodeBlock) -> tuple[str, str]:
    """The two lines of a box."""
    costs = picture.costs
    share = ""
    if costs is not None:
        share = share_text(sum(costs.of[block.first : block.end]), costs.total)
    if block.kind != "node":
        room = NAME_LENGTH - (4 if block.count > 1 else 0)
        text = f"{count(block.nodes, 'node')} · {share or _size_left(picture, block)}"
        return f"▸ {block_name(block, room - 2)}", text.removesuffix(" · ")
    node, state = picture.graph.nodes[block.first], picture.states[picture.of[block.first]]
    sign = "" if costs is not None else f"{state.sign} "
    shape = node.shapes[0].rpartition(" ")[0] if node.shapes else ""
    return (
        shortened(f"{sign}{node.operator}", NAME_LENGTH),
        shortened(share or shape or state.word, TEXT_LENGTH),
    )


def block_name(block: NodeBlock, length: int) -> str:
    """A module's name is told by its end, a list of operators by its beginning."""
    if block.kind == "module" or len(block.title) <= length:
        return shortened(block.title, length)
    return f"{block.title[: length - 1].rstrip(', ')}…"


def _size_left(picture: StagePicture, block: NodeBlock) -> str:
    """Height and width of what the block's last node leaves, where that is a picture."""
    return picture_size(picture.graph.nodes[block.end - 1])


def box_title(picture: StagePicture, block: NodeBlock) -> str:
    """What is said of a box on hover, on focus and in the list."""
    costs = picture.costs
    cost = ""
    if costs is not None:
        amount = sum(costs.of[block.first : block.end])
        cost = f" {amount:,} {costs.unit}, {share_text(amount, costs.total)}."
    if block.kind == "node":
        node, state = picture.graph.nodes[block.first], picture.states[picture.of[block.first]]
        shape = f", {node.shapes[0]}" if node.shapes else ""
        words = picture.words[block.first]
        why = f" {shortened(words, TITLE_LENGTH)}" if words else ""
        name = shortened(node.id, TITLE_LENGTH)
        return f"{node.operator} {name}{shape}: {state.word}.{cost}{why}"
    counts = Counter(picture.of[block.first : block.end])
    states = ", ".join(
        f"{counts[at]} {state.word}" for at, state in enumerate(picture.states) if counts[at]
    )
    times = f" {block.count} times" if block.count > 1 else ""
    title = shortened(block.title, TITLE_LENGTH)
    return f"{title}{times}, {count(block.nodes, 'node')}: {states}.{cost}"


def share_text(amount: int, total: int) -> str:
    """`12.3%` of a total; `0%` where there is none."""
    percent = 100 * amount / total if total else 0.0
    if 0 < percent < 0.1:
        return "< 0.1%"
    return f"{percent:.1f}%" if percent else "0%"


def heat_of(amount: int, total: int) -> str:
    """The name of the colour for this share of a total."""
    if not amount or not total:
        return "heat-0"
    percent = 100 * amount / total
    return next(name for least, name in _HEATS if percent >= least)


def node_facts(picture: StagePicture, at: int) -> Iterator[tuple[str, str]]:
    """Terms and texts about the node at this place; nothing for -1."""
    if at < 0:
        return
    node, state = picture.graph.nodes[at], picture.states[picture.of[at]]
    yield "Operator", shortened(node.operator, TITLE_LENGTH)
    if node.shapes:
        yield "Leaves", "; ".join(node.shapes[:SOURCES_NAMED])
    yield "At this stage", f"{state.sign} {state.word}"
    if picture.words[at]:
        yield "Because", picture.words[at]
    others = [source for source in node.sources if source != node.id]
    if others:
        named = ", ".join(shortened(other, 80) for other in others[:SOURCES_NAMED])
        rest = len(others) - SOURCES_NAMED
        yield "Computes", f"{named}{f' and {rest} more' if rest > 0 else ''}"
    if picture.costs is not None:
        amount, total = picture.costs.of[at], picture.costs.total
        yield "Costs", f"{amount:,} {picture.costs.unit}, {share_text(amount, total)}"
