"""The page on a reader's own loop in MLIR: written by us, changed by passes, run beside C's."""

from __future__ import annotations

import re

from compiler_core.atlas.mlir.dumps import dialects_of
from compiler_core.atlas.mlir.from_loop.driving import LoopRun
from compiler_core.atlas.mlir.from_loop.module import LoopModule, module_of
from compiler_core.atlas.mlir.from_loop.versions import LOWERING, LoopVersions, versions_of
from compiler_core.atlas.mlir.left_over import assembled, shown_text, unlowered
from compiler_core.atlas.mlir.pass_grammar import PassUse, read_passes
from compiler_core.atlas.mlir.pass_table import PASSES
from compiler_core.atlas.records import (
    ARTEFACT,
    SIDES,
    AtlasFact,
    AtlasPage,
    Control,
    Finding,
    Settings,
)
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.loop.errors import OutsideSubset
from compiler_core.source import SourceFile
from compiler_core.trace import Step

INPUTS = CONTENT_FOLDER / "atlas" / "mlir-loop" / "inputs"
_FILE = "loop.c"
LONGEST_LOOP = 64 << 10
"""Bytes of a reader's own."""
LONGEST_IN_ADDRESS = 8 << 10
"""The same where an address holds it."""
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


def source_of(settings: Settings) -> SourceFile:
    """The reader's own text, or the loop chosen."""
    return SourceFile(_FILE, settings["source"] or _chosen_texts(settings)["source"])


def _chosen_texts(settings: Settings) -> Settings:
    return {"source": (INPUTS / f"{settings['loop']}.c").read_text(encoding="utf-8")}


def _passes(settings: Settings) -> tuple[PassUse, ...]:
    text = settings["passes"] or READY[settings["change"]][1]
    return read_passes(text) if text else ()


def _compute(settings: Settings) -> Finding:
    passes = _passes(settings)
    source = source_of(settings)
    module = _written(source)
    versions = versions_of(
        source, module, passes, settings["level"], int(settings["size"]), int(settings["overlap"])
    )
    counted = _counted(*versions.runs) if versions.runs is not None else {}
    facts = counted | _said(module, versions, len(passes))
    return Finding(
        facts=facts, steps=_steps(source, module, versions), version=versions.version,
        sentence=_sentence(versions),
    )  # fmt: skip


def _written(source: SourceFile) -> LoopModule:
    """Its line is the first that a refusal says."""
    try:
        return module_of(source)
    except OutsideSubset as error:
        said = f"Line {error.location.line}: {error.message}"
        raise InputError(said, error.advice) from error


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
        _OTHER: _differing(from_c, changed),
        f"{_OTHER}, without the passes": _differing(from_c, plain),
    }


def _differing(one: LoopRun, other: LoopRun) -> int:
    return sum(a != b for a, b in zip(one.left, other.left, strict=True))


def _sentence(versions: LoopVersions) -> str:
    if versions.runs is None:
        return unlowered(versions.changed.left)
    from_c, plain, changed = versions.runs
    said = (
        f"Clang's code for the C text executes {from_c.instructions:,} instructions, what MLIR "
        f"makes of the same loop {plain.instructions:,}"
    )
    if versions.passed is not None:
        said += f", and with these passes {changed.instructions:,}, {_change(plain, changed)}"
    return f"{said}. {_compared(versions.runs)}"


def _change(plain: LoopRun, changed: LoopRun) -> str:
    difference = changed.instructions - plain.instructions
    if not difference:
        return "no more and no fewer"
    share = abs(difference) / plain.instructions * 100
    return f"{abs(difference):,} {'more' if difference > 0 else 'fewer'} ({share:.0f} %)"


def _compared(runs: tuple[LoopRun, LoopRun, LoopRun]) -> str:
    from_c, plain, changed = runs
    if from_c.left == plain.left == changed.left:
        return "All leave the same bytes."
    if from_c.left == plain.left:
        differing = _differing(from_c, changed)
        return (
            f"Behind the passes, {differing:,} {'bytes are' if differing > 1 else 'byte is'} not "
            "as C has it: a pass took for granted what this C does not promise. The text below "
            "says what that can be."
        )
    return (
        f"Already without passes, {_differing(from_c, plain):,} of the bytes are not as C leaves "
        "them: C does not say what this loop does with these numbers. A sum may leave its int, or "
        "a subscript its array."
    )


def _steps(source: SourceFile, module: LoopModule, versions: LoopVersions) -> tuple[Step, ...]:
    written = Step(
        "your loop, and as MLIR", SIDES, True,
        shown_text("C", source.text), shown_text("MLIR", module.text),
    )  # fmt: skip
    passed = versions.passed.steps if versions.passed is not None else ()
    lowered = Step(
        "lowered to LLVM's dialect", ARTEFACT, True, None,
        shown_text("MLIR", versions.changed.llvm.strip("\n")),
        metrics={"passes": float(LOWERING.count(",") + 1)},
    )  # fmt: skip
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
        Control(name="size", title="Size", usual="64", least=0, most=128,
                explains="The value of each whole-number parameter. Vectors of 4 go beyond the "
                "end if it is no multiple."),
        Control(name="overlap", title="Arrays", usual="0",
                explains="Where those of one type lie, if they are not called restrict.",
                choices=(("0", "apart"), ("1", "each one element behind the first"))),
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
        Control(name="source", title="Loop of your own", usual="", file=_FILE,
                longest=LONGEST_LOOP, instead_of=("loop",),
                explains="One function in C with for loops over arrays, up to 64 KiB; the "
                "first with a loop is taken. What does not fit is named with its line."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=_chosen_texts,
)  # fmt: skip
