"""The page on TensorRT: its commands word by word, and our builder's log in the same words."""

from __future__ import annotations

from collections.abc import Iterable

from compiler_core.atlas.networks import NETWORK_PROGRAMS, network_bytes
from compiler_core.atlas.records import SIDES, AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.tensorrt.building import BuiltPlan, PlanAsked, PlanTrial, built_plan
from compiler_core.atlas.tensorrt.documented import (
    DocumentedCommand,
    command_named,
    dissected,
    documented,
    words_of,
)
from compiler_core.atlas.tensorrt.inspection import CommandEnd, Inspection, inspection_of
from compiler_core.atlas.texts import text_snapshot
from compiler_core.basis import Value
from compiler_core.graph.selection.cores import CORES, DEFAULT_CORE
from compiler_core.trace import Snapshot, Step

_LINES_KEPT = 300
_STATUS = "status on {core}"
_FACTS = (
    AtlasFact(name="words of the command", unit="", basis="counted"),
    AtlasFact(name="words with source and version", unit="", basis="counted"),
    AtlasFact(name="words with a stage of ours", unit="", basis="counted"),
    AtlasFact(name="nodes, by Polygraphy", unit="", basis="counted"),
    AtlasFact(name="what Polygraphy misses to convert it", unit="", basis="counted"),
    AtlasFact(name="tensors with a range", unit="", basis="counted"),
    AtlasFact(name="layers before fusion", unit="", basis="counted"),
    AtlasFact(name="layers after fusion", unit="", basis="counted"),
    AtlasFact(name="tactics weighed", unit="", basis="counted"),
    AtlasFact(name="tactics refused", unit="", basis="counted"),
    AtlasFact(name="memory of the plan", unit="bytes", basis="counted"),
    AtlasFact(name="memory without reuse", unit="bytes", basis="counted"),
    AtlasFact(name="instructions that a core must have", unit="", basis="counted"),
    *(AtlasFact(name=_STATUS.format(core=core.name), unit="", basis="counted") for core in CORES),
    AtlasFact(name="another shape is accepted", unit="", basis="counted"),
)


def _compute(settings: Settings) -> PageFinding:
    command = command_named(settings["command"])
    network, core = settings["network"], settings["core"]
    plan = built_plan(PlanAsked(network, command.precision, core))
    inspection, advice = inspection_of(network, network_bytes(network))
    return PageFinding(
        facts={**_command_facts(command), **_inspection_facts(inspection), **_plan_facts(plan)},
        steps=_steps(plan, inspection),
        sentence=_sentence(plan, core),
        dissections=(dissected(command, network),),
        recorded_part=_recorded(inspection, advice),
    )


def _recorded(inspection: Inspection, advice: str) -> str:
    if not inspection.recorded_on:
        return ""
    return (
        f"Polygraphy's part recorded on {inspection.recorded_on}, with {inspection.version}. "
        f"{advice}"
    )


def _sentence(plan: BuiltPlan, core: str) -> str:
    title = next(known_core.title for known_core in CORES if known_core.name == core)
    ended = [f"{where} with status {status}" for where, status in _ends(plan) if status]
    locked = f" It ends {', '.join(ended)}." if ended else " It runs on all three cores."
    return (
        f"Our builder makes {plan.layers_after} layers of {plan.layers_before}, and a plan for "
        f"{title}.{locked}"
    )


def _ends(plan: BuiltPlan) -> Iterable[tuple[str, int]]:
    """Of each core tried: in words, and the status with which the program ended there."""
    return ((run.where[:1].lower() + run.where[1:], run.shell_status) for run in _on_cores(plan))


def _on_cores(plan: BuiltPlan) -> list[PlanTrial]:
    """Of all trials those on a core, in the order of these."""
    return [trial for trial in plan.trials if trial.core]


def _command_facts(command: DocumentedCommand) -> dict[str, Value]:
    words = words_of(command)
    sources = documented().sources
    return {
        "words of the command": len(words),
        "words with source and version": sum(
            bool(sources[word.source].address and sources[word.source].version) for word in words
        ),
        "words with a stage of ours": sum(bool(word.stage) for word in words),
    }


