"""The page about mapping names the numbers that are used."""

from __future__ import annotations

from compiler_core.soc.mapping import graph, hand_over, kernel_costs, partition
from tests.architecture.project import ROOT


def test_the_page_has_the_numbers_that_count() -> None:
    text = " ".join((ROOT / "docs" / "soc-mapping.md").read_text(encoding="utf-8").split())
    used = (
        f"waiting takes {hand_over.SYNCHRONISATION_SECONDS * 1e6:g} µs",
        f"at {hand_over.FLUSHED_BYTES_PER_SECOND / 1e9:g} GB/s",
        f"{kernel_costs.INSTRUCTION_PICOJOULES} pJ for each vector instruction",
        f"{kernel_costs.GPU_LANES} lanes share it",
        f"at most {partition.MOST_STATES:,} at once",
        f"more than {graph.KERNEL_LIMIT:,} kernels",
        f"more than {partition.WIDEST} tensors",
    )
    assert [one for one in used if one not in text] == []
