"""A function's listing as rows: lines with their explanation, and a heading where a loop starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.loop.highlighting import highlight_assembly
from app.loop.views.source_map import SourceMap
from app.words import count, joined, plural
from compiler_core.deceptive_text import with_marks
from compiler_core.host.comparison.call_sentences import MEMORY_FUNCTIONS, calls_of
from compiler_core.host.compilation import FunctionListing, ListingLine, Loop, line_words

NO_LOOP = "No loop is left."
ROLE_TITLES: Mapping[str, str] = {
    "main": "Main loop",
    "unrolled copy": "Unrolled copy",
    "epilogue": "Leftover loop",
    "remainder": "Remainder loop",
    "versioned copy": "Fallback loop",
    "outer": "Outer loop",
}
ROLE_MEANINGS: Mapping[str, str] = {
    "main": "does the bulk of the work",
    "unrolled copy": "a further copy of the body",
    "epilogue": "does what is left over, a few elements at a time",
    "remainder": "does the last elements one by one",
    "versioned copy": "runs when the check before it says that the fast loop would be wrong",
    "outer": "holds another loop",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationView:
    """What stands beside the listing for the chosen line."""

    id: str
    """Of its HTML element."""
    line: Markup
    """The line's own text."""
    sentence: str
    """What the instruction does."""
    formula: str
    """The same as a formula; empty where there is none."""
    specific: bool
    """False when the form is unknown."""
    place: str
    """`line 3`, or the reason why there is none."""
    source: Markup
    """The source line's markup."""
    source_anchor: str
    """Where that line is on the page; empty without one."""
    loop: str
    """What its loop is for and how that was seen."""
    reads: str
    """Registers that it reads, such as `x0, v1`; empty for none."""
    writes: str
    """Registers that it writes, such as `x0, v1`; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """One line of assembly."""

    kind: str
    """Always `line`; tells the template that this is no heading."""
    anchor: str
    """Id of its HTML element."""
    number: int
    """Place in the function, from 1."""
    code: Markup
    """The line, highlighted."""
    text: str
    """Plain, for the accessible name."""
    classes: str
    """Kind and band of the row, and whether it is chosen, starts a block or is followed."""
    source: str
    """Key that joins it to a source line, empty without one."""
    source_number: str
    """The line to show."""
    source_anchor: str
    """The source line's element id."""
    rails: tuple[str, ...]
    """One class string per loop around it."""
    explanation: ExplanationView
    """What stands beside the listing when the line is chosen."""


@dataclass(frozen=True, slots=True)
class LoopHeadingRow:
    """The heading above a loop's first line.

    kind: always `loop`. title: `Main loop of line 3`. facts: its numbers. rails: one class string
    per loop around it, itself included.
    """

    kind: str
    title: str
    facts: str
    rails: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FunctionView:
    """One function: element id, name, facts in one line, its rows."""

    anchor: str
    name: str
    facts: str
    rows: tuple[LineRow | LoopHeadingRow, ...]


def function_view(
    function: FunctionListing, sources: SourceMap, prefix: str, chosen: int | None
) -> FunctionView:
    """The rows of one function. prefix: of all element ids; chosen: the line id shown first."""
    loops = {loop.id: loop for loop in function.loops}
    rows: list[LineRow | LoopHeadingRow] = []
    opened: set[int] = set()
    previous_block: int | None = None
    for position, line in enumerate(function.lines):
        chain = loop_chain(line.loop, loops)
        for depth, loop in enumerate(chain):
            if loop.id not in opened and loop.first <= position:
                opened.add(loop.id)
                rows.append(_loop_row(loop, depth + 1))
        starts_block = position > 0 and line.block != previous_block
        previous_block = line.block
        classes = _classes(line, sources, starts_block, line.id == chosen)
        rows.append(_line_row(line, position, classes, chain, sources, prefix))
    facts = _function_facts(function)
    return FunctionView(f"{prefix}{function.symbol}", with_marks(function.name), facts, tuple(rows))


def first_choice(functions: Sequence[FunctionListing], sources: SourceMap) -> ListingLine | None:
    """The line to explain first: of the followed source line, else of an innermost loop, else any.

    A vector loop comes before a scalar one, and a main loop before the others.
    """
    every_line = [line for function in functions for line in function.lines]
    own = [
        line for line in every_line if sources.mark(sources.key(line.source_file, line.source_line))
    ]
    wanted = own if _first_instruction(own) is not None else every_line
    return _first_in_loop(functions, wanted) or _first_instruction(wanted)


def _first_in_loop(
    functions: Sequence[FunctionListing], wanted: Sequence[ListingLine]
) -> ListingLine | None:
    """The first wanted instruction of the innermost loop that matters most."""
    places = {id(line) for line in wanted}
    best: tuple[tuple[bool, bool], ListingLine] | None = None
    for function in functions:
        for loop in function.loops:
            inside = function.lines[loop.first : loop.last + 1] if loop.innermost else ()
            line = _first_instruction([line for line in inside if id(line) in places])
            rank = (loop.role == "main", loop.arithmetic == "vector")
            if line is not None and (best is None or rank > best[0]):
                best = (rank, line)
    return best[1] if best is not None else None


def _first_instruction(lines: Sequence[ListingLine]) -> ListingLine | None:
    return next((line for line in lines if line.kind == "instruction"), None)


def loop_chain(loop: int | None, loops: Mapping[int, Loop]) -> tuple[Loop, ...]:
    """The loops around a line, outermost first."""
    chain: list[Loop] = []
    while loop is not None and loop in loops:
        chain.insert(0, loops[loop])
        loop = loops[loop].parent
    return tuple(chain)


