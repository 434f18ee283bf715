"""Mistakes made on purpose in reading, inspecting, tokenising and converting: each has to fail at
least one requirement that the real code meets."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiler_core.llm import inspection, tensors
from compiler_core.llm.converting import page_reads, plan, planned_values
from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import ConversionSettings
from compiler_core.llm.inspection import inspect_model, kv_bytes_per_position
from compiler_core.llm.reading import (
    bounded_json,
    configuration_text,
    gguf_configuration,
    gguf_header,
    gguf_tokeniser,
    gguf_values,
    header_bytes,
    json_configuration,
    json_windows,
    safetensors_header,
)
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.ggml_types import TensorType
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.tokenising import byte_level, merge_walk, tokeniser, vocabulary
from tests.llm.converting.published_form import write_published
from tests.llm.inspection.published import PUBLISHED, metadata_of, tensors_of
from tests.llm.reading.hostile_directories import CONFIG, HOSTILE_DIRECTORIES, sound_weights
from tests.llm.reading.hostile_gguf import HOSTILE_GGUF, KEYS, TENSORS
from tests.llm.reading.model_files import Gguf, header_of
from tests.llm.tokenising.control_tokens import encode_with_control_tokens
from tests.llm.tokenising.vocabularies import byte_level as byte_level_data
from tests.llm.tokenising.vocabularies import pieces as piece_data

SOURCE = "The 123 quick\u00e9 foxes' <|end|> </s> <tool>"


@cache
def published_file(number: int) -> tuple[bytes, int]:
    model = PUBLISHED[number]
    file = Gguf(metadata_of(model), tensors_of(model))
    return file.header(), file.file_bytes()


def inspected(number: int) -> bool:
    """The figures of a published model come out."""
    model, (header, length) = PUBLISHED[number], published_file(number)
    figures = inspect_model(header_of(header, length))
    return (figures.parameters, figures.bytes_per_token, figures.kv_bytes_per_position) == (
        model.parameters,
        model.bytes_per_token,
        model.cache,
    )


def refused(name: str) -> bool:
    """A hostile file is refused, and by the check it is about."""
    import re

    if name in HOSTILE_GGUF:
        make, words = HOSTILE_GGUF[name]
        content = make()
        try:
            header_of(content)
        except ModelFileRefused as error:
            return re.search(words, str(error)) is not None
        return False
    make, words = HOSTILE_DIRECTORIES[name]
    content = make()["model.safetensors"]
    try:
        header_of(content)
    except ModelFileRefused as error:
        return re.search(words, str(error)) is not None
    return False


def shape_of(**changes: object) -> Any:
    return header_of(sound_weights(), config={**CONFIG, **changes}).configuration


def tokens_agree(data: Any) -> bool:
    found = tokeniser.tokeniser_of(data)
    walk = found.merge_walk(SOURCE)
    control = {at for at, kind in enumerate(data.types) if kind in (2, 3)}
    return (
        walk.ids == found.encode_pieces(SOURCE)
        and found.decode(found.encode(SOURCE)) == SOURCE
        and not control & set(found.encode_pieces(SOURCE))
        and bool(control & set(encode_with_control_tokens(found, SOURCE)))
    )


def tokens_in_order() -> bool:
    """Of a file, of a word that is a token, and of one that is a control token."""
    keys = [*KEYS, ("tokenizer.ggml.model", "string", "gpt2"),
            ("tokenizer.ggml.pre", "string", "llama-bpe"),
            ("tokenizer.ggml.tokens", "[string]", ["a", "b", "ab", "ba"]),
            ("tokenizer.ggml.token_type", "[i32]", [1, 1, 1, 3])]  # fmt: skip
    content = Gguf(keys, list(TENSORS)).content()
    found = tokeniser.tokeniser_of(header_of(content).tokeniser)
    spaced = tokeniser.tokeniser_of(piece_data()).merge_walk("x").words[0].text
    return (found.encode_pieces("ab"), found.encode_pieces("ba"), spaced) == ((2,), (1, 0), "▁x")


def converts() -> bool:
    """A tiny model keeps its values, and its pages count."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shape = {"layers": 1, "hidden": 64, "feed_forward": 96, "head_size": 16, "vocabulary": 300}
        for kind in ("mixtral", "gemma"):
            _, expected = write_published(folder / kind, kind, **shape)
            out = folder / f"{kind}.gguf"
            done = convert_model(folder / kind, out, ConversionSettings("f32"))
            header = read_header(out)
            same = [
                np.allclose(tensors.load_tensor(header, out, one), expected[one], atol=1e-6)
                for one in expected
            ]
            pages = done.reads.header_pages + done.reads.first_token_pages
            if not all(same) or not pages <= done.reads.file_pages <= 2 * pages:
                return False
            if kind == "mixtral" and done.reads.next_token_pages > 0.75 * done.reads.file_pages:
                return False
    return True


REQUIREMENTS: tuple[Callable[[], bool], ...] = (
    lambda: inspected(0), lambda: inspected(1), lambda: inspected(2), lambda: inspected(6),
    lambda: inspected(8),
    *((lambda name=name: refused(name)) for name in (
        "tensors that overlap", "offset off the alignment", "offset beyond the file",
        "tensor twice", "alignment 0", "alignment 24", "2^63-1 tensors", "array of 2^62 strings",
        "array of arrays", "key twice", "axis of 0", "row that is no whole block",
        "big endian", "truth value of 2",
        "string of 2^63-1 bytes", "score that is no number", "begin token beyond the table",
        "heads that do not divide", "rotary base that is no number", "shape of another size",
        "axis below 0", "header nested deeply", "offset that is NaN", "cut in the tensor table",
    )),
    lambda: shape_of(model_type="gemma2", num_hidden_layers=4, head_dim=16, sliding_window=8,
                     num_attention_heads=4).windowed_layers == (0, 2),
    lambda: shape_of(model_type="qwen2", sliding_window=8).sliding_window == 0,
    lambda: shape_of(head_dim=32).head_size == 32,
    lambda: shape_of(model_type="gemma", head_dim=16).tied,
    lambda: kv_bytes_per_position(shape_of(), "Q8_0", "F16") == 34 + 64,
    lambda: tokens_agree(byte_level_data("llama-bpe")), lambda: tokens_agree(piece_data()),
    lambda: tokens_agree(byte_level_data("gpt-2")),
    tokens_in_order, converts,
)  # fmt: skip


