"""A selection in words: what a builder of engines prints, one paragraph per layer."""

from __future__ import annotations

from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.records import LayerChoice, TacticRow


def title_of(shape: ConvolutionShape) -> str:
    """`3×3 depthwise convolution of 128 channels, 16×16 → 16×16, int8 NHWC`."""
    sizes = f"{shape.height_in}×{shape.width_in} → {shape.height_out}×{shape.width_out}"
    return f"{_kind(shape)}, {sizes}, {shape.element_type} {shape.layout}"


def log_of(choice: LayerChoice, core: CoreProfile) -> str:
    """The paragraph of one layer."""
    head = f"[{choice.layer}] {title_of(choice.shape)}, for {core.title}"
    rows = [f"  {_line(row, chosen=row.tactic == choice.tactic)}" for row in choice.rows]
    return "\n".join((head, *rows, f"  {choice.reason}"))


def sentence_of(rows: tuple[TacticRow, ...]) -> str:
    """Why the first of the ranked rows is chosen."""
    legal = [row for row in rows if row.cost is not None]
    best = legal[0]
    assert best.cost is not None
    if len(legal) == 1:
        return f"{best.tactic} is the only one allowed here."
    second = legal[1]
    assert second.cost is not None
    ratio = second.cost.instructions / max(best.cost.instructions, 1)
    if ratio <= 1.0:
        return f"{best.tactic}: as many instructions as {second.tactic}, and less memory."
    sentence = f"{best.tactic}: {ratio:.2f} times fewer instructions than {second.tactic}"
    extra = _memory(best) - _memory(second)
    return f"{sentence}, for {extra:,} bytes more." if extra > 0 else f"{sentence}."


def _memory(row: TacticRow) -> int:
    assert row.cost is not None
    return row.cost.scratch_bytes + row.cost.packed_bytes


def _kind(shape: ConvolutionShape) -> str:
    height, width = shape.kernel
    if shape.groups == shape.channels_in == shape.channels_out and shape.groups > 1:
        return f"{height}×{width} depthwise convolution of {shape.channels_out} channels"
    if shape.height_in == shape.width_in == 1:
        return f"fully connected layer, {shape.channels_in} → {shape.channels_out}"
    groups = f" in {shape.groups} groups" if shape.groups > 1 else ""
    stride = f", stride {shape.strides[0]}" if shape.strides != (1, 1) else ""
    channels = f"{shape.channels_in} → {shape.channels_out} channels"
    return f"{height}×{width} convolution, {channels}{groups}{stride}"


def _line(row: TacticRow, *, chosen: bool) -> str:
    if row.cost is None:
        return f"{row.tactic:<16} refused: {row.refused}"
    error = "" if row.error is None else f"  error {row.error:.1e}"
    mark = "  chosen" if chosen else ""
    return (
        f"{row.tactic:<16} {row.cost.instructions:>11,} instructions"
        f" {row.cost.multiplies:>12,} multiplies"
        f"  scratch {row.cost.scratch_bytes:>9,} B  weights {row.cost.packed_bytes:>9,} B"
        f"{error}{mark}"
    )
