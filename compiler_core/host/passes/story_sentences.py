"""What a pass did, as one sentence from its changes: a rule for each concept, with its weight."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from compiler_core.host.passes.loop_fates import replaced_calls
from compiler_core.host.passes.measures import Kind, Measures
from compiler_core.host.passes.steps import PassStep

_LANES = re.compile(
    r"<(?P<scalable>vscale x )?(?P<count>\d+) x (?P<type>\w+)>"
    r"|vector\((?:\[(?P<gcc_scalable>\d+),\d+\]|(?P<gcc_count>\d+))\) "
    r"(?P<gcc_type>[a-z ]+?)(?= *[*>\])]|$)"
)
Sentence = Callable[[PassStep, Measures, Measures], str]


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 line`, `3 lines`. plural: where it is not the noun with an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def _fewer(before: Measures, after: Measures, kind: Kind) -> int:
    return max(before.counts[kind] - after.counts[kind], 0)


def _more(before: Measures, after: Measures, kind: Kind) -> int:
    return max(after.counts[kind] - before.counts[kind], 0)


def _list(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _promoted(step: PassStep, before: Measures, after: Measures) -> str:
    slots = _fewer(before, after, "slot")
    if slots:
        gone = _list(
            [
                counted(_fewer(before, after, "load"), "load"),
                counted(_fewer(before, after, "store"), "store"),
            ]
        )
        return f"{counted(slots, 'stack slot')} became values: {gone} of variables are gone."
    joins = _more(before, after, "phi")
    return (
        f"Variables became values, each assigned once; where two ways meet, "
        f"{counted(joins, 'phi')} {'takes' if joins == 1 else 'take'} the value of the way taken."
        if joins
        else ""
    )


def _inlined(step: PassStep, before: Measures, after: Measures) -> str:
    calls = _fewer(before, after, "call")
    return f"{counted(calls, 'call')} replaced by the body of the called function." if calls else ""


def _control_flow(step: PassStep, before: Measures, after: Measures) -> str:
    blocks, branches = before.blocks - after.blocks, _fewer(before, after, "branch")
    if blocks > 0 and branches:
        return f"{counted(blocks, 'block')} and {counted(branches, 'branch', 'branches')} fewer."
    if blocks > 0:
        return f"{before.blocks} blocks became {after.blocks}."
    return f"{counted(branches, 'branch', 'branches')} fewer." if branches else ""


def _folded(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements - after.statements
    return f"{counted(gone, 'statement')} fewer for the same result." if gone > 0 else ""


def _removed(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements - after.statements
    return f"{counted(gone, 'statement')} that nobody needs removed." if gone > 0 else ""


def _reused(step: PassStep, before: Measures, after: Measures) -> str:
    gone, loads = before.statements - after.statements, _fewer(before, after, "load")
    if loads:
        said = f"{counted(loads, 'load')} fewer: the value is still known."
        return f"{said} {counted(gone, 'statement')} fewer in all." if gone > 0 else said
    return f"{counted(gone, 'repeated computation')} gone." if gone > 0 else ""


def _rotated(step: PassStep, before: Measures, after: Measures) -> str:
    if not before.loops or after.counts["branch"] <= before.counts["branch"]:
        return ""
    return "The loop now tests at its end; a copy of the test before it guards the first round."


def _hoisted(step: PassStep, before: Measures, after: Measures) -> str:
    loads = max(before.inside["load"] - after.inside["load"], 0)
    stores = max(before.inside["store"] - after.inside["store"], 0)
    parts = []
    if step.hoisted:
        parts.append(f"{counted(len(step.hoisted), 'computation')} moved out of the loop")
    if loads or stores:
        memory = _list(
            [
                counted(number, noun)
                for number, noun in ((loads, "load"), (stores, "store"))
                if number
            ]
        )
        parts.append(f"{memory} fewer inside loops")
    return f"{'; '.join(parts)}." if parts else ""


def _unswitched(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops <= before.loops:
        return ""
    return f"{counted(before.loops, 'loop')} became {after.loops}, one for each side of the test."


def _if_converted(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops > before.loops:
        return "The loop got a copy without the branch inside it, for the vectoriser."
    branches = max(before.inside["branch"] - after.inside["branch"], 0)
    return (
        f"{counted(branches, 'branch', 'branches')} inside loops became selections."
        if branches
        else ""
    )


def _idiom(step: PassStep, before: Measures, after: Measures) -> str:
    return replaced_calls(step)


def _copy_dropped(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.loops - after.loops
    copies = "The copy" if gone == 1 else f"{gone} copies"
    is_gone = "is gone" if gone == 1 else "are gone"
    return f"{copies} made for the vectoriser {is_gone} again: no vectors came of it."


def _vectorised(step: PassStep, before: Measures, after: Measures) -> str:
    more = _more(before, after, "vector")
    if not more:
        return ""
    lanes = _lanes(step)
    loops = (
        f" {counted(before.loops, 'loop')} became {after.loops}: the others do what is left over."
        if after.loops > before.loops > 0
        else ""
    )
    return f"{counted(more, 'vector operation')} appear{'s' if more == 1 else ''}{lanes}.{loops}"


def _lanes(step: PassStep) -> str:
    lanes: dict[str, None] = {}
    for text in _added_texts(step):
        for match in _LANES.finditer(text):
            count = match["count"] or match["gcc_count"] or match["gcc_scalable"]
            scalable = match["scalable"] or match["gcc_scalable"]
            type_name = (match["type"] or match["gcc_type"]).strip()
            times = "a multiple of " if scalable else ""
            lanes[f"{times}{count} × {type_name}"] = None
    return f" ({', '.join([*lanes][:2])})" if lanes else ""


def _unrolled(step: PassStep, before: Measures, after: Measures) -> str:
    if after.loops < before.loops:
        gone = before.loops - after.loops
        return f"{counted(gone, 'loop')} replaced by straight code."
    stores = (before.inside["store"], after.inside["store"])
    loads = (before.inside["load"], after.inside["load"])
    for noun, (count, two) in (("stores", stores), ("loads", loads)):
        if two > count > 0:
            return f"The body is repeated: {count} {noun} inside loops became {two}."
    return ""


def _induction(step: PassStep, before: Measures, after: Measures) -> str:
    gone = before.statements_inside - after.statements_inside
    return f"{counted(gone, 'statement')} fewer inside loops." if gone > 0 else ""


def _sunk(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{counted(moved, 'computation')} moved to where the value is needed." if moved else ""


def _fused(step: PassStep, before: Measures, after: Measures) -> str:
    more = _more(before, after, "fused")
    return f"{counted(more, 'multiplication')} fused with an addition." if more else ""


def _selected(step: PassStep, before: Measures, after: Measures) -> str:
    return (
        f"{counted(before.statements, 'operation')} became "
        f"{counted(after.statements, 'machine instruction')}."
    )


def _allocated(step: PassStep, before: Measures, after: Measures) -> str:
    slots = _more(before, after, "slot")
    if slots:
        accesses = counted(slots, "access", "accesses")
        return f"Not all values fit into registers: {accesses} to the stack."
    gone = before.statements - after.statements
    return (
        f"All values fit into registers; {counted(gone, 'copy', 'copies')} fewer."
        if gone > 0
        else ""
    )


def _paired(step: PassStep, before: Measures, after: Measures) -> str:
    gone = _fewer(before, after, "load") + _fewer(before, after, "store")
    return (
        f"{counted(gone, 'load or store', 'loads or stores')} fewer: neighbours became pairs."
        if gone
        else ""
    )


def _scheduled(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{counted(moved, 'instruction')} changed places." if moved else ""


def _framed(step: PassStep, before: Measures, after: Measures) -> str:
    stores, loads = _more(before, after, "store"), _more(before, after, "load")
    if not stores and not loads:
        return ""
    parts = [
        f"{counted(number, noun)} on {boundary}"
        for number, noun, boundary in ((stores, "save", "entry"), (loads, "restore", "exit"))
        if number
    ]
    return f"{_list(parts)} added."


def _laid_out(step: PassStep, before: Measures, after: Measures) -> str:
    moved = len(step.delta.moves) if step.delta is not None else 0
    return f"{counted(moved, 'instruction')} moved with their blocks." if moved else ""


def _added_texts(step: PassStep) -> list[str]:
    if step.delta is None or step.after is None:
        return []
    lines = step.after.lines or ()
    return [
        lines[row.after].text
        for row in step.delta.rows
        if row.kind in ("added", "changed") and row.after is not None
    ]


RULES: Mapping[str, tuple[int, Sentence]] = {
    "promote-to-ssa": (9, _promoted),
    "inline": (10, _inlined),
    "simplify-control-flow": (3, _control_flow),
    "fold": (4, _folded),
    "reuse": (5, _reused),
    "rotate": (6, _rotated),
    "hoist": (9, _hoisted),
    "unswitch": (8, _unswitched),
    "if-convert": (8, _if_converted),
    "idiom": (10, _idiom),
    "drop-copy": (8, _copy_dropped),
    "vectorise": (10, _vectorised),
    "unroll": (8, _unrolled),
    "induction": (5, _induction),
    "remove-dead": (5, _removed),
    "sink": (2, _sunk),
    "fuse-multiply-add": (7, _fused),
    "select-instructions": (6, _selected),
    "allocate-registers": (5, _allocated),
    "pair-memory": (6, _paired),
    "schedule": (3, _scheduled),
    "frame": (4, _framed),
    "layout": (1, _laid_out),
}
