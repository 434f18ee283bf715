"""`lowlab ledger`: which pass of the optimiser saved how many instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.count import FunctionOption, SetOption, SizeOption
from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.ledger.record import Ledger, LedgerBar, ReplacedWork, SkippedPass

_METHODS = {
    "stopped here": "if compilation stopped after this pass",
    "without it": "of the whole compile without this pass",
}

SveBitsOption = Annotated[int, typer.Option(help="Length of SVE vectors, 128 to 2048.")]
WithoutOption = Annotated[
    int,
    typer.Option(help="Clang: leave out the pass of this step of the pipeline.", min=-1),
]
SecondsOption = Annotated[
    float, typer.Option(help="The budget of time; what it leaves is said.", min=0)
]
PartsOption = Annotated[
    bool, typer.Option("--parts", help="Clang: also the parts of code generation, one by one.")
]


def ledger_command(
    files: Files,
    compiler: CompilerOption = "clang",
    flags: FlagsOption = "-O3",
    function: FunctionOption = "",
    n: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of the generated inputs.")] = 1,
    settings: SetOption = None,
    sve_bits: SveBitsOption = 128,
    without: WithoutOption = -1,
    seconds: SecondsOption = 60,
    parts: PartsOption = False,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Price each pass: run what the compiler had after it.

    LLVM's code is compiled on from each pass; GCC compiles the whole without one pass at a time.
    With --without, LLVM's own pipeline runs less one pass, and later passes show what they then do.

    Exit status 1 if the source does not compile or cannot be run.
    """
    from command_line.progress import told_progress
    from command_line.source_arguments import read_sources
    from compiler_core.host.ledger.ledger import LedgerBudget, opened_ledger, pass_ledger
    from compiler_core.host.ledger.skipped_pass import skipped_pass
    from compiler_core.host.running.experiment import experiment_of

    sources = read_sources(files, language)
    tell = told_progress()
    tell("Compiling, and running the whole")
    experiment = experiment_of(function, n, seed, settings or (), sve_bits)
    if without >= 0:
        skipped = skipped_pass(sources, compiler, flags, without, experiment)
        return _printed(skipped, skip_lines(skipped), as_json)
    price = opened_ledger if parts else pass_ledger
    budget = LedgerBudget(seconds, progress=lambda ledger: tell(_so_far(ledger)))
    prices = price(sources, compiler, flags, experiment, budget)
    return _printed(prices, ledger_lines(prices), as_json)


def _so_far(ledger: Ledger) -> str:
    return f"{ledger.tried:,} of {ledger.planned:,} passes priced"


def _printed(outcome: Ledger | SkippedPass, lines: list[str], as_json: bool) -> int:
    """The exit status."""
    import orjson

    from command_line.output import print_answer, print_error, print_lines

    if as_json:
        print_answer(orjson.dumps(outcome))
    elif not outcome.message:
        print_lines(lines)
    if outcome.message:
        print_error(outcome.message)
        return 1
    return 0


def ledger_lines(ledger: Ledger) -> list[str]:
    """The sentences, then a row for each pass that changed what the function executes."""
    from command_line.output import columns
    from compiler_core.host.ledger.sentences import unpriced_sentences
    from compiler_core.host.running.run_words import of_length

    heading = ("step", "pass", "saved", "instructions", "loads", "bytes", "what it does")
    moved = [bar for bar in ledger.bars if bar.saved != 0]
    table = ["", *columns([heading, *(_row(bar) for bar in moved)])] if moved else []
    setting = f"{ledger.compiler_title}, {' '.join(ledger.flags)}"
    title = f"{setting}: {of_length(ledger.function, ledger.n)}"
    runs = "1 program was run" if ledger.programs == 1 else f"{ledger.programs} programs were run"
    about = f"Instructions {_METHODS[ledger.method]}; {runs}."
    return [
        title,
        *ledger.sentences,
        *table,
        "",
        about,
        *unpriced_sentences(ledger),
        *_machine_lines(ledger),
    ]


def _machine_lines(ledger: Ledger) -> list[str]:
    """Parts of code generation that change the count, each by the whole without it."""
    from command_line.output import columns

    if not ledger.machine:
        return []
    moved = [bar for bar in ledger.machine if bar.saved != 0]
    rows = [_row(bar)[1:] for bar in moved]
    heading = ("code generation without", "missed", "instructions", "loads", "bytes")
    table = columns([(*heading, "what it does"), *rows])
    about = "Of the whole compile without that one part; these do not add up."
    return ["", *ledger.machine_sentences, "", *table, "", about]


def _row(bar: LedgerBar) -> tuple[str, ...]:
    step = "" if bar.step is None else str(bar.step)
    if bar.instructions is None or bar.saved is None:
        return step, bar.pass_name, "?", "", "", "", bar.title
    what = f"{bar.title} (other bits)" if bar.same_bits is False else bar.title
    what = f"{what} (and {bar.library:,} in library code)" if bar.library else what
    numbers = (f"{number or 0:,}" for number in (bar.instructions, bar.loads, bar.bytes))
    return step, bar.pass_name, f"{bar.saved:+,}", *numbers, what


def skip_lines(skipped: SkippedPass) -> list[str]:
    """The sentences, then a row for each later pass whose saving differs."""
    from command_line.output import columns
    from compiler_core.host.running.run_words import of_length

    setting = f"{skipped.compiler_title}, {' '.join(skipped.flags)}"
    title = f"{setting}: {of_length(skipped.function, skipped.n)}, without {skipped.option}"
    rows = [_replaced(row) for row in skipped.later]
    table = columns([("step", "later pass", "saved", "saves then", "what it does"), *rows])
    return [title, *skipped.sentences, "", *table]


def _replaced(row: ReplacedWork) -> tuple[str, ...]:
    step = "" if row.step is None else str(row.step)
    return step, row.pass_name, f"{row.saved:+,}", f"{row.saved_without:+,}", row.title
