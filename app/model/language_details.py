"""Each stage's own part of a language model's pages: view, template, settings; one row a stage."""

from __future__ import annotations

from collections.abc import Callable

from app.model.stage_parts import StageContext, StageDetail
from app.site.views.setting_fields import SettingField, one_of
from compiler_core.llm.settings import (
    ARITHMETICS,
    CACHE_TYPES,
    GROUPS,
    METHODS,
    PAGES,
    WEIGHT_TYPES,
)

TOKEN_COUNTS = (16, 32, 48, 96, 192)
METHOD_TITLES = {
    "rtn": "rtn: round each weight to the nearest",
    "gptq": "gptq: make up for each error in the columns that follow",
    "awq": "awq: scale what large inputs meet before rounding",
}
ARITHMETIC_TITLES = {
    "dot product": "SDOT (any core since armv8.2 with dotprod)",
    "matrix": "SDOT, and SMMLA for the prompt (needs i8mm)",
    "scalar": "plain C, no vector instructions",
}


CACHE_TITLES = {
    "auto": "as the weights ask: f32 beside floats, else f16",
    "f32": "f32: four bytes a value",
    "f16": "f16: two bytes a value",
    "q8_0": "q8_0: 34 bytes for 32 values",
}


def _menu(context: StageContext, name: str, label: str, choices: dict[str, str]) -> SettingField:
    value = str(getattr(context.asked.settings, name))
    return one_of(name, label, value, tuple(choices.items()))


def _plain(values: tuple[object, ...]) -> dict[str, str]:
    return {str(value): str(value) for value in values}


def _again(context: StageContext) -> str:
    """The page's own address while the run goes on."""
    ended = any(event.last for event in context.run.events())
    return "" if ended else context.asked.address()


def _tokens(context: StageContext) -> StageDetail:
    from app.model.language_scenes import merges_scene_view
    from app.model.views.language.tokens import tokens_view
    from compiler_core.llm.pipeline.tokens_stage import TokensDetails

    details = context.result.details
    if not isinstance(details, TokensDetails):
        return StageDetail(view=None, template="")
    view = tokens_view(context.asked, details)
    scene = merges_scene_view(context, details)
    return StageDetail(view=view, template="partials/language_tokens.html", scene=scene)


def _convert(context: StageContext) -> StageDetail:
    from app.model.language_scenes import file_scene_view
    from app.model.views.language.convert import convert_view
    from compiler_core.llm.pipeline.convert_stage import ConvertDetails

    details = context.result.details
    ideas = {"map-tensors": "Names, order of rows and types become what GGUF readers expect."}
    if not isinstance(details, ConvertDetails):
        return StageDetail(view=None, template="", ideas=ideas)
    scene = file_scene_view(context, details)
    view = convert_view(details)
    return StageDetail(
        view=view, template="partials/language_convert.html", ideas=ideas, scene=scene
    )


def _weights(context: StageContext) -> StageDetail:
    from app.model.language_scenes import weights_scene_view
    from app.model.views.language.weights import weights_view
    from compiler_core.llm.pipeline.weights_stage import WeightsDetails

    details = context.result.details
    fields = (
        _menu(context, "type", "Weights", _plain(WEIGHT_TYPES)),
        _menu(context, "method", "Rounded by", {name: METHOD_TITLES[name] for name in METHODS}),
        _menu(context, "group", "Weights that share a scale, in GPTQ and AWQ", _plain(GROUPS)),
    )
    if not isinstance(details, WeightsDetails):
        return StageDetail(view=None, template="", fields=fields)
    view = weights_view(context.asked, details, _again(context))
    scene = weights_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/language_weights.html", fields=fields, scene=scene
    )


def _cache(context: StageContext) -> StageDetail:
    from app.model.language_scenes import caches_scene_view
    from app.model.views.language.cache import cache_view
    from compiler_core.llm.pipeline.cache_stage import CacheDetails

    details = context.result.details
    fields = (_menu(context, "page", "Positions in a page", _plain(PAGES)),)
    if not isinstance(details, CacheDetails):
        return StageDetail(view=None, template="", fields=fields)
    view = cache_view(context.asked, details)
    scene = caches_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/language_cache.html", fields=fields, scene=scene
    )


def _fusion(context: StageContext) -> StageDetail:
    from app.model.language_scenes import row_scene_view
    from app.model.views.language.fusion import language_fusion_view
    from compiler_core.llm.attention_fusion.budget import MemoryBudget
    from compiler_core.llm.attention_fusion.registry import fusion_passes
    from compiler_core.llm.pipeline.fusion_stage import FusionDetails

    details = context.result.details
    if not isinstance(details, FusionDetails):
        return StageDetail(view=None, template="")
    view = language_fusion_view(context.asked, details, _again(context))
    ideas = {fusion_pass.name: fusion_pass.idea for fusion_pass in fusion_passes(MemoryBudget())}
    scene = row_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/language_fusion.html", ideas=ideas, scene=scene
    )


def _engine(context: StageContext) -> StageDetail:
    from app.model.language_scenes import layer_scene_view
    from app.model.views.language.engine import language_engine_view
    from compiler_core.llm.pipeline.engine_stage import EngineDetails

    details = context.result.details
    titles = {name: ARITHMETIC_TITLES[name] for name in ARITHMETICS}
    caches = {name: CACHE_TITLES[name] for name in CACHE_TYPES}
    fields = (
        _menu(context, "arithmetic", "Products by", titles),
        _menu(context, "kv", "Keys and values", caches),
    )
    if not isinstance(details, EngineDetails):
        return StageDetail(view=None, template="partials/language_engine.html", fields=fields)
    view = language_engine_view(context.asked, details)
    scene = layer_scene_view(context, details)
    return StageDetail(
        view=view, template="partials/language_engine.html", fields=fields, scene=scene
    )


def _decode(context: StageContext) -> StageDetail:
    from app.model.decode_scenes import decode_scene_view
    from app.model.views.language.decode import decode_view
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails

    details = context.result.details
    fields = (_menu(context, "tokens", "Tokens to write", _plain(TOKEN_COUNTS)),)
    if not isinstance(details, DecodeDetails):
        return StageDetail(view=None, template="", fields=fields)
    results = [context.run.result(name) for name in ("weights", "cache", "fusion")]
    earlier = [result for result in results if result is not None]
    view = decode_view(context.asked, details, _again(context), earlier)
    scene = decode_scene_view(context.asked, details)
    return StageDetail(
        view=view, template="partials/language_decode.html", fields=fields, scene=scene
    )


LanguageDetailOf = Callable[[StageContext], StageDetail]
LANGUAGE_DETAILS: tuple[tuple[str, LanguageDetailOf], ...] = (
    ("tokens", _tokens),
    ("convert", _convert),
    ("weights", _weights),
    ("cache", _cache),
    ("fusion", _fusion),
    ("engine", _engine),
    ("decode", _decode),
)
