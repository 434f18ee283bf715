"""Settings for a network that were handed in: compiled, run once and measured.

Everything is deterministic: the same settings give the same program, arena and counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from compiler_core.claims.kinds.kind import Bound, Found
from compiler_core.errors import InputError
from compiler_core.exercises.judge import OwnFault, Refused
from compiler_core.exercises.quiz_judge import judge_predicted
from compiler_core.graph.compile import GraphCompilation, run_stages
from compiler_core.graph.evaluation.shipped import shipped_models
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.final_accuracy import final_accuracy
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.kept import Kept

KEPT_NETWORKS = 8
_kept: Kept[GraphCompilation] = Kept(KEPT_NETWORKS)
# Where each figure stands: stage, name, and how it is said.
FIGURES = {
    "arena_bytes": ("engine", "arena_bytes", "bytes of arena"),
    "kernels": ("fusion", "kernels_after", "kernels"),
    "nodes": ("fusion", "nodes", "nodes in the fused graph"),
    "instructions": ("run", "instructions", "instructions of one run"),
    "dram_bytes": ("fusion", "dram_bytes_after", "bytes between the kernels and memory"),
}


@dataclass(frozen=True)
class NetworkJudge:
    """One choice of settings for one of the networks that ship."""

    answer: Mapping[str, Any]
    answered_first: bool

    def refusal(self) -> Refused | None:
        """Compiles; a setting that cannot be is said as it is."""
        names = [model.id for model in shipped_models()]
        if self.answer["model"] not in names:
            raise OwnFault(
                f"There is no network {self.answer['model']!r}.", f"There are: {', '.join(names)}."
            )
        try:
            _ = self._compilation
        except InputError as error:
            return Refused(f"It cannot be compiled: {error}")
        return None

    @cached_property
    def _compilation(self) -> GraphCompilation:
        model = str(self.answer["model"])
        settings = settings_of(self.answer)

        def made() -> GraphCompilation:
            source = source_model(model, settings)
            return run_stages(source, settings, inputs_of(source))

        return _kept.get_or_compute(
            (model, settings), made, lambda compilation: compilation.agrees
        )[0]

    def judge(self, name: str, argument: Any) -> Found:
        """As `Judge.judge`."""
        if name in FIGURES:
            value = self.figure(name)
            return Found(argument.holds(value), f"{value:,.0f} {FIGURES[name][2]}")
        return _OTHERS[name](self, argument)

    def figure(self, name: str) -> float:
        """One of FIGURES. Raises as the compilation does."""
        stage, metric, _ = FIGURES[name]
        return self._compilation.metric(stage, metric)

    def _agrees(self, wanted: bool) -> Found:
        agrees = self._compilation.agrees
        words = "the program computes what the network does"
        return Found(agrees == wanted, words if agrees else "the program's results differ")

    def _group_has(self, wanted: tuple[str, ...]) -> Found:
        state = self._compilation.state
        operators = {str(node.name): node.op_type for node in state.model.graph}
        groups = state.fusion.groups if state.fusion is not None else ()
        # An integer operator does what the one without the word does.
        kinds = [
            Counter(operators.get(node, "").removesuffix("Integer") for node in group.nodes)
            for group in groups
        ]
        named = Counter(word.removesuffix("Integer") for word in wanted)
        count = sum(named <= kind for kind in kinds)
        return Found(count > 0, f"{count} of {len(kinds)} kernels do these together")

    def _accuracy(self, wanted: Bound) -> Found:
        share = final_accuracy(self._compilation.state)
        if share is None:
            raise OwnFault("The accuracy of this network is not known: it was not trained here.")
        return Found(wanted.holds(share), f"{share:.3f} of the test pictures right")

    def _predicted(self, wanted: bool) -> Found:
        return judge_predicted(self.answered_first, wanted)


_OTHERS: dict[str, Callable[[NetworkJudge, Any], Found]] = {
    "agrees": NetworkJudge._agrees,
    "group_has": NetworkJudge._group_has,
    "accuracy": NetworkJudge._accuracy,
    "predicted": NetworkJudge._predicted,
}
