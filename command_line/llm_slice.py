"""`lowlab llm slice`: which earlier tokens a head or a logit read."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.llm.slicing.answer import TokenAnswer


def llm_slice_command(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="A model file or folder, or one that ships.")
    ],
    prompt: Annotated[str, typer.Option(help="The text that the model has read.")],
    layer: Annotated[int, typer.Option(help="Of the head, from 0.")] = -1,
    head: Annotated[
        int, typer.Option(help="Of that layer, from 0; without, a logit is asked.")
    ] = -1,
    position: Annotated[int, typer.Option(help="Of a token, from 0; -1 is the last one.")] = -1,
    token: Annotated[int, typer.Option(help="Whose logit; -1 for the likeliest.")] = -1,
    written: Annotated[
        str, typer.Option(help="Tokens behind the prompt by their numbers: 12,7,40.")
    ] = "",
    as_json: AsJson = False,
) -> int:
    """Tell which earlier tokens a head or a logit read.

    By attention's weights of their keys and values. Then later tokens are replaced and the model
    run again. Exit status 1 if bits differ.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.llm.slicing.explained_token import explain_asked
    from compiler_core.llm.slicing.prompt import asked_prompt, reference_file
    from compiler_core.llm.slicing.settings import settings_of

    numbers = {"layer": layer, "head": head, "token": token}
    named = {name: str(value) for name, value in numbers.items() if value >= 0}
    settings = settings_of({**named, "position": str(position), "written": written})
    with TemporaryDirectory(prefix="lowlab-") as folder:
        model_prompt = asked_prompt(reference_file(model, Path(folder)), prompt, settings.tokens)
        answer = explain_asked(model_prompt, settings)
    if as_json:
        print_json(plain_json(answer))
    else:
        print_lines(slice_lines(answer))
    return 0 if answer.proof.verdict == "same" else 1


def slice_lines(answer: TokenAnswer) -> list[str]:
    """The sentence and its proof, then a line for each token."""
    from command_line.output import columns

    rows = [("token", "text", "share")]
    rows += [
        (str(token.position), repr(token.text), "hidden" if token.hidden else f"{token.share:.2%}")
        for token in answer.reads
    ]
    heads = [("layer", "head", "looks most at", "share")]
    heads += [
        (str(head.layer), str(head.head), f"{head.text!r} ({head.position})", f"{head.share:.1%}")
        for head in answer.heads
    ]
    return [
        f"value {answer.value}, bits {answer.bits}",
        answer.sentence,
        answer.proof.sentence,
        "",
        *columns(rows),
        *(["", *columns(heads)] if answer.heads else []),
    ]
