"""What the explorer is asked for: one record, from a form, a query, a shared link or JSON.

The record is the page's whole state. Its canonical query is the page's address whenever the source
is an example's or short enough to stand in an address itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args
from urllib.parse import parse_qsl, urlencode

from app.loop.run_settings import DEFAULTS as DEFAULT_RUN
from app.loop.run_settings import RunSettings, run_settings_from
from compiler_core.errors import InputError
from compiler_core.examples import Example, find_example
from compiler_core.host.filters import Filters
from compiler_core.source import Language, SourceFile, source_file
from compiler_core.typed_numbers import whole_number

Pane = Literal[
    "listing", "registers", "diff", "matrix", "compilers", "passes", "why", "cycles", "run", "step",
    "whole", "profile",
]  # fmt: skip
PANES: tuple[Pane, ...] = get_args(Pane)
HEAVY_PANES: tuple[Pane, ...] = ("matrix", "compilers", "passes", "run", "step", "whole", "profile")
FILTER_NAMES: tuple[str, ...] = tuple(field.name for field in fields(Filters))
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
DEFAULT_COMPILER = "gcc"
DEFAULT_FLAGS = "-O3"
DEFAULT_CORE = "neoverse-n1"
SECOND_STEM = "second"
REMARK_KINDS = ("passed", "missed", "analysis")
FLAGS_LIMIT = 1000
NAME_LIMIT = 60
ALWAYS_KEPT = ("source", "example")
OPEN_ALL = "all"
LEDGER_CLOSED, LEDGER_OPENED = "1", "parts"
"""The passes priced, and the parts of code generation besides."""
WAITS = "!"
"""Behind what takes long, in an address or form that waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopRequest:
    """What the explorer is asked for."""

    source: str = ""
    """The first file, as typed."""
    second: str = ""
    """The second file, as typed; empty for none."""
    language: Language = "c"
    """Of both files: `c` or `c++`."""
    compiler: str = DEFAULT_COMPILER
    """Its name, as `gcc-12`; `gcc` and `clang` stand for the first installed one."""
    flags: str = DEFAULT_FLAGS
    """As typed, with spaces between."""
    right_compiler: str = ""
    """The other setting of the diff; empty means chosen for the reader."""
    right_flags: str = ""
    """Flags of the diff's other side, as typed; empty means chosen for the reader."""
    pane: Pane = "listing"
    """The one that is shown."""
    show: tuple[str, ...] = ()
    """Names of filters that are off."""
    function: str = ""
    """The only one to show, by name; empty for all."""
    example: str = ""
    """Id it came from, empty otherwise."""
    line: str = ""
    """The source line followed through all panes, `1-4` for line 4 of the first file, empty for
    none."""
    file: int = 1
    """1 or 2, for panes that speak of one file."""
    step: int = -1
    """Number of the pass that the passes pane shows; -1 where it is chosen for the reader."""
    unchanged: bool = False
    """Whether the passes pane also lists passes that changed nothing."""
    trial: str = ""
    """The suggestion tried and its loop's line, `restrict@3`."""
    remarks: str = ""
    """The only kind of remark to show, empty for all."""
    core: str = DEFAULT_CORE
    """Whose cycles are modelled."""
    bisect: str = ""
    """Two levels of the matrix to search between, `-O2 -O3`."""
    open: str = ""
    """`all` where what panes keep closed is open, empty otherwise."""
    ledger: str = ""
    """`1` where the passes are priced, `parts` with those of code generation."""
    skip: int = -1
    """The step whose pass is left out of the pipeline (-1: none)."""
    breaking: str = ""
    """Line and column of the loop whose verdict is tried to be broken, `3:5`. Both, and the element
    whose slice is shown, have WAITS at their end where the page waits for the whole answer, else it
    comes in parts."""
    wait: str = ""
    """`!` where the page waits for the whole pane, which otherwise comes in parts; else empty."""
    run: RunSettings = DEFAULT_RUN
    """What the panes that run a program are set to."""

    @property
    def is_empty(self) -> bool:
        """True when there is no source to compile."""
        return not self.source.strip()

    @property
    def filters(self) -> Filters:
        """The filters as the core knows them."""
        return Filters(**{name: name not in self.show for name in FILTER_NAMES})

    def sources(self) -> tuple[SourceFile, ...]:
        """The checked source files; raises SourceTooLarge and InputError."""
        first = source_file(self.source, self.language)
        if not self.second.strip():
            return (first,)
        return (first, source_file(self.second, self.language, SECOND_STEM))

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
        return _number(number, 0) if index == str(file) else 0

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


