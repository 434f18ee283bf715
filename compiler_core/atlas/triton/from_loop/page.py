"""The page on a reader's own loop in Triton: written by us, compiled and run by Triton."""

from __future__ import annotations

from compiler_core.atlas.own_loop.asked import (
    OVERLAP,
    ShippedLoops,
    loop_of_ones_own,
    translated,
)
from compiler_core.atlas.own_loop.function import left_open
from compiler_core.atlas.records import SIDES, AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.texts import numbered_text
from compiler_core.atlas.triton.forms import BlockedLayout, bytes_of_widest_load, load_layout
from compiler_core.atlas.triton.from_loop.asking import (
    CompiledKernel,
    KernelSetting,
    compile_kernel,
)
from compiler_core.atlas.triton.from_loop.kernel import kernel_of
from compiler_core.atlas.triton.from_loop.loop_kernel import LoopKernel
from compiler_core.atlas.triton.from_loop.running import LoopBytes, both_ways
from compiler_core.atlas.triton.shown import (
    form_text,
    holders,
    joined,
    last_line,
    ptx_snapshot,
    refused_step,
)
from compiler_core.basis import Value
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.source import SourceFile
from compiler_core.trace import Step

LOOPS = ShippedLoops(CONTENT_FOLDER / "atlas" / "triton-loop" / "inputs")
_PROMISED = 16
_LOOPS = (
    ("axpy", "y = a·x + y"), ("stencil", "three neighbours"), ("clamp", "a choice"),
    ("gather", "subscripts out of memory"), ("dot", "a sum of products"), ("most", "the greatest"),
    ("rows", "the sum of each row"), ("vector", "a matrix times a vector"),
    ("each", "a matrix, element by element"), ("product", "a small product of matrices"),
    ("prefix", "sums of all before"), ("triangle", "rows of a triangle"),
)  # fmt: skip
_OTHER, _APART, _SAYS = "bytes other than C's", "taken to be apart", "Triton says"
_SIDE_BY_SIDE = "numbers side by side in a thread"

_FACTS = (
    AtlasFact(name=_OTHER, unit="", basis="counted"),
    AtlasFact(name=_APART, unit="", basis="computed"),
    AtlasFact(name="rounds of the loop", unit="", basis="counted"),
    AtlasFact(name="programs", unit="", basis="counted"),
    AtlasFact(name="places beyond the end", unit="", basis="counted"),
    AtlasFact(name="masked loads and stores", unit="", basis="counted"),
    AtlasFact(name=_SAYS, unit="", basis="counted"),
    AtlasFact(name=_SIDE_BY_SIDE, unit="", basis="counted"),
    AtlasFact(name="loads", unit="", basis="counted"),
    AtlasFact(name="loads of several numbers", unit="", basis="counted"),
    AtlasFact(name="widest load", unit="bytes", basis="counted"),
    AtlasFact(name="products and sums in one", unit="", basis="counted"),
    AtlasFact(name="exchanges within a warp", unit="", basis="counted"),
    AtlasFact(name="barriers of the block", unit="", basis="counted"),
    AtlasFact(name="lines of TTIR", unit="", basis="counted"),
    AtlasFact(name="lines of TTGIR", unit="", basis="counted"),
    AtlasFact(name="instructions of PTX", unit="", basis="counted"),
)
Facts = dict[str, Value]


def _compute(settings: Settings) -> PageFinding:
    source = LOOPS.source(settings)
    kernel = translated(kernel_of, source)
    block = int(settings["block"])
    compiled = compile_kernel(
        kernel,
        KernelSetting(
            block=block,
            warps=int(settings["warps"]),
            chip=int(settings["chip"].removeprefix("sm_")),
            promised=settings["promise"],
            fuse=settings["fuse"] == "yes",
        ),
    )
    steps = (_from_c(source, kernel),)
    facts = _said_of(kernel, compiled)
    if compiled.said:
        return PageFinding(
            facts=facts,
            steps=(*steps, refused_step(compiled.said)),
            version=compiled.version,
            sentence=f"Triton refuses: {last_line(compiled.said)}.",
        )
    overlap = int(settings["overlap"])
    left = both_ways(source, kernel, int(settings["size"]), block, overlap)
    layout = load_layout(compiled.forms["ttgir"])
    return PageFinding(
        facts=facts | _run(left, block) | _counted(compiled, layout),
        steps=(*steps, *_lowered(kernel, compiled, layout, block)),
        version=compiled.version,
        sentence=f"{_sentence(kernel, left, bool(overlap))}{_broken(kernel, settings)}",
    )


def _said_of(kernel: LoopKernel, compiled: CompiledKernel) -> Facts:
    pairs = (f"{array} and {other}" for array, other in kernel.of.promised)
    return {
        _SAYS: last_line(compiled.said) or "nothing",
        _APART: "; ".join(pairs) or "none that C does not keep apart",
        "masked loads and stores": kernel.text.count("mask="),
    }


def _run(left: LoopBytes, block: int) -> Facts:
    return {
        _OTHER: left.differing,
        "rounds of the loop": left.rounds,
        "programs": left.programs,
        "places beyond the end": left.programs * block - left.rounds,
    }