def _classes(line: ListingLine, sources: SourceMap, starts_block: bool, chosen: bool) -> str:
    names = ["row", f"is-{line.kind}"]
    band = sources.band(line.source_file, line.source_line)
    if band:
        names.append(f"band-{band}")
    if starts_block:
        names.append("starts-block")
    if chosen:
        names.append("chosen")
    if sources.mark(sources.key(line.source_file, line.source_line)):
        names.append("linked")
    return " ".join(names)


def _line_row(
    line: ListingLine,
    position: int,
    classes: str,
    chain: tuple[Loop, ...],
    sources: SourceMap,
    prefix: str,
) -> LineRow:
    anchor = f"{prefix}{line.id}"
    code = highlight_assembly(line.text, line.kind, line.labels, prefix)
    source_anchor = sources.anchor(line.source_file, line.source_line)
    return LineRow(
        kind="line",
        anchor=anchor,
        number=position + 1,
        code=code,
        text=with_marks(line.text.strip()),
        classes=classes,
        source=sources.key(line.source_file, line.source_line),
        source_number=str(line.source_line) if source_anchor else "",
        source_anchor=source_anchor,
        rails=tuple(_rail(loop, position) for loop in chain),
        explanation=_explanation(line, anchor, code, source_anchor, chain, sources),
    )


def _rail(loop: Loop, position: int) -> str:
    return "rail last" if position == loop.last else "rail"


def _explanation(
    line: ListingLine,
    anchor: str,
    code: Markup,
    source_anchor: str,
    chain: tuple[Loop, ...],
    sources: SourceMap,
) -> ExplanationView:
    location = sources.place(line.source_file, line.source_line) if source_anchor else ""
    return ExplanationView(
        id=f"{anchor}-note",
        line=code,
        sentence=with_marks(line.explanation),
        formula=line.formula,
        specific=line.specific,
        place=location or line.source_reason,
        source=sources.text(line.source_file, line.source_line),
        source_anchor=source_anchor,
        loop=_loop_phrase(chain[-1]) if chain else "",
        reads=", ".join(line.reads),
        writes=", ".join(line.writes),
    )


def _loop_phrase(loop: Loop) -> str:
    meaning = ROLE_MEANINGS.get(loop.role, loop.role)
    return f"{loop_title(loop)}: {meaning}. {loop.role_reason}".strip()


def loop_title(loop: Loop) -> str:
    """`Main loop of line 3`."""
    title = ROLE_TITLES.get(loop.role, loop.role.capitalize())
    if not loop.source_line:
        return title
    return f"{title} of {line_words(loop.source_line, loop.source_file)}"


def _loop_row(loop: Loop, depth: int) -> LoopHeadingRow:
    kind = "vector" if loop.arithmetic == "vector" else "one element at a time"
    facts = [kind] if loop.innermost and loop.arithmetic != "none" else []
    facts.append(count(loop.instructions, "instruction"))
    moved = [
        f"{verb} {number}"
        for verb, number in (("reads", loop.bytes_loaded), ("writes", loop.bytes_stored))
        if number
    ]
    if moved:
        last = loop.bytes_stored or loop.bytes_loaded
        facts.append(f"{', '.join(moved)} {'byte' if last == 1 else 'bytes'} per pass")
    elif loop.bytes_loaded is None and loop.loads:
        facts.append("bytes per pass depend on the vector length")
    rails = ("rail",) * (depth - 1) + ("rail first",)
    return LoopHeadingRow("loop", loop_title(loop), " · ".join(facts), rails)


def _function_facts(function: FunctionListing) -> str:
    instructions = sum(line.kind == "instruction" for line in function.lines)
    parts = [count(instructions, "instruction")]
    if function.loops:
        parts.append(count(len(function.loops), "loop"))
    if function.spills:
        parts.append(f"{len(function.spills)} {plural('spill', len(function.spills))}")
    return " · ".join(parts)


def headline(functions: Sequence[FunctionListing]) -> str:
    """The first sentence above the listing: what the compiler made, computed from the listing."""
    if not functions:
        return ""
    instructions = sum(line.kind == "instruction" for f in functions for line in f.lines)
    names = joined([function.name for function in functions], 3)
    sentence = f"{names}: {count(instructions, 'instruction')}."
    loops = [loop for function in functions for loop in function.loops if loop.innermost]
    vector = [loop for loop in loops if loop.arithmetic == "vector"]
    main = next((loop for loop in vector or loops if loop.role == "main"), None)
    if main is None:
        return f"{sentence} {_without_loop(functions) if not loops else ''}".strip()
    kind = "works on vectors" if main in vector else "works on one element at a time"
    body = count(main.instructions, "instruction")
    return f"{sentence} The {_lowered(loop_title(main))} {kind}: {body} per pass."


def _without_loop(functions: Sequence[FunctionListing]) -> str:
    calls = {name for function in functions for name in calls_of(function)}
    routines = [name for name in MEMORY_FUNCTIONS if name in calls]
    return f"No loop is left: the code calls {joined(routines, 3)}." if routines else NO_LOOP


def _lowered(title: str) -> str:
    return title[:1].lower() + title[1:]


def plain_rows(
    lines: Sequence[ListingLine], sources: SourceMap, prefix: str
) -> tuple[LineRow, ...]:
    """Rows of data lines: no loops, no blocks."""
    return tuple(
        _line_row(line, position, f"row is-{line.kind}", (), sources, prefix)
        for position, line in enumerate(lines)
    )
