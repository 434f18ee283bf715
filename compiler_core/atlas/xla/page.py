"""The page on XLA: which passes changed a program, who fused what, and what four devices do."""

from __future__ import annotations

from compiler_core.atlas.records import SIDES, AtlasFact, AtlasPage, Control, Finding, Settings
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.xla.asking import XlaRun, compile_program
from compiler_core.atlas.xla.buffers import buffer_lines, memory_plot, our_plan, xla_plan
from compiler_core.atlas.xla.dumps import FUSION, LAYOUTS, LINES_KEPT, steps_of
from compiler_core.atlas.xla.hlo import read_hlo
from compiler_core.atlas.xla.sharding import DEVICES, KINDS
from compiler_core.trace import Step

_REWRITER = "dot-library-rewriter"
_PROGRAMS = (
    ("rmsnorm-matmul", "RMSNorm, then a product"), ("two-layers", "two layers with ReLU"),
    ("attention", "attention, one head"), ("gated", "GELU times a gate"),
)  # fmt: skip
_LEFT_OUT = (
    ("none", "nothing"), (FUSION, "fusion"), (_REWRITER, _REWRITER),
    (f"{FUSION}+{_REWRITER}", "both"), ("algsimp", "algsimp (algebra)"),
)  # fmt: skip

_FACTS = (
    AtlasFact(name="dumps", unit="", basis="counted"),
    AtlasFact(name="passes that changed the text", unit="", basis="counted"),
    AtlasFact(name="dump of layout assignment", unit="", basis="counted"),
    AtlasFact(name="dump of the dot library", unit="", basis="counted"),
    AtlasFact(name="dump of fusion", unit="", basis="counted"),
    AtlasFact(name="instructions before", unit="", basis="counted"),
    AtlasFact(name="kernels", unit="", basis="counted"),
    AtlasFact(name="fusions", unit="", basis="counted"),
    AtlasFact(name="fusions by the dot library", unit="", basis="counted"),
    AtlasFact(name="fusions of one operation", unit="", basis="counted"),
    AtlasFact(name="all-reduces", unit="", basis="counted"),
    AtlasFact(name="all-gathers", unit="", basis="counted"),
    AtlasFact(name="other collectives", unit="", basis="counted"),
    AtlasFact(name="bytes exchanged by a device", unit="bytes", basis="computed"),
    AtlasFact(name="flops of products, whole program", unit="", basis="computed"),
    AtlasFact(name="flops of products, one device", unit="", basis="computed"),
    AtlasFact(name="flops of one device, as XLA says", unit="", basis="computed"),
    AtlasFact(name="arguments of one device", unit="bytes", basis="counted"),
    AtlasFact(name="set aside by XLA", unit="bytes", basis="counted"),
    AtlasFact(name="an arena of ours", unit="bytes", basis="computed"),
    AtlasFact(name="without reuse", unit="bytes", basis="computed"),
    AtlasFact(name="difference from numpy", unit="millionths of the largest", basis="computed"),
)


def _compute(settings: Settings) -> Finding:
    run = compile_program(settings)
    facts = _facts(run)
    return Finding(
        facts=facts,
        steps=(_written(run), *steps_of(run.dumps), _both_ends(run), _memory(run)),
        sentence=_sentence(facts, split=_is_split(settings)),
        version=run.version,
        plots=(memory_plot(run.buffers),),
    )


def _is_split(settings: Settings) -> bool:
    return bool(settings["axes"]) or settings["split"] != "one"


def _facts(run: XlaRun) -> dict[str, float | str | bool]:
    first, last = read_hlo(run.dumps.first), read_hlo(run.text)
    buffers = run.buffers
    gathers, reduces = last.count("all-gather"), last.count("all-reduce")
    return {
        "dumps": len(run.dumps.prints),
        "passes that changed the text": sum(step.changed for step in steps_of(run.dumps)),
        "dump of layout assignment": _number(run, LAYOUTS),
        "dump of the dot library": _number(run, _REWRITER),
        "dump of fusion": _number(run, FUSION),
        "instructions before": len(first.instructions),
        "kernels": last.kernels,
        "fusions": last.count("fusion"),
        "fusions by the dot library": run.dumps.fusions_by(_REWRITER),
        "fusions of one operation": last.fusions_of_one,
        "all-reduces": reduces,
        "all-gathers": gathers,
        "other collectives": last.collectives - reduces - gathers,
        "bytes exchanged by a device": last.bytes_exchanged,
        "flops of products, whole program": first.product_flops,
        "flops of products, one device": last.product_flops,
        "flops of one device, as XLA says": run.flops,
        "arguments of one device": buffers.handed_over,
        "set aside by XLA": buffers.allocated,
        "an arena of ours": our_plan(buffers).arena_bytes,
        "without reuse": xla_plan(buffers).without_reuse,
        "difference from numpy": round(run.difference * 1e6, 2),
    }


