"""From a read function to the listing that pages and JSON show.

Analyses run on the unfiltered function; this file explains each line and carries every position
over to the lines that stay visible.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine
from compiler_core.host.compilation import (
    BasicBlock,
    FunctionListing,
    LabelUse,
    ListingLine,
    Loop,
    RegisterUse,
    Spill,
)
from compiler_core.host.directives import explain_directive
from compiler_core.host.effects import effects_of
from compiler_core.host.explain import NO_CONTEXT, ExplanationContext, explain, flag_setters
from compiler_core.host.filters import symbols_of
from compiler_core.host.forms.form import JumpKind
from compiler_core.host.jumps_out import jump_kinds, tail_calls
from compiler_core.host.lane_types import lane_types
from compiler_core.host.legend import legend_of
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.metrics import metrics_of
from compiler_core.host.register_map.registers import register_uses, spills_of
from compiler_core.host.source_reading.signature import Signature
from compiler_core.host.source_reading.source_loops import SourceLoop

TOO_LARGE_NOTE = (
    "The code of {name} is too large to analyse; here is its listing without explanations. With "
    "fewer labels, loops or branches in one function it gets them."
)


# Blocks, loops, and whether each jump stays.
_Analysed = tuple[Sequence[BasicBlock], Sequence[Loop], Mapping[int, JumpKind]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingContext:
    """What a listing needs to know beyond the function itself."""

    user_files: Mapping[str, int]
    """Line counts of the user's files, by name."""
    names: Mapping[str, str]
    """Symbol to name as written (C++)."""
    defined: Mapping[str, int]
    """Label to line id, over all functions and data."""
    tables: Mapping[str, tuple[str, ...]]
    """Label of a jump table in the data to the code labels that it lists."""
    statements: tuple[SourceLoop, ...]
    """The loop statements of the sources."""
    callees: Mapping[str, Signature]
    """Signatures by symbol, of the functions defined here."""


def function_listing(
    function: AssemblyFunction,
    visible: Sequence[int],
    file: str,
    signature: Signature | None,
    context: ListingContext,
) -> FunctionListing:
    """The whole analysis of one function, positions counted in its visible lines."""
    blocks = find_blocks(function, context.tables)
    loops = find_loops(function, blocks, context.statements)
    uses = register_uses(function, blocks, loops, signature, context.callees)
    jumps = jump_kinds(function, blocks)
    explained = _explained_lines(function, visible, (blocks, loops, jumps), context)
    shown = _Shown(visible)
    shown_loops = tuple(_placed(shown.loop(loop), file) for loop in loops)
    instructions = [line.instruction for line in function.lines if line.instruction is not None]
    return FunctionListing(
        name=context.names.get(function.symbol, function.symbol),
        symbol=function.symbol,
        file=file,
        source_line=signature.line if signature else _first_source_line(function, file),
        lines=explained,
        blocks=tuple(shown.block(block) for block in blocks),
        loops=shown_loops,
        registers=tuple(shown.register(use) for use in uses),
        spills=tuple(shown.spill(spill) for spill in spills_of(function)),
        legend=legend_of(instructions),
        metrics=metrics_of(shown.lines_of(function), shown_loops, tail_calls(function, jumps)),
    )


def _placed(loop: Loop, own_file: str) -> Loop:
    return replace(loop, source_file="") if loop.source_file == own_file else loop


def bare_listing(
    function: AssemblyFunction,
    visible: Sequence[int],
    file: str,
    signature: Signature | None,
    context: ListingContext,
) -> FunctionListing:
    """The lines of a function that is too large to analyse: source lines, and no explanations."""
    lines = tuple(_bare_line(function.lines[position], context) for position in visible)
    name = context.names.get(function.symbol, function.symbol)
    return FunctionListing(
        name=name,
        symbol=function.symbol,
        file=file,
        source_line=signature.line if signature else _first_source_line(function, file),
        lines=lines,
        blocks=(),
        loops=(),
        registers=(),
        spills=(),
        legend=(),
        metrics=metrics_of(
            _Shown(visible).lines_of(function), (), tail_calls(function, jump_kinds(function))
        ),
        note=TOO_LARGE_NOTE.format(name=name),
    )


def _bare_line(line: AssemblyLine, context: ListingContext) -> ListingLine:
    plain = replace(plain_listing_line(line, context), explanation="")
    if line.instruction is None:
        return plain
    source_line, reason = _source_of(line, context.user_files)
    return replace(
        plain,
        source_file=line.source.file if line.source else "",
        source_line=source_line,
        source_column=line.source.column if line.source and source_line else None,
        source_reason=reason,
        specific=False,
        mnemonic=line.instruction.mnemonic,
    )


