"""`lowlab graph compile`: a network through the seven stages, to a program in a directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.graph.compile import GraphCompilation
    from compiler_core.graph.model_inputs import ModelInputs
    from compiler_core.graph.settings import CompileSettings
    from compiler_core.graph.source_model import SourceModel

ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="An ONNX file, or the name of a model that ships: plain, residual, depthwise.",
        show_default=False,
    ),
]
OutOption = Annotated[
    str, typer.Option("--out", help="Directory for the program; made if it is missing.")
]

CalibrationOption = Annotated[
    str, typer.Option(help="An .npz file with sample inputs by input name, for int8.")
]
PictureOption = Annotated[str, typer.Option(help="A picture for the run, not a drawn sign.")]
PreprocessingOption = Annotated[
    str, typer.Option(help="Of pictures: outside, graph, or graph-with-resize.")
]
WinogradOption = Annotated[
    int | None, typer.Option(help="MiB that Winograd's transformed weights may add in all.")
]
RemediesOption = Annotated[
    str, typer.Option(help="Lint findings to remedy, as rule:node, with commas.")
]


SizeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--size",
        metavar="NAME=SIZE",
        help="Size of an axis that the file leaves open, or its profile NAME=LEAST:USUAL:LARGEST; "
        "for an axis without a name INPUT:AXIS=SIZE.",
    ),
]


def graph_compile_command(
    model: ModelArgument,
    out: OutOption,
    precision: Annotated[str, typer.Option(help="fp32 or int8.")] = "int8",
    calibration: CalibrationOption = "",
    picture: PictureOption = "",
    method: Annotated[
        str, typer.Option(help="How ranges are found; one of the calibration methods.")
    ] = "",
    passes: Annotated[str, typer.Option(help="Graph passes in order, with commas.")] = "",
    pinned: Annotated[str, typer.Option(help="In fp32: names, or first, last, proposed.")] = "",
    extensions: Annotated[str, typer.Option(help="Fusions beyond the usual rules.")] = "",
    core: Annotated[str, typer.Option(help="The processor the program is for.")] = "",
    planner: Annotated[str, typer.Option(help="How the arena is laid out.")] = "",
    tune_seconds: Annotated[int, typer.Option(help="Time to search for better kernels.")] = 0,
    winograd_mebibytes: WinogradOption = None,
    remedies: RemediesOption = "",
    weights: Annotated[str, typer.Option(help="file, or random.")] = "file",
    preprocessing: PreprocessingOption = "outside",
    size: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 1,
    as_json: AsJson = False,
) -> int:
    """Compile a network, and run it once.

    Exit status 1 if the program's outputs differ from the reference by more than they may.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.graph.compile import compile_model
    from compiler_core.graph.json_form import graph_json
    from compiler_core.graph.settings import settings_of
    from compiler_core.graph.source_model import source_model

    given = {
        "precision": precision, "calibration": method, "passes": passes, "pinned": pinned,
        "extensions": extensions, "core": core, "planner": planner,
        "tune_seconds": str(tune_seconds), "remedies": remedies, "weights": weights,
        "preprocessing": preprocessing, "seed": str(seed),
        "winograd_mebibytes": "" if winograd_mebibytes is None else str(winograd_mebibytes),
    }  # fmt: skip
    chosen: dict[str, object] = {name: text for name, text in given.items() if text}
    settings: CompileSettings = settings_of(chosen | {"sizes": tuple(size or ())})
    source = source_model(model, settings)
    compilation = compile_model(source, settings, _inputs(source, calibration, picture))
    compilation.write(Path(out))
    if as_json:
        print_json(graph_json(compilation, out))
    else:
        print_lines(report_lines(compilation, out))
    return 0 if compilation.agrees else 1


def _inputs(source: SourceModel, calibration: str, picture: str) -> ModelInputs:
    """What the model is fed with: samples of a file, a picture, or what is usual."""
    from compiler_core.graph.model_inputs import inputs_from_file, inputs_of

    if calibration:
        return inputs_from_file(source, Path(calibration))
    return inputs_of(source, read_picture(Path(picture)) if picture else None)


def read_picture(path: Path) -> bytes:
    """The file's content. Raises UnknownName if there is none."""
    from compiler_core.errors import UnknownName
    from compiler_core.named_files import no_file_words

    if not path.is_file():
        raise UnknownName(no_file_words(path), "Give the path of a picture.")
    return path.read_bytes()


def report_lines(compilation: GraphCompilation, out: str) -> list[str]:
    """A line per stage, and where the program is."""
    lines = [
        f"{result.stage:9} {result.seconds:6.2f} s  {result.sentence}"
        for result in compilation.results
    ]
    return [*lines, f"The program is in {out}; make builds it."]
