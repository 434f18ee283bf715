"""`lowlab break`: look for a setting in which a claim fails, or a verdict is another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.claims.breaking.record import BreakSearch
    from compiler_core.claims.breaking.search import SearchBudget
    from compiler_core.claims.claim import ClaimResult

ClaimArgument = Annotated[
    str,
    typer.Argument(
        metavar="CLAIM", help="Its id, as `lowlab claims` prints it; with --line a source file."
    ),
]
PathOption = Annotated[
    str | None,
    typer.Option(
        "--in",
        metavar="PATH",
        help="A claims file or a folder of them; lessons and atlas if left out.",
        show_default=False,
    ),
]
OwnCompiler = Annotated[
    str,
    typer.Option(
        "--compiler",
        "-c",
        help="Of the claim's own setting; the first that it speaks of if left out.",
        show_default=False,
    ),
]
Line = Annotated[
    int, typer.Option(help="Of a loop in the source file, whose verdict is tried.", min=0)
]
OwnFlags = Annotated[str, typer.Option("--flags", help="Of the source file, as one text.")]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=VALUE",
        help="Of a claim about models, chips or atlas pages: judge it with this setting, as a "
        "search prints it, instead of searching; may be given again.",
    ),
]
Seconds = Annotated[float, typer.Option(help="The budget of time.", min=0, max=120)]


def break_command(
    claim: ClaimArgument,
    path: PathOption = None,
    compiler: OwnCompiler = "",
    line: Line = 0,
    flags: OwnFlags = "-O3",
    seconds: Seconds = 60,
    changes: Changes = None,
    as_json: AsJson = False,
) -> int:
    """Search for the smallest setting in which a claim fails.

    With --line the claim is the verdict on that loop of a source file, as `lowlab why` has it.

    Other compilers, flags, lengths, types, alignments and small edits of the source are tried, one
    change first, then two. Where none breaks it, what was tried is told, which proves nothing.

    Exit status 1 if the claim does not hold in its own setting.
    """
    import orjson

    from command_line.output import print_answer, print_lines
    from command_line.progress import told_progress
    from compiler_core.claims.breaking.search import SearchBudget
    from compiler_core.claims.breaking.sentences import progress_sentence

    tell = told_progress()
    budget = SearchBudget(seconds, progress=lambda progress: tell(progress_sentence(progress)))
    if changes:
        return _judged_with(claim, path, changes, as_json)
    if line:
        search = _verdict_search(claim, (compiler or "gcc", flags), line, budget)
    else:
        search = _claim_search(claim, path, compiler, budget)
    if as_json:
        print_answer(orjson.dumps(search))
    else:
        print_lines(search_lines(search))
    return 1 if search.standing == "false_here" else 0


def _verdict_search(
    file: str, compile_with: tuple[str, str], line: int, budget: SearchBudget
) -> BreakSearch:
    """compile_with: compiler and flags."""
    from command_line.source_arguments import read_sources
    from compiler_core.claims.breaking.verdict_claim import break_verdict

    (source,) = read_sources([file], "c")
    return break_verdict(source, compile_with, line, budget=budget)


def _claim_search(claim: str, path: str | None, compiler: str, budget: SearchBudget) -> BreakSearch:
    from compiler_core.claims.breaking.search import break_claim
    from compiler_core.claims.reading import claim_named
    from compiler_core.errors import InputError

    if Path(claim).is_file():
        raise InputError(
            f"{claim} is a source file; its sentences are the verdicts on its loops.",
            "Name one of them by its line, as in --line 4.",
        )
    return break_claim(claim_named(claim, Path(path) if path else None), compiler, budget)


def _judged_with(claim: str, path: str | None, changes: list[str], as_json: AsJson) -> int:
    """Exit status 1 if the claim does not hold with these changes."""
    import orjson

    from command_line.output import print_answer, print_lines
    from compiler_core.claims.breaking.of_facts.search import judged_with
    from compiler_core.claims.reading import claim_named
    from compiler_core.errors import InputError

    chosen_claim = claim_named(claim, Path(path) if path else None)
    if not chosen_claim.is_of_core:
        raise InputError(
            "--with is for claims about models, chips and atlas pages.",
            "Leave it out, or compile the source with other flags.",
        )
    before, after = judged_with(chosen_claim, changes)
    if as_json:
        print_answer(orjson.dumps({"before": before, "after": after}))
    else:
        rows = (("in its own setting", before), (f"with {', '.join(changes)}", after))
        print_lines(
            [f"“{chosen_claim.says}”", *(line for row in rows for line in _judged_lines(*row))]
        )
    return 1 if after.holds is False else 0


def _judged_lines(title: str, result: ClaimResult) -> list[str]:
    words = {True: "holds", False: "FAILS", None: "cannot be tried"}[result.holds]
    return [
        "",
        f"{title}: {words}",
        f"  expected: {result.expected}",
        f"  found:    {result.found}",
    ]


def search_lines(search: BreakSearch) -> list[str]:
    """The sentence, the answer, and of a counterexample how to compile it."""
    path = "/".join(filter(None, (search.lesson, search.claim)))
    setting = ", ".join(filter(None, (search.compiler_title, search.flags)))
    head = [
        f"“{search.says}”",
        f"{setting}: {path}",
        "",
        *search.sentences,
    ]
    broken = search.broken
    if broken is None:
        return head
    if search.is_of_facts:
        return [*head, "", broken.compiler_title, "", f"The same again: {broken.command}"]
    setting = f"{broken.compiler_title}, {broken.flags}"
    if broken.inputs:
        setting += f", {broken.inputs}"
    return [*head, "", setting, "", f"{broken.source_name}:", *broken.source.splitlines()]
