"""What a slice is shown as: plain data; page, command and JSON show this very record."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.slicing.replay import ReplayVerdict
from compiler_core.host.slicing.slice import Kind

MOST_STEPS_SHOWN = 300
MOST_INPUTS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class KindCounts:
    """Executed instructions of a slice by the way that they are reached, in the order of KINDS."""

    data: int = 0
    address: int = 0
    branch: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.data + self.address + self.branch


@dataclass(frozen=True, slots=True)
class SlicedLine:
    """An instruction of the function."""

    position: int
    """In the listing."""
    text: str
    source_line: int | None
    executed: int
    """How often it ran, of which `counts` belong to the slice."""
    counts: KindCounts


@dataclass(frozen=True, slots=True)
class SlicedSourceLine:
    """A line of the source: what ran of it, and what of that belongs to the slice."""

    line: int
    text: str
    executed: int
    counts: KindCounts


@dataclass(frozen=True, slots=True)
class SlicedStep:
    """One executed instruction of the slice."""

    index: int
    """From 0, in the order of the run."""
    position: int
    source_line: int | None
    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class SliceInput:
    """What the run was given and the value needs."""

    name: str
    """`x[5]`, `x[0] to x[63]`, `n in x2`."""
    kind: Kind
    count: int
    """Elements, registers or bytes."""
    value: str
    """Of a single one, else empty."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """The proof."""

    verdict: ReplayVerdict
    steps: int
    """Executed again, in each of two runs."""
    sentence: str
    """What came of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementRange:
    """An array whose elements can be asked for."""

    name: str
    count: int
    columns: int
    """Elements of a row, 0 for a plain array."""
    written: tuple[int, ...]
    """The first that the run wrote, values: what they hold at the end, as text."""
    values: tuple[str, ...]
    written_count: int
    """All that it wrote."""
    field: str = ""
    """`.x` where the elements are structures and this is about one field of them."""
    bits: int = 0
    """How many a bit-field has, 0 for other numbers; it was written where its bits were changed."""
    parts: tuple[str, ...] = ()
    """What the elements of a row are called where it takes several indices to name one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceAnswer:
    """Why one value of a run is what it is."""

    ok: bool
    """There is a slice."""
    message: str
    """Why there is none."""
    function: str
    compiler: str
    version: str
    flags: tuple[str, ...]
    element: str
    """As asked for: `y[5]`, `return`, `w0`; empty where none was."""
    value: str = ""
    bits: str = ""
    """The same, hexadecimal."""
    sentence: str = ""
    executed: int = 0
    """Instructions that the recording holds."""
    counts: KindCounts = KindCounts()
    """Of those, the ones of the slice."""
    share: float = 0.0
    replay: ReplayReport = ReplayReport("not tried", 0, "")
    inputs: tuple[SliceInput, ...] = ()
    inputs_left: int = 0
    """Rows that are not in `inputs`."""
    lines: tuple[SlicedLine, ...] = ()
    source_lines: tuple[SlicedSourceLine, ...] = ()
    steps: tuple[SlicedStep, ...] = ()
    steps_left: int = 0
    """Steps of the slice that are not in `steps`: the earliest."""
    arrays: tuple[ElementRange, ...] = ()
    returns: bool = False
    """Whether the function returns a number, to be asked for as `return`."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
