"""All stages of small models of every kind; what a header alone allows; formulas by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.compile import LanguageCompilation, checked_results, compile_language_model
from compiler_core.llm.limits import HEADER_ONLY_NAME
from compiler_core.llm.pipeline.cache_stage import CacheDetails
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.pipeline.fusion_stage import FusionDetails
from compiler_core.llm.pipeline.tokens_stage import TokensDetails
from compiler_core.llm.pipeline.weights_stage import WeightsDetails
from compiler_core.llm.settings import settings_of
from compiler_core.llm.source import language_source
from compiler_core.llm.stages import STAGE_NAMES
from compiler_core.pipelines.kept_results import read_result, result_path, write_result
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.decode_curves import decode_curves
from tests.llm.tiny_models import KINDS, tiny_gguf

pytestmark = pytest.mark.usefixtures("emulator")

PROMPT = "the loop"
# Sums in another order can turn the code of an activation by a step; logits here have a spread of
# 0.8, and rounding activations at all moves them by 0.05.
CLOSE = 0.1
COMPUTED = tuple(kind for kind in KINDS if kind not in ("llama", "mixtral"))
CHOICES = ({"type": "f16"}, {"method": "gptq"}, {"method": "awq"}, {"type": "q4_k_m"})


def _compiled(folder: Path, kind: str, **settings: str) -> LanguageCompilation:
    path = tiny_gguf(folder / "model.gguf", kind=kind)
    chosen = settings_of({"prompt": PROMPT, "tokens": "3", **settings})
    return compile_language_model(language_source(str(path)), chosen, folder)


def _agrees(compilation: LanguageCompilation) -> None:
    details = compilation.results[-1].details
    assert isinstance(details, DecodeDetails)
    assert len(details.tokens) == 3
    assert details.comparison is not None
    assert details.comparison.same == 3 or 0 <= details.comparison.gap < CLOSE


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> LanguageCompilation:
    return _compiled(tmp_path_factory.mktemp("llama"), "llama")


def test_every_stage_leaves_a_result_that_can_be_kept(
    compiled: LanguageCompilation, tmp_path: Path
) -> None:
    assert tuple(one.stage for one in compiled.results) == STAGE_NAMES
    for result in compiled.results:
        assert result.sentence
        write_result(tmp_path, result)
        assert result_path(tmp_path, result.stage).stat().st_size < 16 << 20
        assert read_result(tmp_path, result.stage) == result
    _agrees(compiled)


def test_the_same_input_gives_the_same_program(
    compiled: LanguageCompilation, tmp_path: Path
) -> None:
    again = _compiled(tmp_path, "llama")
    for first, second in zip(compiled.results, again.results, strict=True):
        assert first.files == second.files, first.stage


def test_regimes_and_batches_are_what_one_counts_by_hand(compiled: LanguageCompilation) -> None:
    tokens, decode = compiled.results[0].details, compiled.results[-1].details
    assert isinstance(tokens, TokensDetails)
    assert isinstance(decode, DecodeDetails)
    shape, engine = compiled.state.header.configuration, compiled.state.engine
    assert engine is not None
    parameters = compiled.state.source.inspection.parameters
    assert [regime.operations for regime in tokens.regimes] == [
        2 * parameters * len(tokens.ids),
        2 * parameters,
    ]
    positions = len(tokens.ids) + 3
    cache = 2 * 2 * shape.layers * shape.key_value_heads * shape.head_size * positions
    attention = 2 * 2 * positions * shape.layers * shape.heads * shape.head_size
    for row in decode.batches:
        assert row.bytes == engine.bytes_per_token + row.sequences * cache
        assert row.operations == row.sequences * (2 * parameters + attention)
    roof = decode_curves(
        soc_named("generic"), decode.header, decode.prompt_tokens, decode.batches
    ).roofline
    assert roof is not None
    under_it = [point.intensity for point in roof.points[1:]]
    assert under_it == [row.operations_a_byte for row in decode.batches]


def test_what_comes_after_all_stages_keeps_the_order_of_engines(
    compiled: LanguageCompilation,
) -> None:
    checked = checked_results(compiled)
    details = checked.results[-1].details
    assert isinstance(details, DecodeDetails)
    scalar, vectors, small, last = (rung.instructions for rung in details.rungs)
    fusion = checked.results[STAGE_NAMES.index("fusion")].details
    assert isinstance(fusion, FusionDetails)
    for regime in fusion.counted:
        assert regime.fused.touched < regime.plain.touched
    assert len(fusion.counted) == 2
    assert scalar > vectors
    assert small > last
    assert [one.same for one in details.rungs][-1]


def test_a_page_serves_more_requests_than_one_piece(compiled: LanguageCompilation) -> None:
    details = compiled.results[STAGE_NAMES.index("cache")].details
    assert isinstance(details, CacheDetails)
    assert details.paged.used_share > details.contiguous.used_share
    assert details.paged.steps <= details.contiguous.steps


def test_a_header_alone_goes_through_all_stages_without_weights(tmp_path: Path) -> None:
    whole = tiny_gguf(tmp_path / "whole.gguf").read_bytes()
    path = tmp_path / HEADER_ONLY_NAME
    path.write_bytes(whole[:120_000])
    with path.open("r+b") as file:
        file.truncate(len(whole))
    settings = settings_of({"prompt": PROMPT, "tokens": "3"})
    found = compile_language_model(language_source(str(path)), settings, tmp_path)
    assert tuple(result.stage for result in found.results) == STAGE_NAMES
    weights = found.results[STAGE_NAMES.index("weights")].details
    assert isinstance(weights, WeightsDetails)
    assert weights.errors == ()
    assert any(one.type == "Q4_0" for one in weights.planned)
    last = found.results[-1].details
    assert isinstance(last, DecodeDetails)
    assert not last.ran
    curves = decode_curves(soc_named("raspberry-pi-5"), last.header, last.prompt_tokens)
    assert all(context.speed.tokens_per_second for context in curves.contexts)


def test_a_mixture_has_all_stages_up_to_its_engine(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="mixtures of experts"):
        _compiled(tmp_path, "mixtral")


def test_a_prompt_longer_than_the_context_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="positions"):
        _compiled(tmp_path, "llama", prompt="ab " * 600)


def test_a_file_without_tokeniser_still_shows_its_shape(tmp_path: Path) -> None:
    source = language_source(str(tiny_gguf(tmp_path / "model.gguf")))
    bare = replace(source, header=replace(source.header, tokeniser=type(source.header.tokeniser)()))
    settings = settings_of({"tokens": "3"})
    found = compile_language_model(bare, settings, tmp_path, stages=("tokens", "convert", "cache"))
    assert "no tokeniser" in found.results[0].sentence
    assert len(found.results) == 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMPUTED)
def test_every_kind_writes_what_the_reference_does(tmp_path: Path, kind: str) -> None:
    _agrees(_compiled(tmp_path, kind))


@pytest.mark.slow
@pytest.mark.parametrize("settings", CHOICES, ids=["f16", "gptq", "awq", "q4_k_m"])
def test_every_choice_of_weights_goes_through(tmp_path: Path, settings: dict[str, str]) -> None:
    found = _compiled(tmp_path, "llama", **settings)
    _agrees(found)
    details = found.results[STAGE_NAMES.index("weights")].details
    assert isinstance(details, WeightsDetails)
    assert (details.walk is not None) == (settings.get("method") == "gptq")
    assert (details.curve is not None) == (settings.get("method") == "awq")


def test_of_one_token_nothing_is_decoded(tmp_path: Path) -> None:
    result = _compiled(tmp_path, "llama", tokens="1").results[-1]
    assert result.sentence.endswith("for each token of the prompt; nothing was decoded.")
    assert " 0 instructions" not in result.sentence


def test_a_run_is_told_token_by_token(compiled: LanguageCompilation) -> None:
    """Rivals are those of the tokens, and parts of a step are all that the engine reads."""
    details, engine = compiled.results[-1].details, compiled.state.engine
    assert isinstance(details, DecodeDetails)
    assert engine is not None
    assert len(details.pieces) == details.prompt_tokens
    assert "".join(one.text for one in details.written) == details.text
    for one in details.written:
        shares = [rival.probability for rival in one.rivals]
        assert one.rivals[0].text == one.text
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 1 + 1e-9
    assert sum(part.bytes for part in details.reads.weights) == engine.bytes_per_token
    positions = details.prompt_tokens + len(details.tokens)
    shape = compiled.state.header.configuration
    total = cache_size(shape, positions, engine.cache_type, engine.cache_type).total
    assert positions * details.reads.cache_row == total
