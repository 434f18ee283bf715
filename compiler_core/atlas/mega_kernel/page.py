"""The page of mega-kernels: one block of a language model on workers that share a memory."""

from __future__ import annotations

from compiler_core.atlas.mega_kernel.schedules import (
    SharedMachine,
    TaskSchedule,
    kernel_by_kernel,
    least_seconds,
    persistent,
)
from compiler_core.atlas.mega_kernel.tasks import Cut, TaskGraph, block_tasks
from compiler_core.atlas.model_choices import MODEL_CHOICES
from compiler_core.atlas.records import (
    AtlasFact,
    AtlasPage,
    Control,
    Lane,
    LaneBar,
    PageFinding,
    Settings,
    TimePicture,
)
from compiler_core.errors import InputError
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.trace import Change, Step

_WEIGHTS = {"int4": 0.5, "int8": 1.0, "fp16": 2.0}
_GIGA, _NANO, _MICRO = 1e9, 1e-9, 1e6
_MOST_TASKS = 6000
_LANES_SHOWN = 8

_FACTS = (
    AtlasFact(name="tasks", unit="", basis="computed"),
    AtlasFact(name="kernels", unit="", basis="computed"),
    AtlasFact(name="kernel by kernel", unit="µs", basis="modelled"),
    AtlasFact(name="one persistent kernel", unit="µs", basis="modelled"),
    AtlasFact(name="times as fast", unit="", basis="modelled"),
    AtlasFact(name="no schedule is faster than", unit="µs", basis="modelled"),
    AtlasFact(name="workers busy, kernel by kernel", unit="%", basis="modelled"),
    AtlasFact(name="workers busy, persistent", unit="%", basis="modelled"),
    AtlasFact(name="share spent on handing out tasks", unit="%", basis="modelled"),
)


def _compute(settings: Settings) -> PageFinding:
    machine = SharedMachine(
        workers=int(settings["workers"]),
        bandwidth=int(settings["gigabytes"]) * _GIGA,
        operations=int(settings["giga-operations"]) * _GIGA,
        launch=int(settings["launch"]) * _NANO,
        handing=int(settings["handing"]) * _NANO,
    )
    cut = Cut(
        tokens=int(settings["tokens"]),
        context=int(settings["context"]),
        tile=int(settings["tile"]),
        weight_bytes=_WEIGHTS[settings["weights"]],
    )
    graph = block_tasks(known_language_model(settings["model"]).configuration, cut)
    if len(graph.tasks) > _MOST_TASKS:
        raise InputError(
            f"Tiles of {cut.tile} cut this block into {len(graph.tasks):,} tasks.",
            f"At most {_MOST_TASKS:,} are scheduled here: choose a larger tile.",
        )
    apart, together = kernel_by_kernel(graph, machine), persistent(graph, machine)
    return PageFinding(
        facts=_facts(graph, machine, apart, together),
        steps=_steps(graph, apart, together),
        sentence=_sentence(machine, apart, together),
        pictures=(
            _picture("Kernel by kernel", graph, machine, apart, together),
            _picture("One persistent kernel", graph, machine, together, apart),
        ),
    )


def _facts(
    graph: TaskGraph, machine: SharedMachine, apart: TaskSchedule, together: TaskSchedule
) -> dict[str, float | str | bool]:
    work = sum(machine.seconds(task) for task in graph.tasks)
    handed = machine.handing * len(graph.tasks)
    return {
        "tasks": len(graph.tasks),
        "kernels": len(graph.operators),
        "kernel by kernel": apart.seconds * _MICRO,
        "one persistent kernel": together.seconds * _MICRO,
        "times as fast": apart.seconds / together.seconds,
        "no schedule is faster than": least_seconds(graph, machine) * _MICRO,
        "workers busy, kernel by kernel": 100 * work / (apart.seconds * machine.workers),
        "workers busy, persistent": 100 * work / (together.seconds * machine.workers),
        "share spent on handing out tasks": 100 * handed / (together.seconds * machine.workers),
    }


def _sentence(machine: SharedMachine, apart: TaskSchedule, together: TaskSchedule) -> str:
    ratio = apart.seconds / together.seconds
    both = (
        f"Eight kernels take {apart.seconds * _MICRO:,.1f} µs, one persistent kernel "
        f"{together.seconds * _MICRO:,.1f} µs"
    )
    if ratio < 1:
        return f"{both}: the many small tasks cost more than the barriers did."
    return f"{both}: {ratio:.2f} times as fast on {machine.workers} workers."


