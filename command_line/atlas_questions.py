"""`lowlab atlas questions`: questions about the atlas, without or with their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler_core.lessons.atlas_questions import AtlasQuestion


def atlas_questions_command(
    answers: Annotated[
        bool, typer.Option("--answers", help="Say which are right, why, and where it is shown.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Ask questions about the atlas; several answers may be right."""
    import orjson

    from command_line.output import print_answer, print_lines
    from compiler_core.lessons.atlas_questions import atlas_questions, questions_record

    if as_json:
        print_answer(orjson.dumps(questions_record()))
        return 0
    print_lines(
        [line for question in atlas_questions() for line in _lines(question, answers=answers)]
    )
    return 0


def _lines(question: AtlasQuestion, *, answers: bool) -> Iterator[str]:
    yield f"{question.title}. {question.question}"
    for number, option in enumerate(question.options, 1):
        yield f"  {number}. {option.says}"
        if answers:
            verdict = "Right" if option.right else "Wrong"
            yield f"     {verdict}. {option.because} ({option.address})"
    yield ""
