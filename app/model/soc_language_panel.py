"""What a stage of a language model means on a chip: the panel of its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.addresses.chips import SocRequest
from app.model.views.model_settings import kept_fields
from app.model_runs.known import find_model
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.site.views.links import Link
from app.site.views.setting_fields import choices_of
from app.soc.views.decode_words import cached_sentences
from app.soc.views.language_fusion import of_fusion
from app.soc.views.language_panel import (
    BesideView,
    LanguagePanel,
    StageOnChip,
    of_beside,
    of_cache,
    of_decode,
    of_engine,
    of_file,
    of_tokens,
    of_weights,
)
from compiler_core.errors import LoweringLabError
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import (
    MemoryParts,
    context_lengths,
    decode_grid,
    longest_context,
    memory_parts,
    speeds_by_type,
    with_types,
)
from compiler_core.soc.decoding.fusion_gain import FusionCount, fusion_gain
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.decoding.published_shape import published_beside
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import load_socs
from compiler_core.soc.rooflines.decode_curves import decode_curves, language_ceiling
from compiler_core.soc.rooflines.roofline import roofline

if TYPE_CHECKING:
    from compiler_core.llm.attention_fusion.fuse import BlockFusion

USUAL_CHIP = "generic"
TYPES = ("f16", "q8_0", "q4_k_m", "q4_0")
_CONTEXTS_SHOWN = 5
_USUAL_CONTEXT = 128
_STAGES_BEFORE_WEIGHTS = ("tokens", "convert")


def language_panel(request: ModelRequest, run: Run) -> LanguagePanel | None:
    """The panel; None for a stage that has nothing to say of a chip, or whose run is too young."""
    build = dict(_STAGES).get(request.stage) if request.track.name == "language" else None
    header = _header(request, run)
    if build is None or header is None:
        return None
    chips = [known for known in load_socs() if known.main_memory.capacity_bytes is not None]
    names = [chip.name for chip in chips]
    soc = chips[names.index(request.chip if request.chip in names else USUAL_CHIP)]
    problem, stage = "", None
    try:
        stage = build(soc, header, run)
        if stage is not None:
            near = cached_sentences(soc, decode_work(header, 0))
            stage = replace(stage, notes=(*near, *stage.notes))
    except LoweringLabError as error:
        problem = str(error)
    return LanguagePanel(
        chips=choices_of(((chip.name, _title(chip)) for chip in chips), soc.name),
        kept=tuple(field for field in kept_fields(request, ()) if field.name != "chip"),
        action=f"/model/{request.model}/{request.stage}",
        title=soc.title,
        problem=problem,
        stage=stage,
        links=_links(request, soc),
        beside=_beside(request, soc, header) if stage is not None else None,
    )


def _beside(request: ModelRequest, soc: SocDescription, header: ModelHeader) -> BesideView | None:
    """A published shape, where this model is too small to wait for memory."""
    memory, speed = _placed(soc, header)
    if not speed.fits or speed.bound == "memory":
        return None
    kind = "f16" if request.stage in _STAGES_BEFORE_WEIGHTS else str(request.settings.type)
    context = min(header.configuration.context or _USUAL_CONTEXT, _USUAL_CONTEXT)
    other = published_beside(soc, kind, context)
    if other is None:
        return None
    there = SocRequest("decode", soc.name, other.model.name).with_values(type=kind)
    title = find_model(request.model).title
    link = Link(f"{other.model.title} on this chip", there.address())
    return of_beside(soc, (title, memory, speed), other, link)


def _title(soc: SocDescription) -> str:
    return f"{soc.title} (to compare)" if soc.yardstick else soc.title


def _header(request: ModelRequest, run: Run) -> ModelHeader | None:
    """Of the file as the stage leaves it: with its new types once they are planned."""
    from compiler_core.llm.pipeline.convert_stage import ConvertDetails
    from compiler_core.llm.pipeline.weights_stage import WeightsDetails

    converted = run.result("convert")
    if converted is None or not isinstance(converted.details, ConvertDetails):
        return None
    header = converted.details.header
    weights = run.result("weights")
    if request.stage in _STAGES_BEFORE_WEIGHTS or weights is None:
        return header
    if not isinstance(weights.details, WeightsDetails):
        return header
    return with_types(header, {tensor.name: tensor.type for tensor in weights.details.planned})


def _links(request: ModelRequest, soc: SocDescription) -> tuple[Link, ...]:
    kind = str(request.settings.type).removesuffix("_m")
    types = {} if request.stage in _STAGES_BEFORE_WEIGHTS else {"type": kind}
    decode = SocRequest("decode", soc.name, request.model).with_values(**types)
    roof = SocRequest("roofline", soc.name).with_values(language=request.model)
    return (
        Link("decode on this chip", decode.address()),
        Link("under the roofline", roof.address()),
    )


def _placed(soc: SocDescription, header: ModelHeader) -> tuple[MemoryParts, DecodeSpeed]:
    """One sequence with the usual context, or all of a shorter one."""
    context = min(header.configuration.context or _USUAL_CONTEXT, _USUAL_CONTEXT)
    work = decode_work(header, context)
    return memory_parts(soc, work), decode_speed(soc, work, share_for(soc))


def _tokens(soc: SocDescription, header: ModelHeader, run: Run) -> StageOnChip | None:
    from compiler_core.llm.pipeline.tokens_stage import TokensDetails
    from compiler_core.soc.rooflines.model_points import phases
    from compiler_core.soc.rooflines.prefill import with_language_times

    result = run.result("tokens")
    if result is None or not isinstance(result.details, TokensDetails):
        return None
    tokens = max(len(result.details.ids), 1)
    ceiling = language_ceiling(soc, decode_work(header, tokens))
    if ceiling is None:
        return None
    memory = _placed(soc, header)[0]
    bare = roofline(soc, phases(header, tokens), *ceiling)
    return of_tokens(soc, memory, tokens, with_language_times(soc, bare, header, tokens))


def _convert(soc: SocDescription, header: ModelHeader, _: Run) -> StageOnChip:
    types = speeds_by_type(soc, header.configuration, TYPES, _USUAL_CONTEXT)
    return of_file(soc, _placed(soc, header)[0], types)


def _weights(soc: SocDescription, header: ModelHeader, run: Run) -> StageOnChip:
    from compiler_core.llm.pipeline.convert_stage import ConvertDetails

    stage = run.result("convert")
    before = stage.details.header if stage and isinstance(stage.details, ConvertDetails) else header
    return of_weights(soc, _placed(soc, before), _placed(soc, header))


def _cache(soc: SocDescription, header: ModelHeader, _: Run) -> StageOnChip:
    lengths = context_lengths(header.configuration)[-_CONTEXTS_SHOWN:]
    cells = tuple(row[0] for row in decode_grid(soc, header, lengths, (1,)))
    trained = header.configuration.context
    return of_cache(soc, trained, longest_context(soc, header), cells)


def _fusion(soc: SocDescription, header: ModelHeader, run: Run) -> StageOnChip | None:
    from compiler_core.llm.pipeline.fusion_stage import FusionDetails

    result = run.result("fusion")
    if result is None or not isinstance(result.details, FusionDetails):
        return None
    regimes = (("prompt", result.details.prefill), ("decode", result.details.decode))
    layers = header.configuration.layers
    return of_fusion(soc, tuple(fusion_gain(soc, _count(*regime), layers) for regime in regimes))


def _count(name: str, block: BlockFusion) -> FusionCount:
    return FusionCount(
        name,
        len(block.kernels_before),
        len(block.kernels_after),
        block.bytes_before,
        block.bytes_after,
    )


def _engine(soc: SocDescription, header: ModelHeader, _: Run) -> StageOnChip:
    return of_engine(soc, *_placed(soc, header))


def _decode(soc: SocDescription, header: ModelHeader, run: Run) -> StageOnChip | None:
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails

    result = run.result("decode")
    details = result.details if result else None
    if not isinstance(details, DecodeDetails):
        return None
    curves = decode_curves(soc, details.header, details.prompt_tokens, details.batches)
    return of_decode(soc, _placed(soc, header)[0], curves)


_StageOf = Callable[[SocDescription, ModelHeader, Run], StageOnChip | None]
_STAGES: tuple[tuple[str, _StageOf], ...] = (
    ("tokens", _tokens),
    ("convert", _convert),
    ("weights", _weights),
    ("cache", _cache),
    ("fusion", _fusion),
    ("engine", _engine),
    ("decode", _decode),
)
