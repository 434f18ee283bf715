"""The catalogue's half of language models: figures by hand, and wrong files refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.content_files import ContentError
from compiler_core.graph.fusion.catalogue import CatalogueEntry
from compiler_core.llm.attention_fusion.catalogue import (
    LANGUAGE_FILE,
    language_catalogue,
    read_language_catalogue,
)
from compiler_core.llm.attention_fusion.registry import FUSION_NAMES
from compiler_core.llm.attention_fusion.small_graphs import SMALL_GRAPHS

# From the shapes, by hand: 32 tokens, 64 wide, heads of 16; bytes of float32.
SAVED = {
    "packed-qkv": 4 * 2 * 32 * 64,
    "norm-into-product": 4 * 2 * 32 * 64,
    "rope-inline": 4 * 2 * 2 * 32 * 64,
    # Keys turned and back, four tensors of scores for 4 heads, and the mask.
    "flash-attention": 4 * (2 * 4 * 256 * 16 + 4 * 2 * 4 * 256 * 256 + 256 * 256),
    # The input once less, gate twice read, up, sigmoid and silu once; each written once.
    "swiglu": 4 * (32 * 64 + (3 + 2 + 2 + 2) * 32 * 128),
    "residual-add": 4 * 2 * 32 * 64,
    # Old rows read and written, the new row written and read once more.
    "cache-append": 4 * (2 * 2 * 127 * 16 + 2 * 2 * 16),
}
VANISHED = {
    "packed-qkv": set(),
    "norm-into-product": {"norm_out"},
    "rope-inline": {"attn_q_out", "q_by_head_out"},
    "flash-attention": {"keys_turned_out", "scores_out", "scaled_out", "masked_out", "softmax_out"},
    "swiglu": {"ffn_gate_out", "ffn_up_out", "sigmoid_out", "silu_out"},
    "residual-add": {"ffn_down_out"},
    "cache-append": {"attn_v_out"},
}


@pytest.mark.parametrize("entry", language_catalogue(), ids=lambda entry: entry.id)
def test_an_entry_shows_what_it_says(entry: CatalogueEntry) -> None:
    if entry.id in SAVED:
        assert entry.bytes_saved == SAVED[entry.id]
        assert {tensor.name for tensor in entry.vanished} == VANISHED[entry.id]
        assert entry.launches_after == 1
    assert entry.validated.startswith("Same outputs")
    assert ("tiles" in entry.validated) == ("softmax_out" in {one.name for one in entry.vanished})
    assert entry.launches_after == len({node.group for node in entry.after.nodes})
    assert entry.track == "llm"


def test_the_attention_half_has_two_kernels_unless_that_costs_more() -> None:
    entries = {entry.id: entry for entry in language_catalogue()}
    assert entries["attention-half"].launches_after == 2
    costly = entries["wide-attention-half"]
    assert costly.launches_after == 3
    assert (costly.telling.verdict, costly.telling.because) == ("refused", "cost")


def test_every_fusion_and_every_graph_is_shown() -> None:
    shown = {entry.telling.stage for entry in language_catalogue()}
    assert shown == set(FUSION_NAMES)
    assert len(language_catalogue()) == len(SMALL_GRAPHS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("graph: swiglu", "graph: geglu", "no graph 'geglu'", id="graph"),
        pytest.param("passes: [rope-inline]", "passes: [rope]", "passes are a list", id="pass"),
        pytest.param("telling: [swiglu, sigmoid]", "telling: [swiglu, gelu]", "is about 'gelu'",
                     id="nobody"),
        pytest.param("telling: [swiglu, sigmoid]", "telling: swiglu", "names a pass", id="one"),
        pytest.param("- id: swiglu", "- id: packed-qkv", "twice", id="twice"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = LANGUAGE_FILE.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "language.yaml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=message):
        read_language_catalogue(wrong)
