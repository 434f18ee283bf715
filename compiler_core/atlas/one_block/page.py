"""The atlas's door: one block, and where the kernels of six compilers end."""

from __future__ import annotations

from compiler_core.atlas.one_block.block import MOST_PRODUCTS, FusedBlock
from compiler_core.atlas.one_block.drawn import SAID, kernel_map
from compiler_core.atlas.one_block.systems import (
    INDUCTOR,
    SYSTEMS,
    System,
    SystemAnswer,
    asked,
)
from compiler_core.atlas.records import (
    ARTEFACT,
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    RecordedPart,
    Settings,
)
from compiler_core.atlas.texts import text_snapshot
from compiler_core.basis import Basis, Value
from compiler_core.trace import Step

LARGEST = 8192
_LINES_KEPT = 260
_LONGEST_LINE = 160
_NOT_RUN = f"not run: more than {MOST_PRODUCTS:,} multiplications"
_SAY_TWO = f"systems in use that launch {SAID} kernels"
_FARTHEST = "largest difference from numpy"
_MILLIONTHS = "millionths of the largest"


def _kernels(system: str) -> str:
    return f"kernels, {system}"


def _between(system: str) -> str:
    return f"bytes between kernels, {system}"


def _far(system: str) -> str:
    return f"difference from numpy, {system}"


def _basis(system: System, basis: Basis) -> Basis:
    return "recorded" if system is INDUCTOR else basis


_FACTS = (
    AtlasFact(name="operators", unit="", basis="counted"),
    *(
        AtlasFact(name=_kernels(known_system.name), unit="", basis=_basis(known_system, "counted"))
        for known_system in SYSTEMS
    ),
    AtlasFact(name=_SAY_TWO, unit="", basis="counted"),
    *(
        AtlasFact(name=_between(compiler.name), unit="bytes", basis=_basis(compiler, "counted"))
        for compiler in SYSTEMS
    ),
    AtlasFact(name="normalised rows", unit="bytes", basis="computed"),
    *(
        AtlasFact(name=_far(toolchain.name), unit=_MILLIONTHS, basis=_basis(toolchain, "computed"))
        for toolchain in SYSTEMS
    ),
    AtlasFact(name=_FARTHEST, unit=_MILLIONTHS, basis="computed"),
)


def _compute(settings: Settings) -> PageFinding:
    block = block_of(settings)
    answers = tuple(asked(system, block) for system in SYSTEMS)
    return PageFinding(
        facts=_facts(block, answers),
        steps=tuple(map(_step, answers)),
        sentence=_sentence(answers),
        version=_versions(answers),
        maps=(kernel_map(block, answers),),
        recorded_parts=tuple(_recorded(answer) for answer in answers if answer.recorded_on),
        recorded_part="; ".join(_told(reply) for reply in answers if reply.recorded_on),
    )


def block_of(settings: Settings) -> FusedBlock:
    """As a reader chose it."""
    return FusedBlock(
        rows=int(settings["rows"]),
        width=int(settings["width"]),
        columns=int(settings["columns"]),
        has_gain=settings["gain"] == "with",
    )


def _facts(block: FusedBlock, answers: tuple[SystemAnswer, ...]) -> dict[str, Value]:
    facts: dict[str, Value] = {"operators": len(block.operators)}
    facts |= {_kernels(answer.system.name): len(answer.cut.kernels) for answer in answers}
    facts[_SAY_TWO] = ", ".join(_launch_two(answers)) or "none"
    facts |= {_between(reply.system.name): reply.cut.between for reply in answers}
    facts["normalised rows"] = block.rows * block.width * 4
    far = {system_answer.system.name: system_answer.cut.difference for system_answer in answers}
    run = [difference for difference in far.values() if difference is not None]
    facts |= {_far(name): _millionths(distance) for name, distance in far.items()}
    facts[_FARTHEST] = _millionths(max(run) if block.is_run else None)
    return facts


def _launch_two(answers: tuple[SystemAnswer, ...]) -> tuple[str, ...]:
    return tuple(
        answer.system.name
        for answer in answers
        if answer.system.in_use and len(answer.cut.kernels) == SAID
    )


def _millionths(difference: float | None) -> Value:
    return _NOT_RUN if difference is None else round(difference * 1e6, 2)


def _sentence(answers: tuple[SystemAnswer, ...]) -> str:
    numbers = ", ".join(f"{answer.system.name} {len(answer.cut.kernels)}" for answer in answers)
    two = ", ".join(_launch_two(answers)) or "none"
    systems = sum(reply.system.in_use for reply in answers)
    return (
        f"Kernels for the same block: {numbers}. Of {systems} systems in use, these launch two: "
        f"{two}."
    )


def _versions(answers: tuple[SystemAnswer, ...]) -> str:
    return ", ".join(
        f"{answer.system.name} {answer.cut.version}" for answer in answers if answer.cut.version
    )


def _told(answer: SystemAnswer) -> str:
    return f"{answer.system.name} as recorded on {answer.recorded_on}"


def _recorded(answer: SystemAnswer) -> RecordedPart:
    """Without its tool, what is said of all together is not of now either."""
    name, missing = answer.system.name, answer.missing
    facts = (_kernels(name), _between(name), _far(name))
    record = (
        f"{name} {answer.cut.version}, of the usual block, was recorded on {answer.recorded_on}"
    )
    if not (missing or answer.problem):
        return RecordedPart(facts=facts, says=f"{record}.", missing=None)
    why = f"{missing.tool} is not installed. Install it: {missing.command}." if missing else ""
    return RecordedPart(
        facts=(*facts, _SAY_TWO, _FARTHEST),
        missing=missing,
        problem=answer.problem,
        says=f"{why or answer.problem} What stands here of {record}.",
    )


def _step(answer: SystemAnswer) -> Step:
    when = f", recorded on {answer.recorded_on}" if answer.recorded_on else ""
    title = f"{answer.system.name}{when}: what the kernels were counted in"
    text = text_snapshot(
        answer.system.name, answer.cut.artefact, _LINES_KEPT, lambda line: line[:_LONGEST_LINE]
    )
    return Step(
        title,
        ARTEFACT,
        True,
        None,
        text,
        metrics={
            "kernels": float(len(answer.cut.kernels)),
            "bytes between them": float(answer.cut.between),
        },
    )


ONE_BLOCK = AtlasPage(
    name="one-block",
    title="One block, many compilers",
    idea="A compiler decides where kernels end. Given the same few operators, compilers end them "
    "in different places.",
    label="live",
    tool="Compilers",
    explains=(("graph", "fusion"), ("language", "fusion"), ("graph", "engine")),
    controls=(
        Control(name="rows", title="Rows", usual="16", least=1, most=LARGEST,
                explains="Of what comes in: tokens of a batch."),
        Control(name="width", title="Width", usual="1024", least=1, most=LARGEST,
                explains="Numbers in a row, which are normalised together."),
        Control(name="columns", title="Columns", usual="4096", least=1, most=LARGEST,
                explains="Of the weights."),
        Control(name="gain", title="Gain", usual="with",
                choices=(("with", "with a gain for each column"), ("without", "without")),
                explains="Without it there is one operator less."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
