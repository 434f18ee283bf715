"""`lowlab ledger`: which pass of the optimiser saved how many instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.count import FunctionOption, SetOption, SizeOption
from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.ledger.record import Ledger, LedgerBar

_METHODS = {
    "stopped here": "if compilation stopped after this pass",
    "without it": "of the whole compile without this pass",
}


def ledger_command(
    files: Files,
    compiler: CompilerOption = "clang",
    flags: FlagsOption = "-O3",
    function: FunctionOption = "",
    n: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of the generated inputs.")] = 1,
    settings: SetOption = None,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Price each pass: run what the compiler had after it.

    LLVM's code is compiled on from each pass; GCC compiles the whole without one pass at a time.

    Exit status 1 if the source does not compile or cannot be run.
    """
    import orjson

    from command_line.output import print_answer, print_error, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.ledger.ledger import pass_ledger
    from compiler_core.host.running.experiment import experiment_of

    sources = read_sources(files, language)
    found = pass_ledger(sources, compiler, flags, experiment_of(function, n, seed, settings or ()))
    if as_json:
        print_answer(orjson.dumps(found))
    elif found.bars:
        print_lines(ledger_lines(found))
    if not found.bars:
        print_error(found.message)
        return 1
    return 0


def ledger_lines(ledger: Ledger) -> list[str]:
    """The sentences, then a row for each pass that changed what the function executes."""
    from command_line.output import columns

    heading = ("pass", "saved", "instructions", "")
    moved = [bar for bar in ledger.bars if bar.saved != 0]
    table = columns([heading, *(_row(bar) for bar in moved)])
    title = (
        f"{ledger.compiler_title}, {' '.join(ledger.flags)}: {ledger.function}, n = {ledger.n:,}"
    )
    about = f"Instructions {_METHODS[ledger.method]}; {ledger.programs} programs were run."
    return [title, *ledger.sentences, "", *table, "", about]


def _row(bar: LedgerBar) -> tuple[str, str, str, str]:
    if bar.instructions is None or bar.saved is None:
        return bar.pass_name, "?", "", bar.message
    bits = "other bits" if bar.same_bits is False else ""
    return bar.pass_name, f"{bar.saved:+,}", f"{bar.instructions:,}", bits
