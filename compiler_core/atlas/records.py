"""What a page of the atlas is, what it can be asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from compiler_core.basis import Basis, Value
from compiler_core.trace import Step

Label = Literal["live", "modelled", "documented", "history"]
LABEL_WORDS: dict[Label, str] = {
    "live": "computed now, on these values",
    "modelled": "follows from formulas, no machine was asked",
    "documented": "as its makers describe it, not run here",
    "history": "a published figure",
}
"""The only labels that a panel may carry, besides RECORDED."""
RECORDED = "recorded"
"""The label of what a tool said earlier."""

Settings = Mapping[str, str]
SEARCH = "search"
"""The kind of a step that tries candidates: what it leaves are some of many, and no program."""
SIDES = "sides"
"""The kind of a step whose text before and behind it stand side by side."""
ARTEFACT = "artefact"
"""The kind of a step that only shows what something was counted in: it is folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One thing that a reader may change."""

    name: str
    """The key in addresses, on the command line and in `Settings`."""
    title: str
    """What stands beside it on the page."""
    explains: str
    """What it changes, in a sentence."""
    usual: str
    """Its value where nothing is chosen; empty for a text that is not given."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their words; none for a whole number or a text."""
    least: int = 0
    """Of a whole number, the smallest that is taken."""
    most: int = 0
    """Of a whole number, the largest that is taken."""
    longest: int = 0
    """The most bytes of a text; 0 for a choice or a number."""
    admits: tuple[tuple[str, str], ...] = ()
    """Words that a text may use, with what each means."""
    file: str = ""
    """Name under which a tool gets a reader's own program, which comes by POST; empty for
    others."""
    instead_of: tuple[str, ...] = ()
    """Names of the choices that say nothing where this control's own text is given."""
    is_bytes: bool = False
    """Whether the text is a file's bytes in base 64; `longest` then counts these bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasFact:
    """One thing that a page's answer says, by a name that claims use."""

    name: str
    unit: str
    basis: Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneBar:
    """Something that goes on from start to end, in seconds. kind: which of the picture's."""

    name: str
    kind: int
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """Who works, and when."""

    name: str
    bars: tuple[LaneBar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePicture:
    """Lanes under one clock, in seconds, or over nodes of a network, one a unit."""

    title: str
    """What stands above the picture."""
    lanes: tuple[Lane, ...]
    """From the top down, those that are drawn."""
    more_lanes: int
    """How many lanes there are besides that are not drawn."""
    end: float
    """Where the clock stops, in seconds, or how many nodes there are."""
    kinds: tuple[str, ...]
    """Names of what bars may be, for the key; a bar's `kind` is a place in it."""
    counts: Literal["seconds", "nodes"] = "seconds"
    """What the axis counts: seconds of the clock, or nodes of a network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotSeries:
    """Points of one kind: joined to a line, each a mark with its title, or many dots."""

    name: str
    form: Literal["line", "marks", "dots"]
    points: tuple[tuple[float, float], ...]
    titles: tuple[str, ...] = ()
    """One for each of the marks, in their order; empty for lines and dots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Numbers over numbers, on linear axes. The first line is the reader's own."""

    title: str
    look: str = ""
    """What to look at, in a sentence for its caption; earlier records have none."""
    across: str
    """What the x axis holds, and `up` the y axis."""
    up: str
    series: tuple[PlotSeries, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DissectedPart:
    """A part of a piece of program: its text, and what it is. links: titles with addresses."""

    name: str
    text: str
    says: str
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissection:
    """A piece of program, cut into parts.

    pieces: the text in its order, each piece with the name of its part; "" for signs between.
    """

    title: str
    pieces: tuple[tuple[str, str], ...]
    parts: tuple[DissectedPart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPart:
    """Operators that stand beside each other and are computed in the same kernels.

    kernels: their numbers, from 1; empty where none computes them. says: what leaves those
    that end here, "" for nothing.
    """

    kernels: tuple[int, ...]
    operators: int
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRow:
    """How one system cuts a graph. says: in numbers; recorded: when and of what, "" for now."""

    name: str
    says: str
    recorded: str
    parts: tuple[CutPart, ...]

    @property
    def label(self) -> str:
        return RECORDED if self.recorded else "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelMap:
    """One graph of operators, in order, cut into kernels by several systems."""

    title: str
    operators: tuple[str, ...]
    rows: tuple[CutRow, ...]


@dataclass(frozen=True, slots=True)
class MissingTool:
    """As of a ToolMissing."""

    tool: str
    package: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPart:
    """Facts of a page that are not of now. missing: the tool that would say them, None where it is
    there, or where nobody is asked; problem: why it says nothing although it is, "" for none."""

    facts: tuple[str, ...]
    says: str
    missing: MissingTool | None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinding:
    """What computing a page gave."""

    facts: Mapping[str, Value]
    """Values by the names of the page's facts; claims read them."""
    steps: tuple[Step, ...]
    """What the page shows in its order, each with a text or picture behind it."""
    sentence: str
    """What is to be seen, with its numbers."""
    pictures: tuple[TimePicture, ...] = ()
    """Pictures of who works when; empty for a page without."""
    version: str = ""
    """Version of the tool that answered; empty where our own code did."""
    plots: tuple[Plot, ...] = ()
    """Curves and points; empty for a page without."""
    recorded_part: str = ""
    """What of it was recorded earlier, when and with what; empty where all is of now."""
    dissections: tuple[Dissection, ...] = ()
    """Pieces of program cut into parts to be read; empty for a page without."""
    maps: tuple[KernelMap, ...] = ()
    """Graphs cut into kernels by several systems; empty for a page without."""
    recorded_parts: tuple[RecordedPart, ...] = ()
    """What those tools say that are not asked now, of a page that asks several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an answer is."""

    says: str
    """For the eye: it changes with every step."""
    announces: str
    """To be read aloud, so it changes only where there is news."""
    gone: int
    planned: int
    plots: tuple[Plot, ...]
    """As far as they are."""


Teller = Callable[[Progress], None]


def _no_texts(_: Settings) -> Settings:
    return {}


def _nothing_more(finding: PageFinding) -> PageFinding:
    return finding


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasPage:
    """One page: its controls, its facts, and who computes them."""

    name: str
    """In addresses and on the command line: `double-buffer`."""
    title: str
    """Of the page."""
    idea: str
    """What it is about, in a sentence or two."""
    label: Label
    """How much its panels may be believed; a recorded moment gets another one."""
    tool: str
    """Who answers: a compiler's name, or "Lowering Lab" where it is our own code."""
    controls: tuple[Control, ...]
    """In the order in which they stand on the page."""
    facts: tuple[AtlasFact, ...]
    """All that its answer may say, with units; claims name them."""
    explains: tuple[tuple[str, str], ...]
    """Track and stage of our own compilers that do the same thing."""
    compute: Callable[[Settings], PageFinding]
    """The answer under settings that were checked; raises InputError and ToolMissing."""
    chosen_texts: Callable[[Settings], Settings] = _no_texts
    """What the choices stand for, by the names of the texts that may take their place."""
    apart: bool = False
    """Whether a server has it answered by an analysis process whatever is asked, since our own part
    of the work takes seconds of the processor."""
    compute_told: Callable[[Settings, Teller], PageFinding] | None = None
    """Does what `compute` does and tells how far it is; None where nothing is told."""
    with_records: Callable[[PageFinding], PageFinding] = _nothing_more
    """Adds what another tool said once, to what is computed and to a recorded moment alike."""

    def own_texts(self, given: Settings) -> tuple[Control, ...]:
        """Controls whose text is a reader's own program."""
        return tuple(
            control
            for control in self.controls
            if control.file and given.get(control.name, "").strip()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasAnswer:
    """What a page says under some settings, as JSON has it."""

    page: str
    """Name of the page that was asked."""
    label: Label
    """The page's own, even of a recorded moment; `labels` says what is to be shown."""
    tool: str
    """Who answered: a compiler's name, or `Lowering Lab` for our own code."""
    version: str
    """The tool's; of our own code that of Lowering Lab."""
    recorded_on: str
    """The date of a recorded moment; empty where the answer was computed now."""
    command: str
    """What asks the same on the command line."""
    settings: Settings
    """Value of each control by its name; a file stands there as its name and size."""
    sentence: str
    """What is to be seen, with its numbers."""
    steps: tuple[Step, ...]
    """What the page shows in its order."""
    facts: Mapping[str, Value]
    """Values by the names of the page's facts."""
    pictures: tuple[TimePicture, ...]
    """Pictures of who works when; empty for a page without."""
    plots: tuple[Plot, ...]
    """Curves and points; empty for a page without."""
    dissections: tuple[Dissection, ...]
    """Pieces of program cut into parts; empty for a page without."""
    maps: tuple[KernelMap, ...]
    """Graphs cut into kernels by several systems; empty for a page without."""
    recorded_parts: tuple[RecordedPart, ...]
    """What those tools say that are not asked now, of a page that asks several."""
    recorded_part: str
    """What of it was recorded earlier, when and with what; empty where all is of now."""
    error: str
    """Which tool is missing and what helps, beside a recorded moment; empty where it was
    computed."""

    @property
    def labels(self) -> tuple[tuple[str, str], ...]:
        """Each label with its words: a recorded moment is not called live, and what is recorded
        beside what is of now has a label of its own."""
        if self.recorded_on:
            label, words = RECORDED, f"on {self.recorded_on}, with {self.tool} {self.version}"
        else:
            label, words = self.label, f"{LABEL_WORDS[self.label]}{self._which}"
        recorded = ((RECORDED, self.recorded_part),) if self.recorded_part else ()
        return ((label, words), *recorded)

    @property
    def _which(self) -> str:
        """Of the rows of a map those of now, where others are not."""
        rows = [row for kernel_map in self.maps for row in kernel_map.rows]
        live = [row.name for row in rows if not row.recorded]
        return f": {', '.join(live)}" if len(live) < len(rows) else ""
