"""The page on Triton: what a block does is written, and who does which part of it is found."""

from __future__ import annotations

from compiler_core.atlas.recorded import recorded_moment
from compiler_core.atlas.records import SIDES, AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.texts import numbered_text, text_snapshot
from compiler_core.atlas.triton.asking import KernelAsked, TritonKernel, ask_triton
from compiler_core.atlas.triton.chip_shown import (
    CHIP_FACTS,
    INSTRUCTIONS,
    REGISTERS,
    ChipPart,
    chip_part,
    chip_part_without,
)
from compiler_core.atlas.triton.forms import (
    BlockedLayout,
    PlacedLine,
    bytes_of_widest_load,
    load_layout,
    placed_lines,
    plain_llvm,
)
from compiler_core.atlas.triton.inductor import INDUCTOR_FACTS, with_inductor
from compiler_core.atlas.triton.shown import (
    LINES_KEPT,
    form_text,
    holders,
    joined,
    last_line,
    ptx_snapshot,
    refused_step,
)
from compiler_core.basis import Value
from compiler_core.trace import Snapshot, Step

_ONE, _FOUR = "ld.global.b32", "ld.global.v4.b32"
_SIDE_BY_SIDE = "numbers side by side in a thread"
_SAYS = "Triton says"

_FACTS = (
    AtlasFact(name=_SAYS, unit="", basis="counted"),
    AtlasFact(name=_SIDE_BY_SIDE, unit="", basis="counted"),
    AtlasFact(name=_FOUR, unit="", basis="counted"),
    AtlasFact(name=_ONE, unit="", basis="counted"),
    AtlasFact(name="widest load", unit="bytes", basis="counted"),
    AtlasFact(name="exchanges within a warp", unit="", basis="counted"),
    AtlasFact(name="barriers of the block", unit="", basis="counted"),
    AtlasFact(name="products of tiles", unit="", basis="counted"),
    AtlasFact(name="memory of the block", unit="bytes", basis="counted"),
    AtlasFact(name="lines of TTIR", unit="", basis="counted"),
    AtlasFact(name="lines of TTGIR", unit="", basis="counted"),
    AtlasFact(name="lines of LLVM IR", unit="", basis="counted"),
    AtlasFact(name="instructions of PTX", unit="", basis="counted"),
    *CHIP_FACTS,
    *INDUCTOR_FACTS,
)


def _compute(settings: Settings) -> PageFinding:
    kernel = ask_triton(
        KernelAsked(
            kernel=settings["kernel"],
            block=int(settings["block"]),
            warps=int(settings["warps"]),
            chip=int(settings["chip"].removeprefix("sm_")),
            promised=settings["promise"],
        )
    )
    message_fact: dict[str, Value] = {_SAYS: last_line(kernel.said) or "nothing"}
    if kernel.said:
        written = Step("the kernel", "program", True, None, _source(kernel))
        return PageFinding(
            facts=message_fact,
            steps=(written, refused_step(kernel.said)),
            sentence=f"Triton refuses: {last_line(kernel.said)}.",
            version=kernel.version,
        )
    layout = load_layout(kernel.forms["ttgir"])
    chip = _chip(kernel, settings)
    facts = {**message_fact, **_facts(kernel, layout), **chip.facts}
    return PageFinding(
        facts=facts,
        steps=(*_steps(kernel, layout, settings), *chip.steps),
        sentence=_sentence(facts, layout, settings["chip"], kernel.chip is not None),
        version=kernel.version,
        recorded_parts=chip.recorded,
    )


def _chip(kernel: TritonKernel, settings: Settings) -> ChipPart:
    if kernel.chip is not None:
        return chip_part(kernel.ptx, kernel.chip, settings["chip"])
    if kernel.missing is None:
        raise ValueError("a kernel without code of the chip says what is missing")
    is_usual = not any(settings[control.name] != control.usual for control in TRITON.controls)
    return chip_part_without(
        kernel.missing, recorded_moment(TRITON) if is_usual else None, kernel.own_erf
    )


def _sentence(
    facts: dict[str, Value], layout: BlockedLayout | None, chip: str, is_assembled: bool
) -> str:
    held = (
        f"Triton gives each thread {layout.of_a_thread} of the loaded numbers side by side"
        if layout
        else "Triton loads nothing in blocks"
    )
    becomes = (
        f"On {chip} that is {facts[INSTRUCTIONS]} instructions and {facts[REGISTERS]} registers a "
        "thread"
        if is_assembled
        else f"For {chip} that is {facts['instructions of PTX']} instructions of PTX"
    )
    return f"{held}, and the widest load of PTX takes {facts['widest load']} bytes. {becomes}."


