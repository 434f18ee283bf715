"""Steps of the page on IREE: phases, dispatches at their source, code side by side, and a run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from compiler_core.atlas.iree.asking import PROGRAM, IreeRefused, ModuleRun
from compiler_core.atlas.iree.assembly import KernelCode
from compiler_core.atlas.iree.calling import Called, refusal_of, wanted_target
from compiler_core.atlas.iree.compiled import IreeAnswer
from compiler_core.atlas.iree.dispatches import Dispatch
from compiler_core.atlas.iree.phases import phase_steps
from compiler_core.atlas.records import SIDES
from compiler_core.atlas.texts import text_snapshot
from compiler_core.source import Location
from compiler_core.trace import Change, Remark, Snapshot, SnapshotLine, Step

_LINES_KEPT = 300
_VALUES_SHOWN = 6
_LONGEST_SAID = 240
_CODE = "AArch64 of the kernels"


def steps_of(answer: IreeAnswer) -> tuple[Step, ...]:
    """In the order in which things happen, the source with its dispatches first."""
    steps = [_joined(answer), *phase_steps(answer.phases), _code(answer)]
    if answer.build.warnings:
        steps.append(_text_step("what it warned of", "\n".join(answer.build.warnings)))
    if answer.called:
        steps.append(_run(answer.called))
    return tuple(steps)


def refused_steps(refused: IreeRefused, text: str) -> tuple[Step, ...]:
    """The program, and what IREE said of it: of a crash, where in the compiler it happened."""
    title = "the compiler itself crashed" if refused.crashed else "IREE refuses"
    line, column = refused.place
    remarks = (Remark("error", refused.words, Location(PROGRAM, line, column)),) if line else ()
    written = (Step("the program", "program", True, None, _snapshot("MLIR", text)),) if text else ()
    said = text_snapshot(title, refused.said, _LINES_KEPT, lambda said: said[:_LONGEST_SAID])
    return (
        *written,
        Step(
            title,
            "compiler",
            False,
            None,
            said,
            (Change("refused", refused.words, "These are IREE's own words."),),
            remarks,
        ),
    )


def _joined(answer: IreeAnswer) -> Step:
    """Lines of the source, or nodes of the network, each with the dispatches that compute it."""
    if answer.network:
        lines = [
            SnapshotLine(str(node.line), f"{node.operator} {node.name}{_in_group(node.group)}")
            for node in answer.network.nodes
        ]
        title = "nodes, each with its kernel of ours"
    else:
        texts = enumerate(answer.text.splitlines(), 1)
        lines = [SnapshotLine(str(at), text) for at, text in texts]
        title = "the program"
    made = tuple(line for dispatch in answer.dispatches for line in _of_dispatch(dispatch))
    return Step(
        "where dispatches come from",
        "compiler",
        True,
        Snapshot(title, tuple(lines)),
        Snapshot("dispatches", made),
        metrics={"dispatches": float(len(answer.dispatches))},
    )


def _in_group(group: str) -> str:
    return f" · ours: {group}" if group else ""


def _of_dispatch(dispatch: Dispatch) -> Iterator[SnapshotLine]:
    text = f"{dispatch.name} (moves data)" if dispatch.copies else dispatch.name
    if not dispatch.lines:
        yield SnapshotLine(dispatch.name, text)
    for line in dispatch.lines:
        yield SnapshotLine(f"{dispatch.name}.{line}", text, Location(PROGRAM, line))


def _code(answer: IreeAnswer) -> Step:
    if answer.network:
        own = _assembly("as chosen", answer.kernels)
        return Step(_CODE, "compiler", True, None, own)
    return Step(
        _CODE,
        SIDES,
        answer.kernels != answer.plain,
        _assembly("for any AArch64, matrices as they are", answer.plain),
        _assembly("as chosen", answer.kernels),
    )


def _assembly(title: str, kernels: tuple[KernelCode, ...]) -> Snapshot:
    number = sum(kernel.instructions for kernel in kernels)
    text = "\n".join(code.text for code in kernels)
    return _snapshot(f"{title}: {number:,} instructions", text)


def _run(called: Called) -> Step:
    foreign = called.foreign.refused
    wants = wanted_target(foreign)
    said = "\n".join(refusal_of(foreign)) if foreign else _values(called.foreign)
    wanted = f"\n(the module wants {wants})" if wants else ""
    here = called.here.refused
    return Step(
        "called on this machine",
        SIDES,
        True,
        _snapshot("the module for AArch64", f"{said}{wanted}"),
        _snapshot(
            "the same program built for this machine",
            "\n".join(refusal_of(here)) if here else _values(called.here),
        ),
    )


def _values(run: ModuleRun) -> str:
    return "\n".join(map(_first_of, run.results)) or "no results"


def _first_of(array: np.ndarray) -> str:
    shape = "×".join(map(str, array.shape)) or "one number"
    first = ", ".join(f"{value:.4g}" for value in array.ravel()[:_VALUES_SHOWN].tolist())
    more = ", …" if array.size > _VALUES_SHOWN else ""
    return f"{shape} of {array.dtype}: {first}{more}"


def _text_step(name: str, text: str) -> Step:
    return Step(name, "compiler", True, None, _snapshot("IREE", text))


def _snapshot(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, _LINES_KEPT)
