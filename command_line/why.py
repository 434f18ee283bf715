"""`lowlab why`: what became of each loop of a source, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, File, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.trials.survey import LoopTrials
    from compiler_core.host.trials.trial import SuggestionTrial
    from compiler_core.host.verdicts.verdict import Verdict, Why
    from compiler_core.source import SourceFile

_HEADINGS = (
    ("changed", "  Changed something, most first:"),
    ("untried", "  Not tried, the time was up:"),
    ("unchanged", "  Tried, changed nothing:"),
    ("other_results", "  Computes other results, not offered:"),
    ("failed", "  Does not compile, not offered:"),
)


def why_command(
    file: File,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O3",
    language: LanguageOption = "c",
    trial: Annotated[
        str,
        typer.Option(
            "--try",
            help="Try what is suggested: all, all@LINE, SUGGESTION@LINE or SUGGESTION@LINE:COLUMN.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> int:
    """Say why each loop was vectorised or not.

    With the evidence, and what to try. With --try, what suggestions change when they are compiled
    and run: ranked, those that change nothing and those that compute other results told apart.

    Exit status 1 if the compiler gives no assembly.
    """
    from command_line.output import print_answer, print_error, print_lines, with_title
    from command_line.source_arguments import read_sources
    from compiler_core.host.why import explain_loops, why_json

    (source,) = read_sources([file], language)
    if trial:
        return _try(source, (compiler, flags), trial, as_json)
    why = explain_loops(source, compiler, flags)
    if as_json:
        print_answer(why_json(why))
    else:
        print_lines(why_lines(why))
    if not why.ok:
        print_error(with_title(why.compiler_title, why.message))
        return 1
    return 0


def _try(source: SourceFile, setting: tuple[str, str], target: str, as_json: bool) -> int:
    import orjson

    from command_line.output import print_answer, print_lines
    from compiler_core.host.trials.place import TrialAddress, read_trial_address
    from compiler_core.host.trials.survey import survey_source
    from compiler_core.host.trials.trial import trial_json, trial_of, with_counts, with_cycles

    address = TrialAddress("all", 0) if target == "all" else read_trial_address(target)
    if address.suggestion == "all":
        surveys = survey_source(source, setting, address.line, address.column)
        if as_json:
            print_answer(orjson.dumps({"loops": surveys}))
        else:
            print_lines([line for survey in surveys for line in _survey_lines(survey)])
        return 0
    trial = trial_of(source, *setting, address.line, address.suggestion, address.column)
    trial = with_counts(with_cycles(trial, source, *setting), source, *setting)
    if as_json:
        print_answer(trial_json(trial))
    else:
        print_lines(_trial_lines(trial))
    return 0 if trial.ok else 1


def _survey_lines(survey: LoopTrials) -> list[str]:
    lines = [f"{survey.function}, line {survey.line}, column {survey.column}:"]
    for standing, heading in _HEADINGS:
        rows = [trial for trial in survey.tried if trial.standing == standing]
        lines += [heading] if rows else []
        lines += [f"    {row.title} ({row.address}): {row.sentence}" for row in rows]
    return [*lines, ""] if survey.tried else [*lines, "  Nothing to try.", ""]


def _trial_lines(trial: SuggestionTrial) -> list[str]:
    counts = [trial.counts.sentence, *trial.counts.output_sentences] if trial.counts else []
    cycles = [f"{cycle.model}: {cycle.sentence}" for cycle in trial.cycles if cycle.sentence]
    said = [trial.promise, trial.note, *cycles, *counts]
    return [trial.title, trial.outcome, *(line for line in said if line), trial.difference]


def why_lines(why: Why) -> list[str]:
    """The cards as text, one after another."""
    if why.ok and not why.loops:
        return ["No loop statement in this source."]
    return [line for verdict in why.loops for line in _card(verdict)]


def _card(verdict: Verdict) -> list[str]:
    tried = [f"  try: {suggestion.title} ({suggestion.id})" for suggestion in verdict.suggestions]
    seen = [f"  {evidence.kind}: {evidence.text}" for evidence in verdict.evidence]
    return [
        f"{verdict.function}, line {verdict.source_line}: {verdict.title}",
        f"  {verdict.sentence}",
        f"  {verdict.explanation}",
        *seen,
        *tried,
        "",
    ]
