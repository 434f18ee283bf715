"""The page on a reader's own loop in MLIR: written by us, changed by passes, run beside C's."""

from __future__ import annotations

import re

from compiler_core.atlas.mlir.dumps import dialects_of
from compiler_core.atlas.mlir.from_loop.module import LoopModule, module_of
from compiler_core.atlas.mlir.from_loop.versions import LOWERING, LoopVersions, versions_of
from compiler_core.atlas.mlir.left_over import assembled, unlowered
from compiler_core.atlas.mlir.pass_grammar import PassUse, read_passes
from compiler_core.atlas.mlir.pass_table import PASSES
from compiler_core.atlas.own_loop.asked import (
    OVERLAP,
    ShippedLoops,
    loop_of_ones_own,
    translated,
)
from compiler_core.atlas.own_loop.driving import LoopRun, differing
from compiler_core.atlas.own_loop.function import left_open
from compiler_core.atlas.records import (
    ARTEFACT,
    SIDES,
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Settings,
)
from compiler_core.atlas.texts import numbered_text
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.loop.ir.values import Function
from compiler_core.source import SourceFile
from compiler_core.trace import Step

LOOPS = ShippedLoops(CONTENT_FOLDER / "atlas" / "mlir-loop" / "inputs")
_LONGEST_LIST = 4096
_NO_PASS = "none"
READY: dict[str, tuple[str, str]] = {
    _NO_PASS: ("none", ""),
    "tile": ("tiles of 8", "func.func(affine-loop-tile{tile-size=8})"),
    "unroll": ("bodies repeated four times", "func.func(affine-loop-unroll{unroll-factor=4})"),
    "vectors": ("vectors of 4",
                "func.func(affine-super-vectorize{virtual-vector-size=4})"),
    "sums": ("vectors of 4, of sums too",
             "func.func(affine-super-vectorize{virtual-vector-size=4 vectorize-reductions=true})"),
    "parallel": ("independent rounds marked", "func.func(affine-parallelize)"),
    "clean": ("cleaning up",
              "func.func(affine-loop-invariant-code-motion,affine-scalrep,"
              "loop-invariant-code-motion),canonicalize,cse"),
}  # fmt: skip
_LOOPS = (
    ("product", "a product of matrices"), ("axpy", "y = a·x + y"), ("dot", "a sum of products"),
    ("stencil", "three neighbours"), ("prefix", "sums of all before"), ("histogram", "a count"),
)  # fmt: skip
_OTHER, _WHY = "bytes other than C's", "not affine because"

_FACTS = (
    AtlasFact(name="instructions of Clang's code", unit="", basis="counted"),
    AtlasFact(name="instructions without the passes", unit="", basis="counted"),
    AtlasFact(name="instructions", unit="", basis="counted"),
    AtlasFact(name="reads of memory without the passes", unit="", basis="counted"),
    AtlasFact(name="reads of memory", unit="", basis="counted"),
    AtlasFact(name="writes to memory", unit="", basis="counted"),
    AtlasFact(name=_OTHER, unit="", basis="counted"),
    AtlasFact(name=f"{_OTHER}, without the passes", unit="", basis="counted"),
    AtlasFact(name="nests of loops that are affine", unit="", basis="counted"),
    AtlasFact(name=_WHY, unit="", basis="computed"),
    AtlasFact(name="dialects as written", unit="", basis="computed"),
    AtlasFact(name="passes", unit="", basis="counted"),
    AtlasFact(name="loops behind the passes", unit="", basis="counted"),
    AtlasFact(name="of them marked as parallel", unit="", basis="counted"),
    AtlasFact(name="operations on vectors", unit="", basis="counted"),
    AtlasFact(name="operations not lowered", unit="", basis="counted"),
)
Facts = dict[str, float | str | bool]


def _passes(settings: Settings) -> tuple[PassUse, ...]:
    text = settings["passes"] or READY[settings["change"]][1]
    return read_passes(text) if text else ()


def _compute(settings: Settings) -> PageFinding:
    passes = _passes(settings)
    source = LOOPS.source(settings)
    module = translated(module_of, source)
    versions = versions_of(
        source, module, passes, settings["level"], int(settings["size"]), int(settings["overlap"])
    )
    counted = _counted(*versions.runs) if versions.runs is not None else {}
    facts = counted | _said(module, versions, len(passes))
    return PageFinding(
        facts=facts,
        steps=_steps(source, module, versions),
        version=versions.version,
        sentence=_sentence(module.function, versions),
    )