def _counted(compiled: CompiledKernel, layout: BlockedLayout | None) -> Facts:
    ptx = compiled.ptx
    return {
        _SIDE_BY_SIDE: layout.of_a_thread if layout else 1,
        "loads": ptx.matching(r"ld\.global\b"),
        "loads of several numbers": ptx.matching(r"ld\.global\S*\.v\d"),
        "widest load": bytes_of_widest_load(ptx),
        "products and sums in one": ptx.matching(r"fma\.rn\b"),
        "exchanges within a warp": ptx.matching(r"shfl\.sync\b"),
        "barriers of the block": ptx.matching(r"bar(?:rier)?\.(?:cta\.)?sync\b"),
        "lines of TTIR": len(compiled.placed("ttir")),
        "lines of TTGIR": len(compiled.placed("ttgir")),
        "instructions of PTX": len(ptx.instructions),
    }


def _sentence(kernel: LoopKernel, left: LoopBytes, overlap: bool) -> str:
    programs = "one program does" if left.programs == 1 else f"{left.programs:,} programs do"
    done = f"{programs} the {left.rounds:,} rounds"
    if not left.differing:
        return (
            f"{done[0].upper()}{done[1:]}. Run by Triton's own interpreter, they leave the bytes "
            "that C leaves."
        )
    verb = "byte is" if left.differing == 1 else "bytes are"
    return (
        f"{done[0].upper()}{done[1:]}. {left.differing:,} {verb} not as C leaves them, because "
        f"{_reason(kernel, overlap)}."
    )


def _broken(kernel: LoopKernel, settings: Settings) -> str:
    """The interpreter does not look at promises, so that no byte would tell."""
    size = int(settings["size"])
    whole = any(scalar.type.is_integer for scalar in kernel.function.scalars)
    if settings["promise"] != "all" or not whole or not size % _PROMISED:
        return ""
    return (
        f" {size:,} is no multiple of {_PROMISED}, so that the promise is broken: the interpreter "
        "does not use it, but PTX does."
    )


def _reason(kernel: LoopKernel, overlap: bool) -> str:
    if overlap and kernel.of.promised:
        array, other = kernel.of.promised[0]
        return f"{array} and {other} overlap here, and the kernel was written for arrays apart"
    if any(total.kind == "sum" and total.phi.type.is_float for total in kernel.totals):
        return "a sum of floats is added up in another order, and so rounded in other places"
    return left_open(kernel.function)


def _from_c(source: SourceFile, kernel: LoopKernel) -> Step:
    return Step(
        "your loop, and as a block program",
        SIDES,
        True,
        numbered_text("C", source.text),
        numbered_text("Python", kernel.text),
    )


def _lowered(
    kernel: LoopKernel, compiled: CompiledKernel, layout: BlockedLayout | None, block: int
) -> tuple[Step, ...]:
    source = numbered_text("Python", kernel.text)
    ttir, ttgir = (compiled.placed(form) for form in ("ttir", "ttgir"))
    return (
        Step(
            "Python to TTIR: numbers of a whole block in one value",
            "compiler",
            True,
            source,
            joined("TTIR", ttir),
        ),
        Step(
            "TTIR to TTGIR: each value gets a layout",
            SIDES,
            True,
            form_text("ttir", ttir),
            form_text("ttgir", ttgir),
        ),
        *holders(layout, block),
        Step(
            "Python to PTX, by way of LLVM: one thread of it",
            "compiler",
            True,
            source,
            ptx_snapshot(compiled.ptx),
            metrics={"instructions": float(len(compiled.ptx.instructions))},
        ),
    )


TRITON_LOOP = AtlasPage(
    name="triton-loop",
    title="Triton: your own loop",
    idea="A block program does many rounds of a loop at once. That is right if no round needs "
    "another one, and a mask keeps what lies beyond the end untouched.",
    label="live",
    tool="Triton without NVIDIA's programs",
    explains=(("graph", "engine"),),
    controls=(
        Control(name="loop", title="Loop", explains="In C, as you would write it.", usual="axpy",
                choices=_LOOPS),
        Control(name="promise", title="Promise", usual="all",
                explains="What is said of the arguments: that they are multiples of 16.",
                choices=(("all", "addresses and numbers: multiples of 16"),
                         ("pointers", "addresses only"), ("none", "nothing"))),
        Control(name="block", title="Rounds of a block", usual="1024",
                explains="How many one program does.",
                choices=tuple((size, f"{int(size):,}") for size in
                              ("32", "128", "512", "1000", "1024", "2048"))),
        Control(name="warps", title="Warps of a block", usual="4", explains="32 threads each.",
                choices=tuple((count, count) for count in ("1", "2", "4", "8"))),
        Control(name="chip", title="Chip", usual="sm_90", explains="For which generation of GPUs.",
                choices=(("sm_80", "sm_80 (A100)"), ("sm_90", "sm_90 (H100)"),
                         ("sm_100", "sm_100 (B200)"))),
        Control(name="fuse", title="Product and sum", usual="no",
                explains="Whether Triton may make one operation of both, which rounds once.",
                choices=(("no", "rounded each, as C has it"), ("yes", "may be one"))),
        Control(name="size", title="Size", usual="1504", most=4000,
                explains="The value of each whole-number parameter when the loop is run."),
        OVERLAP,
        loop_of_ones_own("One function in C that is a for loop over arrays, or a nest of up to "
                "three, up to 64 KiB. What does not fit is named with its line."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=LOOPS.texts,
)  # fmt: skip