def request_from(values: Mapping[str, str], shown: Sequence[str] = ()) -> LoopRequest:
    """The record of a form or query. Unknown panes, languages and filters fall back to defaults.

    An example fills what the query leaves out; the example's id is dropped once its text changed.
    """
    example = find_example(values["example"][:NAME_LIMIT]) if values.get("example") else None
    base = _from_example(example) if example else LoopRequest()
    source = _text(values.get("source"), base.source)
    changed = example is not None and source != base.source
    language = _language(values.get("language"), base.language)
    pane = next((pane for pane in PANES if pane == values.get("pane")), base.pane)
    return replace(
        base,
        source=source,
        second=_text(values.get("second"), base.second),
        language=language,
        compiler=values.get("compiler") or base.compiler,
        flags=values["flags"][:FLAGS_LIMIT] if "flags" in values else base.flags,
        right_compiler=values.get("right_compiler", ""),
        right_flags=values.get("right_flags", "")[:FLAGS_LIMIT],
        pane=pane,
        show=tuple(name for name in FILTER_NAMES if name in shown),
        function=values.get("function", "")[:FLAGS_LIMIT],
        example="" if changed or language != base.language else base.example,
        line=_line(values.get("line", "")),
        file=2 if values.get("file") == "2" else 1,
        step=_number(values.get("step"), -1),
        unchanged=bool(values.get("unchanged")),
        trial=values.get("trial", "")[:NAME_LIMIT],
        remarks=next((kind for kind in REMARK_KINDS if kind == values.get("remarks")), ""),
        core=values.get("core", "")[:NAME_LIMIT] or DEFAULT_CORE,
        bisect=values.get("bisect", "")[:NAME_LIMIT],
        open=OPEN_ALL if values.get("open") == OPEN_ALL else "",
        ledger=_ledger(values.get("ledger", "")),
        skip=_number(values.get("skip"), -1),
        breaking=values.get("breaking", "")[:NAME_LIMIT],
        wait=WAITS if values.get("wait") else "",
        run=run_settings_from(values),
    )


def _language(value: str | None, default: Language) -> Language:
    if value == "c++":
        return "c++"
    return "c" if value == "c" else default


def _from_example(example: Example) -> LoopRequest:
    return LoopRequest(
        source=example.source.text,
        language=example.source.language,
        compiler=example.compiler,
        flags=example.flags,
        example=example.id,
    )


def _text(value: str | None, default: str) -> str:
    """Browsers send line ends as CR LF."""
    return default if value is None else value.replace("\r\n", "\n")


def _ledger(value: str) -> str:
    waits = WAITS if value.endswith(WAITS) else ""
    shown = LEDGER_OPENED if value.removesuffix(WAITS) == LEDGER_OPENED else LEDGER_CLOSED
    return f"{shown}{waits}" if value else ""


def _line(value: str) -> str:
    """`1-4`, or `4` as one types it, as the key of a source line; anything else is none."""
    file, _, number = value.rpartition("-") if "-" in value else ("1", "", value)
    line = _number(number, 0)
    return f"{file}-{line}" if file in ("1", "2") and line else ""


def _number(value: str | None, default: int) -> int:
    """A small whole number; anything else is the default."""
    number = whole_number(value or "", 7)
    return default if number is None else number


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
