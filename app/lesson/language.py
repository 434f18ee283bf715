"""Scenes of the lessons on language models, from the model that ships."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from app.drawing.scenes.awq_scales import AwqFacts, awq_scene
from app.drawing.scenes.fed_errors import GptqFacts, gptq_scene
from app.drawing.scenes.file_pages import FileFacts, file_scene
from app.drawing.scenes.head_shares import MOST_TOKENS, HeadFacts, heads_scene
from app.drawing.scenes.levels import LevelFacts, levels_scene
from app.drawing.scenes.merges import MergeFacts, merges_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.tiled_attention import AttentionFacts, attention_scene
from app.drawing.scenes.two_caches import CacheFacts, cache_scene
from compiler_core.claims.facts.computed import rounded_product
from compiler_core.errors import InputError
from compiler_core.llm.attention_fusion.online_softmax import online_softmax_steps
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.layout import block_picture
from compiler_core.llm.converting.page_reads import page_reads
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.settings import DEFAULT_SETTINGS, settings_of
from compiler_core.llm.source import LanguageSource, language_source
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.records import AwqCurve, GptqWalk
from compiler_core.pipelines.model_runs import ShippedRun, stage_result

if TYPE_CHECKING:
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails
    from compiler_core.llm.records import ModelHeader
    from compiler_core.llm.reference.model import ReferenceModel

MODEL = "workshop"
FILE = "content/models/language/workshop.gguf"
COUNTED_TOKENS = (48, 192)
ROW_TOKENS, TILE, LAYER, HEAD, VALUES = 32, 8, 2, 2, 4


def tokens_scene() -> Scene:
    """The prompt that the model ships with."""
    source = _source()
    tokeniser = tokeniser_of(source.header.tokeniser)
    walk = tokeniser.merge_walk(source.prompt)
    encoded = tokeniser.encode(source.prompt)
    begin = encoded[0] if len(encoded) == len(walk.ids) + 1 else None
    vocabulary = len(source.header.tokeniser.tokens)
    return merges_scene(MergeFacts(walk, begin, vocabulary, source.title, _convert_plainly()))


def mapped_file_scene() -> Scene:
    """The file that stage 2 writes, of which the lesson's claims speak; weights in F16."""
    header = _converted()
    pages, named = page_reads(header), (_source().title, _convert_plainly())
    return file_scene(FileFacts(pages, header.header_bytes, *named))


def caches_scene() -> Scene:
    """The requests that stage 4 draws."""
    from compiler_core.llm.cache.requests import drawn_requests
    from compiler_core.llm.cache.simulation import serve_contiguous, serve_paged
    from compiler_core.llm.pipeline import cache_stage as drawn

    requests = drawn_requests(drawn.SEED, drawn.REQUESTS, drawn.LONGEST_ANSWER)
    return cache_scene(
        CacheFacts(
            serve_contiguous(requests, drawn.CAPACITY),
            serve_paged(requests, drawn.CAPACITY, DEFAULT_SETTINGS.page),
            _source().title,
            "",
        )
    )


def tiles_scene() -> Scene:
    """One head of the last layer, on the first tokens of the calibration text."""
    from compiler_core.llm.reference.head_scores import head_scores

    head = head_scores(_reference(), _text_tokens(ROW_TOKENS), LAYER)
    walk = online_softmax_steps(head.scores[HEAD, -1], head.values[HEAD][:, :VALUES], TILE)
    where = f"Head {HEAD} of layer {LAYER}"
    return attention_scene(AttentionFacts(walk, ROW_TOKENS, where, _source().title, ""))


def all_heads_scene() -> Scene:
    """Every head of every layer, on the first tokens of the prompt."""
    from compiler_core.llm.reference.head_scores import head_scores

    model, tokeniser = _reference(), tokeniser_of(_source().header.tokeniser)
    tokens = tokeniser.encode(_source().prompt)[:MOST_TOKENS]
    layers = range(model.configuration.layers)
    shares = np.stack([head_scores(model, tokens, layer).weights for layer in layers])
    # A control token stands for no text; its name is shown.
    pieces = tuple(
        tokeniser.piece(token).decode("utf-8", "replace") or tokeniser.token_text(token)
        for token in tokens
    )
    return heads_scene(HeadFacts(shares, pieces, _source().title))


