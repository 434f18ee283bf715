"""What the explorer is asked for: one record, from a form, a query, a shared link or JSON.

The record is the page's whole state. Its canonical query is the page's address whenever the source
is an example's or short enough to stand in an address itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args
from urllib.parse import parse_qsl, urlencode

from app.loop.api_bodies import DEFAULT_CORE, CompileBody, OneFileBody
from app.loop.run_settings import DEFAULTS as DEFAULT_RUN
from app.loop.run_settings import RunSettings, run_settings_from
from app.serving.addresses import Lines, Reading, Values, cut, read_as, whole
from compiler_core.errors import InputError
from compiler_core.examples import Example, find_example
from compiler_core.typed_numbers import whole_number

Pane = Literal[
    "listing", "registers", "diff", "matrix", "compilers", "passes", "why", "cycles", "run", "step",
    "whole", "profile",
]  # fmt: skip
PANES: tuple[Pane, ...] = get_args(Pane)
HEAVY_PANES: tuple[Pane, ...] = ("matrix", "compilers", "passes", "run", "step", "whole", "profile")
PANE_FIELDS: Mapping[Pane, tuple[str, ...]] = {
    "matrix": ("bisect",),
    "passes": ("step", "unchanged", "ledger", "skip", "wait"),
    "why": ("trial", "remarks", "core", "breaking"),
    "cycles": ("core",),
}
RUN_FIELDS: Mapping[Pane, tuple[str, ...]] = {
    "run": ("experiment", "offset", "chip"),
    "step": ("loop", "round", "at", "element"),
    "profile": ("experiment",),
}
"""What only one pane shows; its address alone carries it."""
SOURCE_IN_ADDRESS = 2000
DEFAULT_FLAGS = "-O3"
RemarkKind = Literal["passed", "missed", "analysis"]
REMARK_KINDS: tuple[RemarkKind, ...] = get_args(RemarkKind)
FLAGS_LIMIT = 1000
NAME_LIMIT = 60
_NUMBER_DIGITS = 7
ALWAYS_KEPT = ("source", "example")
OPEN_ALL = "all"
LEDGER_CLOSED, LEDGER_OPENED = "1", "parts"
"""The passes priced, and the parts of code generation besides."""
WAITS = "!"
"""Behind what takes long, in an address or form that waits for it."""


def _ledger(value: str) -> str:
    waits = WAITS if value.endswith(WAITS) else ""
    shown = LEDGER_OPENED if value.removesuffix(WAITS) == LEDGER_OPENED else LEDGER_CLOSED
    return f"{shown}{waits}" if value else ""


def _line(value: str) -> str:
    """`1-4`, or `4` as one types it, as the key of a source line; anything else is none."""
    file, _, number = value.rpartition("-") if "-" in value else ("1", "", value)
    line = whole_number(number, _NUMBER_DIGITS)
    return f"{file}-{line}" if file in ("1", "2") and line else ""


Name = Annotated[str, cut(NAME_LIMIT)]
FlagsText = Annotated[str, cut(FLAGS_LIMIT)]
Number = Annotated[int, whole(_NUMBER_DIGITS)]


class LoopRequest(CompileBody, OneFileBody):
    """What the explorer is asked for. It is what the API compiles, and what the panes show of it.

    Made from an address or form by `request_from`, in which unknown panes, languages and filters
    count as if they were not there.
    """

    source: Lines = ""
    """The first file, as typed."""
    flags: FlagsText = DEFAULT_FLAGS
    """As typed, with spaces between."""
    right_compiler: str = ""
    """The other setting of the diff; empty means chosen for the reader."""
    right_flags: FlagsText = ""
    """Flags of the diff's other side, as typed; empty means chosen for the reader."""
    pane: Pane = "listing"
    """The one that is shown."""
    function: FlagsText = ""
    """The only one to show, by name; empty for all."""
    example: Name = ""
    """Id it came from, empty otherwise."""
    line: Annotated[str, Reading(_line)] = ""
    """The source line followed through all panes, `1-4` for line 4 of the first file, empty for
    none."""
    step: Number = -1
    """Number of the pass that the passes pane shows; -1 where it is chosen for the reader."""
    unchanged: bool = False
    """Whether the passes pane also lists passes that changed nothing."""
    trial: Name = ""
    """The suggestion tried and its loop's line, `restrict@3`."""
    remarks: Literal["", RemarkKind] = ""
    """The only kind of remark to show, empty for all."""
    core: Annotated[str, Reading(lambda text: text[:NAME_LIMIT] or None)] = DEFAULT_CORE
    """Whose cycles are modelled."""
    bisect: Name = ""
    """Two levels of the matrix to search between, `-O2 -O3`."""
    open: Literal["", "all"] = ""
    """`all` where what panes keep closed is open, empty otherwise."""
    ledger: Annotated[str, Reading(_ledger)] = ""
    """`1` where the passes are priced, `parts` with those of code generation."""
    skip: Number = -1
    """The step whose pass is left out of the pipeline (-1: none)."""
    breaking: Name = ""
    """Line and column of the loop whose verdict is tried to be broken, `3:5`. Both, and the element
    whose slice is shown, have WAITS at their end where the page waits for the whole answer, else it
    comes in parts."""
    wait: Annotated[str, Reading(lambda text: text and WAITS)] = ""
    """`!` where the page waits for the whole pane, which otherwise comes in parts; else empty."""
    run: RunSettings = DEFAULT_RUN
    """What the panes that run a program are set to."""

    @property
    def is_empty(self) -> bool:
        """True when there is no source to compile."""
        return not self.source.strip()

    @property
    def kind(self) -> Literal["light", "heavy"]:
        """How much work the pane is: `heavy` where programs run or much is compiled."""
        searches = self.trial or self.bisect or self.breaking
        return "heavy" if self.pane in HEAVY_PANES or searches else "light"

    @property
    def waits(self) -> bool:
        """Whether the page waits for what otherwise comes in parts."""
        return any(
            text.endswith(WAITS)
            for text in (self.ledger, self.breaking, self.run.element, self.wait)
        )

    def line_in(self, file: int) -> int:
        """The followed line if it is in this file (1 or 2), else 0."""
        index, _, number = self.line.partition("-")
        return (whole_number(number, _NUMBER_DIGITS) or 0) if index == str(file) else 0

    def right(self) -> tuple[str, str]:
        """Compiler and flags of the diff's other side; by default one optimisation level apart."""
        flags = self.right_flags or ("-O2" if "-O2" not in self.flags.split() else "-O3")
        return self.right_compiler or self.compiler, flags

    def query(self) -> list[tuple[str, str]]:
        """The state as query fields, defaults left out; without the source if it is too long."""
        default = _from_example(find_example(self.example)) if self.example else LoopRequest()
        pairs: list[tuple[str, str]] = []
        if self.example:
            pairs.append(("example", self.example))
        elif self.source and self.fits_address:
            pairs += [("source", self.source), ("second", self.second)]
            pairs.append(("language", self.language))
        pairs += [("compiler", self.compiler), ("flags", self.flags)]
        pairs += [("right_compiler", self.right_compiler), ("right_flags", self.right_flags)]
        pairs += [("pane", self.pane), ("function", self.function), ("line", self.line)]
        pairs.append(("open", self.open))
        names = ("file", *PANE_FIELDS.get(self.pane, ()))
        pairs += [(name, str(getattr(self, name))) for name in names]
        entries = [
            (name, value)
            for name, value in pairs
            if name in ALWAYS_KEPT or value != str(getattr(default, name))
        ]
        entries += self.run.query(RUN_FIELDS.get(self.pane, ()))
        return entries + [("show", name) for name in self.show]

    @property
    def fits_address(self) -> bool:
        """True when the address alone brings everything back."""
        return bool(self.example) or len(self.source) + len(self.second) <= SOURCE_IN_ADDRESS

    def address(self) -> str:
        """The page's address for this state."""
        query = urlencode(self.query())
        return f"/loop?{query}" if query else "/loop"


def request_from(values: Values) -> LoopRequest:
    """The record of a form or query. An example fills what it leaves out; the example's id is
    dropped once its text changed."""
    request = read_as(LoopRequest, values)
    if request.example:
        base = _from_example(find_example(request.example))
        request = read_as(LoopRequest, values, **dict(base))
        if (request.source, request.language) != (base.source, base.language):
            request = request.changed(example="")
    return request.changed(run=run_settings_from(values))


def _from_example(example: Example) -> LoopRequest:
    return LoopRequest(
        source=example.source.text,
        language=example.source.language,
        compiler=example.compiler,
        flags=example.flags,
        example=example.id,
    )


def request_of_query(text: str) -> LoopRequest:
    """From the query of an explorer's address. Raises InputError for one without a loop."""
    try:
        pairs = parse_qsl(text, max_num_fields=40)
    except ValueError as error:
        raise InputError("This address has no loop.", "Take the link of a loop's page.") from error
    request = request_from(dict(pairs))
    if request.is_empty:
        raise InputError("This address has no loop.", "Take the link from the loop's Run pane.")
    return request
