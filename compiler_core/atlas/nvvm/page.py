"""The page on NVVM: a loop's body becomes a thread, and Clang writes PTX for it."""

from __future__ import annotations

from compiler_core.atlas.nvvm.by_mlir import BY_MLIR_FACTS, LOOP, MlirPart, by_mlir
from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.recorded import recorded_moment
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.source import Location
from compiler_core.toolchain.atlas_tools import (
    GPU_TARGET,
    AtlasTool,
    find_gpu_clang,
    run_atlas_tool,
)
from compiler_core.trace import Snapshot, SnapshotLine, Step

INPUTS = CONTENT_FOLDER / "atlas" / "nvvm" / "inputs"
_SOURCE = "kernel.c"
LONGEST_KERNEL = 8 << 10
"""Bytes of a reader's own."""
_LOOPS = (
    ("axpy", "y = a·x + y"), ("stencil", "three neighbours"), ("dot", "a row times a vector"),
)  # fmt: skip
_CHIPS = (("sm_70", "sm_70 (Volta)"), ("sm_80", "sm_80 (Ampere)"), ("sm_90", "sm_90 (Hopper)"))
_USUAL_CHIP = "sm_90"

_FACTS = (
    AtlasFact(name="instructions", unit="", basis="counted"),
    AtlasFact(name="fused multiply-adds", unit="", basis="counted"),
    AtlasFact(name="multiplications and additions apart", unit="", basis="counted"),
    AtlasFact(name="reads through the read-only cache", unit="", basis="counted"),
    AtlasFact(name="other reads of memory", unit="", basis="counted"),
    AtlasFact(name="writes to memory", unit="", basis="counted"),
    AtlasFact(name="stack accesses", unit="", basis="counted"),
    AtlasFact(name="branches", unit="", basis="counted"),
    AtlasFact(name="virtual registers", unit="", basis="counted"),
    *BY_MLIR_FACTS,
)


def clang_arguments(settings: Settings) -> tuple[str, ...]:
    """All of them are ours; a reader chooses among words."""
    return (
        f"--target={GPU_TARGET}",
        f"-march={settings['chip']}",
        settings["level"],
        f"-ffp-contract={settings['contract']}",
        f"-DPROMISE={_promise(settings)}",
        "-g1",
        "-fno-color-diagnostics",
        "-S",
        "-o",
        "-",
        _SOURCE,
    )


def _promise(settings: Settings) -> str:
    return "restrict" if settings["promise"] == "restrict" else ""


def _compute(settings: Settings) -> PageFinding:
    tool = find_gpu_clang()
    source = settings["kernel"] or _chosen_texts(settings)["kernel"]
    run = run_atlas_tool(tool, clang_arguments(settings), ((_SOURCE, source.encode()),))
    if run.problem:
        said = run.diagnostics.strip().splitlines()[:1]
        raise InputError(run.problem, said[0] if said else "")
    program = read_ptx(run.output)
    if not program.instructions:
        raise InputError("There is no kernel in this program.", "Begin it as the others begin.")
    step, mlir = ptx_step(source, program, settings["chip"]), _by_mlir(settings)
    return PageFinding(
        facts={**_facts(program), **mlir.facts},
        steps=(step, *mlir.steps),
        sentence=_sentence(tool, program, settings),
        version=tool.version,
        recorded_parts=mlir.recorded,
    )


def _by_mlir(settings: Settings) -> MlirPart:
    """Nothing for a loop that is not written in MLIR too."""
    if settings["kernel"] or settings["loop"] != LOOP:
        return MlirPart({}, ())
    chip = settings["chip"]
    return by_mlir(chip, lambda: recorded_moment(NVVM) if chip == _USUAL_CHIP else None)


def _chosen_texts(settings: Settings) -> Settings:
    return {"kernel": (INPUTS / f"{settings['loop']}.c").read_text(encoding="utf-8")}


def _facts(program: PtxProgram) -> dict[str, float | str | bool]:
    cached = program.matching(r"ld\.global\.nc\b")
    stack = program.matching(r"(?:ld|st)\.local\b") + program.matching(r"(?:ld|st)\.\w+\s+.*%SP\b")
    return {
        "instructions": len(program.instructions),
        "fused multiply-adds": program.fused,
        "multiplications and additions apart": program.apart,
        "reads through the read-only cache": cached,
        "other reads of memory": program.matching(r"ld\.(?!param)") - cached - _reads(program),
        "writes to memory": program.matching(r"st\.(?!param)") - (stack - _reads(program)),
        "stack accesses": stack,
        "branches": program.matching(r"bra\b"),
        "virtual registers": program.registers,
    }


def _reads(program: PtxProgram) -> int:
    """Reads of the stack."""
    return program.matching(r"ld\.local\b") + program.matching(r"ld\.\w+\s+.*%SP\b")


def _sentence(tool: AtlasTool, program: PtxProgram, settings: Settings) -> str:
    facts = _facts(program)
    return (
        f"Clang {tool.version} writes {len(program.instructions)} instructions of PTX for one "
        f"thread on {settings['chip']}. Fused multiply-adds: {program.fused}; reads through the "
        f"cache for data that nobody writes: {facts['reads through the read-only cache']}."
    )


def ptx_step(source: str, program: PtxProgram, chip: str) -> Step:
    """Lines of the source, each with the PTX that it became."""
    lines = source.splitlines()
    before = Snapshot("C", tuple(SnapshotLine(str(at), text) for at, text in enumerate(lines, 1)))
    after = Snapshot(
        "PTX",
        tuple(
            SnapshotLine(
                f"p{at}",
                instruction.text,
                Location(_SOURCE, instruction.line) if instruction.line else None,
            )
            for at, instruction in enumerate(program.instructions)
        ),
    )
    return Step(
        pass_name=f"C to PTX for {chip}",
        kind="compiler",
        changed=True,
        before=before,
        after=after,
        metrics={"instructions": float(len(program.instructions))},
    )


NVVM = AtlasPage(
    name="nvvm",
    title="NVVM and PTX: a loop for a GPU, without a GPU",
    idea="The loop is gone: each thread does one round of it. What is left of compiling is what "
    "you know already: promises, contraction, registers.",
    label="live",
    tool="Clang",
    explains=(("graph", "engine"),),
    controls=(
        Control(name="loop", title="Loop", explains="Whose body a thread does.", usual="axpy",
                choices=_LOOPS),
        Control(name="promise", title="Pointers", usual="restrict",
                explains="Whether the source promises that the arrays do not overlap.",
                choices=(("restrict", "restrict: do not overlap"), ("none", "may overlap"))),
        Control(name="contract", title="Contraction", usual="on",
                explains="Whether a product and a sum may become one instruction, rounded once.",
                choices=(("on", "on"), ("off", "off"))),
        Control(name="chip", title="Chip", explains="For which generation of GPUs.",
                usual=_USUAL_CHIP,
                choices=_CHIPS),
        Control(name="level", title="Level", explains="How much Clang optimises.", usual="-O2",
                choices=(("-O0", "-O0"), ("-O1", "-O1"), ("-O2", "-O2"), ("-O3", "-O3"))),
        Control(name="kernel", title="Kernel of your own", usual="", file=_SOURCE,
                longest=LONGEST_KERNEL, instead_of=("loop",),
                explains="C for one thread, up to 8 KiB; PROMISE stands for what the setting of "
                "pointers says. The explorer writes it for a loop whose rounds are apart."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=_chosen_texts,
)  # fmt: skip