def plain_listing_line(line: AssemblyLine, context: ListingContext) -> ListingLine:
    """A data or directive line: no source, no block, no registers."""
    return ListingLine(
        id=line.id,
        text=line.text,
        kind=line.kind,
        source_file="",
        source_line=None,
        source_column=None,
        source_reason="",
        explanation=_explain_plain(line, {}),
        formula="",
        specific=True,
        mnemonic="",
        block=None,
        loop=None,
        labels=_label_uses(line.text, _names_in_data(line), context),
        reads=(),
        writes=(),
    )


class _Shown:
    """Carries positions in all lines over to positions in the visible lines."""

    def __init__(self, visible: Sequence[int]) -> None:
        self.visible = visible
        self._spills: dict[tuple[int, ...], tuple[int, ...]] = {}

    def lines_of(self, function: AssemblyFunction) -> tuple[AssemblyLine, ...]:
        return tuple(function.lines[position] for position in self.visible)

    def first(self, position: int) -> int:
        return min(bisect_left(self.visible, position), max(len(self.visible) - 1, 0))

    def last(self, position: int) -> int:
        return max(bisect_right(self.visible, position) - 1, 0)

    def _all_first(self, positions: tuple[int, ...]) -> tuple[int, ...]:
        if positions not in self._spills:
            self._spills[positions] = tuple(self.first(position) for position in positions)
        return self._spills[positions]

    def block(self, block: BasicBlock) -> BasicBlock:
        return replace(block, first=self.first(block.first), last=self.last(block.last))

    def loop(self, loop: Loop) -> Loop:
        return replace(loop, first=self.first(loop.first), last=self.last(loop.last))

    def register(self, use: RegisterUse) -> RegisterUse:
        return replace(use, first=self.first(use.first), last=self.last(use.last))

    def spill(self, spill: Spill) -> Spill:
        return replace(
            spill, stored=self.first(spill.stored), reloaded=self._all_first(spill.reloaded)
        )


def _explained_lines(
    function: AssemblyFunction,
    visible: Sequence[int],
    analysed: _Analysed,
    context: ListingContext,
) -> tuple[ListingLine, ...]:
    blocks, loops, _ = analysed
    block_at = _block_of_each_position(blocks)
    loop_of_block = _innermost_loop_of_each_block(loops)
    contexts = _explanation_contexts(function, analysed, block_at, context)
    uses = _branch_counts(function)
    lines = []
    for position in visible:
        line = function.lines[position]
        block = block_at.get(position)
        loop = loop_of_block.get(block) if block is not None else None
        if line.instruction is None:
            plain = plain_listing_line(line, context)
            explanation = _explain_plain(line, uses, function.symbol, context.names)
            text = _with_names(line.text, [line.label], context.names) if line.label else line.text
            lines.append(replace(plain, text=text, explanation=explanation, block=block, loop=loop))
            continue
        explanation_context = contexts.get(position, NO_CONTEXT)
        lines.append(_instruction_line(line, block, loop, explanation_context, context))
    return tuple(lines)


def _instruction_line(
    line: AssemblyLine,
    block: int | None,
    loop: int | None,
    explanation_context: ExplanationContext,
    context: ListingContext,
) -> ListingLine:
    assert line.instruction is not None
    explanation = explain(line.instruction, explanation_context)
    effects = effects_of(line.instruction)
    names = [symbol.name for symbol in symbols_of(line.instruction)]
    text = _with_names(line.text, names, context.names)
    source_line, reason = _source_of(line, context.user_files)
    return ListingLine(
        id=line.id,
        text=text,
        kind="instruction",
        source_file=line.source.file if line.source else "",
        source_line=source_line,
        source_column=line.source.column if line.source and source_line else None,
        source_reason=reason,
        explanation=explanation.sentence,
        formula=explanation.formula,
        specific=explanation.specific,
        mnemonic=line.instruction.mnemonic,
        block=block,
        loop=loop,
        labels=_label_uses(text, names, context),
        reads=effects.reads,
        writes=effects.writes,
    )