def met() -> bool:
    return all(requirement() for requirement in REQUIREMENTS)


def test_the_real_code_meets_all() -> None:
    assert [requirement() for requirement in REQUIREMENTS] == [True] * len(REQUIREMENTS)


def _always(value: Any) -> Callable[..., Any]:
    return lambda *_arguments, **_named: value


def _keep(rows: Any, _heads: int) -> Any:
    return rows


def _reversed_array(self: Any, key: str, count: int) -> list[str]:
    return _TEXTS(self, key, count)[::-1]


def _last_pair(symbols: Any, rank: Any) -> Any:
    ranks = [
        (value, -at)
        for at in range(len(symbols) - 1)
        if (value := rank(symbols[at], symbols[at + 1])) is not None
    ]
    best = max(ranks, default=None)
    return best and (best[0], -best[1])


_TEXTS = gguf_values.ValueReader._texts
_F32 = TensorType(0, "F32", 1, 4)

MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "forgets that tensors may not overlap": (gguf_header, "pairwise", _always(())),
    "checks no placement": (gguf_header, "check_placement", _always(None)),
    "takes 32 for every alignment": (gguf_header, "_alignment", _always(32)),
    "believes counts": (gguf_header, "_check_count", _always(None)),
    "believes the counts of arrays": (gguf_values.ValueReader, "_check_count", _always(None)),
    "knows version 9 only": (gguf_header, "_VERSIONS", (9,)),
    "reads strings backwards": (gguf_values.ValueReader, "_texts", _reversed_array),
    "takes any byte for a truth": (gguf_values, "_truth", lambda value, key: bool(value)),
    "reads on where the file ends": (header_bytes.HeaderBytes, "_extend", _always(None)),
    "has no limits for values": (gguf_values, "hold", _always(None)),
    "counts every type as F32": (gguf_header, "type_of_number", _always(_F32)),
    "takes bytes of a block for bytes of a value": (
        TensorType, "bytes_of", lambda self, elements: elements * self.block_bytes,
    ),
    "accepts scores that are no numbers": (gguf_tokeniser, "isfinite", _always(True)),
    "checks no configuration": (gguf_configuration, "check_configuration", _always(None)),
    "takes infinity for a number": (gguf_configuration, "finite", lambda value, key: value),
    "lets JSON be NaN": (bounded_json, "_refuse_constant", float),
    "believes shapes": (safetensors_header, "prod", _always(16)),
    "takes any number for an axis": (
        safetensors_header, "_whole_numbers", lambda found, what: tuple(found),
    ),
    "overlooks the output head": (inspection, "_HEAD", "lm_head.weight"),
    "counts the embedding of an untied model": (inspection, "_EMBEDDING", "tok_embeddings.weight"),
    "counts all experts": (inspection, "_STACKED_EXPERTS", inspection._SINGLE_EXPERT),
    "takes the router for an expert": (inspection, "_STACKED_EXPERTS", inspection._LAYER),
    "forgets norms after the last layer": (inspection, "_OUTSIDE_LAYERS", frozenset()),
    "counts a cache of keys alone": (inspection, "_row_bytes", lambda elements, name: elements),
    "cannot tell a window from none": (json_windows, "windowed_layers", _always(())),
    "uses a window that is switched off": (
        json_configuration, "windows_of",
        lambda text, known, layers: (text.integer("sliding_window"), ()),
    ),
    "knows no architecture": (configuration_text, "architecture_of_model_type", _always(None)),
    "leaves rows as they were": (planned_values, "adjacent_pairs", _keep),
    "turns rows of every model": (plan, "_is_adjacent", _always(False)),
    "forgets Gemma's one": (plan, "_NORM", plan.SINGLE_EXPERT),
    "stacks experts in the order of their names": (
        plan, "_stack", lambda name, experts, count: _STACK(
            name, {at: experts[count - 1 - at] for at in experts}, count),
    ),
    "touches every page for a token": (
        page_reads, "_bytes_touched", lambda entry, read: entry.size,
    ),
    "reads one page too few": (page_reads, "_distinct_pages", _always(0)),
    "lets text become control tokens": (vocabulary, "_NOT_MERGED", ()),
    "cuts control tokens out of user text": (
        tokeniser.Tokeniser, "encode_pieces", lambda self, text: self._encode(
            text, (*self._vocabulary.control, *self._vocabulary.user_defined)),
    ),
    "merges the last pair first": (merge_walk, "_best_pair", _last_pair),
    "knows no whole words": (byte_level, "WHOLE_WORDS", frozenset(("gpt-2",))),
    "forgets the space before": (tokeniser.Tokeniser, "_prepared", lambda self, text, place: text),
    "does not fall back to bytes": (merge_walk, "_numbers", _always([0])),
}  # fmt: skip
_STACK = plan._stack


@pytest.mark.parametrize("mistake", MUTANTS)
def test_a_mistake_fails_a_requirement(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong = MUTANTS[mistake]
    monkeypatch.setattr(place, name, wrong)
    try:
        survived = met()
    except Exception:  # noqa: BLE001 - whatever breaks shows the mistake
        survived = False
    assert not survived
