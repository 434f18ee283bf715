"""`lowlab exercise show` and `lowlab exercise try`: an exercise read, and an answer judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from command_line.options import AsJson
from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.exercises.trying import ShownExercise, TriedAnswer

ExerciseName = Annotated[str, typer.Argument(metavar="EXERCISE", show_default=False)]
AnswerFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="The answer: its source, or JSON of all that may be changed, by name.",
        show_default=False,
    ),
]
_MOST_BYTES = 1 << 20


def exercise_show_command(
    exercise: Annotated[
        str, typer.Argument(metavar="EXERCISE", help="Its id; all if left out.", show_default=False)
    ] = "",
    hints: Annotated[int, typer.Option(min=0, help="How many hints to open.")] = 0,
    as_json: AsJson = False,
) -> int:
    """List the exercises that ship, or read one."""
    import orjson

    from command_line.output import columns, print_json, print_lines
    from compiler_core.exercises.trying import find_exercise, listed_exercises, shown_exercise

    if exercise:
        shown = shown_exercise(find_exercise(exercise), hints)
        answer, lines = orjson.dumps(shown), shown_lines(shown)
    else:
        entries = listed_exercises()
        answer = orjson.dumps(entries)
        lines = columns([(entry.id, entry.kind, entry.title) for entry in entries])
    if as_json:
        print_json(answer)
    else:
        print_lines(lines)
    return 0


def exercise_try_command(
    exercise: ExerciseName, answer: AnswerFile, as_json: AsJson = False
) -> int:
    """Judge an answer to an exercise; nothing is stored.

    Exit status 1 if it does not get all points.
    """
    import orjson

    from command_line.output import print_json, print_lines
    from compiler_core.exercises.trying import find_exercise, try_answer

    tried = try_answer(find_exercise(exercise), _state(answer))
    if as_json:
        print_json(orjson.dumps(tried))
    else:
        print_lines(tried_lines(tried))
    return 0 if tried.points == tried.of else 1


def _state(file: str) -> dict[str, Any]:
    import orjson

    from command_line.source_arguments import read_text

    text = read_text(file, _MOST_BYTES)
    if Path(file).suffix != ".json":
        return {"source": text}
    try:
        state = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InputError(f"{file} is no JSON: {error}") from error
    if not isinstance(state, dict):
        raise InputError(f"{file} holds no names.", 'Write {"flags": "-O3"}, for one.')
    return state


def shown_lines(shown: ShownExercise) -> list[str]:
    """Task, what is given, what is expected."""
    lines = [shown.title, "", shown.task, ""]
    lines += [f"{name}: {value}" for name, value in shown.given.items()]
    lines += [f"You may change: {', '.join(shown.allow)}", ""]
    for name, value in shown.starter.items():
        lines += [f"{name}:", str(value)]
    lines += [f"{check.points} points: {check.text}" for check in shown.checks]
    if shown.question:
        lines += ["", shown.question, *(f"  - {choice}" for choice in shown.choices)]
    lines += [f"Hint: {hint}" for hint in shown.hints]
    return [*lines, f"{shown.more_hints} more hints: --hints"] if shown.more_hints else lines


def tried_lines(tried: TriedAnswer) -> list[str]:
    """A line for each check, and the sum."""
    rows = [f"{test.status:<8} {test.points}/{test.of}  {test.sentence}" for test in tried.checks]
    return [*rows, f"{tried.points} of {tried.of} points"]
