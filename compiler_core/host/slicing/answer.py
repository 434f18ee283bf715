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
    """How many the value was computed from, reached through data alone."""
    address: int = 0
    """How many are reached only through an address, so that they decide where something was read
    or written."""
    branch: int = 0
    """How many are reached only through a branch, so that they decide what ran."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.data + self.address + self.branch


@dataclass(frozen=True, slots=True)
class SlicedLine:
    """An instruction of the function."""

    position: int
    """Its place in the lines of the function's listing, from 0."""
    text: str
    """The instruction as in the listing, with single spaces: `fadd s0, s0, s1`."""
    source_line: int | None
    """Number of the source line that it was made from, from 1; None for code of a header and
    where the compiler named no line."""
    executed: int
    """How often it ran, of which `counts` belong to the slice."""
    counts: KindCounts
    """Of its executions, those of the slice; all 0 for an instruction that the value does not
    depend on."""


@dataclass(frozen=True, slots=True)
class SlicedSourceLine:
    """A line of the source: what ran of it, and what of that belongs to the slice."""

    line: int
    """Number of the source line, from 1."""
    text: str
    """The line as written, without its indentation."""
    executed: int
    """How many instructions made from the line were executed, of which `counts` belong to the
    slice."""
    counts: KindCounts
    """Of the executed instructions, those of the slice; all 0 for a line that the value does not
    depend on."""


@dataclass(frozen=True, slots=True)
class SlicedStep:
    """One executed instruction of the slice."""

    index: int
    """From 0, in the order of the run."""
    position: int
    """Place of its instruction in the listing, from 0, the `position` of an entry of `lines`; -1
    outside the function's listing."""
    source_line: int | None
    """Number of the source line that it was made from, from 1; None for code of a header, where
    the compiler named no line, and outside the listing."""
    text: str
    """The instruction with single spaces, `fadd s0, s0, s1`, or its address, as `at 0x400710`,
    outside the listing."""
    kind: Kind
    """The first way in which the value depends on it: `data`, `address` or `branch`."""


@dataclass(frozen=True, slots=True)
class SliceInput:
    """What the run was given and the value needs."""

    name: str
    """`x[5]`, `x[0] to x[63]`, `n in x2`."""
    kind: Kind
    """The first way in which the value depends on it: `data`, `address` or `branch`."""
    count: int
    """Elements, registers or bytes."""
    value: str
    """What a single element or register held, as text; empty for several."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """The proof."""

    verdict: ReplayVerdict
    """One of `same`, the proof; `differs`: other bits or another branch came out; `ended`: a
    step could not be executed; `not tried`: no slice, or too many steps."""
    steps: int
    """Executed again, in each of two runs."""
    sentence: str
    """What came of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementRange:
    """An array whose elements can be asked for."""

    name: str
    """The array as the source calls it, `y`; one asks for an element as `y[5]`, with `field`
    behind it where that is not empty: `p[5].x`."""
    count: int
    """How many elements it has in all, over all rows."""
    columns: int
    """Elements of a row, 0 for a plain array."""
    written: tuple[int, ...]
    """The first that the run wrote, values: what they hold at the end, as text."""
    values: tuple[str, ...]
    """What the elements in `written` hold at the end of the recording, as text in the same
    order; `?` where a part of one was not recorded."""
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
    """The function whose first call was recorded, qualified and with template arguments: `axpy`."""
    compiler: str
    """Name of the compiler, as it is asked for: `gcc-12`, `clang-19`."""
    version: str
    """The compiler's version as it prints it: `12.2.0`."""
    flags: tuple[str, ...]
    """Flags of the compile in normal form, one token each."""
    element: str
    """As asked for: `y[5]`, `return`, `w0`; empty where none was."""
    value: str = ""
    """What the element holds at the end of the recording, as text, a fraction with at most six
    significant digits: `3.14159`, `nan`; empty without a slice."""
    bits: str = ""
    """The bits that the element holds at the end of the recording, hexadecimal; empty without a
    slice."""
    sentence: str = ""
    """How many of the executed instructions the value depends on, and through what, in words;
    empty without a slice."""
    executed: int = 0
    """Instructions that the recording holds."""
    counts: KindCounts = KindCounts()
    """Of the executed instructions, those of the slice, by the kind of dependence."""
    share: float = 0.0
    """The slice as part of all executed instructions, from 0 to 1; 0 without a slice."""
    replay: ReplayReport = ReplayReport("not tried", 0, "")
    """Whether these instructions alone, executed again with noise everywhere else, give the same
    bits."""
    inputs: tuple[SliceInput, ...] = ()
    """What the value needs that the run did not make, neighbours of an array in one row, ordered
    by `kind`: data, address, branch; at most 60, empty without a slice."""
    inputs_left: int = 0
    """Rows that are not in `inputs`."""
    lines: tuple[SlicedLine, ...] = ()
    """Every instruction of the function in the order of the listing, also those that never ran
    or are not of the slice; empty without a slice."""
    source_lines: tuple[SlicedSourceLine, ...] = ()
    """Source lines of which code ran, by number, also those without a part in the slice; empty
    without a slice."""
    steps: tuple[SlicedStep, ...] = ()
    """The executed instructions of the slice in the order of the run, at most the last 300;
    empty without a slice."""
    steps_left: int = 0
    """Steps of the slice that are not in `steps`: the earliest."""
    arrays: tuple[ElementRange, ...] = ()
    """What can be asked for by element, in the order of the parameters, then fields of
    structures; empty where there are none or no run was recorded."""
    returns: bool = False
    """Whether the function returns a number, to be asked for as `return`."""
    notes: tuple[str, ...] = ()
    """Sentences on what the recording or the slice leaves out, as where it ended early; empty
    for none."""
    seconds: float = 0.0
    """How long this answer took on the clock; less where the recording was there already."""
