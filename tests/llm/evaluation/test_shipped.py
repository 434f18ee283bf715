"""The language model that ships: its files belong together, and its figures are measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import yaml

from compiler_core.content_files import ContentError
from compiler_core.errors import UnknownName
from compiler_core.llm.evaluation.documents import document_tokens
from compiler_core.llm.evaluation.perplexity import perplexity
from compiler_core.llm.evaluation.shipped import (
    calibration_text,
    evaluation_text,
    read_list,
    shipped_language_model,
)
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.generation import greedy_tokens
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import Tokeniser, tokeniser_of
from script.training.language.export import gguf_tensors
from script.training.language.shape import SHAPE
from script.training.language.stories import split_of

MODEL = shipped_language_model()


def tokeniser() -> Tokeniser:
    return tokeniser_of(read_header(MODEL.path).tokeniser)


def test_both_forms_hold_the_same_values() -> None:
    from safetensors.numpy import load_file

    weights = {
        name.removeprefix("model."): values
        for name, values in load_file(MODEL.folder / "model.safetensors").items()
    }
    reference = load_reference(MODEL.path)
    expected = gguf_tensors(weights, SHAPE)
    assert set(reference.tensors) == set(expected)
    for name, values in expected.items():
        assert np.array_equal(reference.tensors[name], values.astype(np.float32))


def test_it_is_small_and_every_block_format_applies() -> None:
    assert MODEL.path.stat().st_size <= 4_000_000
    header = read_header(MODEL.path)
    matrices = [entry for entry in header.tensors if len(entry.shape) == 2]
    assert all(entry.shape[1] % 256 == 0 and entry.type == "F16" for entry in matrices)
    assert header.configuration.group == 2


def test_its_tokeniser_is_that_of_the_folder() -> None:
    from tokenizers import Tokenizer

    other = Tokenizer.from_file(str(MODEL.folder / "tokenizer.json"))
    text = evaluation_text()[:3000] + " naïve 🙂"
    assert list(tokeniser().encode_pieces(text)) == other.encode(text).ids
    config = json.loads((MODEL.folder / "config.json").read_text(encoding="utf-8"))
    assert (config["bos_token_id"], config["eos_token_id"]) == (
        tokeniser().data.begin,
        tokeniser().data.end,
    )


def test_texts_hold_whole_stories_kept_from_training() -> None:
    for text, split in ((evaluation_text(), "evaluation"), (calibration_text(), "calibration")):
        stories = text.strip().split("\n\n")
        assert len(stories) > 30
        assert {split_of(story) for story in stories} == {split}


def test_documents_are_stories_between_begin_and_end() -> None:
    tokens = document_tokens(tokeniser(), "One day.\n\nAnother day.\n")
    begin, end = tokeniser().data.begin, tokeniser().data.end
    assert (tokens.count(begin), tokens.count(end)) == (2, 2)
    assert tokens[0] == begin
    assert tokens[-1] == end
    first = tokens[1 : tokens.index(end)]
    assert tokeniser().decode(first) == "One day."


def test_it_goes_on_as_its_texts_do() -> None:
    """A number comes back in the next sentence, sentences are those of the trade, stories end."""
    model, words = load_reference(MODEL.path), tokeniser()
    stories = [story for story in evaluation_text().split("\n\n") if "program shifted by" in story]
    assert len(stories) >= 3
    for story in stories:
        begin, _, rest = story.partition(" program shifted by")
        answer = words.decode(greedy_tokens(model, words.encode(begin), 8))
        assert answer.startswith(" program shifted by" + rest[:2])
    prompt = words.encode("That evening Max closed the black door and put the bell on the shelf.")
    assert words.data.end in greedy_tokens(model, prompt, 60)


@pytest.mark.slow
def test_its_perplexity_is_the_one_that_is_listed() -> None:
    tokens = document_tokens(tokeniser(), evaluation_text())
    found = perplexity(load_reference(MODEL.path), tokens)
    assert found.value == pytest.approx(MODEL.perplexity, abs=2e-4)


def test_a_part_of_the_text_already_shows_what_it_learnt() -> None:
    tokens = document_tokens(tokeniser(), evaluation_text())[:700]
    model = load_reference(MODEL.path)
    assert perplexity(model, tokens).value < 1.4
    shuffled = np.random.default_rng(1).permutation(tokens)
    assert perplexity(model, shuffled).value > 100
    said = forward(model, tokens).argmax(axis=-1)
    assert np.mean(np.equal(said[:-1], tokens[1:])) > 0.85


def test_a_name_that_does_not_ship() -> None:
    with pytest.raises(UnknownName):
        shipped_language_model("workshop2")


@pytest.mark.parametrize("change", [{"models": []}, {"licence": " "}])
def test_lists_that_are_not_right(change: dict[str, object], tmp_path: Path) -> None:
    right = yaml.safe_load((MODEL.path.parent / "models.yaml").read_text(encoding="utf-8"))
    path = tmp_path / "models.yaml"
    path.write_text(yaml.safe_dump({**right, **change}), encoding="utf-8")
    with pytest.raises(ContentError):
        read_list(path)