def _steps(graph: TaskGraph, apart: TaskSchedule, together: TaskSchedule) -> tuple[Step, ...]:
    steps = []
    for operator, name in enumerate(graph.operators):
        places = set(graph.of_operator(operator))
        begun, ended = _span(apart, places)
        begun_together, ended_together = _span(together, places)
        before = _overlapping(graph, together, operator, begun_together)
        reason = f"It begins while {before} still runs."
        steps.append(
            Step(
                pass_name=name,
                kind="operator",
                changed=bool(before),
                before=None,
                after=None,
                changes=(Change("reordered", name, reason),) if before else (),
                metrics={
                    "tasks": float(len(places)),
                    "µs as a kernel": round((ended - begun) * _MICRO, 2),
                    "µs in the persistent kernel": round(
                        (ended_together - begun_together) * _MICRO, 2
                    ),
                },
            )
        )
    return tuple(steps)


def _span(schedule: TaskSchedule, places: set[int]) -> tuple[float, float]:
    own = [slot for slot in schedule.slots if slot.task in places]
    return min(slot.start for slot in own), max(slot.end for slot in own)


def _overlapping(graph: TaskGraph, schedule: TaskSchedule, operator: int, begun: float) -> str:
    """An operator before this one that has not ended when it begins; "" for none."""
    for slot in schedule.slots:
        other = graph.tasks[slot.task].operator
        if other < operator and slot.end > begun:
            return graph.operators[other]
    return ""


def _picture(
    title: str,
    graph: TaskGraph,
    machine: SharedMachine,
    schedule: TaskSchedule,
    beside: TaskSchedule,
) -> TimePicture:
    """The first workers; bars of one operator that follow each other at once are one bar."""
    lanes = []
    for worker in range(min(machine.workers, _LANES_SHOWN)):
        own = sorted(
            (slot for slot in schedule.slots if slot.worker == worker), key=lambda slot: slot.start
        )
        bars: list[LaneBar] = []
        for slot in own:
            operator = graph.tasks[slot.task].operator
            name = graph.operators[operator]
            close = bars and slot.start - bars[-1].end <= machine.handing * 1.01
            if close and bars[-1].name == name:
                bars[-1] = LaneBar(name=name, kind=operator, start=bars[-1].start, end=slot.end)
            else:
                bars.append(LaneBar(name=name, kind=operator, start=slot.start, end=slot.end))
        lanes.append(Lane(name=f"worker {worker + 1}", bars=tuple(bars)))
    return TimePicture(
        title=title,
        lanes=tuple(lanes),
        more_lanes=max(machine.workers - _LANES_SHOWN, 0),
        end=max(schedule.seconds, beside.seconds),
        kinds=graph.operators,
    )


MEGA_KERNEL = AtlasPage(
    name="mega-kernel",
    title="Mega-kernel: one kernel for all of a block",
    idea="A kernel for each operator leaves workers idle at every barrier. A persistent kernel "
    "hands out tasks instead, and pays for each.",
    label="modelled",
    tool="Lowering Lab",
    explains=(("language", "fusion"), ("language", "decode")),
    controls=(
        Control(name="model", title="Model", explains="Whose block is run.",
                usual="llama-3.2-1b", choices=MODEL_CHOICES),
        Control(name="workers", title="Workers", usual="8", least=1, most=256,
                explains="Cores or multiprocessors that share the memory."),
        Control(name="tile", title="Columns a task", usual="256", least=16, most=8192,
                explains="How finely products are cut: small tasks overlap better and cost more."),
        Control(name="launch", title="Launch, ns", usual="10000", most=1000000,
                explains="What starting a kernel takes."),
        Control(name="handing", title="Handing out a task, ns", usual="500", most=100000,
                explains="What a task takes to be found, and to tell those that wait for it."),
        Control(name="gigabytes", title="Memory, GB/s", usual="68", least=1, most=100000,
                explains="What all workers together read in a second."),
        Control(name="giga-operations", title="Arithmetic, GOPS", usual="1000", least=1,
                most=10000000, explains="What all workers together compute in a second."),
        Control(name="weights", title="Weights", usual="int4", explains="Bytes of a weight.",
                choices=(("int4", "4 bits"), ("int8", "8 bits"), ("fp16", "16 bits"))),
        Control(name="tokens", title="Tokens at once", usual="1", least=1, most=4096,
                explains="1 while decoding; a prompt has many."),
        Control(name="context", title="Context", usual="1024", least=1, most=131072,
                explains="Keys that attention reads."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
