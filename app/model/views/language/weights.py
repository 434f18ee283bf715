"""Stage 3: types and errors of all tensors, one block byte by byte, and the method on one layer."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.views.language.walks import CurveView, WalkView, curve_view, walk_view
from app.model_runs.request import ModelRequest
from compiler_core.llm.block_formats.layout import BlockPicture, ByteCell, ValueCell
from compiler_core.llm.evaluation.hard_text import WeightsPrice
from compiler_core.llm.pipeline.perplexities import MeasuredType
from compiler_core.llm.pipeline.weights_stage import PlannedTensor, WeightsDetails
from compiler_core.llm.weight_quantisation.error_record import TensorError

TENSORS_SHOWN = 400
COLOURS = 6


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A tensor with its new type; address: draws its worst block, "" where none is kept."""

    planned: PlannedTensor
    error: TensorError | None
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class ByteBox:
    """A byte of the block: its offset, its value in hexadecimal, what it holds."""

    offset: int
    text: str
    title: str
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockView:
    """One block of the chosen tensor."""

    tensor: str
    """Name of the chosen tensor."""
    place: str
    """Where the block lies in it, as `row 3, values 0 to 31`."""
    sentence: str
    """What the picture of the block says in words."""
    fields: tuple[tuple[str, str, str], ...]
    """Each field's name, its size with its meaning, and its CSS class for colour."""
    bytes: tuple[ByteBox, ...]
    """In the order of the file."""
    values: tuple[ValueCell, ...]
    """Each value of the block: original, code and what it decodes to."""


@dataclass(frozen=True, slots=True)
class PriceView:
    """What rounding to the named type costs. thousandths: of a nat, that predictions moved.
    percent: of tokens that stay the same. sentence: what the numbers say together."""

    name: str
    price: WeightsPrice
    thousandths: float
    percent: float
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsView:
    """The weights of a language model in fewer bits, as their stage shows them."""

    rows: tuple[ErrorRow, ...]
    """The first 400 tensors, in the plan's order."""
    more: str
    """How many tensors are not listed, in a sentence; empty if none."""
    measured: PriceView | None
    """None while it is awaited."""
    block: BlockView | None
    """The chosen tensor's worst block; None where none is kept."""
    walk: WalkView | None
    """GPTQ on one layer; None where it was not used."""
    curve: CurveView | None
    """AWQ's search on one group of tensors; None where it was not used."""
    notes: tuple[str, ...]
    """Sentences of the stage on what it did or could not do."""
    header_only: bool
    """Nothing could be rounded."""
    waiting: str
    """Address to look at again while the price is being measured, else empty."""


def weights_view(request: ModelRequest, details: WeightsDetails, waiting: str) -> WeightsView:
    """The view; asked.view names the tensor whose block is drawn. waiting: the address to look at
    again for what is still being measured, "" when nothing is.
    """
    pictures = {picture.tensor: picture.picture for picture in details.pictures}
    chosen = request.view if request.view in pictures else next(iter(pictures), "")
    errors = {error.name: error for error in details.errors}
    rest = len(details.planned) - TENSORS_SHOWN
    return WeightsView(
        rows=tuple(
            _row(request, tensor, errors.get(tensor.name), pictures, chosen)
            for tensor in details.planned[:TENSORS_SHOWN]
        ),
        more=f"{rest} more tensors are not listed." if rest > 0 else "",
        measured=_price(details.measured) if details.measured else None,
        block=_block(chosen, pictures[chosen]) if chosen else None,
        walk=walk_view(details.walk) if details.walk else None,
        curve=curve_view(details.curve) if details.curve else None,
        notes=details.notes,
        header_only=not details.errors,
        waiting="" if details.measured else waiting,
    )


def _price(measured: MeasuredType) -> PriceView:
    price = measured.price
    return PriceView(
        measured.name,
        price,
        1000 * price.divergence,
        100 * price.agreement,
        _price_sentence(price),
    )


def _price_sentence(price: WeightsPrice) -> str:
    others = price.tokens - price.same
    share = price.perplexity / price.before - 1
    if not others and not price.divergence:
        return "Nothing was rounded: both say the same."
    changed = f"{others:,} of {price.tokens:,} next tokens are others than before"
    if not price.beyond_chance:
        return (
            f"{changed}, and perplexity moved by {share:+.2%}, less than chance does on so many "
            "tokens: only the divergence still shows this rounding."
        )
    return f"{changed}, and perplexity moved by {share:+.2%}."


def _row(
    request: ModelRequest,
    planned: PlannedTensor,
    error: TensorError | None,
    pictures: dict[str, BlockPicture],
    chosen: str,
) -> ErrorRow:
    drawn = planned.name in pictures
    return ErrorRow(
        planned,
        error,
        request.changed(view=planned.name).address("block-title") if drawn else "",
        planned.name == chosen,
    )


def _block(tensor: str, picture: BlockPicture) -> BlockView:
    colours = {field.name: index % COLOURS + 1 for index, field in enumerate(picture.fields)}
    return BlockView(
        tensor=tensor,
        place=f"row {picture.row}, values {picture.first_value} to "
        f"{picture.first_value + len(picture.values) - 1}",
        sentence=picture.sentence,
        fields=tuple(
            (part.name, f"{part.size} bytes: {part.meaning}", f"colour-{colours[part.name]}")
            for part in picture.fields
        ),
        bytes=tuple(_byte(byte, colours[byte.field]) for byte in picture.bytes),
        values=picture.values,
    )


def _byte(cell: ByteCell, colour: int) -> ByteBox:
    title = f"byte {cell.offset}, {cell.field}: {'; '.join(bit.text for bit in cell.bits)}"
    return ByteBox(cell.offset, f"{cell.byte:02x}", title, f"colour-{colour}")
