"""`lowlab graph compile`: a network through the seven stages, to a program in a directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler_core.graph.compile import GraphCompilation
    from compiler_core.graph.model_inputs import ModelInputs
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

PrecisionOption = Annotated[str, typer.Option(help="fp32 or int8.")]
MethodOption = Annotated[
    str, typer.Option(help="How ranges are found; one of the calibration methods.")
]
PassesOption = Annotated[str, typer.Option(help="Graph passes in order, with commas.")]
PinnedOption = Annotated[str, typer.Option(help="In fp32: names, or first, last, proposed.")]
ExtensionsOption = Annotated[str, typer.Option(help="Fusions beyond the usual rules.")]
CoreOption = Annotated[str, typer.Option(help="The processor the program is for.")]
PlannerOption = Annotated[str, typer.Option(help="How the arena is laid out.")]
TuneSecondsOption = Annotated[int, typer.Option(help="Time to search for better kernels.")]
WeightsOption = Annotated[str, typer.Option(help="file, or random.")]
SeedOption = Annotated[int, typer.Option(help="Of everything random.")]


def graph_compile_command(
    model: ModelArgument,
    out: OutOption,
    precision: PrecisionOption = "int8",
    calibration: CalibrationOption = "",
    picture: PictureOption = "",
    method: MethodOption = "",
    passes: PassesOption = "",
    pinned: PinnedOption = "",
    extensions: ExtensionsOption = "",
    core: CoreOption = "",
    planner: PlannerOption = "",
    tune_seconds: TuneSecondsOption = 0,
    winograd_mebibytes: WinogradOption = None,
    remedies: RemediesOption = "",
    weights: WeightsOption = "file",
    preprocessing: PreprocessingOption = "outside",
    size: SizeOption = None,
    seed: SeedOption = 1,
    as_json: AsJson = False,
) -> int:
    """Compile a network, and run it once.

    Exit status 1 if the program's outputs differ from the reference by more than they may.
    """
    given = {
        "precision": precision, "calibration": method, "passes": passes, "pinned": pinned,
        "extensions": extensions, "core": core, "planner": planner,
        "tune_seconds": str(tune_seconds), "remedies": remedies, "weights": weights,
        "preprocessing": preprocessing, "seed": str(seed),
        "winograd_mebibytes": "" if winograd_mebibytes is None else str(winograd_mebibytes),
    }  # fmt: skip
    chosen: dict[str, object] = {name: text for name, text in given.items() if text}
    chosen["sizes"] = tuple(size or ())
    compilation = _compiled(model, chosen, calibration, picture)
    compilation.write(Path(out))
    _print(compilation, out, as_json)
    return 0 if compilation.agrees else 1


def _compiled(
    model: str, chosen: Mapping[str, object], calibration: str, picture: str
) -> GraphCompilation:
    """chosen: settings by name."""
    from compiler_core.graph.compile import compile_model
    from compiler_core.graph.settings import settings_of
    from compiler_core.graph.source_model import source_model

    settings = settings_of(chosen)
    source = source_model(model, settings)
    return compile_model(source, settings, _inputs(source, calibration, picture))


def _print(compilation: GraphCompilation, out: str, as_json: AsJson) -> None:
    from command_line.output import print_json, print_lines
    from compiler_core.graph.json_form import graph_json

    if as_json:
        print_json(graph_json(compilation, out))
    else:
        print_lines(report_lines(compilation, out))


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
