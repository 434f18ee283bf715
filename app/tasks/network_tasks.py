"""Why an element of a network is what it is: the network is read and run here, in the jail."""

from __future__ import annotations

import msgspec

from app.analysis.task import FinishedAnswer, Task, finished

MESSAGEPACK = "application/vnd.msgpack"


def explained(task: Task) -> FinishedAnswer:
    """The body is an `ElementQuestion`; the answer an `ElementAnswer`."""
    from compiler_core.graph.slicing.explained_element import explain_element
    from compiler_core.graph.slicing.packed import unpacked

    question = unpacked(task.body)
    answer = explain_element(question.network(), question.tensor, question.index)
    return finished(200, msgspec.msgpack.encode(answer), MESSAGEPACK)
