"""`lowlab atlas run`: one page of the atlas under settings of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.atlas.records import AtlasAnswer

_REFUSALS_SHOWN = 3


def atlas_run_command(
    page: Annotated[str, typer.Argument(help="A page; `lowlab atlas list` names them.")],
    values: Annotated[
        list[str] | None, typer.Option("--set", help="A setting, as key=value; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Run what a page of the atlas shows, and print its facts."""
    import orjson

    from command_line.output import print_answer, print_lines
    from compiler_core.atlas.run import run_page

    answer = run_page(page, _settings(values or []))
    if as_json:
        print_answer(orjson.dumps(answer))
    else:
        print_lines(answer_lines(answer))
    return 0


def _settings(values: list[str]) -> dict[str, str]:
    """Raises InputError for what is no key=value, and for a key given twice."""
    from compiler_core.errors import InputError

    found: dict[str, str] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(f"{text[:40]!r} is no setting.", "Write --set key=value.")
        if name in found:
            raise InputError(f"{name[:40]!r} is set twice.")
        found[name] = value
    return found


def answer_lines(answer: AtlasAnswer) -> list[str]:
    """The label, the sentence, the facts, then each step with the first things it refused."""
    from command_line.output import columns
    from compiler_core.claims.facts.atlas import atlas_facts

    known = atlas_facts(answer.page)
    rows = [(name, known[name].said(value)) for name, value in answer.facts.items()]
    lines = [answer.sentence, f"({': '.join(answer.label_shown)})", answer.error]
    lines += [*columns(rows), ""]
    for step in answer.steps:
        numbers = ", ".join(f"{name} {value:,.4g}" for name, value in step.metrics.items())
        lines.append(f"{step.pass_name}: {numbers}")
        refused = [change for change in step.changes if change.kind == "refused"]
        lines += [f"  {one.subject}: {one.reason}" for one in refused[:_REFUSALS_SHOWN]]
    return lines
