"""`lowlab atlas run`: one page of the atlas under settings of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.atlas.records import AtlasAnswer, Control, KernelMap

_REFUSALS_SHOWN = 3


def atlas_run_command(
    page: Annotated[str, typer.Argument(help="A page; `lowlab atlas list` names them.")],
    values: Annotated[
        list[str] | None, typer.Option("--set", help="A setting, as key=value; may be repeated.")
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            metavar="FILE",
            help="A file with a program of your own, or a network in ONNX, for pages that take "
            "one; NAME=FILE for another of a page's texts. - reads standard input.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Run what a page of the atlas shows, and print its facts."""
    import orjson

    from command_line.output import print_answer, print_lines
    from compiler_core.atlas.run import run_page

    settings = _settings(values or [])
    for name, text in _texts(page, inputs or []):
        _add(settings, name, text)
    answer = run_page(page, settings)
    if as_json:
        print_answer(orjson.dumps(answer))
    else:
        print_lines(answer_lines(answer))
    return 0


def _settings(values: list[str]) -> dict[str, str]:
    """Raises InputError for what is no key=value, and for a key given twice."""
    from compiler_core.errors import InputError

    settings: dict[str, str] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(f"{text[:40]!r} is no setting.", "Write --set key=value.")
        _add(settings, name, value)
    return settings


def _add(settings: dict[str, str], name: str, value: str) -> None:
    """Raises InputError for a setting that is there."""
    from compiler_core.errors import InputError

    if name in settings:
        raise InputError(f"{name[:40]!r} is set twice.")
    settings[name] = value


def _texts(page: str, inputs: list[str]) -> Iterator[tuple[str, str]]:
    """Names and contents of files. Raises InputError for a page that takes none, and as
    `read_text`; OSError for a file that cannot be read."""
    from base64 import b64encode

    from command_line.source_arguments import read_bytes, read_text
    from compiler_core.atlas.pages import page_named
    from compiler_core.errors import InputError

    controls = {picker.name: picker for picker in page_named(page).controls if picker.file}
    if inputs and not controls:
        raise InputError(f"The page {page} takes no file.", "Leave --input out.")
    for given in inputs:
        name, equals, file = given.partition("=")
        if not equals or name not in controls:
            name, file = _of_ending(given, controls), given
        control = controls[name]
        if control.is_bytes:
            yield name, b64encode(read_bytes(file, control.longest)).decode()
        else:
            yield name, read_text(file, control.longest)


def _of_ending(file: str, controls: Mapping[str, Control]) -> str:
    """The text that takes files of this ending, else the first."""
    ending = PurePath(file).suffix
    fitting = (name for name, picker in controls.items() if PurePath(picker.file).suffix == ending)
    return next(fitting, next(iter(controls)))


def _map_lines(kernel_map: KernelMap) -> Iterator[str]:
    """A line for each system: its kernels with their operators."""
    for row in kernel_map.rows:
        at, cells = 0, []
        for part in row.parts:
            names = ", ".join(kernel_map.operators[at : at + part.operators])
            at += part.operators
            cells.append(f"{'+'.join(map(str, part.kernels)) or '-'}: {names}")
        yield f"{row.name} ({row.label}) [{' | '.join(cells)}] {row.says}"


def answer_lines(answer: AtlasAnswer) -> list[str]:
    """The label, the sentence, the facts, then each step with the first things it refused."""
    from command_line.output import columns
    from compiler_core.claims.facts.atlas import atlas_facts

    known = atlas_facts(answer.page)
    rows = [(name, known[name].said(value)) for name, value in answer.facts.items()]
    lines = [answer.sentence, f"({'; '.join(map(': '.join, answer.labels))})", answer.error]
    lines += [part.says for part in answer.recorded_parts]
    lines += [line for kernel_map in answer.maps for line in _map_lines(kernel_map)]
    lines += [*columns(rows), ""]
    for step in answer.steps:
        numbers = ", ".join(f"{name} {value:,.4g}" for name, value in step.metrics.items())
        lines.append(f"{step.pass_name}: {numbers}")
        refused = [change for change in step.changes if change.kind == "refused"]
        lines += [f"  {refusal.subject}: {refusal.reason}" for refusal in refused[:_REFUSALS_SHOWN]]
    return lines
