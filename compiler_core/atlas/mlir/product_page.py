"""The page on lowering: a product from tensors to AArch64, every pass shown, the end counted."""

from __future__ import annotations

import re

from compiler_core.atlas.mlir.dumps import dialects_of
from compiler_core.atlas.mlir.left_over import assembled, left_operations, unlowered
from compiler_core.atlas.mlir.lowering import run_passes, to_assembly, to_llvm
from compiler_core.atlas.mlir.pass_grammar import PassUse, read_passes
from compiler_core.atlas.mlir.pass_table import PASSES
from compiler_core.atlas.mlir.product import INPUTS, ProductRun, run_product
from compiler_core.atlas.mlir.tile_schedule import Strategy, TileSizes, scheduled_module
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.texts import numbered_text
from compiler_core.errors import InputError
from compiler_core.trace import Step

_HOISTING = "loop-invariant-subset-hoisting"
_BUFFERIZE = (
    "one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}"
)
USUAL_PASSES = ",\n".join(
    (
        "transform-interpreter", "test-transform-dialect-erase-schedule", _HOISTING, _BUFFERIZE,
        "buffer-results-to-out-params{hoist-static-allocs=true}",
        "func.func(convert-linalg-to-loops,convert-vector-to-scf{full-unroll=true})",
        "lower-affine", "convert-scf-to-cf", "convert-vector-to-llvm", "finalize-memref-to-llvm",
        "convert-func-to-llvm", "reconcile-unrealized-casts",
    )
)  # fmt: skip
_LONGEST_LIST = 4096
_STRATEGIES: dict[str, Strategy] = {"loops": "loops", "dot": "dot", "outer-product": "outerproduct"}
_MEMORY = "ptr[^,()]*, ptr[^,()]*, i64[^,()]*, i64[^,()]*, i64[^,()]*, i64[^,()]*, i64[^,()]*"
_SIGNATURE = re.compile(rf"^define void @matmul\({_MEMORY}, {_MEMORY}, {_MEMORY}\)", re.MULTILINE)
_VECTORS = re.compile(r"\s(?:fmla|fmul|fadd|faddp)\s+v")

_OFF = "difference from numpy"

_FACTS = (
    AtlasFact(name="passes", unit="", basis="counted"),
    AtlasFact(name="dialects at first", unit="", basis="counted"),
    AtlasFact(name="dialects at the end", unit="", basis="computed"),
    AtlasFact(name="operations not lowered", unit="", basis="counted"),
    AtlasFact(name="most lines of MLIR", unit="", basis="counted"),
    AtlasFact(name="instructions", unit="", basis="counted"),
    AtlasFact(name="reads of memory", unit="", basis="counted"),
    AtlasFact(name="writes to memory", unit="", basis="counted"),
    AtlasFact(name="vector instructions that multiply or add", unit="", basis="counted"),
    AtlasFact(name=_OFF, unit="millionths of the largest", basis="computed"),
)


def _compute(settings: Settings) -> PageFinding:
    sizes = TileSizes(*(int(settings[name]) for name in ("rows", "columns", "depth")))
    passes = _chosen(settings)
    program = (INPUTS / "matmul.mlir").read_text("utf-8")
    module = scheduled_module(program, sizes, _STRATEGIES[settings["strategy"]])
    lowered = run_passes(module, passes)
    left = left_operations(lowered.text)
    facts: dict[str, float | str | bool] = {
        "passes": len(passes),
        "dialects at first": len(dialects_of(program)),
        "dialects at the end": ", ".join(dialects_of(lowered.text)),
        "operations not lowered": len(left),
        "most lines of MLIR": max(step.metrics["lines"] for step in lowered.steps),
    }
    shown = numbered_text("MLIR", module)
    first = Step("the product and its schedule", "program", True, None, shown)
    if left:
        return PageFinding(
            facts=facts,
            steps=(first, *lowered.steps),
            version=lowered.version,
            sentence=unlowered(left),
        )
    llvm = to_llvm(lowered.text)
    if _SIGNATURE.search(llvm) is None:
        return PageFinding(
            facts=facts,
            steps=(first, *lowered.steps),
            version=lowered.version,
            sentence="All is lowered, but the function no longer takes three matrices and hands "
            "nothing back, so that our driver cannot call it.",
        )
    assembly = to_assembly(llvm)
    run = run_product(assembly)
    return PageFinding(
        facts=facts | _counted(run, assembly),
        steps=(first, *lowered.steps, assembled(assembly)),
        sentence=_sentence(run, settings),
        version=lowered.version,
    )


def _chosen(settings: Settings) -> tuple[PassUse, ...]:
    passes = read_passes(settings["passes"])
    if settings["hoisting"] == "on":
        return passes
    left = tuple(use for use in passes if use.name != _HOISTING)
    if not left:
        raise InputError("No pass is left.", "Name another, or switch hoisting on.")
    return left


def _counted(run: ProductRun, assembly: str) -> dict[str, float | str | bool]:
    return {
        "instructions": run.instructions,
        "reads of memory": run.reads,
        "writes to memory": run.writes,
        "vector instructions that multiply or add": len(_VECTORS.findall(assembly)),
        _OFF: round(run.difference * 1e6, 2),
    }


def _sentence(run: ProductRun, settings: Settings) -> str:
    way = (
        "as plain loops"
        if settings["strategy"] == "loops"
        else f"in tiles of {settings['rows']} × {settings['columns']} × {settings['depth']}"
    )
    multiplications = 2 * 1280 * 2816
    return (
        f"The product takes {run.instructions:,} instructions {way}, "
        f"{run.instructions / multiplications:.2f} for each of its {multiplications:,} "
        f"multiplications, and is off numpy's by {run.difference * 1e6:.1f} millionths of the "
        "largest element."
    )


MLIR_PRODUCT = AtlasPage(
    name="mlir-matmul",
    title="MLIR: a product, all the way down",
    idea="Each lowering gives up one abstraction. What is to be decided about tiles and vectors "
    "has to be decided while there still are tensors.",
    label="live",
    tool="MLIR",
    explains=(("graph", "passes"), ("graph", "engine")),
    controls=(
        Control(name="strategy", title="Strategy", usual="outer-product",
                explains="How a product of small vectors is computed. As plain loops, nothing is "
                "tiled and no vectors are made.",
                choices=(("loops", "plain loops"), ("dot", "dot products"),
                         ("outer-product", "outer products"))),
        Control(name="rows", title="Rows in a tile", usual="2", least=1, most=2,
                explains="Of the two rows of the result."),
        Control(name="columns", title="Columns in a tile", usual="8", least=1, most=64,
                explains="Of 1,280; the size has to divide them."),
        Control(name="depth", title="Depth of a tile", usual="1", least=1, most=16,
                explains="Of 2,816, along which is summed; the size has to divide it."),
        Control(name="hoisting", title="Hoisting", usual="on",
                explains=f"Off leaves {_HOISTING} out of the list: the sums of a tile are then "
                "read and written in every round.",
                choices=(("on", "sums stay in registers"), ("off", "off"))),
        Control(name="passes", title="Passes", usual=USUAL_PASSES, longest=_LONGEST_LIST,
                explains="pass{option=value …},…; func.func(…) around those that work on one "
                "function. At most 24, out of the table.",
                admits=tuple(
                    (kind.name, " ".join((kind.explains, *(
                        f"{option.name}: {option.takes}." for option in kind.options
                    )))) for kind in PASSES
                )),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
