"""The page on SASS: PTX becomes instructions of one chip, and registers decide how much runs."""

from __future__ import annotations

from compiler_core.atlas.nvvm.page import ptx_step
from compiler_core.atlas.nvvm.ptx import PtxProgram
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.sass.asking import ALL_REGISTERS, ChipProgram, KernelAsked, ask_sass
from compiler_core.atlas.sass.listing import ChipInstruction
from compiler_core.atlas.sass.occupancy import Occupancy, chip_file, limits_of, occupancy
from compiler_core.basis import Value
from compiler_core.source import Location
from compiler_core.trace import Snapshot, SnapshotLine, Step

_PTX = "kernel.ptx"
_LOOPS = (
    ("axpy", "y = a·x + y"), ("dot", "a row times a vector"), ("tile", "a tile of a product"),
)  # fmt: skip
_CHIPS = (("sm_80", "sm_80 (A100)"), ("sm_86", "sm_86 (RTX 30)"), ("sm_90", "sm_90 (H100)"))
_TILES = tuple((side, f"{side} × {side}") for side in ("2", "4", "8", "12"))
_REGISTERS = ((ALL_REGISTERS, "255, all there are"), ("64", "64"), ("32", "32"))
_JOINED = "PTX fma with an FFMA of its own"

_FACTS = (
    AtlasFact(name="registers of a thread", unit="", basis="counted"),
    AtlasFact(name="virtual registers in PTX", unit="", basis="counted"),
    AtlasFact(name="instructions of the chip", unit="", basis="counted"),
    AtlasFact(name="instructions of PTX", unit="", basis="counted"),
    AtlasFact(name="FFMA", unit="", basis="counted"),
    AtlasFact(name="FMUL and FADD", unit="", basis="counted"),
    AtlasFact(name=_JOINED, unit="", basis="counted"),
    AtlasFact(name="fma in PTX", unit="", basis="counted"),
    AtlasFact(name="bytes set aside", unit="bytes", basis="counted"),
    AtlasFact(name="warps at a time", unit="", basis="modelled"),
    AtlasFact(name="of all warps", unit="%", basis="modelled"),
    AtlasFact(name="limited by", unit="", basis="modelled"),
)


def _compute(settings: Settings) -> PageFinding:
    program = ask_sass(
        KernelAsked(
            loop=settings["loop"],
            tile=settings["tile"],
            contract=settings["contract"],
            chip=settings["chip"],
            registers=settings["registers"],
            whole=settings["text"] == "whole",
        )
    )
    held = occupancy(limits_of(settings["chip"]), program.use.registers, int(settings["threads"]))
    chip = settings["chip"]
    return PageFinding(
        facts=_facts(program, held),
        steps=(
            ptx_step(program.source, program.ptx, chip),
            chip_step(program.ptx, program.code, chip),
            _held_step(program, held, settings),
            _memory_step(),
        ),
        sentence=f"Of {program.ptx.registers} virtual registers ptxas makes "
        f"{program.use.registers} real ones a thread on {chip}. {_holds(held)}",
        version=program.version,
    )


def _holds(held: Occupancy) -> str:
    if not held.warps:
        return (
            f"By the formula not one block fits into a multiprocessor: too few {held.limited_by}."
        )
    return (
        f"A multiprocessor then holds {held.warps} of {held.most} warps at a time, by the formula; "
        f"what runs out first: {held.limited_by}."
    )


def _facts(program: ChipProgram, held: Occupancy) -> dict[str, Value]:
    names = [instruction.name.partition(".")[0] for instruction in program.code]
    fused = {fma.at for fma in program.ptx.instructions if fma.text.startswith("fma.rn.f32")}
    own = {ffma.line for ffma in program.code if ffma.name.startswith("FFMA")}
    return {
        "registers of a thread": program.use.registers,
        "virtual registers in PTX": program.ptx.registers,
        "instructions of the chip": len(program.code),
        "instructions of PTX": len(program.ptx.instructions),
        "FFMA": names.count("FFMA"),
        "FMUL and FADD": names.count("FMUL") + names.count("FADD"),
        _JOINED: len(fused & own),
        "fma in PTX": len(fused),
        "bytes set aside": program.use.stored,
        "warps at a time": held.warps,
        "of all warps": held.percent,
        "limited by": held.limited_by,
    }


def chip_step(ptx: PtxProgram, code: tuple[ChipInstruction, ...], chip: str) -> Step:
    """Instructions of PTX, each with those of the chip that it became."""
    before = tuple(SnapshotLine(str(ptx_inst.at), ptx_inst.text) for ptx_inst in ptx.instructions)
    after = tuple(
        SnapshotLine(
            f"s{at}",
            instruction.text,
            Location(_PTX, instruction.line) if instruction.line else None,
        )
        for at, instruction in enumerate(code)
    )
    return Step(
        pass_name=f"PTX to SASS of {chip}",
        kind="compiler",
        changed=True,
        before=Snapshot("PTX", before),
        after=Snapshot("SASS", after),
        metrics={"instructions": float(len(code))},
    )


def _held_step(program: ChipProgram, held: Occupancy, settings: Settings) -> Step:
    limits = limits_of(settings["chip"])
    lines = (
        f"registers of a warp = 32 × {program.use.registers}, rounded up to {limits.portion}",
        *(f"blocks that {name} let in: {blocks}" for name, blocks in held.by_each),
        f"warps at a time = fewest blocks × warps of a block = {held.warps} of {held.most}",
        f"source: {chip_file().source}",
    )
    return _told("Registers to warps (modelled: a formula, no chip was asked)", lines)


def _memory_step() -> Step:
    yardstick, *others = chip_file().memories
    lines = (
        f"{yardstick.name}: {yardstick.gigabytes:,.1f} GB/s, the yardstick",
        *(
            f"{other.name}: {other.gigabytes:,.0f} GB/s, "
            f"{other.gigabytes / yardstick.gigabytes:.0f} times as much"
            for other in others
        ),
    )
    return _told("Memory beside a small chip's (documented by the makers, not run here)", lines)


def _told(title: str, lines: tuple[str, ...]) -> Step:
    texts = tuple(SnapshotLine(str(at), text) for at, text in enumerate(lines))
    return Step(title, "formula", True, None, Snapshot(title, texts))


SASS = AtlasPage(
    name="sass",
    title="SASS: from PTX to a chip's own instructions",
    idea="PTX has as many registers as one likes. The second compiler has those of a chip, and "
    "what a thread takes of them decides how many threads run at a time.",
    label="live",
    tool="ptxas",
    explains=(("graph", "engine"),),
    controls=(
        Control(name="loop", title="Loop", explains="Whose body a thread does.", usual="axpy",
                choices=_LOOPS),
        Control(name="tile", title="Tile", usual="4", choices=_TILES,
                explains="How many elements of a product a thread keeps; of the loop with tiles."),
        Control(name="contract", title="Contraction", usual="on",
                explains="Whether a product and a sum may become one instruction, rounded once.",
                choices=(("on", "on"), ("off", "off"))),
        Control(name="chip", title="Chip", explains="For which generation of GPUs.", usual="sm_90",
                choices=_CHIPS),
        Control(name="registers", title="Registers at most", usual=ALL_REGISTERS,
                explains="How many a thread may have; what does not fit is set aside in memory.",
                choices=_REGISTERS),
        Control(name="threads", title="Threads of a block", usual="256", least=32, most=1024,
                explains="A multiprocessor takes whole blocks or none."),
        Control(name="text", title="PTX", usual="whole",
                explains="What ptxas is given; it says itself what it misses.",
                choices=(("whole", "as Clang writes it"), ("headless", "without its version"))),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
