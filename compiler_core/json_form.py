"""The JSON form of results: one encoder for the command line and the web.

The records are the contract: their field names are the JSON's keys, so that a page, the API and
`lowlab --json` can never differ. The encoder writes dataclasses field by field, in their order.
"""

from __future__ import annotations

import base64
from dataclasses import fields
from typing import TYPE_CHECKING

import orjson

_ANY_KEYS = orjson.OPT_NON_STR_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compiler_core.board.compare import BoardComparison
    from compiler_core.graph.compile import GraphCompilation
    from compiler_core.host.comparison.diff import Comparison
    from compiler_core.host.compilation import Compilation
    from compiler_core.host.passes.follow import LineMoment
    from compiler_core.host.passes.timeline import Timeline
    from compiler_core.llm.converting.records import Conversion
    from compiler_core.llm.inspection import Inspection
    from compiler_core.loop.pipeline import TextbookTrace
    from compiler_core.soc.decoding.decode import DecodeSpeed
    from compiler_core.soc.description import SocDescription
    from compiler_core.soc.latency_hiding.ladder import Ladder
    from compiler_core.soc.latency_hiding.measured import MeasuredVariant
    from compiler_core.soc.mapping.records import Mapping
    from compiler_core.soc.networks.cnn import NetworkCost
    from compiler_core.soc.rooflines.loop_points import PlacedLoop
    from compiler_core.soc.rooflines.roofline import Roofline
    from compiler_core.stages import StageResult
    from compiler_core.toolchain.doctor import DoctorReport
    from compiler_core.trace import Snapshot, Step


def compilation_json(compilation: Compilation) -> bytes:
    """`lowlab compile` and `POST /api/compile`: compiler, version, flags, ok, diagnostics,
    functions with lines and loops, and all else a Compilation holds."""
    return orjson.dumps(compilation)


def comparison_json(comparison: Comparison) -> bytes:
    """`lowlab diff`: left, right, summary, metrics, rows, and the same per function."""
    return orjson.dumps(comparison)


def board_json(comparison: BoardComparison) -> bytes:
    """`lowlab board`: the machine, its runs, and each part measured, counted and modelled."""
    import msgspec

    return msgspec.json.encode(comparison)


def doctor_json(report: DoctorReport) -> bytes:
    """`lowlab doctor`: tools, jail, and whether sources can be compiled here."""
    return orjson.dumps(report.to_json())


def plain_json(value: object) -> bytes:
    """What is made of lists, names and numbers only."""
    return orjson.dumps(value)


def address_json(url: str, instructor: str = "") -> bytes:
    """`lowlab serve`: where it listens, and the link by which classes are made, "" for none."""
    return orjson.dumps({"url": url} | ({"instructor": instructor} if instructor else {}))


def timeline_json(timeline: Timeline, moments: Sequence[LineMoment] = ()) -> bytes:
    """`lowlab passes`: a Trace (pipeline, steps), the story, and a followed line's moments.

    Steps that changed nothing carry no texts. before and after are texts, one line per line.
    """
    from compiler_core.host.passes.changes import trace_of

    trace = trace_of(timeline)
    return orjson.dumps(
        {
            "pipeline": trace.pipeline,
            "file": timeline.source_name,
            "function": timeline.function,
            "functions": timeline.functions,
            "status": timeline.outcome.status,
            "message": timeline.message,
            "steps": [_step_form(step) for step in trace.steps],
            "story": [
                {"step": told.number, "pass": told.pass_name, "title": told.title,
                 "sentence": told.sentence}
                for told in timeline.story
            ],
            "moments": list(moments),
        }
    )  # fmt: skip


def textbook_json(trace: TextbookTrace) -> bytes:
    """`lowlab passes --compiler textbook`: the keys of `timeline_json`, and what was measured."""
    from compiler_core.loop.passes.registry import pass_named

    return orjson.dumps(
        {
            "pipeline": trace.pipeline,
            "function": trace.function,
            "functions": trace.functions,
            "status": "ok",
            "message": "",
            "measured_on": trace.measured_on,
            "inputs": trace.inputs,
            "steps": [
                {**_step_form(step), "remarks": step.remarks, "seconds": step.seconds}
                for step in trace.steps
            ],
            "story": [
                {"step": number, "pass": step.pass_name, "title": pass_named(step.pass_name).title,
                 "sentence": told}
                for number, step in enumerate(trace.steps)
                if (told := " ".join(f"{change.reason}." for change in step.changes
                                     if change.kind != "refused"))
            ],
        }
    )  # fmt: skip


def graph_json(compilation: GraphCompilation, artifact: str) -> bytes:
    """`lowlab graph compile`: a Trace over the seven stages, what each said, and the figures.

    artifact: the directory of the program. Its accuracy is None for a network not trained here.
    """
    from compiler_core.graph.evaluation.final_accuracy import final_accuracy

    return orjson.dumps(
        {
            "pipeline": compilation.trace.pipeline,
            "steps": [_step_form(step) for step in compilation.trace.steps],
            "stages": [stage_summary(one) for one in compilation.results],
            "nodes": {
                "source": int(compilation.metric("export", "nodes")),
                "final": int(compilation.metric("fusion", "nodes")),
            },
            "kernels": int(compilation.metric("fusion", "kernels_after")),
            "arena_bytes": int(compilation.metric("engine", "arena_bytes")),
            "naive_bytes": int(compilation.metric("engine", "naive_bytes")),
            "agrees": compilation.agrees,
            "accuracy": final_accuracy(compilation.state),
            "artifact": artifact,
            "calibration": _calibration_form(compilation.results),
        }
    )


