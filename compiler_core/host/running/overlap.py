"""Break the promise of `restrict` on purpose, and show what comes out next to what should.

Two arrays of the function are given the same memory, a few elements apart: the one that is written
begins `offset` elements after the one that is read, or before it where that is negative. The source
as written runs on them, and so does the same source without `restrict`, built with the same flags,
which may not assume anything and so does what the C code says. Both start from the same memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.host.compilation import Loop
from compiler_core.host.running.compare_outputs import difference_of
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.layout import Buffer
from compiler_core.host.running.outputs import OutputArray, Outputs
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.restrict_removal import without_restrict
from compiler_core.host.running.session import Driven, outputs_of, run_driven
from compiler_core.source import SourceFile

MAXIMUM_OFFSET = 64
SHOWN_ROWS = 24
_ROWS_BEFORE = 2


@dataclass(frozen=True, slots=True)
class OverlapRow:
    """One element of the written array: as compiled with the promise, and without it."""

    index: int
    """Place of the element in the written array, from 0."""
    with_promise: str
    """The element that the source as written computed, as text with the digits that name it
    exactly: `0.100000001`."""
    without_promise: str
    """The element that the source without `restrict` computed, as text: what should come out."""
    wrong: bool
    """Whether the two differ in their bits; their texts may be equal all the same, as for two
    NaN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """What breaking the promise did.

    written begins `offset` elements after `read`, before it where that is negative.
    """

    compiler_title: str
    """The compiler with its version: `GCC 12.2.0`."""
    flags: tuple[str, ...]
    """Flags that both versions were built with, in normal form, one token each."""
    function: str
    """The function that was run, qualified and with template arguments: `axpy`."""
    n: int
    """What the loop bounds became, as in a counted run."""
    written: str
    """Name of the parameter that is written, whose elements are in `rows`."""
    read: str
    """Name of the parameter that is read and shares memory with `written`."""
    offset: int
    """How far `written` begins after `read`, from -64 to 64, in elements, or in rows where an
    element is an array; below 0 it begins before."""
    broke: bool
    """Some element is wrong."""
    first_wrong: int | None
    """Index of the first wrong element of `written`; None where none is wrong."""
    wrong: int
    """How many elements of `written` are wrong."""
    count: int
    """How many elements of the written array were compared; `wrong` of them differ."""
    rows: tuple[OverlapRow, ...]
    """Around the first wrong element, or the first ones."""
    source_without_promise: str
    """The text of the function's source file with `restrict` taken out, which gave the right
    results."""
    sentences: tuple[str, ...]
    """How the promise was broken, and what came of it, in words."""


def run_overlap(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
    offset: int = 1,
) -> Overlap:
    """Run the function twice on overlapping arrays.

    Raises InputError when no parameter is `restrict`, no two arrays can share memory, the offset
    does not fit, or a run gives no results.
    """
    if not -MAXIMUM_OFFSET <= offset <= MAXIMUM_OFFSET:
        raise InputError(
            f"The arrays cannot lie {offset} elements apart.",
            f"Use a whole number from -{MAXIMUM_OFFSET} to {MAXIMUM_OFFSET}.",
        )
    promised, _, plan = prepare(sources, compiler_name, flags_text, experiment)
    written, read = _pair(promised)
    plain_sources = tuple(without_restrict(source) for source in sources)
    plain, _, plain_plan = prepare(plain_sources, compiler_name, flags_text, experiment)
    before = _outputs(promised, _sharing(plan, written, read, offset))
    after = _outputs(plain, _sharing(plain_plan, written, read, offset))
    wrong, right = before.array(written.path), after.array(written.path)
    if wrong is None or right is None:
        raise InputError(f"What {promised.target.name} writes to {written.path} cannot be shown.")
    return _record(promised, plan, (written, read), offset, (wrong, right), plain_sources)


def _pair(driven: Driven) -> tuple[Buffer, Buffer]:
    """The array that is written and the one that is read, at least one of them promised apart."""
    arrays = [
        parameter
        for parameter in driven.driver.buffers
        if not parameter.repeated and not parameter.single
    ]
    name = driven.target.name
    if not any(array.restricted for array in arrays):
        raise InputError(
            f"No parameter of {name} is restrict, so overlapping arrays are allowed.",
            "Mark a pointer restrict and try again.",
        )
    for written in arrays:
        for read in arrays:
            apart = written.restricted or read.restricted
            fits = written.element == read.element and written is not read
            if not written.constant and fits and apart and _is_read(read, written):
                return written, read
    raise InputError(
        f"{name} has no two arrays of one type of which one is written.",
        "Overlap needs an array that is read and one of the same type that is written.",
    )


def _is_read(read: Buffer, written: Buffer) -> bool:
    """A constant array first of all; else one that comes after the written one."""
    return read.constant or read.index > written.index


