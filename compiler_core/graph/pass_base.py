"""What a graph pass is: a name, a sentence, and a function from a model to changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.trace import Change


@dataclass(frozen=True, slots=True)
class PassResult:
    """What a pass did to the model, in place; changes of kind "refused" changed nothing."""

    changes: tuple[Change, ...]

    @property
    def changed(self) -> bool:
        return any(change.kind != "refused" for change in self.changes)


@dataclass(frozen=True, slots=True)
class GraphPass:
    """A transformation of a model, in place.

    name: as in URLs and lessons, with hyphens. idea: one sentence for students. run: raises nothing
    on a model that the importer accepted.
    """

    name: str
    idea: str
    run: Callable[[ir.Model], PassResult]
