"""The catalogue shows what it says: figures computed from the graphs, and the same nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.content_files import ContentError
from compiler_core.graph.fusion.catalogue import (
    CATALOGUE_FILE,
    CatalogueEntry,
    catalogue,
    read_catalogue,
)
from compiler_core.graph.fusion.extensions import EXTENSIONS
from compiler_core.graph.fusion.pattern_names import PATTERNS
from compiler_core.graph.fusion.small_graphs import SMALL_GRAPHS
from compiler_core.graph.sizes import known_sizes_of

# From the shapes, by hand: bytes between kernels, written once and read once by each reader.
SAVED = {
    "conv-bias-relu": 2 * 32 * 32 * 32 * 4,
    "conv-add-residual": 3 * 2 * 16 * 32 * 32 * 4,
    "matmul-add": 2 * 10 * 4,
    "diamond": 5 * 32 * 32 * 32 * 4,
    "conv-requantise": 4 * 2 * 32 * 32 * 32 * 4,
    "elementwise-into-reduction": 2 * 16 * 32 * 32 * 4,
    "channel-shuffle": 2 * 2 * 16 * 32 * 32 * 4,
    "fan-out": 2 * 16 * 32 * 32 * 4,
    "depthwise-pointwise": 3 * 2 * 64 * 56 * 56 * 4,
    "wide-separable": 2 * 2 * 512 * 14 * 14 * 4,
    "pad-conv": 2 * (16 * 33 * 33 + 32 * 16 * 16) * 4,
    "conv-pool": 2 * 2 * 16 * 32 * 32 * 4,
    # Six tensors of 32-bit values; the rounded one of 8 bits is stored before and after.
    "narrowest-operand": 6 * 2 * 16 * 32 * 32 * 4,
    # The image, too, is read once less: by one kernel instead of two.
    "second-result": (2 + 1 + 2 + 1) * 16 * 32 * 32 * 4,
}


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry.id)
def test_bytes_saved_are_those_of_the_shapes(entry: CatalogueEntry) -> None:
    assert entry.bytes_saved == SAVED[entry.id]
    sizes = known_sizes_of(SMALL_GRAPHS[entry.id]())
    written = {name for group in entry.fusion.groups for name in group.outputs}
    assert {tensor.name for tensor in entry.vanished} == {
        name for name in sizes if name.endswith("_out") and name not in written
    }
    assert all(tensor.bytes == sizes[tensor.name] for tensor in entry.vanished)


def test_both_pictures_show_the_same_nodes() -> None:
    for entry in catalogue():
        assert [node.id for node in entry.before.nodes] == [node.id for node in entry.after.nodes]
        assert {node.group for node in entry.before.nodes} == {""}
        kernels = {group.name for group in entry.fusion.groups}
        assert {node.group for node in entry.after.nodes} == kernels


def test_one_entry_is_refused_by_rule_and_one_for_its_cost() -> None:
    refused = {
        entry.id: entry.telling for entry in catalogue() if entry.telling.verdict == "refused"
    }
    assert refused["fan-out"].because == "legality"
    assert refused["fan-out"].rule == "separate-paths"
    costly = refused["wide-separable"]
    assert (costly.because, costly.rule) == ("cost", "depthwise-pointwise")
    # Bands of four rows, because half of 256 KiB holds four of 28,672 B: four bands for 14 rows.
    weights = (512 * 9 + 512 * 512) * 4
    assert (costly.saved_bytes, costly.added_bytes) == (2 * 512 * 14 * 14 * 4, 3 * weights)
    assert "It saves 802,816 B and adds 3,201,024 B." in costly.reason


def test_every_extension_and_pattern_is_shown() -> None:
    shown = {
        name for entry in catalogue() for names in entry.fusion.patterns.values() for name in names
    }
    assert {pattern.name for pattern in PATTERNS} == shown
    assert {e.name for e in EXTENSIONS} <= {entry.extension for entry in catalogue()}
    assert {entry.id for entry in catalogue()} == set(SMALL_GRAPHS)


def test_the_log_reads_like_a_builders() -> None:
    (log,) = (entry.fusion.log for entry in catalogue() if entry.id == "wide-separable")
    assert log[0] == "Fusing depthwise with relu_1: elementwise-tail."
    assert log[4].startswith(
        "Refusing depthwise with pointwise: depthwise-pointwise, not worth it."
    )
    assert log[5] == "Kernel 0: depthwise + relu_1 [Conv+Bias+ReLU]"
    assert log[-1] == "After fusion: 2 kernels from 4 nodes."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("graph: conv-bias-relu", "graph: conv-bias-gelu", "no graph 'conv-bias-gelu'"),
        ("extension: pad-into-convolution", "extension: magic", "no fusion 'magic'"),
        ("telling: conv\n", "telling: nobody\n", "is about 'nobody'"),
        ("- id: diamond", "- id: matmul-add", "twice"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = CATALOGUE_FILE.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "catalogue.yaml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=message):
        read_catalogue(wrong)
