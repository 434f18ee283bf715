"""The decode scene of a run: what ran, beside what the models say of it on a chip."""

from __future__ import annotations

from app.drawing.scenes.decode import decode_scene
from app.drawing.scenes.decode_facts import DecodeFacts, RoofPlaces
from app.drawing.scenes.record import Scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.model.views.language.command import reproduce_language
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from compiler_core.errors import InputError
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import load_socs
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import roofline

USUAL_CHIP = "generic"
TITLE = "One token at a time"


def decode_scene_view(request: ModelRequest, details: DecodeDetails) -> SceneView | None:
    """None for a run that wrote nothing."""
    if not details.written or not details.reads.weights:
        return None
    if details.reads.windowed:
        message = "Some layers of this model keep their last positions only."
        return no_scene(
            TITLE, InputError(message, "The picture draws caches that keep all of them.")
        )
    try:
        return scene_view(written_scene(request, details))
    except InputError as error:
        return no_scene(TITLE, error)


def written_scene(request: ModelRequest, details: DecodeDetails) -> Scene:
    """The scene as a record, of a run that wrote something."""
    known = find_model(request.model)
    model = f"{known.title}, weights in {str(request.settings.type).upper()}"
    command = reproduce_language(known, request)
    return decode_scene(decode_facts(details, _chip(request), model, command))


def decode_facts(
    details: DecodeDetails, soc: SocDescription, model: str, command: str
) -> DecodeFacts:
    """model: its title and the type of its weights. command: gives the same run."""
    return DecodeFacts(
        pieces=details.pieces,
        written=details.written,
        reads=details.reads,
        prefill=details.prefill,
        decode=details.decode,
        roof=roof_places(soc, details.header, details.prompt_tokens),
        model=model,
        command=command,
    )


def _chip(request: ModelRequest) -> SocDescription:
    socs = {soc.name: soc for soc in load_socs()}
    return socs.get(request.chip, socs[USUAL_CHIP])


def roof_places(soc: SocDescription, header: ModelHeader, prompt: int) -> RoofPlaces | None:
    """Of a prompt of so many tokens; None where the chip has no room or no speed for it."""
    try:
        work = decode_work(header, prompt)
        ceiling = language_ceiling(soc, work)
        if ceiling is None or not decode_speed(soc, work, share_for(soc)).fits:
            return None
        bare = roofline(soc, phases(header, prompt), *ceiling)
        timed = with_language_times(soc, bare, header, prompt)
    except InputError:
        return None
    decode, prefill = timed.points
    return RoofPlaces(
        chip=soc.title,
        peak=timed.peak,
        bandwidth=timed.bandwidth,
        ridge=timed.ridge,
        prefill=prefill,
        decode=decode,
    )
