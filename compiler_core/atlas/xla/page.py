"""The page on XLA: which passes changed a program, who fused what, and what four devices do."""

from __future__ import annotations

from compiler_core.atlas.networks import NETWORK_PROGRAMS, network_control
from compiler_core.atlas.records import AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.xla.asking import compile_program, is_split
from compiler_core.atlas.xla.buffers import memory_plot
from compiler_core.atlas.xla.cuts import cuts_picture, joined_step, two_cuts
from compiler_core.atlas.xla.dumps import FUSION
from compiler_core.atlas.xla.facts import FACTS, REWRITER, facts_of, sentence_of
from compiler_core.atlas.xla.network import OPERATORS
from compiler_core.atlas.xla.sharding import DEVICES, KINDS
from compiler_core.atlas.xla.shown import run_steps

_PROGRAMS = (
    ("rmsnorm-matmul", "RMSNorm, then a product"), ("two-layers", "two layers with ReLU"),
    ("attention", "attention, one head"), ("gated", "GELU times a gate"),
)  # fmt: skip
_LEFT_OUT = (
    ("none", "nothing"), (FUSION, "fusion"), (REWRITER, REWRITER),
    (f"{FUSION}+{REWRITER}", "both"), ("algsimp", "algsimp (algebra)"),
)  # fmt: skip


def _compute(settings: Settings) -> PageFinding:
    run = compile_program(settings)
    cuts = two_cuts(run.network, run.kernels) if run.network else None
    facts = facts_of(run, cuts)
    steps = run_steps(run)
    return PageFinding(
        facts=facts,
        steps=(joined_step(cuts), *steps) if cuts else steps,
        sentence=sentence_of(facts, split=is_split(settings)),
        version=run.version,
        pictures=(cuts_picture(cuts),) if cuts else (),
        plots=(memory_plot(run.buffers),),
    )


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
        Control(name="program", title="Program", usual="rmsnorm-matmul",
                choices=(*_PROGRAMS, *NETWORK_PROGRAMS),
                explains="Which function jax traces, or a network of ours in ONNX, each node of "
                "which is mapped to jax."),
        Control(name="rows", title="Rows", usual="16", least=1, most=256,
                explains="Of what comes in: tokens, or pictures of a batch; a network has its own "
                "sizes."),
        Control(name="width", title="Width", usual="1024", least=1, most=1024,
                explains="Numbers in a row, along which products sum."),
        Control(name="columns", title="Columns", usual="4096", least=1, most=4096,
                explains="Of the weights; of attention, its keys."),
        Control(name="split", title="Devices", usual="one", choices=KINDS,
                explains=f"How arrays are split over {DEVICES} devices, which are threads here; a "
                "network is not split."),
        Control(name="axes", title="Your own split, as -,-; -,d; d,-", usual="", longest=80,
                explains="Instead of the choice before. For each array its axes: - whole, d split; "
                "? for an array is as XLA finds."),
        Control(name="without", title="Leave out", usual="none", choices=_LEFT_OUT,
                explains="Passes that XLA is told not to run."),
        network_control(
            ("program", "rows", "width", "columns", "split", "axes"),
            f"Operators that are mapped to jax: {', '.join(OPERATORS)}. It is compiled and run in "
            "a jail, on drawn numbers.",
        ),
    ),
    facts=FACTS,
    compute=_compute,
    apart=True,
)  # fmt: skip
