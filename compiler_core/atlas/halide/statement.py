"""Halide's own program, read: what is allocated, and how often each value is computed.

`blur.stmt` is text with braces: loops with their extents, `allocate` with sizes, and stores. A loop
whose rounds threads share has become a function of its own, which `halide_do_par_for` calls.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

_FUNCTION = re.compile(r"^(?:\w+ )?func (\w+) \(.*\) \{$")
_LOOP = re.compile(r"^for\w*(?:<\w+>)? \(.+, ([^,]+)\) \{$")
_SHARED = re.compile(r"halide_do_par_for\(\(halide_task_t\)::(\w+), [^,]+, (\d+),")
_PRODUCE = "produce blur_x {"
_ALLOCATE = re.compile(r"^\s*allocate blur_x\[uint16((?: \* \d+)+)\]", re.MULTILINE)
_MEAN = re.compile(r"/(?:x(\d+)\()?\(uint16\)3")
"""Each value of either blur is a sum over three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFacts:
    """What the text says of `blur_x`."""

    columns: int
    """Values in a row of the buffer that keeps `blur_x`; 0 where no buffer does."""
    rows: int
    """Rows of that buffer; 0 where there is none, 1 where it has only one dimension."""
    computed: int | None
    """Values of it that are computed in all, by the extents of the loops, whatever conditions are
    around them; None where an extent is no number."""
    shared_loops: int
    """Loops whose rounds threads share."""


@dataclass(slots=True)
class _Body:
    """Of one function. values: in all, and of `blur_x`; calls with their rounds."""

    values: tuple[int, int] = (0, 0)
    calls: list[tuple[str, int, bool]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Block:
    rounds: int
    first: bool
    """Whether what stands in it computes `blur_x`."""
    start: tuple[int, int]
    """Values of the function up to its beginning."""
    other: tuple[int, int]
    """Of a block that an `else` opens: values up to the end of the branch in front of it."""


def read_statement(text: str, pixels: int) -> StatementFacts:
    """pixels: values of the result."""
    allocated = _ALLOCATE.search(text)
    sizes = [int(size) for size in allocated[1].split(" * ")[1:]] if allocated else []
    return StatementFacts(
        columns=sizes[0] if sizes else 0,
        rows=sizes[1] if len(sizes) > 1 else len(sizes),
        computed=_computed(text, pixels),
        shared_loops=len(_SHARED.findall(text)),
    )


def _computed(text: str, pixels: int) -> int | None:
    try:
        bodies = _bodies(text)
    except ValueError:
        return None
    means, first = _totals(bodies, "blur", inside=False)
    return first if _PRODUCE in text else means - pixels


def _totals(bodies: dict[str, _Body], name: str, *, inside: bool) -> tuple[int, int]:
    body = bodies[name]
    means, first = body.values[0], body.values[0 if inside else 1]
    for called, rounds, within in body.calls:
        more = _totals(bodies, called, inside=inside or within)
        means, first = means + rounds * more[0], first + rounds * more[1]
    return means, first


def _bodies(text: str) -> dict[str, _Body]:
    """Raises ValueError for an extent that is no number."""
    bodies: dict[str, _Body] = {}
    body, blocks = _Body(), [_Block(1, False, (0, 0), (0, 0))]
    for line in map(str.strip, text.splitlines()):
        around = blocks[-1]
        named = _FUNCTION.match(line)
        if named:
            body = bodies[named[1]] = _Body()
        shared = _SHARED.search(line)
        if shared:
            body.calls.append((shared[1], around.rounds * int(shared[2]), around.first))
        values = around.rounds * sum(int(lanes or 1) for lanes in _MEAN.findall(line))
        means, first = body.values
        body.values = (means + values, first + (values if around.first else 0))
        _follow_braces(line, body, blocks)
    return bodies


def _follow_braces(line: str, body: _Body, blocks: list[_Block]) -> None:
    """Of two branches that exclude each other, the one with more values counts."""
    if not line.startswith("}"):
        if line.endswith("{"):
            blocks.append(_opened(line, body, blocks[-1]))
        return
    ended = blocks.pop()
    body.values = max(body.values, ended.other)
    if line.endswith("{"):
        blocks.append(replace(ended, other=body.values))
        body.values = ended.start


def _opened(line: str, body: _Body, around: _Block) -> _Block:
    loop = _LOOP.match(line)
    rounds = around.rounds * int(loop[1]) if loop else around.rounds
    return _Block(rounds, around.first or line == _PRODUCE, body.values, body.values)
