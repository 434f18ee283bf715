"""The accuracy of the model that a program must compute."""

from __future__ import annotations

from compiler_core.graph.pipeline.state import PipelineState


def final_accuracy(state: PipelineState) -> float | None:
    """The share of the drawn test pictures that are named rightly, in the reference runtime.

    None for a model that was not trained on them.
    """
    if not state.source.trained or state.source.picture is None:
        return None
    from compiler_core.graph.evaluation.accuracy import accuracy
    from compiler_core.graph.evaluation.splits import split

    model = state.float_model if state.quantised is None else state.quantised
    return accuracy(model, split("test"), state.source.picture).share
