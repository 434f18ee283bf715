"""Names that nothing in a graph has yet."""

from __future__ import annotations

import onnx_ir as ir


class FreeNames:
    """Names for new nodes and values of one graph; a name that was given is taken."""

    def __init__(self, graph: ir.Graph) -> None:
        self._taken = {node.name for node in graph}
        self._taken |= {value.name for node in graph for value in node.outputs}
        self._taken |= {value.name for value in graph.inputs}
        self._taken |= set(graph.initializers)

    def free(self, wanted: str) -> str:
        """The wanted name, with a number where it is taken."""
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name
