"""`lowlab cfg`: the control-flow graph of a function, with the counts of one run on its edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.count import FunctionOption, SetOption, SizeOption
from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.control_flow.record import ControlFlow, FlowBlock, FlowEdge, FlowLoop

_LONGEST_CODE = 48


def cfg_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: FunctionOption = "",
    n: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of the generated inputs.")] = 1,
    settings: SetOption = None,
    sve_bits: Annotated[int, typer.Option(help="Length of SVE vectors, 128 to 2048.")] = 128,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Show a function's blocks and how often each edge ran.

    An edge is measured, or derived from the counts of blocks, or said to be not determined. A
    function of very many blocks is told by its loops.

    Exit status 1 if the source does not compile or the run is stopped.
    """
    import orjson

    from command_line.output import print_answer, print_answer_lines, print_error
    from command_line.source_arguments import read_sources
    from compiler_core.host.control_flow.control_flow import control_flow
    from compiler_core.host.running.experiment import experiment_of

    sources = read_sources(files, language)
    experiment = experiment_of(function, n, seed, settings or (), sve_bits)
    flow = control_flow(sources, compiler, flags, experiment)
    if flow.message:
        print_error(flow.message)
        return 1
    if as_json:
        print_answer(orjson.dumps(flow))
    else:
        print_answer_lines(flow_lines(flow))
    return 0


def flow_lines(flow: ControlFlow) -> list[str]:
    """The sentences, then blocks, edges and loops as tables."""
    from command_line.output import columns
    from compiler_core.host.running.run_words import of_length

    setting = " ".join((flow.compiler_title, *flow.flags))
    title = f"{of_length(flow.function, flow.n)}: {setting}"
    lines = [title, flow.measured, "", *flow.sentences]
    if flow.blocks:
        heading = ("block", "ran", "instructions", "line", "first instruction")
        lines += ["", *columns([heading, *map(_block, flow.blocks)])]
        lines += ["", *columns([("edge", "taken", "", ""), *map(_edge, flow.edges)])]
    if flow.loops:
        loop_heading = ("loop", "depth", "rounds", "entered", "blocks", "instructions", "")
        lines += ["", *columns([loop_heading, *map(_loop, flow.loops)])]
    return lines


def _block(block: FlowBlock) -> tuple[str, ...]:
    lines = ", ".join(map(str, block.source_lines))
    first = block.code[0][:_LONGEST_CODE] if block.code else ""
    return str(block.id), f"{block.executions:,}", str(block.size), lines, first


def _edge(edge: FlowEdge) -> tuple[str, ...]:
    from compiler_core.host.control_flow.sentences import edge_name

    taken = f"{edge.least:,} to {edge.most:,}"
    if edge.executions is not None:
        taken = f"{edge.executions:,}"
    kind = f"{edge.kind}, closes a loop" if edge.back else edge.kind
    return edge_name(edge), taken, kind, edge.basis


def _loop(loop: FlowLoop) -> tuple[str, ...]:
    entries = "not determined" if loop.entries is None else f"{loop.entries:,}"
    numbers = (loop.blocks, loop.instructions)
    return (
        loop.place,
        str(loop.depth),
        f"{loop.rounds:,}",
        entries,
        *(f"{number:,}" for number in numbers),
        loop.role,
    )
