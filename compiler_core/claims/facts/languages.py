"""Facts of language models, read from what the stages of one run left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from compiler_core.basis import Basis, Value
from compiler_core.claims.facts.fact import Fact, FactMissing
from compiler_core.claims.facts.stage_reading import Reader, details_of, metric
from compiler_core.pipelines.stages import StageResult

if TYPE_CHECKING:
    from compiler_core.llm.block_formats.layout import BlockPicture
    from compiler_core.llm.pipeline.cache_stage import CacheDetails
    from compiler_core.llm.pipeline.convert_stage import ConvertDetails
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails
    from compiler_core.llm.pipeline.fusion_stage import FusionDetails
    from compiler_core.llm.pipeline.tokens_stage import TokensDetails
    from compiler_core.llm.pipeline.weights_stage import WeightsDetails


def _tokens(result: StageResult) -> TokensDetails:
    return cast("TokensDetails", details_of(result))


def _words(most_tokens: int | None = None) -> Reader:
    """How many words the prompt has, or how many of them are at most so many tokens."""

    def read(result: StageResult) -> Value:
        walk = _tokens(result).walk
        if walk is None:
            raise FactMissing("The prompt is too long to be told word by word.")
        return float(
            sum(most_tokens is None or len(word.ids) <= most_tokens for word in walk.words)
        )

    return read


def _gives_text_back(result: StageResult) -> Value:
    """The pieces of tokens that stand for text, put together, are the prompt."""
    details = _tokens(result)
    whole = "".join(details.pieces)
    return whole.endswith(details.text) and len(whole) - len(details.text) in _mark(details)


def _mark(details: TokensDetails) -> tuple[int, ...]:
    """How long a mark before the text may be: none, or the first piece."""
    return (0, len(details.pieces[0]) if details.pieces else 0)


def _pages(field: str) -> Reader:
    return lambda result: float(getattr(_convert(result).reads, field))


def _price(field: str) -> Reader:
    def read(result: StageResult) -> Value:
        measured = _weights(result).measured
        if measured is None:
            raise FactMissing("There is no text to measure this model on.")
        return float(getattr(measured.price, field))

    return read


def _convert(result: StageResult) -> ConvertDetails:
    return cast("ConvertDetails", details_of(result))


def _weights(result: StageResult) -> WeightsDetails:
    return cast("WeightsDetails", details_of(result))


def _first_block(result: StageResult) -> BlockPicture:
    """Of the first tensor in blocks of four bits."""
    for picture in _weights(result).pictures:
        if picture.picture.format == "Q4_0":
            return picture.picture
    raise FactMissing("No tensor was rounded to Q4_0.")


def _cache(result: StageResult) -> CacheDetails:
    return cast("CacheDetails", details_of(result))


def _fusion(result: StageResult) -> FusionDetails:
    return cast("FusionDetails", details_of(result))


def _decode(result: StageResult) -> DecodeDetails:
    details = cast("DecodeDetails", details_of(result))
    if not details.ran:
        raise FactMissing(f"The program did not run: {result.sentence}")
    return details


def _full_cache(field: str) -> Reader:
    """Of the longest sequence that the stage shows."""
    return lambda result: float(getattr(_cache(result).lengths[-1], field))


def _rung(name: str, field: str) -> Reader:
    def read(result: StageResult) -> Value:
        rungs = _decode(result).rungs
        for rung in rungs:
            if rung.name == name:
                return float(getattr(rung, field))
        raise FactMissing(f"There is no engine {name!r}; there are {[run.name for run in rungs]}.")

    return read


def _role_share(role: str) -> Reader:
    """Of the instructions of decoding, those of kernels with this role."""

    def read(result: StageResult) -> Value:
        count = _decode(result).decode
        own = sum(kernel.instructions for kernel in count.kernels if kernel.role == role)
        return own / count.instructions

    return read


def _role_instructions(role: str) -> Reader:
    """Of one decoded token, on average over those that were written."""

    def read(result: StageResult) -> Value:
        count = _decode(result).decode
        return sum(part.instructions for part in count.kernels if part.role == role) / count.tokens

    return read


def _same_as_reference(result: StageResult) -> Value:
    details = _decode(result)
    if details.comparison is None:
        raise FactMissing("The reference was not asked: the model is too large for it.")
    return float(details.comparison.same)


def _fact(name: str, stage: str, read: Reader, unit: str, basis: Basis) -> Fact:
    return Fact(of="language model", name=name, stage=stage, read=read, unit=unit, basis=basis)


def _late(name: str, stage: str, read: Reader, unit: str, basis: Basis) -> Fact:
    """One that is read from what is measured after the stages."""
    return replace(_fact(name, stage, read, unit, basis), after_stages=True)


_BYTES, _RAN = "bytes", "instructions"
LANGUAGE_FACTS: tuple[Fact, ...] = (
    _fact("tokens of the prompt", "tokens", metric("tokens"), "tokens", "computed"),
    _fact("tokens of the vocabulary", "tokens", lambda result: float(_tokens(result).vocabulary),
          "tokens", "computed"),
    _fact("characters of the prompt", "tokens", metric("characters"), "characters", "computed"),
    _fact("words of the prompt", "tokens", _words(), "words", "computed"),
    _fact("words of the prompt that are one token", "tokens", _words(1), "words", "computed"),
    _fact("tokens give the text back", "tokens", _gives_text_back, "", "computed"),
    _fact("pages of the file", "convert", _pages("file_pages"), "pages", "computed"),
    _fact("pages that the first token reads", "convert", _pages("first_token_pages"), "pages",
          "computed"),
    _fact("pages that each further token touches", "convert", _pages("next_token_pages"), "pages",
          "computed"),
    _fact("bytes of the header", "convert",
          lambda result: float(_convert(result).inspection.header_bytes), _BYTES, "computed"),
    _fact("bytes of the file", "convert", metric("file_bytes"), _BYTES, "computed"),
    _fact("bytes a token in the file's type", "weights", metric("bytes_per_token_before"), _BYTES,
          "computed"),
    _fact("bytes a token", "weights", metric("bytes_per_token"), _BYTES, "computed"),
    _fact("bytes of a block in Q4_0", "weights",
          lambda result: float(len(_first_block(result).bytes)), _BYTES, "computed"),
    _fact("weights of a block in Q4_0", "weights",
          lambda result: float(len(_first_block(result).values)), "weights", "computed"),
    _late("perplexity on hard text", "weights", _price("perplexity"), "", "computed"),
    _late("perplexity on hard text of the weights as they came", "weights", _price("before"), "",
          "computed"),
    _fact("cache bytes", "cache", metric("cache_bytes"), _BYTES, "computed"),
    _fact("cache bytes without shared heads", "cache", _full_cache("without_sharing"), _BYTES,
          "computed"),
    _fact("positions of the full cache", "cache", _full_cache("positions"), "positions",
          "computed"),
    _fact("cache bytes of a row in a layer", "cache", _full_cache("row_bytes"), _BYTES,
          "computed"),
    _fact("steps waited in one piece", "cache",
          lambda result: float(_cache(result).contiguous.waited), "steps", "modelled"),
    _fact("steps waited in pages", "cache",
          lambda result: float(_cache(result).paged.waited), "steps", "modelled"),
    _fact("share of the cache used in one piece", "cache",
          lambda result: _cache(result).contiguous.used_share, "", "modelled"),
    _fact("share of the cache used in pages", "cache",
          lambda result: _cache(result).paged.used_share, "", "modelled"),
    _fact("kernels of a block before fusion", "fusion", metric("kernels_before"), "kernels",
          "computed"),
    _fact("kernels of a block after fusion", "fusion", metric("kernels_after"), "kernels",
          "computed"),
    _fact("activation bytes before fusion", "fusion", metric("prefill_bytes_before"), _BYTES,
          "computed"),
    _fact("activation bytes after fusion", "fusion", metric("prefill_bytes_after"), _BYTES,
          "computed"),
    _fact("activation bytes of one token before fusion", "fusion",
          metric("decode_bytes_before"), _BYTES, "computed"),
    _fact("activation bytes of one token after fusion", "fusion", metric("decode_bytes_after"),
          _BYTES, "computed"),
    _fact("difference of softmax in tiles", "fusion",
          lambda result: _fusion(result).softmax.largest_difference, "", "computed"),
    _fact("instructions a token", "decode", metric("instructions_per_token"), _RAN, "counted"),
    _late("instructions a token of F16 in plain C", "decode",
          _rung("16-bit floats, plain C", "instructions"), _RAN, "counted"),
    _late("instructions a token of F16 with NEON", "decode",
          _rung("16-bit floats, NEON", "instructions"), _RAN, "counted"),
    _late("instructions a token of Q4_0 in plain C", "decode",
          _rung("Q4_0, plain C", "instructions"), _RAN, "counted"),
    _late("instructions a token of Q4_0 with dot products", "decode",
          _rung("Q4_0, dot product", "instructions"), _RAN, "counted"),
    _late("bytes a token of F16", "decode", _rung("16-bit floats, NEON", "bytes"), _BYTES,
          "computed"),
    _late("bytes a token of Q4_0", "decode", _rung("Q4_0, dot product", "bytes"), _BYTES,
          "computed"),
    _fact("share of products in decoding", "decode", _role_share("product"), "", "counted"),
    _fact("share of attention in decoding", "decode", _role_share("attention"), "", "counted"),
    _fact("instructions a token of attention", "decode", _role_instructions("attention"), _RAN,
          "counted"),
    _fact("tokens written", "decode", lambda result: float(len(_decode(result).tokens)), "tokens",
          "counted"),
    _fact("tokens that equal numpy's", "decode", _same_as_reference, "tokens", "counted"),
)  # fmt: skip