def _source_of(line: AssemblyLine, user_files: Mapping[str, int]) -> tuple[int | None, str]:
    """The user's source line, or None and the reason."""
    if line.source is None:
        return None, line.source_reason
    length = user_files.get(line.source.file)
    if length is None:
        return None, f"comes from {line.source.file or 'another file'}, line {line.source.line}"
    if line.source.line > length:
        return None, f"the compiler names line {line.source.line}, which the source does not have"
    return line.source.line, ""


def _block_of_each_position(blocks: Sequence[BasicBlock]) -> dict[int, int]:
    return {at: block.id for block in blocks for at in range(block.first, block.last + 1)}


def _innermost_loop_of_each_block(loops: Sequence[Loop]) -> dict[int, int]:
    innermost: dict[int, int] = {}
    for loop in sorted(loops, key=lambda loop: loop.depth):
        innermost.update(dict.fromkeys(loop.blocks, loop.id))
    return innermost


def _explanation_contexts(
    function: AssemblyFunction,
    analysed: _Analysed,
    block_at: Mapping[int, int],
    context: ListingContext,
) -> dict[int, ExplanationContext]:
    """For each instruction: names of branch targets, who set the flags, what vector lanes are."""
    blocks, loops, jumps = analysed
    phrases = _label_phrases(function, loops, block_at, context)
    contexts: dict[int, ExplanationContext] = {}
    for block in blocks:
        places = [
            (position, line.instruction)
            for position, line in enumerate(
                function.lines[block.first : block.last + 1], start=block.first
            )
            if line.instruction is not None
        ]
        code = [instruction for _, instruction in places]
        types, setters = lane_types(code), flag_setters(code)
        for (position, _), element, setter in zip(places, types, setters, strict=True):
            jump = jumps.get(position, "")
            contexts[position] = ExplanationContext(phrases, element, setter, jump)
    return contexts


def _label_phrases(
    function: AssemblyFunction,
    loops: Sequence[Loop],
    block_at: Mapping[int, int],
    context: ListingContext,
) -> dict[str, str]:
    """How explanations name the targets of branches and calls; plain labels need no phrase."""
    phrases = dict(context.names)
    loop_of_header = {loop.header: loop for loop in loops}
    for position, line in enumerate(function.lines):
        if line.kind != "label" or line.label == function.symbol:
            continue
        loop = loop_of_header.get(block_at.get(position, -1))
        if loop is not None:
            suffix = f" of line {loop.source_line}" if loop.source_line else ""
            phrases[line.label] = f"the start of the loop{suffix}"
        elif _is_return(function, position):
            phrases[line.label] = "the return"
    return phrases


def _is_return(function: AssemblyFunction, position: int) -> bool:
    for following in range(position, len(function.lines)):
        instruction = function.lines[following].instruction
        if instruction is not None:
            return instruction.mnemonic == "ret"
    return False


def _branch_counts(function: AssemblyFunction) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in function.lines:
        if line.instruction is not None:
            for symbol in symbols_of(line.instruction):
                counts[symbol.name] = counts.get(symbol.name, 0) + 1
    return counts


def _explain_plain(
    line: AssemblyLine,
    uses: Mapping[str, int],
    symbol: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    if line.kind == "comment":
        return "A comment by the compiler."
    if line.kind != "label":
        return explain_directive(line.text)
    if line.label == symbol:
        return f"The function {(names or {}).get(symbol, symbol)} starts here."
    count = uses.get(line.label, 0)
    if count == 0:
        return "A label: a name for this place; no code."
    times = "one instruction" if count == 1 else f"{count} instructions"
    return f"A label: a name for this place, used by {times} of this function."


def _names_in_data(line: AssemblyLine) -> list[str]:
    if line.kind != "data" or '"' in line.text:
        return []
    return [word for word in line.text.replace("(", " ").split() if word.startswith(".L")]


def _with_names(text: str, symbols: Sequence[str], names: Mapping[str, str]) -> str:
    """Mangled symbols replaced by the names as written."""
    for symbol in symbols:
        if symbol in names:
            text = text.replace(symbol, names[symbol])
    return text


def _label_uses(text: str, symbols: Sequence[str], context: ListingContext) -> tuple[LabelUse, ...]:
    uses = []
    for symbol in symbols:
        shown = context.names.get(symbol, symbol)
        start = text.find(shown)
        if start >= 0:
            end = start + len(shown)
            uses.append(LabelUse(shown, start, end, context.defined.get(symbol)))
    return tuple(uses)


def _first_source_line(function: AssemblyFunction, file: str) -> int | None:
    for line in function.lines:
        if line.instruction and line.source is not None and line.source.file == file:
            return line.source.line
    return None