def _number(run: XlaRun, name: str) -> float | str:
    """Of the first dump behind a pass, or that there is none."""
    number = run.dumps.number_of(name)
    return "none" if number is None else number


def _sentence(facts: dict[str, float | str | bool], *, split: bool) -> str:
    told = (
        f"{facts['instructions before']} instructions become kernels: {facts['kernels']}. Fusions "
        f"among these: {facts['fusions']}; made for the dot library: "
        f"{facts['fusions by the dot library']}. {_order(facts)}"
    )
    return f"{told} {_on_devices(facts)}" if split else told


def _order(facts: dict[str, float | str | bool]) -> str:
    layouts, fusion = facts["dump of layout assignment"], facts["dump of fusion"]
    if isinstance(layouts, str) or isinstance(fusion, str):
        return "The pass that is called fusion changed nothing."
    word = "before" if layouts < fusion else "behind"
    return f"Layouts were assigned {word} fusion: dump {layouts}, and dump {fusion}."


def _on_devices(facts: dict[str, float | str | bool]) -> str:
    names = ("all-reduces", "all-gathers", "other collectives")
    talks = [f"{name}: {facts[name]}" for name in names if facts[name]]
    whole, part = facts["flops of products, whole program"], facts["flops of products, one device"]
    work = f"Each of {DEVICES} devices does {part:,} of {whole:,} multiplications and additions"
    if not whole:
        work = "There are no products of matrices"
    exchanged = f"{', '.join(talks)}; {facts['bytes exchanged by a device']:,} bytes on each."
    return f"{work}. {exchanged}" if talks else f"{work}, and they exchange nothing."


def _written(run: XlaRun) -> Step:
    after = text_snapshot("StableHLO", run.stablehlo, LINES_KEPT)
    return Step("what jax hands over", "program", True, None, after)


def _both_ends(run: XlaRun) -> Step:
    """The first and the last text beside each other, each with its numbers."""
    return Step(
        "all passes together", SIDES, run.text != run.dumps.first,
        text_snapshot(_counted("Before", run.dumps.first), run.dumps.first, LINES_KEPT),
        text_snapshot(_counted("Behind all passes", run.text), run.text, LINES_KEPT),
    )  # fmt: skip


def _counted(title: str, text: str) -> str:
    module = read_hlo(text)
    return f"{title}: {len(module.instructions)} instructions, {module.kernels} kernels"


def _memory(run: XlaRun) -> Step:
    plans = (xla_plan(run.buffers), our_plan(run.buffers))
    titles = ("XLA's buffer assignment", f"Our planner {plans[1].method}")
    before, after = (
        text_snapshot(f"{title}: {plan.arena_bytes:,} bytes", buffer_lines(run.buffers, plan),
                      LINES_KEPT)
        for title, plan in zip(titles, plans, strict=True)
    )  # fmt: skip
    return Step("buffer assignment", SIDES, True, before, after)


XLA = AtlasPage(
    name="xla",
    title="XLA: one program, and over four devices",
    idea="Simplify, choose layouts, fuse, place: and splitting a program over devices is one pass "
    "more.",
    label="live",
    tool="XLA",
    explains=(
        ("graph", "passes"), ("graph", "fusion"), ("graph", "engine"), ("language", "fusion"),
    ),
    controls=(
        Control(name="program", title="Program", usual="rmsnorm-matmul", choices=_PROGRAMS,
                explains="Which function jax traces."),
        Control(name="rows", title="Rows", usual="16", least=1, most=256,
                explains="Of what comes in: tokens, or pictures of a batch."),
        Control(name="width", title="Width", usual="1024", least=1, most=1024,
                explains="Numbers in a row, along which products sum."),
        Control(name="columns", title="Columns", usual="4096", least=1, most=4096,
                explains="Of the weights; of attention, its keys."),
        Control(name="split", title="Devices", usual="one", choices=KINDS,
                explains=f"How arrays are split over {DEVICES} devices, which are threads here."),
        Control(name="axes", title="Your own split, as -,-; -,d; d,-", usual="", longest=80,
                explains="Instead of the choice before. For each array its axes: - whole, d split; "
                "? for an array is as XLA finds."),
        Control(name="without", title="Leave out", usual="none", choices=_LEFT_OUT,
                explains="Passes that XLA is told not to run."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