def block_levels_scene() -> Scene:
    """The first block of the tensor that stage 3 shows."""
    from compiler_core.llm.pipeline.walks import SHOWN_TENSOR

    form = block_format("Q4_0")
    cut = _reference().tensors[SHOWN_TENSOR][:1, : form.values]
    picture = block_picture(form.encode(cut)[0], cut[0], form.name, 0, 0)
    return levels_scene(
        LevelFacts(
            picture,
            form,
            SHOWN_TENSOR,
            _source().title,
            f"lowlab llm convert {FILE} --out model.gguf --type q4_0",
        )
    )


def handed_on_scene() -> Scene:
    """GPTQ on the tensor that stage 3 shows."""
    walk = rounded_product(MODEL, "gptq")
    assert isinstance(walk, GptqWalk)
    return gptq_scene(GptqFacts(walk, _source().title, _convert("gptq")))


def protected_scene() -> Scene:
    """AWQ's search that gains most in the first layer."""
    curve = rounded_product(MODEL, "awq")
    assert isinstance(curve, AwqCurve)
    return awq_scene(AwqFacts(curve, _source().title, _convert("awq")))


@cache
def _source() -> LanguageSource:
    return language_source(MODEL)


@cache
def _converted() -> ModelHeader:
    from compiler_core.llm.converting.convert import convert_model
    from compiler_core.llm.converting.records import ConversionSettings

    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.gguf"
        convert_model(_source().path, path, ConversionSettings(type="f16"))
        return read_header(path)


@cache
def _reference() -> ReferenceModel:
    from compiler_core.llm.evaluation.shipped import shipped_language_model
    from compiler_core.llm.reference.loading import load_reference

    return load_reference(shipped_language_model(MODEL).path)


def _text_tokens(count: int) -> tuple[int, ...]:
    from compiler_core.llm.evaluation.shipped import calibration_text

    return tuple(tokeniser_of(_source().header.tokeniser).encode(calibration_text())[:count])


def _convert_plainly() -> str:
    return f"lowlab llm convert content/models/language/{MODEL} --out model.gguf --type f16"


def _convert(method: str) -> str:
    return f"lowlab llm convert {FILE} --out model.gguf --type q4_0 --method {method} --group 64"


def engine_bars_scene() -> Scene:
    """Two runs that claims of the lesson rest on as well; they are kept on disk."""
    from app.drawing.scenes.kernel_bars import CountedRun, EngineFacts, engine_scene

    short, long = (_decoded(tokens) for tokens in COUNTED_TOKENS)
    return engine_scene(
        EngineFacts(
            CountedRun(short.prompt_tokens, short.decode),
            CountedRun(long.prompt_tokens, long.decode),
            short.header.configuration.context,
            f"{_source().title}, weights in Q4_0",
            _run_command(COUNTED_TOKENS[0]),
        )
    )


def written_scene() -> Scene:
    """The usual run, token by token."""
    from app.addresses.chips import USUAL_CHIP
    from app.drawing.scenes.decode import decode_scene
    from app.model.decode_scenes import decode_facts
    from compiler_core.soc.reading import soc_named

    details = _decoded(COUNTED_TOKENS[0])
    model = f"{_source().title}, weights in Q4_0"
    command = _run_command(COUNTED_TOKENS[0])
    return decode_scene(decode_facts(details, soc_named(USUAL_CHIP), model, command))


def scene_run(tokens: int) -> ShippedRun:
    """The run behind a scene, with so many tokens written."""
    return ShippedRun("language", MODEL, settings_of({"tokens": tokens}))


def _decoded(tokens: int) -> DecodeDetails:
    """Raises InputError for a run that failed, ToolMissing without the emulator."""
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails

    details = stage_result(scene_run(tokens), "decode").details
    if not isinstance(details, DecodeDetails) or not details.ran:
        raise InputError("The program did not run here.", "See lowlab doctor.")
    return details


def _run_command(tokens: int) -> str:
    compiled = f"lowlab llm compile {FILE} --out program"
    prompt = quote(_source().prompt)
    return f"{compiled} && lowlab llm run program --prompt {prompt} --tokens {tokens}"
