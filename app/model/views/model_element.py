"""Why a number of a network is what it is: the region on the picture, by tensor and by kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.site.views.setting_fields import SettingChoice, SettingField, choices_of
from compiler_core.graph.slicing.answer import (
    ElementAnswer,
    GridCell,
    InputPlane,
    KernelRegion,
    ProbeRow,
    TensorRegion,
)

_ROLES = {"input": "input", "weights": "weights", "inner": "", "chosen": "the element"}
_FULL = 0.9995
WAITING = "The program is still being made and run; its numbers can be asked about then."


@dataclass(frozen=True, slots=True)
class ElementCell:
    """An element to ask about next. level: how large, 0 to 9; chosen: this one."""

    address: str
    title: str
    level: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class RegionRow:
    """A tensor."""

    name: str
    """Of the tensor in the compiled network."""
    made: str
    """What it is by operator and position, as `Conv 3`, else its role, as `input`."""
    shape: str
    """Sizes of the axes, as `1 × 16 × 8 × 8`, or `a single number`."""
    elements: str
    """How many are needed of how many, as `9 of 1,024`."""
    share: int
    """Percent, for a bar."""
    percent: str
    """The needed share, as `0.88%`, `nearly all` or `all`."""
    box: str
    """The smallest one around the region."""
    address: str
    """Page about the element in the region's middle; empty for all but inner tensors."""


@dataclass(frozen=True, slots=True)
class KernelShare:
    """A kernel and how much of what it leaves is needed."""

    function: str
    operators: str
    elements: str
    share: int
    percent: str


@dataclass(frozen=True, slots=True)
class ProbeLine:
    """An element of the input that was changed. sign: whether the number changed too."""

    place: str
    values: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class RegionPicture:
    """The region of an input tensor on its picture, whose title says its rows and columns."""

    name: str
    region: Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementPage:
    """The page that says why one number of a network is what it is."""

    title: str
    """Of the document."""
    shown: ElementShown
    """Model, addresses and form, which do not depend on the answer."""
    tensors: tuple[SettingChoice, ...]
    """A menu, what to ask about; empty where there is no answer and a name is typed."""
    index: str
    """Of the element as in the form, positions with commas, as `0,3`."""
    problem: str = ""
    """Why there is no answer."""
    waiting: str = ""
    """What the page waits for."""
    answer: ElementAnswer | None = None
    """None while there is none; the fields after it are empty then."""
    heading: str = ""
    """Tensor and index that are asked about, as `scores[0,3]`."""
    value: str = ""
    """The number, the class it scores if any, and its bits."""
    probes: tuple[ProbeLine, ...] = ()
    """Elements of the input that were changed to test the answer."""
    pictures: tuple[RegionPicture, ...] = ()
    """The needed region on each input that is a picture."""
    cells: tuple[tuple[ElementCell, ...], ...] = ()
    """Rows of a map of the tensor, each cell leading to the question about its element."""
    kernels: tuple[KernelShare, ...] = ()
    """Those that compute something the element needs."""
    rest: str = ""
    """Kernels that the element does not need, in words."""
    regions: tuple[RegionRow, ...] = ()
    """Needed parts of all tensors but the weights."""
    weights: tuple[RegionRow, ...] = ()
    """Needed parts of the weights, in rows of their own table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementShown:
    """What a page has beside the answer."""

    model_title: str
    """Of the network as readers see it."""
    run: str
    """Address of the run's page."""
    action: str
    """Where the form of the question is sent."""
    tensor: str
    """Name of the tensor as typed."""
    index: str
    """Of the element as typed, positions with commas."""
    address: Callable[[str, str], str]
    """Gives the page about an element, from names of tensor and index."""
    picture: str
    """A data address of what the network looked at; empty for no picture."""
    kept: tuple[SettingField, ...]
    """Hidden fields with the settings and the picture of the run."""
    command: str
    """What prints the same answer at home."""

    @property
    def again(self) -> str:
        """The same question."""
        return self.address(self.tensor, self.index)


