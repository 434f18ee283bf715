"""`lowlab lab sheet`: a sheet of the course pack, ready to be printed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import AsJson


def lab_sheet_command(
    name: Annotated[str, typer.Argument(metavar="SHEET", help="Its number or id, such as 2.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it there; else it is printed.")
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Also discussion and model answers.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Print one sheet as an HTML file that a browser prints."""
    from command_line.output import print_json, print_lines
    from compiler_core.errors import InputError
    from compiler_core.exercises.shipped import shipped_exercises
    from compiler_core.json_form import plain_json
    from compiler_core.sheets.printing import printed_sheet, printed_with_answers
    from compiler_core.sheets.reading import sheet_named

    sheet = sheet_named(name)
    if as_json:
        print_json(plain_json(asdict(sheet)))
        return 0
    exercises = {exercise.id: exercise for exercise in shipped_exercises()}
    text = (printed_with_answers if answers else printed_sheet)(sheet, exercises)
    if out is None:
        print_lines(text.splitlines())
        return 0
    if out.exists():
        raise InputError(f"{out} exists already.", "Name a file that does not.")
    out.write_text(text, encoding="utf-8")
    print_lines([f"{out}: {sheet.title}, {len(text):,} characters"])
    return 0
