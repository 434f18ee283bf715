"""A network that is not there: the name that was meant, and names that are."""

from __future__ import annotations

import pytest

from compiler_core.errors import UnknownName
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.source_model import source_model
from compiler_core.soc.mapping.graph_reading import mapped_graph_of
from compiler_core.soc.networks.named_layers import layers_of


@pytest.mark.parametrize(
    ("ask", "name", "meant"),
    [
        (lambda name: source_model(name, DEFAULT_SETTINGS), "residul", "residual"),
        (lambda name: source_model(name, DEFAULT_SETTINGS), "models/Squeezenet.onnx", "squeezenet"),
        (layers_of, "mobilnet-v2", "mobilenet-v2"),
        (mapped_graph_of, "depthwse", "depthwise"),
        (mapped_graph_of, "nowhere", ""),
    ],
)
def test_a_name_that_is_not_known_is_answered_with_the_nearest(ask, name: str, meant: str) -> None:
    with pytest.raises(UnknownName) as refused:
        ask(name)
    assert f"There is no file {name}" in refused.value.message
    advice = refused.value.advice
    assert ("Did you mean" in advice, meant in advice) == (bool(meant), True)
    assert "plain, residual" in advice