def element_page(shown: ElementShown, answer: ElementAnswer | None, problem: str) -> ElementPage:
    """answer: None while there is none. problem: why there will be none, empty if there may be."""
    title = f"Why this number · {shown.model_title}"
    if answer is None:
        return ElementPage(
            title=title,
            shown=shown,
            tensors=(),
            index=shown.index,
            problem=problem,
            waiting="" if problem else WAITING,
        )
    named = f", the score of {answer.class_name}" if answer.class_name else ""
    rest = answer.kernels_total - len(answer.kernels)
    rows = [(tensor.role, _region(tensor, shown)) for tensor in answer.tensors]
    return ElementPage(
        title=title,
        shown=shown,
        tensors=_choices(answer),
        index=_place(answer.index),
        answer=answer,
        heading=f"{answer.tensor}[{_place(answer.index)}]",
        value=f"{answer.value}{named}; bits {answer.bits}",
        probes=tuple(map(_probe, answer.probes)),
        pictures=tuple(_picture(plane, shown.picture) for plane in answer.planes),
        cells=tuple(_cells(row, answer.tensor, shown) for row in answer.grid),
        kernels=tuple(map(_kernel, answer.kernels)),
        rest=f"Not needed: {rest} of {answer.kernels_total} kernels." if rest else "",
        regions=tuple(row for role, row in rows if role != "weights"),
        weights=tuple(row for role, row in rows if role == "weights"),
    )


def _choices(answer: ElementAnswer) -> tuple[SettingChoice, ...]:
    options = (
        (tensor.name, f"{tensor.name}  {_shape(tensor.shape)}  {tensor.title}")
        for tensor in answer.offered
    )
    return choices_of(options, answer.tensor)


def _cells(row: Sequence[GridCell], tensor: str, shown: ElementShown) -> tuple[ElementCell, ...]:
    return tuple(
        ElementCell(
            shown.address(tensor, _place(cell.index)),
            f"Why [{_place(cell.index)}]",
            cell.level,
            cell.chosen,
        )
        for cell in row
    )


def _region(region: TensorRegion, shown: ElementShown) -> RegionRow:
    box = ", ".join(
        str(first) if first == last else f"{first}–{last}"
        for first, last in zip(region.first, region.last, strict=True)
    )
    middle = _place(
        tuple((first + last) // 2 for first, last in zip(region.first, region.last, strict=True))
    )
    address = shown.address(region.name, middle) if region.role == "inner" else ""
    return RegionRow(
        region.name,
        region.title or _ROLES[region.role],
        _shape(region.shape),
        f"{region.elements:,} of {region.total:,}",
        *_share(region.elements, region.total),
        box,
        address,
    )


def _kernel(kernel: KernelRegion) -> KernelShare:
    return KernelShare(
        kernel.function,
        " → ".join(kernel.operators),
        f"{kernel.elements:,} of {kernel.total:,}",
        *_share(kernel.elements, kernel.total),
    )


def _share(elements: int, total: int) -> tuple[int, str]:
    share = elements / max(total, 1)
    words = "all" if elements == total else "nearly all" if share > _FULL else f"{share:.2%}"
    return max(1, round(100 * share)), words


def _probe(probe: ProbeRow) -> ProbeLine:
    return ProbeLine(
        f"{probe.tensor}[{_place(probe.index)}]",
        f"{probe.before} → {probe.after}",
        "✓" if probe.changed else "–",
        "the number changed" if probe.changed else probe.reason,
    )


def _picture(plane: InputPlane, picture: str) -> RegionPicture:
    height, width = plane.size
    top = min(rectangle.top for rectangle in plane.rectangles)
    left = min(leftmost.left for leftmost in plane.rectangles)
    bottom = max(lowest.top + lowest.height for lowest in plane.rectangles) - 1
    right = max(rightmost.left + rightmost.width for rightmost in plane.rectangles) - 1
    kind = "" if plane.whole else ", of which the box is shown"
    words = (
        f"Rows {top} to {bottom} and columns {left} to {right} of {height} × {width} pixels{kind}"
    )
    frame = Bar(x=0, y=0, width=width, height=height, classes="element-frame")
    boxes = (
        Bar(x=box.left, y=box.top, width=box.width, height=box.height, classes="element-box")
        for box in plane.rectangles
    )
    region = Picture(title=words, width=width, height=height, image=picture, bars=(frame, *boxes))
    return RegionPicture(plane.tensor, region)


def _place(index: Sequence[int]) -> str:
    return ",".join(str(position) for position in index)


def _shape(shape: Sequence[int]) -> str:
    return " × ".join(str(size) for size in shape) or "a single number"