def _calibration_form(results: Sequence[StageResult]) -> dict[str, object] | None:
    """Decibels by method, of the output and of each tensor; None where nothing became int8."""
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails

    details = next((one.details for one in results if one.stage == "quantise"), None)
    if not isinstance(details, QuantiseDetails):
        return None
    calibration = details.calibration
    return {
        "method": details.method,
        "pinned": details.pinned,
        "output": calibration.output,
        "tensors": {
            name: {"winner": one.winner, "decibel": one.decibel}
            for name, one in calibration.tensors.items()
        },
    }


def inspection_json(inspection: Inspection) -> bytes:
    """`lowlab llm inspect`: architecture, parameters, tensors, bytes_total, bytes_per_token,
    kv_bytes_per_position, types, and all else an Inspection holds."""
    return orjson.dumps(inspection)


def conversion_json(conversion: Conversion) -> bytes:
    """`lowlab llm convert`: what became of each tensor, and the pages a run touches."""
    return orjson.dumps(conversion)


def stage_summary(result: StageResult) -> dict[str, object]:
    """A stage without its steps and its own record."""
    return {
        "stage": result.stage,
        "sentence": result.sentence,
        "seconds": result.seconds,
        "checked": result.checked,
        "held": result.held,
        "metrics": result.metrics,
        "files": [{"name": file.name, "bytes": len(file.content)} for file in result.files],
    }


def stage_json(result: StageResult) -> bytes:
    """`GET /api/models/{id}/stages/{stage}`: the summary, the steps, and the stage's own record.

    Arrays are lists of numbers, contents of files base64.
    """
    found = {
        **stage_summary(result),
        "steps": [_step_form(step) for step in result.steps],
        "details": result.details,
    }
    return orjson.dumps(found, default=_other, option=orjson.OPT_SERIALIZE_NUMPY | _ANY_KEYS)


def ladder_json(ladder: Ladder, measured: Sequence[MeasuredVariant] = ()) -> bytes:
    """`lowlab soc ladder`: scalar, vec, vec_mt, vec_mt_db in modelled cycles, the gain of each over
    the one before, and what bounds each; the machine's numbers; measured: variants that were
    counted. Timelines are left out."""
    work = ladder.rungs[0].work
    found = {
        **ladder.cycles,
        "kernel": work.name,
        "elements": work.elements,
        "tile": work.tile,
        "soc": ladder.machine.name,
        "basis": "modelled",
        "gains": ladder.gains,
        "rungs": [
            {
                "rung": rung.rung,
                "cycles": rung.cycles,
                "contexts": rung.contexts,
                "buffers": rung.buffers,
                "scratchpad_used": rung.scratchpad_used,
                "memory_bound_cycles": rung.memory_bound_cycles,
                "compute_bound_cycles": rung.compute_bound_cycles,
                "bound": rung.bound,
                "units": rung.units,
            }
            for rung in ladder.rungs
        ],
        "machine": ladder.machine,
        "measured": measured,
    }
    return orjson.dumps(found)


def soc_list_json(socs: Sequence[SocDescription]) -> bytes:
    """`lowlab soc list`: each description with its sources, and what follows from its numbers."""
    from compiler_core.soc.rooflines.roofline import compute_ceilings, memory_ceilings

    return orjson.dumps(
        {
            "socs": [
                {
                    "name": soc.name,
                    "title": soc.title,
                    "bytes_per_second": soc.main_memory.bytes_per_second,
                    "compute_ceilings": compute_ceilings(soc),
                    "memory_ceilings": memory_ceilings(soc),
                    "description": soc,
                }
                for soc in socs
            ]
        }
    )


def decode_speed_json(speed: DecodeSpeed) -> bytes:
    """`lowlab soc decode`: fits, tokens_per_second, bound, bytes_per_token, effective_bandwidth in
    bytes a second, and the parts of a step. What a model that does not fit lacks is null."""
    return orjson.dumps(speed)


def network_cost_json(cost: NetworkCost) -> bytes:
    """`lowlab soc cnn`: fits, latency_ms, per_kernel with bytes and seconds of each part."""
    return orjson.dumps(cost)


def roofline_json(found: Roofline, loop: PlacedLoop | None = None) -> bytes:
    """`lowlab soc roofline`: ceilings, ridge, and points with bound, headroom and attainable; with
    a loop, it in `loop`.
    """
    if loop is None:
        return orjson.dumps(found)
    return orjson.dumps(
        {one.name: getattr(found, one.name) for one in fields(found)} | {"loop": loop}
    )


def record_json(record: object) -> bytes:
    """Any record of ours, or several, field by field."""
    return orjson.dumps(record, default=_other, option=_ANY_KEYS)


def _other(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value).__name__)


def _step_form(step: Step) -> dict[str, object]:
    return {
        "pass": step.pass_name,
        "kind": step.kind,
        "changed": step.changed,
        "before": _text(step.before),
        "after": _text(step.after),
        "changes": step.changes,
        "metrics": step.metrics,
    }


def _text(snapshot: Snapshot | None) -> str | None:
    return "\n".join(line.text for line in snapshot.lines) if snapshot is not None else None


def mapping_json(mapping: Mapping) -> bytes:
    """`lowlab soc map`: units, kernels with their options, transfers, totals, alternatives, and the
    price of what falls back."""
    return orjson.dumps(mapping)
