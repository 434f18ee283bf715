"""Why a number of a network is what it is: from a run that has ended to the question about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.model.views.model_element import ElementPage, ElementShown, element_page
from app.model.views.model_settings import kept_fields
from app.model_runs.known import KnownModel, find_model
from app.model_runs.request import ModelRequest, Word
from app.model_runs.runs import Run, runs
from app.model_runs.tracks import GRAPH
from app.serving.addresses import Values, read_as
from app.serving.bodies import StrictBody
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.pipelines.stages import StageResult

if TYPE_CHECKING:
    from compiler_core.graph.slicing.answer import ElementAnswer

LARGEST_NETWORK = 32 << 20
"""Bytes of a network that is handed on and run while a page waits."""


class ElementAsked(StrictBody):
    """asked: the run. tensor and index: as typed, empty for the usual ones."""

    asked: ModelRequest
    tensor: Word = ""
    index: Word = ""


def element_asked(request: ModelRequest, values: Values) -> ElementAsked:
    """Raises InputError for a language model."""
    if request.track is not GRAPH:
        raise InputError("Only networks are asked about here.", "Choose an ONNX model.")
    return read_as(ElementAsked, values, asked=request.at_stage("run"))


def packed_question(question: ElementAsked) -> bytes | None:
    """What the analysis is handed; None while the program has not run. Asking starts the run.

    Raises InputError for a run that failed, or a network that is too large for it.
    """
    known = find_model(question.asked.model)
    run = runs().run_of(known, question.asked)
    ran = run.result("run")
    if ran is None:
        failed = next((event for event in run.events() if event.kind == "failed"), None)
        if failed is not None:
            raise InputError(failed.text, failed.advice)
        return None
    return _packed(known, run, ran, question)


def _packed(known: KnownModel, run: Run, ran: StageResult, question: ElementAsked) -> bytes:
    from compiler_core.graph.pipeline.engine_stage import EngineDetails
    from compiler_core.graph.pipeline.fusion_stage import NETWORK_FILE
    from compiler_core.graph.slicing.compiled import kernel_nodes
    from compiler_core.graph.slicing.packed import ElementQuestion, PackedInput

    fused, engine = run.result("fusion"), run.result("engine")
    model = _file(fused, NETWORK_FILE)
    details = engine.details if engine else None
    if not isinstance(details, EngineDetails) or len(model) > LARGEST_NETWORK or not model:
        raise InputError(
            "This network is too large to be run again while a page waits.",
            "`lowlab graph slice` takes it.",
        )
    manifest = details.manifest
    inputs = tuple(
        PackedInput(tensor.name, tensor.element_type, tensor.shape, _file(ran, f"input{at}.bin"))
        for at, tensor in enumerate(manifest.inputs)
    )
    if not all(packed.content for packed in inputs):
        raise InputError(
            "The program did not finish, so there is no run to ask about.",
            "Look at the last stage.",
        )
    return ElementQuestion(
        model=model,
        inputs=inputs,
        kernels=kernel_nodes(manifest.kernels),
        classes=_classes(known),
        tensor=question.tensor,
        index=question.index,
    ).packed()


def _file(result: StageResult | None, name: str) -> bytes:
    return next(
        (file.content for file in (result.files if result else ()) if file.name == name), b""
    )


def _classes(known: KnownModel) -> tuple[str, ...]:
    from compiler_core.graph.evaluation.shipped import shipped_models

    return next((model.classes for model in shipped_models() if model.id == known.name), ())


def answer_page(
    question: ElementAsked, answer: ElementAnswer | None, problem: LoweringLabError | None = None
) -> ElementPage:
    """The page. answer: None while the program is still being made, or where there is a problem."""
    known = find_model(question.asked.model)
    shown = ElementShown(
        model_title=known.title,
        run=question.asked.address("scores-title"),
        action=f"/model/{question.asked.model}/why",
        tensor=question.tensor,
        index=question.index,
        address=question.asked.why_address,
        picture=_picture(runs().run_of(known, question.asked)),
        kept=kept_fields(question.asked, ()),
        command=_command(known, question),
    )
    words = f"{problem.message} {problem.advice}".strip() if problem else ""
    return element_page(shown, answer, words)


def _command(known: KnownModel, question: ElementAsked) -> str:
    named = known.title if known.kind == "uploaded" else known.id
    parts = [f"lowlab graph slice {named}", f"--precision {question.asked.settings.precision}"]
    parts += [f"--tensor {question.tensor}"] if question.tensor else []
    return " ".join(parts + ([f"--index {question.index}"] if question.index else []))


def _picture(run: Run) -> str:
    """What the network looked at, in its own size, as a data address; empty for no picture."""
    from app.model.views.stage_input import sized_picture
    from compiler_core.graph.pipeline.input_stage import InputDetails

    result = run.result("input")
    details = result.details if result else None
    return sized_picture(details) if isinstance(details, InputDetails) else ""