def _facts(kernel: TritonKernel, layout: BlockedLayout | None) -> dict[str, Value]:
    ptx = kernel.ptx
    return {
        _SIDE_BY_SIDE: layout.of_a_thread if layout else 1,
        _FOUR: ptx.matching(r"ld\.global\.v4\.b32\b"),
        _ONE: ptx.matching(r"ld\.global\.b32\b"),
        "widest load": bytes_of_widest_load(ptx),
        "exchanges within a warp": ptx.matching(r"shfl\.sync\b"),
        "barriers of the block": ptx.matching(r"bar(?:rier)?\.(?:cta\.)?sync\b"),
        "products of tiles": ptx.matching(r"(?:mma\.sync|wgmma\.mma_async|tcgen05\.mma)\b"),
        "memory of the block": kernel.shared,
        "lines of TTIR": len(_placed(kernel, "ttir")),
        "lines of TTGIR": len(_placed(kernel, "ttgir")),
        "lines of LLVM IR": len(plain_llvm(kernel.forms["llir"]).splitlines()),
        "instructions of PTX": len(ptx.instructions),
    }


def _placed(kernel: TritonKernel, form: str) -> tuple[PlacedLine, ...]:
    return placed_lines(kernel.forms[form], kernel.first_line)


def _steps(
    kernel: TritonKernel, layout: BlockedLayout | None, settings: Settings
) -> tuple[Step, ...]:
    source = _source(kernel)
    ttir, ttgir = (form_text(form, _placed(kernel, form)) for form in ("ttir", "ttgir"))
    return (
        Step("Python to TTIR: numbers of a whole block in one value", "compiler", True, source,
             joined("TTIR", _placed(kernel, "ttir"))),
        Step("TTIR to TTGIR: each value gets a layout", SIDES, True, ttir, ttgir),
        *holders(layout, int(settings["block"])),
        Step("TTGIR to LLVM IR: one thread of it", "compiler", True, None,
             text_snapshot("LLVM IR", plain_llvm(kernel.forms["llir"]), LINES_KEPT)),
        Step("Python to PTX, by way of all these", "compiler", True, source,
             ptx_snapshot(kernel.ptx),
             metrics={"instructions": float(len(kernel.ptx.instructions))}),
    )  # fmt: skip


def _source(kernel: TritonKernel) -> Snapshot:
    return numbered_text("Python", kernel.source)


TRITON = AtlasPage(
    name="triton",
    title="A block at a time",
    idea="In Triton one writes what a whole block of threads does. Which thread does which part of "
    "it the compiler decides, and a promise about addresses changes its decision.",
    label="live",
    tool="Triton",
    explains=(("graph", "fusion"), ("graph", "engine"), ("language", "engine")),
    controls=(
        Control(name="kernel", title="Kernel", usual="gelu",
                explains="What a block does.",
                choices=(("gelu", "GELU of numbers in a row"), ("softmax", "softmax of a row"),
                         ("product", "64 rows of a product"))),
        Control(name="promise", title="Promise", usual="all",
                explains="What is said of the arguments: that they are multiples of 16.",
                choices=(("all", "addresses and size: multiples of 16"),
                         ("pointers", "addresses only"), ("none", "nothing"))),
        Control(name="block", title="Numbers of a block", usual="1024",
                explains="The kernel's block. A tile of the product has 64 rows, and so a 64th of "
                "it as columns.",
                choices=tuple((size, f"{int(size):,}") for size in
                              ("128", "256", "512", "1000", "1024", "2048", "4096"))),
        Control(name="warps", title="Warps of a block", usual="4",
                explains="32 threads each.",
                choices=tuple((count, count) for count in ("1", "2", "4", "8"))),
        Control(name="chip", title="Chip", usual="sm_90", explains="For which generation of GPUs.",
                choices=(("sm_80", "sm_80 (A100)"), ("sm_90", "sm_90 (H100)"),
                         ("sm_100", "sm_100 (B200)"))),
    ),
    facts=_FACTS,
    compute=_compute,
    with_records=with_inductor,
)  # fmt: skip
