"""What a description says for the sake of mapping: operators, memories of units, hand-overs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from compiler_core.content_files import ContentError, read_yaml
from compiler_core.soc.mapping.graph import GraphKernel
from compiler_core.soc.mapping.operators import USUAL_OPERATORS, lacking
from compiler_core.soc.reading import SOC_FOLDER, soc_named, soc_of
from tests.soc.mapping.networks import elementwise


def changed(change: Callable[[Any], Any]) -> Any:
    """The reference chip's file with a change."""
    found = read_yaml(SOC_FOLDER / "generic.yaml")
    change(found)
    return found


def _of_npu(**fields: Any) -> Callable[[Any], None]:
    return lambda found: found["units"][2].update(fields)


def test_what_is_described_is_read() -> None:
    listed = {"source": "design", "names": ["Conv", "Softmax"]}
    soc = soc_of(
        "changed.yaml",
        "changed",
        changed(
            lambda found: (
                _of_npu(operators=listed, memory="dram")(found),
                found.update(hand_over_us=[5, "design"]),
            )
        ),
    )
    npu = soc.unit("npu")
    assert (npu.operators, npu.operators_source) == (("Conv", "Softmax"), "design")
    assert (npu.memory, soc.hand_over_us and soc.hand_over_us.value) == ("dram", 5)


WRONG: dict[str, tuple[Any, str]] = {
    "unknown-source": (_of_npu(operators={"source": "me", "names": ["Conv"]}), "sources"),
    "no-such-memory": (_of_npu(memory="hbm"), "no memory"),
    "memory-without-speed": (
        lambda found: (_of_npu(memory="sram")(found), found["memories"][0].pop("bus_width_bits")),
        "no memory",
    ),
    "hand-over-without-source": (lambda found: found.update(hand_over_us=5), "hand_over_us"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_description_is_refused(name: str) -> None:
    change, words = WRONG[name]
    with pytest.raises(ContentError, match=words):
        soc_of("changed.yaml", "changed", changed(change))


def test_only_accelerators_lack_operators() -> None:
    generic, coral = soc_named("generic"), soc_named("coral-edge-tpu")
    kernel = GraphKernel(elementwise("one", 4), ("Relu", "Softmax", "LRN"))
    assert lacking(generic.unit("npu"), kernel) == ("Softmax", "LRN")
    assert lacking(coral.unit("npu"), kernel) == ("LRN",)
    assert lacking(generic.unit("cpu"), kernel) == lacking(generic.unit("gpu"), kernel) == ()
    assert list(USUAL_OPERATORS) == sorted(USUAL_OPERATORS)
