"""The page on IREE: twelve phases, what is dispatched, code for AArch64, and a run here."""

from __future__ import annotations

from compiler_core.atlas.iree.asking import PROGRAM, TARGETS, IreeRefused
from compiler_core.atlas.iree.compiled import IreeAnswer, compile_program
from compiler_core.atlas.iree.drawn import kernels_over_nodes
from compiler_core.atlas.iree.facts import CRASHED, FACTS, SAYS, facts_of, sentence_of
from compiler_core.atlas.iree.programs import (
    MATRIX_PROGRAMS,
    SIZES,
    UNKNOWN,
    text_of,
)
from compiler_core.atlas.iree.shown import refused_steps, steps_of
from compiler_core.atlas.networks import NETWORK_PROGRAMS, network_control
from compiler_core.atlas.records import AtlasPage, Control, PageFinding, Settings

LONGEST_PROGRAM = 64 << 10
TEXT = "text"
_FEATURES = (
    ("none", "those that the processor has"), ("+fp16", "+fp16, as GCC writes it"),
    ("+fullfp16", "+fullfp16, as LLVM writes it"), ("+dotprod", "+dotprod"), ("+i8mm", "+i8mm"),
)  # fmt: skip


def _compute(settings: Settings) -> PageFinding:
    try:
        return _compiled(compile_program(settings))
    except IreeRefused as refused:
        text = settings["text"] or text_of(settings)
        return PageFinding(
            facts={SAYS: refused.words, CRASHED: refused.crashed},
            steps=refused_steps(refused, text),
            sentence=refused.message,
            version=refused.version,
        )


def _compiled(answer: IreeAnswer) -> PageFinding:
    facts = facts_of(answer)
    return PageFinding(
        facts=facts,
        steps=steps_of(answer),
        sentence=sentence_of(answer, facts),
        version=answer.build.version,
        pictures=()
        if answer.network is None
        else (kernels_over_nodes(answer.network, answer.dispatches),),
    )


def _chosen_texts(settings: Settings) -> Settings:
    return {TEXT: text_of(settings)}


IREE = AtlasPage(
    name="iree",
    title="IREE: one model, twelve phases",
    idea="IREE cuts a model into dispatches, plans when each runs and where its data lies, and "
    "writes code for one processor: phase by phase, each of them printed.",
    label="live",
    tool="IREE",
    explains=(("graph", "fusion"), ("graph", "engine"), ("graph", "passes")),
    controls=(
        Control(name="program", title="Program", usual="matmul",
                choices=(*MATRIX_PROGRAMS, *NETWORK_PROGRAMS, UNKNOWN),
                explains="In MLIR's linalg, in StableHLO, or a network of ours in ONNX."),
        Control(name="rows", title="Rows", usual="2", least=1, most=256,
                explains="Of the left matrix; a network has its own sizes."),
        Control(name="width", title="Width", usual="2816", least=1, most=4096,
                explains="Along which products sum."),
        Control(name="columns", title="Columns", usual="1280", least=1, most=4096,
                explains="Of the right matrix."),
        Control(name="processor", title="Processor", usual="cortex-a76", choices=TARGETS,
                explains="For which code is written."),
        Control(name="feature", title="One feature more", usual="none", choices=_FEATURES,
                explains="A name that LLVM does not know is left out with a warning."),
        Control(name="tiles", title="Layout of matrices", usual="rows",
                choices=(("rows", "as they are"), ("tiles", "in tiles for the processor")),
                explains="With tiles, data is laid out for the processor's own instructions."),
        Control(name=TEXT, title="Your program, in MLIR", usual="", longest=LONGEST_PROGRAM,
                file=PROGRAM, instead_of=("program", *SIZES),
                explains="At most 64 KiB, in any dialect that IREE takes. It is compiled and never "
                "run."),
        network_control(("program", *SIZES, TEXT), "It is compiled and never run."),
    ),
    facts=FACTS,
    compute=_compute,
    chosen_texts=_chosen_texts,
    apart=True,
)  # fmt: skip
