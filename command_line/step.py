"""`lowlab step`: a loop of one's own, instruction by instruction, with the values it moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.stepping.record import RecordedStep, Recording, RegisterChange

LineOption = Annotated[
    int | None, typer.Option(help="The loop's source line; the innermost that runs first.")
]
ArrivalOption = Annotated[
    int, typer.Option(help="Round of the loop to begin with; 0: at the function's entry.")
]
AtStepOption = Annotated[
    int | None,
    typer.Option(help="Only this step, from 1; its JSON has the state before it.", min=1),
]
CountOption = Annotated[
    int | None, typer.Option("--n", help="What loop bounds become; 64 for a plain loop.")
]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", help="A value, such as a=0.5 or x.size=128.")
]


def step_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: Annotated[str, typer.Option(help="The function; the first with a loop.")] = "",
    line: LineOption = None,
    arrival: ArrivalOption = 1,
    steps: Annotated[int, typer.Option(help="Instructions to record, up to 500.")] = 60,
    at: AtStepOption = None,
    n: CountOption = None,
    seed: Annotated[int, typer.Option(help="What the arrays' contents come from.")] = 1,
    settings: SettingsOption = None,
    sve_bits: Annotated[int, typer.Option(help="Bits of an SVE vector, 128 to 2048.")] = 128,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Record a loop step by step.

    Every instruction with the registers, lanes and memory it changed, run under emulation.

    Exit status 1 if nothing could be recorded.
    """
    from command_line.output import print_error
    from command_line.source_arguments import read_sources
    from compiler_core.host.running.experiment import experiment_of
    from compiler_core.host.stepping.record_steps import record_steps

    sources = read_sources(files, language)
    experiment = experiment_of(function, n, seed, settings or [], sve_bits)
    recording = record_steps(sources, compiler, flags, experiment, line, arrival, at or steps)
    if as_json:
        _print_form(recording, at)
    else:
        _print_table(recording, at)
    if not recording.ok:
        print_error(recording.ending.sentence)
    return 0 if recording.ok else 1


def _print_form(recording: Recording, at: int | None) -> None:
    import orjson

    from command_line.output import print_answer
    from compiler_core.host.stepping.page_form import page_form, step_form

    form = page_form(recording) if at is None else step_form(recording, at)
    print_answer(orjson.dumps(form))


def _print_table(recording: Recording, at: int | None) -> None:
    from command_line.output import print_lines
    from compiler_core.host.stepping.page_form import checked_step

    if not recording.ok:
        return
    if at is not None:
        checked_step(recording, at)
    print_lines(recording_lines(recording) if at is None else step_lines(recording, at))


def step_lines(recording: Recording, number: int) -> list[str]:
    """One step, from 1: its instruction, what such a one does, and what it did here."""
    from compiler_core.host.stepping.executed_formulas import executed_sentence

    step = recording.steps[number - 1]
    line = next(code_line for code_line in recording.code if code_line.position == step.position)
    location = f", line {step.source_line}" if step.source_line is not None else ""
    heading = f"step {number}{location}: {' '.join(line.text.split())}"
    notes = (line.explanation, line.formula, step.sentence, *_details(step))
    executed = executed_sentence([step.agreement])
    return [_title(recording), "", heading, *filter(None, (*notes, executed))]


def _title(recording: Recording) -> str:
    vectors = f" · SVE vectors of {recording.vector_bits} bits" if recording.predicates else ""
    flags = " ".join(recording.flags)
    return f"{recording.function} · {recording.compiler} {recording.version} {flags}{vectors}"


def recording_lines(recording: Recording) -> list[str]:
    """A table: number, source line, instruction, what happened; a blank line between rounds."""
    from command_line.output import columns
    from compiler_core.host.stepping.executed_formulas import executed_sentence

    texts = {line.position: line.text for line in recording.code}
    rows: list[tuple[str, ...]] = []
    for step in recording.steps:
        source = "" if step.source_line is None else str(step.source_line)
        instruction = " ".join(texts[step.position].split())
        rows.append((str(step.index + 1), source, instruction, step.sentence))
        rows += [("", "", "", detail) for detail in _details(step)]
    rows.insert(0, ("step", "line", "instruction", "what happened"))
    executed = executed_sentence([step.agreement for step in recording.steps])
    ending = (recording.ending.sentence, *recording.notes, executed)
    return [_title(recording), "", *columns(rows), "", *filter(None, ending)]


def _details(step: RecordedStep) -> list[str]:
    """What the sentence elides: predicates lane by lane."""
    predicates = [register for register in step.registers if register.lane_type == "predicate"]
    return [_predicate_text(predicate) for predicate in predicates]


def _predicate_text(change: RegisterChange) -> str:
    return f"{change.shown} = {' '.join(str(lane) for lane in change.after)}"
