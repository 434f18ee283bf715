"""The page on double buffers: MLIR puts transfers into a loop, then beside its work."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.atlas.mlir.double_buffer.expected import expected_cycles
from compiler_core.atlas.mlir.double_buffer.passes import (
    COPIES,
    PIPELINES,
    SKIPPING,
    Passed,
    Replayed,
    copied,
    pipelined,
)
from compiler_core.atlas.mlir.double_buffer.programs import (
    BY_ELEMENTS,
    BY_TILES,
    MOST_ELEMENTS,
    VALUE_BYTES,
    TiledLoop,
    chosen_loop,
    program_of,
)
from compiler_core.atlas.mlir.double_buffer.shape import OverlapShape, shape_of
from compiler_core.atlas.mlir.double_buffer.shown import (
    pictures_of,
    printed_step,
    snapshot,
    warned_step,
)
from compiler_core.atlas.mlir.dumps import steps_of
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import ThreadedCore
from compiler_core.toolchain.atlas_tools import find_mlir
from compiler_core.trace import Step

_FILE = "program.mlir"
_LONGEST_PROGRAM = 64 << 10
_ON = "on"
_MICRO, _GIGA = 1e6, 10**9
_NONE = "none"

_FACTS = (
    AtlasFact(name="transfers as written", unit="", basis="counted"),
    AtlasFact(name="MLIR warns", unit="", basis="computed"),
    AtlasFact(name="transfers as run", unit="", basis="counted"),
    AtlasFact(name="largest transfer", unit="bytes", basis="counted"),
    AtlasFact(name="buffers in fast memory", unit="", basis="computed"),
    AtlasFact(name="fast memory in use at once", unit="bytes", basis="counted"),
    AtlasFact(name="transfers started before the loop", unit="", basis="counted"),
    AtlasFact(name="transfers awaited behind the loop", unit="", basis="counted"),
    AtlasFact(name="transfers waited for at once", unit="", basis="counted"),
    AtlasFact(name="with a single buffer", unit="µs", basis="modelled"),
    AtlasFact(name="this program", unit="µs", basis="modelled"),
    AtlasFact(name="times as fast as with a single buffer", unit="", basis="modelled"),
    AtlasFact(name="all parts one after the other", unit="µs", basis="modelled"),
    AtlasFact(name="core waits for reads", unit="%", basis="modelled"),
    AtlasFact(name="core waits for writes", unit="%", basis="modelled"),
    AtlasFact(name="by the formula", unit="µs", basis="modelled"),
)
Facts = dict[str, float | str | bool]


@dataclass(frozen=True, slots=True)
class _Both:
    """Behind the first pass and behind all; single and last are the same without the second."""

    program: str
    single: Passed
    last: Passed
    machine: ThreadedCore

    def steps(self) -> tuple[Step, ...]:
        texts = tuple(text.strip() for text in (self.program, self.single.text, self.last.text))
        if self.last is self.single:
            return steps_of((COPIES,), texts[:2])
        return steps_of((COPIES, PIPELINES), texts)


def _compute(settings: Settings) -> PageFinding:
    loop = None if settings["program"] else chosen_loop(settings)
    both = _passed(settings, loop)
    warnings = tuple(dict.fromkeys((*both.single.warnings, *both.last.warnings)))
    facts: Facts = {
        "transfers as written": both.last.text.count("affine.dma_start"),
        "MLIR warns": "; ".join(warnings) or _NONE,
    }
    messages = (warned_step(warnings),) if warnings else ()
    finding = PageFinding(
        facts=facts,
        steps=(*messages, *both.steps()),
        sentence=_unread(both),
        version=find_mlir("mlir-opt").version,
    )
    single, last = both.single.replayed, both.last.replayed
    if single is None or last is None:
        return replace(finding, steps=(*finding.steps, _printed(both)))
    return _replayed(finding, both, single, last, loop)


def _passed(settings: Settings, loop: TiledLoop | None) -> _Both:
    machine = replace(
        ladder_parameters().machine,
        contexts=1,
        dma_bytes_per_second=int(settings["gigabytes"]) * _GIGA,
        dma_latency_cycles=int(settings["latency"]),
    )
    program = program_of(loop) if loop else settings["program"]
    more = SKIPPING if settings["skip"] == _ON else ""
    single = copied(program, int(settings["capacity"]), more, machine)
    last = pipelined(single.text, machine) if settings["pipelining"] == _ON else single
    return _Both(program, single, last, machine)


def _printed(both: _Both) -> Step:
    return Step(
        "What is printed in the end",
        "printed",
        True,
        None,
        snapshot(both.last.text),
        metrics={"lines": float(both.last.text.strip().count("\n") + 1)},
    )


def _unread(both: _Both) -> str:
    return both.last.unread or both.single.unread


def _replayed(
    finding: PageFinding, both: _Both, single: Replayed, last: Replayed, loop: TiledLoop | None
) -> PageFinding:
    shape = shape_of(last.nodes)
    facts = _counted(last, shape) | _modelled(both.machine, single, last)
    if loop:
        facts["by the formula"] = _formula(both, last, loop)
    runs = [("With a single buffer", single.run)]
    if both.last is not both.single:
        runs.append(("Behind the second pass", last.run))
    warned = [f"MLIR warns: {words}." for words in (*both.single.warnings, *both.last.warnings)]
    return replace(
        finding,
        facts={**finding.facts, **facts},
        steps=(*finding.steps, printed_step(both.last, shape)),
        sentence=" ".join((*warned, _sentence(both, single, last, shape))),
        pictures=pictures_of(runs, both.machine) if last.transfers else (),
    )


def _counted(last: Replayed, shape: OverlapShape) -> Facts:
    transfers = last.transfers
    return {
        "transfers as run": len(transfers),
        "largest transfer": max(transfers, default=0),
        "buffers in fast memory": ", ".join(f"memref<{kind}>" for kind in last.kinds) or _NONE,
        "fast memory in use at once": last.most,
        "transfers started before the loop": len(shape.prologue),
        "transfers awaited behind the loop": len(shape.epilogue),
        "transfers waited for at once": last.run.blocking,
    }


def _modelled(machine: ThreadedCore, single: Replayed, last: Replayed) -> Facts:
    whole = max(last.run.cycles, 1)
    return {
        "with a single buffer": _microseconds(single.run.cycles, machine),
        "this program": _microseconds(last.run.cycles, machine),
        "times as fast as with a single buffer": single.run.cycles / whole,
        "all parts one after the other": _microseconds(last.run.apart, machine),
        "core waits for reads": 100 * last.run.waits_for_reads / whole,
        "core waits for writes": 100 * last.run.waits_for_writes / whole,
    }


def _microseconds(cycles: int, machine: ThreadedCore) -> float:
    return cycles / machine.clock_hz * _MICRO


def _formula(both: _Both, last: Replayed, loop: TiledLoop) -> float:
    each = max(last.transfers) // VALUE_BYTES
    buffers = 1 if both.last is both.single else 2
    return _microseconds(expected_cycles(loop, each, buffers, both.machine), both.machine)


def _sentence(both: _Both, single: Replayed, last: Replayed, shape: OverlapShape) -> str:
    if not last.transfers:
        return "MLIR puts no transfer into this program."
    before = f"{_microseconds(single.run.cycles, both.machine):,.1f} µs, modelled"
    if both.last is both.single:
        return (
            f"With a single buffer the program takes {before}: each transfer is waited for before "
            "anything else is done."
        )
    if not shape.ahead:
        return (
            f"The program takes {before}, and the second pass changes nothing: there is no loop "
            "around the transfers in which a next round could be read."
        )
    whole = last.run.cycles
    ratio, waits = single.run.cycles / whole, last.run.waits_for_writes
    return (
        f"With a single buffer the program takes {before}; with two for what comes in "
        f"{_microseconds(whole, both.machine):,.1f} µs, {ratio:.2f} times as fast. It still "
        f"waits {100 * waits / whole:.0f} % of the time for what goes out: each store is started "
        "and waited for at once."
    )


def _chosen_texts(settings: Settings) -> Settings:
    return {"program": program_of(chosen_loop(settings))}


DOUBLE_BUFFER = AtlasPage(
    name="double-buffer",
    title="MLIR: two buffers, by two passes",
    idea="Reading the next data while computing on this is a rewriting of the program: one pass "
    "puts transfers into the loop, another moves them a round ahead.",
    label="live",
    tool="MLIR",
    explains=(("graph", "engine"),),
    controls=(
        Control(name="tiles", title="Tiles", usual="16", least=2, most=256,
                explains=f"Rounds of the outer loop. All elements together may be "
                f"{MOST_ELEMENTS:,}."),
        Control(name="tile", title="Elements in a tile", usual="256", least=16, most=4096,
                explains="Rounds of the inner loop, on numbers of four bytes."),
        Control(name="operations", title="Multiplications each", usual="8", least=1, most=64,
                explains="What is computed of an element between its load and its store."),
        Control(name="outer", title="The outer loop counts", usual=BY_TILES,
                explains="The same loop, written with steps of one or of a whole tile.",
                choices=((BY_TILES, "tiles, in steps of 1"),
                         (BY_ELEMENTS, "elements, in steps of a tile"))),
        Control(name="capacity", title="Fast memory, KiB", usual="4", least=1, most=256,
                explains="What the first pass is told: it copies in front of the outermost loop "
                "whose data fit."),
        Control(name="pipelining", title="Second pass", usual=_ON,
                explains=f"Whether {PIPELINES} runs as well.",
                choices=((_ON, "on: two buffers"), ("off", "off: a single buffer"))),
        Control(name="skip", title="Where to copy", usual="off",
                explains=f"The option {SKIPPING}: copies then stand in front of the first loop "
                "with steps of one, whatever the capacity is.",
                choices=(("off", "where it fits"), (_ON, "by the loop's step"))),
        Control(name="gigabytes", title="Memory, GB/s", usual="34", least=1, most=1000,
                explains="Of the modelled machine; what MLIR prints does not depend on it."),
        Control(name="latency", title="Latency, cycles", usual="700", most=10000,
                explains="Of the modelled machine, from the end of a transfer until its data can "
                "be used."),
        Control(name="program", title="Program of your own", usual="", file=_FILE,
                longest=_LONGEST_PROGRAM,
                instead_of=("tiles", "tile", "operations", "outer"),
                explains="One function with affine loops of fixed bounds, up to 64 KiB; other "
                "programs are shown and not replayed."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=_chosen_texts,
)  # fmt: skip
