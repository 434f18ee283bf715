"""Which part of LLVM's pipeline each step of a timeline is.

The pipeline names passes by what one types (`licm`), the dumps by their class (`LICMPass`), and
nothing that LLVM prints says which is which. But both are in order. What runs on the function or
the module comes once each, so it is counted off. What runs on loops comes for one loop after
another, and some of it not for every loop: there the names are needed. A run in which it does not
come out has no places.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.passes.llvm_dumps import PassRun
from compiler_core.host.passes.pipeline import (
    PassGroup,
    Path,
    PipelinePart,
    groups_of,
    part_at,
)

LOOP_PASSES = {
    "CanonicalizeFreezeInLoopsPass": "canon-freeze",
    "IndVarSimplifyPass": "indvars",
    "LICMPass": "licm",
    "LoopDeletionPass": "loop-deletion",
    "LoopFlattenPass": "loop-flatten",
    "LoopFullUnrollPass": "loop-unroll-full",
    "LoopIdiomRecognizePass": "loop-idiom",
    "LoopIdiomVectorizePass": "loop-idiom-vectorize",
    "LoopInstSimplifyPass": "loop-instsimplify",
    "LoopInterchangePass": "loop-interchange",
    "LoopRotatePass": "loop-rotate",
    "LoopSimplifyCFGPass": "loop-simplifycfg",
    "SimpleLoopUnswitchPass": "simple-loop-unswitch",
}
"""By class: what a pipeline calls them."""
# The first two bring loops into the form that passes on loops want, and no pipeline names them;
# the others only compute or drop an analysis, and not all are named.
_NOT_COUNTED = ("LoopSimplifyPass", "LCSSAPass", "RequireAnalysisPass<", "InvalidateAnalysisPass<")
_ANALYSES = ("require", "invalidate")
_LOOPS_DONE = "FunctionToLoopPassAdaptor"


def places_of(runs: Sequence[PassRun], parts: tuple[PipelinePart, ...]) -> dict[int, Path]:
    """The path of each step that a pass of the pipeline is; empty where the two do not agree."""
    groups = [group for group in groups_of(parts) if not _is_analysis(group, parts)]
    places: dict[int, Path] = {}
    now, on_this_loop = 0, -1
    for run in runs:
        if now == len(groups):
            break  # Code generation's passes follow.
        group = groups[now]
        if run.manager:
            if run.pass_name == _LOOPS_DONE and group.on_loops:
                now, on_this_loop = now + 1, -1
        elif run.on_loop:
            name = LOOP_PASSES.get(run.pass_name, "")
            on_this_loop = _next_named(name, group, on_this_loop, parts)
            if on_this_loop < 0:
                return {}
            places[run.step] = group.paths[on_this_loop]
        elif not run.pass_name.startswith(_NOT_COUNTED):
            if group.on_loops:
                return {}
            places[run.step] = group.paths[0]
            now += 1
    return places if now == len(groups) and _names_agree(runs, places, parts) else {}


def _is_analysis(group: PassGroup, parts: tuple[PipelinePart, ...]) -> bool:
    names = {part_at(parts, path).plain_name for path in group.paths}
    return names <= set(_ANALYSES)


def _next_named(name: str, group: PassGroup, after: int, parts: tuple[PipelinePart, ...]) -> int:
    """The next of this name after one place in the group; else the first: it is the next loop's.
    -1 where there is none.
    """
    named = [
        position
        for position, path in enumerate(group.paths if group.on_loops else ())
        if part_at(parts, path).plain_name == name
    ]
    return next((position for position in named if position > after), named[0] if named else -1)


def _names_agree(
    runs: Sequence[PassRun], places: dict[int, Path], parts: tuple[PipelinePart, ...]
) -> bool:
    """Whether each class has one name in the pipeline, wherever it stands."""
    names: dict[str, str] = {}
    for run in runs:
        if not run.manager and run.step in places:
            name = part_at(parts, places[run.step]).plain_name
            if names.setdefault(run.pass_name, name) != name:
                return False
    return True