def _sharing(plan: Plan, written: Buffer, read: Buffer, offset: int) -> tuple[str, ...]:
    """The plan's arguments with the later of the two arrays placed on the earlier one."""
    arguments = list(plan.arguments)
    first, second = sorted((written, read), key=lambda array: array.index)
    host, guest = (_numbers(arguments[2 + buffer.index]) for buffer in (first, second))
    apart = offset if second is written else -offset
    # The earlier array must hold all of the later one, and what it may touch behind.
    host[1] = max(host[1], guest[0] + guest[1] + max(apart, 0) - host[0])
    guest[2], guest[3] = first.index, apart
    arguments[2 + first.index] = ",".join(map(str, host))
    arguments[2 + second.index] = ",".join(map(str, guest))
    return tuple(arguments)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _outputs(driven: Driven, arguments: tuple[str, ...]) -> Outputs:
    if driven.program is None:
        raise InputError(driven.message)
    return outputs_of(driven, run_driven(driven, arguments))


def _record(
    driven: Driven,
    plan: Plan,
    pair: tuple[Buffer, Buffer],
    offset: int,
    arrays: tuple[OutputArray, OutputArray],
    plain_sources: Sequence[SourceFile],
) -> Overlap:
    wrong, right = arrays
    difference = difference_of(wrong, right)
    first = _first_difference(wrong, right)
    overlap = Overlap(
        compiler_title=driven.compilations[0].compiler_title,
        flags=driven.flags,
        function=driven.target.name,
        n=plan.n,
        written=pair[0].path,
        read=pair[1].path,
        offset=offset,
        broke=first is not None,
        first_wrong=first,
        wrong=difference.different,
        count=wrong.count,
        rows=_rows(wrong, right, first),
        source_without_promise=plain_sources[driven.target.unit].text,
        sentences=(),
    )
    return replace(overlap, sentences=tuple(_sentences(overlap, driven)))


def _first_difference(wrong: OutputArray, right: OutputArray) -> int | None:
    if wrong.content == right.content:
        return None
    pairs = zip(wrong.bits(0, wrong.count), right.bits(0, right.count), strict=True)
    return next(index for index, (element, other) in enumerate(pairs) if element != other)


def _rows(wrong: OutputArray, right: OutputArray, first: int | None) -> tuple[OverlapRow, ...]:
    start = max((first or 0) - _ROWS_BEFORE, 0)
    shown = zip(
        wrong.bits(start, SHOWN_ROWS),
        right.bits(start, SHOWN_ROWS),
        wrong.shown(start, SHOWN_ROWS),
        right.shown(start, SHOWN_ROWS),
        strict=True,
    )
    return tuple(
        OverlapRow(index, one_text, other_text, element != other)
        for index, (element, other, one_text, other_text) in enumerate(shown, start)
    )


def _sentences(overlap: Overlap, driven: Driven) -> Iterator[str]:
    written, read = overlap.written, overlap.read
    setting = " ".join((overlap.compiler_title, *overlap.flags))
    unit = "row" if "[" in _buffer(driven, read).element else "element"
    apart = f"one {unit}" if abs(overlap.offset) == 1 else f"{abs(overlap.offset)} {unit}s"
    side = "after" if overlap.offset > 0 else "before"
    position = "where" if overlap.offset == 0 else f"{apart} {side} where"
    yield (
        f"restrict promises that nothing written through “{written}” is read through “{read}”. "
        f"Here “{written}” begins {position} “{read}” does, which breaks the promise."
    )
    if not overlap.broke:
        yield (
            f"With {setting} the result is right all the same: this code reads and writes in the "
            "order of the source. The C standard allows any result, and another compiler or flag "
            "may give one."
        )
        return
    yield (
        f"{overlap.wrong:,} of {overlap.count:,} elements of “{written}” are wrong, the first at "
        f"index {overlap.first_wrong}."
    )
    yield _reason(overlap, driven)


def _reason(overlap: Overlap, driven: Driven) -> str:
    """What the promise let the compiler do, as far as the loop's code tells."""
    written, read = f"“{overlap.written}”", f"“{overlap.read}”"
    wide = max((loop.step_bytes or 0 for loop in _vector_loops(driven)), default=0)
    if wide:
        return (
            f"The compiler relied on it: its loop loads several elements of {read} at once (it "
            f"advances {wide} bytes a round) before it stores to {written}, so it misses the "
            "values that its own earlier elements should have put there."
        )
    if _vector_loops(driven):
        return (
            f"The compiler relied on it: its loop loads a whole vector of {read} before it stores "
            f"to {written}, so it misses the values that its own earlier elements should have put "
            "there."
        )
    return (
        f"The compiler relied on it: it keeps values of {read} in registers, or reads them "
        f"earlier, across a store to {written} that should have changed them."
    )


def _buffer(driven: Driven, path: str) -> Buffer:
    return next(buffer for buffer in driven.driver.buffers if buffer.path == path)


def _vector_loops(driven: Driven) -> list[Loop]:
    listings = driven.compilations[driven.target.unit].functions
    return [
        loop
        for function in listings
        if function.name.partition("(")[0].rpartition(" ")[2] == driven.target.name
        for loop in function.loops
        if loop.innermost and loop.arithmetic == "vector"
    ]
