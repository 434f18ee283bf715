"""The page on Halide: one algorithm, and what a schedule makes of it."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from compiler_core.atlas.halide.asking import DRIVER, HEIGHT, WIDTH, HalideProgram, ask_halide
from compiler_core.atlas.halide.counted import BlurRun, run_blur
from compiler_core.atlas.halide.ready import READY, ready_text
from compiler_core.atlas.halide.schedule import MOST_LINES, PRIMITIVES, Directive, read_schedule
from compiler_core.atlas.halide.statement import StatementFacts, read_statement
from compiler_core.atlas.records import (
    SIDES,
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Settings,
)
from compiler_core.atlas.texts import text_snapshot
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import DRIVER_FOLDER
from compiler_core.trace import Snapshot, Step

PIXELS = WIDTH * HEIGHT
_LINES_KEPT = 400
_VECTORS = re.compile(r"^\s+[a-z]\S*\s.*\b(?:v\d+\.\d*[bhsd]|q\d+)\b", re.MULTILINE)
_RIGHT = "the image is the right one, bit by bit"
_PER_PIXEL = "first blur, values computed for each pixel"

_FACTS = (
    AtlasFact(name="instructions", unit="", basis="counted"),
    AtlasFact(name="instructions, inline", unit="", basis="counted"),
    AtlasFact(name="inline over this", unit="times", basis="counted"),
    AtlasFact(name="reads of memory", unit="", basis="counted"),
    AtlasFact(name="writes to memory", unit="", basis="counted"),
    AtlasFact(name="first blur, rows kept", unit="", basis="computed"),
    AtlasFact(name="first blur, columns kept", unit="", basis="computed"),
    AtlasFact(name="first blur, bytes kept", unit="", basis="computed"),
    AtlasFact(name=_PER_PIXEL, unit="", basis="computed"),
    AtlasFact(name="loops that threads share", unit="", basis="computed"),
    AtlasFact(name="vector instructions in the code", unit="", basis="counted"),
    AtlasFact(name=_RIGHT, unit="", basis="counted"),
)


def _compute(settings: Settings) -> PageFinding:
    ready = ready_text(
        settings["schedule"], settings["width"], settings["height"], settings["lanes"]
    )
    schedule = read_schedule(f"{ready}{settings['more']}")
    plain, made = ask_halide(()), ask_halide(schedule)
    inline, run = run_blur(plain.object_file), run_blur(made.object_file)
    if not run.is_right:
        raise InputError(
            "So scheduled, the image comes out wrong: Halide left its checks of sizes out, as it "
            "was asked to, and some piece is larger than the loop that it cuts.",
            "Take smaller pieces or fewer lanes.",
        )
    read = read_statement(made.statement, PIXELS)
    return PageFinding(
        facts=_facts(made, read, run, inline),
        steps=_steps(schedule, plain, made),
        sentence=_sentence(schedule, read, run, inline),
        version=made.version,
    )


def _facts(
    made: HalideProgram, read: StatementFacts, run: BlurRun, inline: BlurRun
) -> dict[str, float | str | bool]:
    facts: dict[str, float | str | bool] = {
        "instructions": run.instructions,
        "instructions, inline": inline.instructions,
        "inline over this": inline.instructions / run.instructions,
        "reads of memory": run.reads,
        "writes to memory": run.writes,
        "first blur, rows kept": read.rows,
        "first blur, columns kept": read.columns,
        "first blur, bytes kept": 2 * read.rows * read.columns,
        "loops that threads share": read.shared_loops,
        "vector instructions in the code": len(_VECTORS.findall(made.assembly)),
        _RIGHT: run.is_right,
    }
    if read.computed is not None:
        facts[_PER_PIXEL] = read.computed / PIXELS
    return facts


def _sentence(
    schedule: tuple[Directive, ...], read: StatementFacts, run: BlurRun, inline: BlurRun
) -> str:
    computed = (
        ""
        if read.computed is None
        else (f" and computes {read.computed / PIXELS:.2f} of its values for each pixel")
    )
    storage = (
        f"keeps {read.rows} × {read.columns} values of the first blur"
        if read.rows
        else "keeps nothing of the first blur"
    )
    image = "The image is the same, bit by bit."
    if not schedule:
        return (
            f"Without a schedule the blur takes {run.instructions:,} instructions for {PIXELS:,} "
            f"pixels. It {storage}{computed}. {image}"
        )
    return (
        f"So scheduled, the blur takes {run.instructions:,} instructions; inline it takes "
        f"{inline.instructions:,}, {inline.instructions / run.instructions:.2f} times as many. "
        f"It {storage}{computed}. {image}"
    )


def _steps(
    schedule: tuple[Directive, ...], plain: HalideProgram, made: HalideProgram
) -> tuple[Step, ...]:
    written = [str(directive) for directive in schedule] or ["(none: each value where it is used)"]
    return (
        Step("the algorithm", "program", True, None, _text("Halide in Python", _algorithm())),
        Step("the schedule", "program", True, None, _text("directives", "\n".join(written))),
        Step(
            "its loops", SIDES, made.nest != plain.nest,
            _text("inline", plain.nest), _text("so scheduled", made.nest),
        ),
        _listed("Halide's program, with all bounds and sizes", "Halide", made.statement),
        _listed("the object's AArch64", "AArch64", _code(made.assembly)),
    )  # fmt: skip


def _listed(name: str, title: str, text: str) -> Step:
    lines = float(text.count("\n") + 1)
    return Step(name, "compiler", True, None, _text(title, text), metrics={"lines": lines})


def _text(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, _LINES_KEPT)


def _code(assembly: str) -> str:
    """Without directives and comments, and without what describes the function to its callers."""
    lines = [line.partition("//")[0].rstrip() for line in assembly.splitlines()]
    return "\n".join(
        line
        for line in filter(None, lines)
        if line.endswith(":") or not line.lstrip().startswith(".")
    )


@lru_cache(maxsize=1)
def _algorithm() -> str:
    """As the driver has it, without what Python needs around it."""
    text = (DRIVER_FOLDER / f"{DRIVER}.py").read_text("utf-8")
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    algorithm = next(function for function in functions if function.name == "algorithm")
    parts = (ast.get_source_segment(text, line) or "" for line in algorithm.body)
    return "\n".join(part for part in parts if not part.startswith(('"', "return")))


HALIDE = AtlasPage(
    name="halide",
    title="Halide: what is computed, and when",
    idea="Halide keeps two texts apart: the algorithm says what each value is, the schedule when "
    "it is computed and how long it is kept.",
    label="live",
    tool="Halide",
    explains=(("graph", "fusion"), ("graph", "engine")),
    controls=(
        Control(name="schedule", title="Schedule", usual="tile-vectors",
                explains="A few directives to begin with; the steps show them.",
                choices=tuple((preset.name, preset.title) for preset in READY)),
        Control(name="width", title="Columns of a tile", usual="64", least=4, most=WIDTH,
                explains=f"Of {WIDTH}."),
        Control(name="height", title="Rows of a tile or strip", usual="32", least=1, most=HEIGHT,
                explains=f"Of {HEIGHT}."),
        Control(name="lanes", title="Lanes of a vector", usual="8",
                explains="Eight numbers of 16 bits fill a register of AArch64.",
                choices=(("4", "4"), ("8", "8"), ("16", "16"), ("32", "32"))),
        Control(name="more", title="More directives", usual="", longest=512,
                explains="One a line, behind those of the schedule. Begin with inline to write all "
                f"of them; {MOST_LINES} is the most.",
                admits=tuple(
                    (f"{method.name}({method.takes})", method.explains) for method in PRIMITIVES
                )),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
