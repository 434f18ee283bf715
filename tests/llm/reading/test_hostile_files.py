"""Files of strangers: each is refused in words that name what is wrong, quickly and in little
memory; whatever else is done to a file, nothing but a refusal or a header comes out."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header import read_header
from tests.llm.reading.hostile_directories import HOSTILE_DIRECTORIES, sound_weights
from tests.llm.reading.hostile_gguf import HOSTILE_GGUF, TOKENS, sound
from tests.llm.reading.model_files import Gguf, header_of
from tests.stopwatch import Stopwatch

SECONDS = 2.0
MEMORY = 48 << 20


def test_the_sound_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "sound.gguf"
    path.write_bytes(sound().content())
    assert len(read_header(path).tensors) == 2
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(sound_weights())
    assert len(read_header(weights).tensors) == 2
    assert len(HOSTILE_GGUF) + len(HOSTILE_DIRECTORIES) >= 120


def refused(path: Path, words: str) -> None:
    watch = Stopwatch()  # Before the tracing, which would make its yardstick ten times as long.
    tracemalloc.start()
    try:
        with pytest.raises(ModelFileRefused) as caught:
            read_header(path)
        memory = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    seconds = watch.seconds()
    assert re.search(words, str(caught.value)), str(caught.value)
    assert len(str(caught.value)) < 2000
    assert seconds < SECONDS
    assert memory < MEMORY


@pytest.mark.parametrize("name", HOSTILE_GGUF)
def test_gguf_is_refused(name: str, tmp_path: Path) -> None:
    make, words = HOSTILE_GGUF[name]
    path = tmp_path / "hostile.gguf"
    path.write_bytes(make())
    refused(path, words)


@pytest.mark.parametrize("name", HOSTILE_DIRECTORIES)
def test_a_directory_is_refused(name: str, tmp_path: Path) -> None:
    make, words = HOSTILE_DIRECTORIES[name]
    for file, content in make().items():
        (tmp_path / file).write_bytes(content)
    refused(tmp_path, words)


def test_a_template_is_shown_as_it_stands() -> None:
    template = "{{ 7 * 7 }}{% for x in range(10**9) %}<script>{% endfor %}"
    content = Gguf(
        [*sound().keys, *TOKENS, ("tokenizer.chat_template", "string", template)], sound().tensors
    ).content()
    header = header_of(content)
    assert header.tokeniser.chat_template == template
    assert inspect_model(header).chat_template == template


def outcome(content: bytes) -> None:
    """A header whose figures can be computed, or a refusal; nothing else may come out."""
    try:
        header = header_of(content)
    except InputError:
        return
    assert inspect_model(header).bytes_total <= len(content)


SOUND_GGUF = Gguf(
    [
        *sound().keys,
        *TOKENS,
        ("tokenizer.ggml.scores", "[f32]", [0.0, -1.0]),
        ("general.alignment", "u32", 32),
    ],
    sound().tensors,
).content()
SOUND_FILES = (SOUND_GGUF, sound_weights())
PLACES = st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), min_size=1, max_size=6)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(SOUND_FILES), PLACES)
def test_changed_bytes_give_a_header_or_a_refusal(
    content: bytes, places: list[tuple[int, int]]
) -> None:
    changed = bytearray(content)
    for at, byte in places:
        changed[at % len(changed)] = byte
    outcome(bytes(changed))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SOUND_FILES), st.integers(0, 1000), st.binary(max_size=24))
def test_spliced_bytes_give_a_header_or_a_refusal(content: bytes, at: int, piece: bytes) -> None:
    place = at % len(content)
    outcome(content[:place] + piece + content[place:])


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SOUND_FILES), st.integers(0, 5000))
def test_cut_files_give_a_header_or_a_refusal(content: bytes, length: int) -> None:
    """By themselves, and with a hole behind, as where only a header was sent."""
    outcome(content[:length])
    outcome(content[:length].ljust(len(content), b"\0"))