def _said(module: LoopModule, versions: LoopVersions, passes: int) -> Facts:
    behind = versions.changed.text
    return {
        "nests of loops that are affine": module.linear,
        _WHY: "; ".join(module.not_linear) or "all are affine",
        "dialects as written": ", ".join(dialects_of(module.text)),
        "passes": passes,
        "loops behind the passes": len(re.findall(r"\b(?:affine|scf)\.(?:for|parallel)\b", behind)),
        "of them marked as parallel": behind.count("affine.parallel "),
        "operations on vectors": len(re.findall(r"(?:= |^\s*)vector\.\w", behind, re.MULTILINE)),
        "operations not lowered": len(versions.changed.left),
    }


def _counted(from_c: LoopRun, plain: LoopRun, changed: LoopRun) -> Facts:
    return {
        "instructions of Clang's code": from_c.instructions,
        "instructions without the passes": plain.instructions,
        "instructions": changed.instructions,
        "reads of memory without the passes": plain.reads,
        "reads of memory": changed.reads,
        "writes to memory": changed.writes,
        _OTHER: differing(from_c.left, changed.left),
        f"{_OTHER}, without the passes": differing(from_c.left, plain.left),
    }


def _sentence(function: Function, versions: LoopVersions) -> str:
    if versions.runs is None:
        return unlowered(versions.changed.left)
    from_c, plain, changed = versions.runs
    said = (
        f"Clang's code for the C text executes {from_c.instructions:,} instructions, what MLIR "
        f"makes of the same loop {plain.instructions:,}"
    )
    if versions.passed is not None:
        said += f", and with these passes {changed.instructions:,}, {_change(plain, changed)}"
    return f"{said}. {_compared(function, versions.runs)}"


def _change(plain: LoopRun, changed: LoopRun) -> str:
    difference = changed.instructions - plain.instructions
    if not difference:
        return "no more and no fewer"
    share = abs(difference) / plain.instructions * 100
    return f"{abs(difference):,} {'more' if difference > 0 else 'fewer'} ({share:.0f} %)"


def _compared(function: Function, runs: tuple[LoopRun, LoopRun, LoopRun]) -> str:
    from_c, plain, changed = runs
    if from_c.left == plain.left == changed.left:
        return "All leave the same bytes."
    if from_c.left == plain.left:
        count = differing(from_c.left, changed.left)
        return (
            f"Behind the passes, {count:,} {'bytes are' if count > 1 else 'byte is'} not "
            "as C has it: a pass took for granted what this C does not promise. The text below "
            "says what that can be."
        )
    return (
        f"Already without passes, {differing(from_c.left, plain.left):,} of the bytes are not as C "
        f"leaves them, because {left_open(function)}."
    )


def _steps(source: SourceFile, module: LoopModule, versions: LoopVersions) -> tuple[Step, ...]:
    written = Step(
        "your loop, and as MLIR",
        SIDES,
        True,
        numbered_text("C", source.text),
        numbered_text("MLIR", module.text),
    )
    passed = versions.passed.steps if versions.passed is not None else ()
    lowered = Step(
        "lowered to LLVM's dialect",
        ARTEFACT,
        True,
        None,
        numbered_text("MLIR", versions.changed.llvm.strip("\n")),
        metrics={"passes": float(LOWERING.count(",") + 1)},
    )
    made = (assembled(versions.changed.assembly, ARTEFACT),) if versions.changed.assembly else ()
    return (written, *passed, lowered, *made)


MLIR_LOOP = AtlasPage(
    name="mlir-loop",
    title="MLIR: your own loop",
    idea="C says what each round does; affine says which elements it touches. What is said can be "
    "relied on: a loop is tiled, repeated or marked as parallel by one pass.",
    label="live",
    tool="MLIR",
    explains=(("graph", "passes"),),
    controls=(
        Control(name="loop", title="Loop", explains="In C, as you would write it.",
                usual="product", choices=_LOOPS),
        Control(name="change", title="Passes", usual="tile",
                explains="What is done to the loops before they are lowered.",
                choices=tuple((name, title) for name, (title, _) in READY.items())),
        Control(name="size", title="Size", usual="64", most=128,
                explains="The value of each whole-number parameter. Vectors of 4 go beyond the "
                "end if it is no multiple."),
        OVERLAP,
        Control(name="level", title="Level", usual="-O2",
                explains="How much Clang does, with the C text and with what MLIR leaves.",
                choices=(("-O1", "-O1"), ("-O2", "-O2"), ("-O3", "-O3"))),
        Control(name="passes", title="Passes of your own", usual="", longest=_LONGEST_LIST,
                explains="In place of the choice: pass{option=value …},…; func.func(…) around "
                "those that work on one function. At most 24, out of the table. What lowers to "
                "LLVM follows by itself.",
                admits=tuple(
                    (kind.name, " ".join((kind.explains, *(
                        f"{option.name}: {option.takes}." for option in kind.options
                    )))) for kind in PASSES
                )),
        loop_of_ones_own("One function in C with for loops over arrays, up to 64 KiB; the "
                "first with a loop is taken. What does not fit is named with its line."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=LOOPS.texts,
)  # fmt: skip