def _inspection_facts(inspection: Inspection) -> dict[str, Value]:
    return {
        "nodes, by Polygraphy": inspection.nodes,
        "what Polygraphy misses to convert it": inspection.misses,
    }


def _plan_facts(plan: BuiltPlan) -> dict[str, Value]:
    return {
        "tensors with a range": len(plan.ranges),
        "layers before fusion": plan.layers_before,
        "layers after fusion": plan.layers_after,
        "tactics weighed": plan.tactics,
        "tactics refused": plan.tactics_refused,
        "memory of the plan": plan.arena_bytes,
        "memory without reuse": plan.without_reuse,
        "instructions that a core must have": ", ".join(plan.features) or "none",
        **{
            _STATUS.format(core=core.name): trial.shell_status
            for core, trial in zip(CORES, _on_cores(plan), strict=True)
        },
        "another shape is accepted": all(run.ok for run in plan.trials if not run.core),
    }


def _steps(plan: BuiltPlan, inspection: Inspection) -> tuple[Step, ...]:
    when = f"recorded on {inspection.recorded_on}" if inspection.recorded_on else "live"
    polygraphy = f"Polygraphy {inspection.version} ({when})"
    trials = "\n".join(
        f"{trial.where}{_with_option(trial.core)}: "
        + (f"status {trial.shell_status}. " if trial.shell_status else "")
        + trial.said
        for trial in plan.trials
    )
    return (
        Step("--onnx: the network is read", SIDES, True,
             _text(f"polygraphy inspect model: {polygraphy}", _ended(inspection.inspected)),
             _text("Ours", f"{plan.export}\n{plan.passes}")),
        Step("--int8 and --calib: ranges", "builder", bool(plan.ranges), None,
             _text("Ours", _ranges(plan))),
        Step("--profilingVerbosity and --dumpLayerInfo: layers are fused", "builder", True, None,
             _text("Ours", "\n".join(plan.fusion_log))),
        Step("--timingCacheFile: tactics are weighed, by predicted counts and not by time",
             "builder", True, None, _text("Ours", "\n".join(plan.selection_log))),
        Step("--memPoolSize and --saveEngine: the plan", "builder", True, None,
             _text("Ours", plan.saved)),
        Step("--loadEngine: the plan elsewhere", "builder", True, None, _text("Ours", trials)),
        Step(f"--int8 without TensorRT: {polygraphy}", "program", False, None,
             _text("polygraphy convert --int8", _ended(inspection.converted))),
    )  # fmt: skip


def _with_option(option: str) -> str:
    return f" ({option})" if option else ""


def _ranges(plan: BuiltPlan) -> str:
    return "\n".join(
        (
            plan.quantise,
            *(
                f"{span.name}: {span.low:.4g} to {span.high:.4g}, scale {span.scale:.6g}, zero at "
                f"{span.zero_point}"
                for span in plan.ranges
            ),
        )
    )


def _ended(end: CommandEnd) -> str:
    return f"{end.said}\n(status {end.status})"


def _text(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, _LINES_KEPT)


TENSORRT = AtlasPage(
    name="tensorrt",
    title="A builder's words, and what ours does for each",
    idea="TensorRT makes a plan of an ONNX network for one GPU. Its commands are read here word by "
    "word, and beside nearly each stands a stage of our own compiler that really runs.",
    label="live",
    tool="Lowering Lab",
    explains=(("graph", "export"), ("graph", "quantise"), ("graph", "engine"), ("graph", "run")),
    controls=(
        Control(name="command", title="Command", usual="bytes",
                explains="Which of the documented commands is taken apart; our builder does the "
                "same, in floats or in bytes.",
                choices=tuple((example.name, example.title) for example in documented().commands)),
        Control(name="network", title="Network", usual="residual", choices=NETWORK_PROGRAMS,
                explains="Which of the networks that ship our builder gets."),
        Control(name="core", title="Built for", usual=DEFAULT_CORE,
                explains="The core whose instructions the plan may use.",
                choices=tuple((core.name, core.title) for core in CORES)),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
