"""Scenes of a language model's stages before the last: text, file, weights, caches, scores, memory.

Each is of this run. None where a stage has nothing to draw, a sentence where there is more than a
picture has room for.
"""

from __future__ import annotations

from collections.abc import Callable

from app.drawing.scenes.awq_scales import AwqFacts, awq_scene
from app.drawing.scenes.fed_errors import GptqFacts, gptq_scene
from app.drawing.scenes.file_pages import FileFacts, file_scene
from app.drawing.scenes.layer_memory import LayerFacts, layer_scene
from app.drawing.scenes.levels import LevelFacts, levels_scene
from app.drawing.scenes.merges import MergeFacts, merges_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.tiled_attention import AttentionFacts, attention_scene
from app.drawing.scenes.two_caches import CacheFacts, cache_scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.model.stage_parts import StageContext
from app.model.views.language.command import reproduce_language
from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.pipeline.cache_stage import CacheDetails
from compiler_core.llm.pipeline.convert_stage import ConvertDetails
from compiler_core.llm.pipeline.engine_stage import EngineDetails
from compiler_core.llm.pipeline.fusion_stage import FusionDetails
from compiler_core.llm.pipeline.tokens_stage import TokensDetails
from compiler_core.llm.pipeline.weights_stage import WeightsDetails

SIXTEEN_LEVELS = "Q4_0"
"""The format whose blocks have one scale and few enough levels to draw each."""


def merges_scene_view(context: StageContext, details: TokensDetails) -> SceneView | None:
    """How the prompt's letters become tokens."""
    walk = details.walk
    if walk is None or not walk.words:
        return None
    begin = details.ids[0] if len(details.ids) == len(walk.ids) + 1 else None
    facts = MergeFacts(walk, begin, details.vocabulary, *_named(context))
    return _drawn("Letters become tokens", lambda: merges_scene(facts))


def file_scene_view(context: StageContext, details: ConvertDetails) -> SceneView | None:
    """Which pages of the file a token touches."""
    header = details.header
    if not header.tensors:
        return None
    facts = FileFacts(details.reads, header.header_bytes, *_named(context))
    return _drawn("The file is the memory", lambda: file_scene(facts))


def weights_scene_view(context: StageContext, details: WeightsDetails) -> SceneView | None:
    """What the chosen method does to a tensor; for rounding to nearest, a block on its levels."""
    named = _named(context)
    if walk := details.walk:
        return _drawn("An error is handed on", lambda: gptq_scene(GptqFacts(walk, *named)))
    curve = details.curve
    if curve and curve.points:
        return _drawn("How much to protect", lambda: awq_scene(AwqFacts(curve, *named)))
    shown = next(
        (
            format_picture
            for format_picture in details.pictures
            if format_picture.picture.format == SIXTEEN_LEVELS
        ),
        None,
    )
    if shown is None:
        return None
    form = block_format(SIXTEEN_LEVELS)
    facts = LevelFacts(shown.picture, form, shown.tensor, *named)
    return _drawn("A row on sixteen levels", lambda: levels_scene(facts))


def caches_scene_view(context: StageContext, details: CacheDetails) -> SceneView:
    """The same requests in one piece and in pages."""
    facts = CacheFacts(details.contiguous, details.paged, *_named(context))
    return _drawn("Two ways to keep a cache", lambda: cache_scene(facts))


def row_scene_view(context: StageContext, details: FusionDetails) -> SceneView:
    """Softmax by tiles, on the row that the stage computed."""
    walk = details.softmax
    head = "Scores and values drawn by chance with a fixed seed, in place of a head"
    facts = AttentionFacts(walk, walk.steps[-1].last, head, *_named(context))
    return _drawn("A sum that is corrected later", lambda: attention_scene(facts))


def layer_scene_view(context: StageContext, details: EngineDetails) -> SceneView | None:
    """Memory and weights of one token, step by step; None where nothing was built."""
    build = details.build
    if build is None:
        return None
    facts = LayerFacts(build, *_named(context))
    return _drawn("A token goes through the program", lambda: layer_scene(facts))


def _named(context: StageContext) -> tuple[str, str]:
    return context.known.title, reproduce_language(context.known, context.asked)


def _drawn(title: str, scene: Callable[[], Scene]) -> SceneView:
    try:
        return scene_view(scene())
    except InputError as error:
        return no_scene(title, error)
