"""The figures of lessons: each kind asks the core for its records and turns them into parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.lesson.chips import roofline_parts, vectors_parts
from app.lesson.cpus import cpus_parts
from app.lesson.rows import folded_rows
from app.lesson.runs import (
    counts_parts,
    frames_parts,
    lanes_parts,
    overlap_parts,
    profile_parts,
    whole_parts,
)
from app.lesson.textbook import textbook_parts
from app.lesson.views.lesson import (
    LessonFigure,
    PairPart,
    Part,
    ReadingPart,
    ReadingRow,
    TablePart,
    TextPart,
)
from app.loop.highlighting import highlight_assembly
from app.loop.loop_request import LoopRequest, Pane
from app.loop.views.listing import loop_title
from app.loop.views.settings import sentence
from app.loop.views.source import source_lines
from app.textbook.request import PassChoice, TextbookRequest
from compiler_core.claims.case import Case
from compiler_core.claims.claim import ClaimSetting
from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.host.comparison.rows import ComparedRow
from compiler_core.host.compilation import FunctionListing, ListingLine, Loop
from compiler_core.host.cycles.cycles import cycles_of, installed_analysers
from compiler_core.lessons.lesson import Figure, FigureKind
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

CORE = "neoverse-n1"
MOST_ROWS = 80
OF_NO_SETTING = ("textbook", "cpus")


@dataclass(frozen=True, slots=True)
class FigureMaker:
    """One kind of figure: its title, the explorer's pane that shows more, and how it is made."""

    title: str
    pane: Pane
    make: Callable[[Figure, Case], tuple[Part, ...]]


def lesson_figure(figure: Figure, compiler: Compiler) -> LessonFigure:
    """The figure on this compiler; what cannot be shown says why."""
    case = Case(figure.setting, compiler)
    maker = MAKERS[figure.kind]
    parts: tuple[Part, ...] = ()
    problem = command = ""
    try:
        parts = maker.make(figure, case)
        command = _command(figure, case)
    except (InputError, ToolMissing) as error:
        problem = str(error)
    second = _second_source(figure)
    return LessonFigure(
        kind="figure",
        anchor=figure.id,
        title=maker.title,
        setting="" if figure.kind in OF_NO_SETTING else _setting_sentence(figure, compiler),
        caption=Markup(figure.caption),  # made by our own Markdown reader, tags escaped
        source_name=case.source.name,
        source=source_lines(case.source),
        second_name=second.name if second else "",
        second=source_lines(second) if second else (),
        parts=parts,
        problem=problem,
        address=_address(figure, compiler, maker.pane),
        command=command,
    )


def _command(figure: Figure, case: Case) -> str:
    if figure.kind == "textbook":
        return f"lowlab passes {case.source.name} --compiler textbook"
    return case.compilation.command


def _address(figure: Figure, compiler: Compiler, pane: Pane) -> str:
    setting = figure.setting
    if figure.kind == "textbook":
        names = ("promotion", *setting.flags.split())
        passes = tuple(PassChoice(name) for name in names)
        return TextbookRequest(
            source=setting.sources[0].text, function=setting.function, passes=passes
        ).address()
    return explorer_address(setting, figure.other, compiler.name, pane)


def explorer_address(
    setting: ClaimSetting, other: ClaimSetting | None, compiler: str, pane: Pane
) -> str:
    """The explorer with this setting, and the other one beside it."""
    first, *rest = setting.sources
    request = LoopRequest(
        source=first.text,
        second=rest[0].text if rest else "",
        language=first.language,
        compiler=compiler,
        flags=setting.flags,
        right_flags=other.flags if other is not None else "",
        pane=pane,
        line=f"1-{setting.line}" if setting.line else "",
    )
    return request.address()


def _setting_sentence(figure: Figure, compiler: Compiler) -> str:
    own = sentence(compiler.title, tuple(figure.setting.flags.split()))
    if figure.other is None or figure.other.flags == figure.setting.flags:
        return own
    return f"{own} and {figure.other.flags}"


def _second_source(figure: Figure) -> SourceFile | None:
    """The other file of the same program, or the other setting's source."""
    first, *rest = figure.setting.sources
    if rest:
        return rest[0]
    other = figure.other.sources[0] if figure.other is not None else first
    return None if other == first else other


def _listing(figure: Figure, case: Case) -> tuple[Part, ...]:
    function = case.function
    loop = _main_loop(function, case.setting.line) if figure.shown == "loop" else None
    lines: Sequence[ListingLine] = function.lines
    title = function.name
    if loop is not None:
        lines, title = function.lines[loop.first : loop.last + 1], loop_title(loop)
    rows = tuple(_reading_row(line, case) for line in lines[:MOST_ROWS])
    return (ReadingPart("reading", title, rows),)


def _main_loop(function: FunctionListing, line: int) -> Loop | None:
    """The innermost loop that does most of the work, of this source line if one is given."""
    inner = [loop for loop in function.loops if loop.innermost]
    own = [loop for loop in inner if loop.source_line == line] or inner
    ranked = sorted(own, key=lambda loop: (loop.arithmetic != "vector", loop.role != "main"))
    return ranked[0] if ranked else None


def _reading_row(line: ListingLine, case: Case) -> ReadingRow:
    own_file = line.source_file == case.source.name
    return ReadingRow(
        line=str(line.source_line) if line.source_line and own_file else "",
        code=highlight_assembly(line.text, line.kind, (), ""),
        explanation=line.explanation,
        classes=f"is-{line.kind}",
    )


def _registers(_: Figure, case: Case) -> tuple[Part, ...]:
    seen = dict.fromkeys(
        (use.register + (f".{use.lanes}" if use.lanes else ""), use.role, use.holds)
        for use in case.function.registers
    )
    return (TablePart("table", ("Register", "Role", "Holds"), ("", "", ""), tuple(seen)),)


def _diff(figure: Figure, case: Case) -> tuple[Part, ...]:
    assert figure.other is not None
    other = case.under(figure.other)
    shared = case.setting.sources if case.setting.sources == other.setting.sources else ()
    comparison = compare(case.compilation, other.compilation, shared)
    rows = _wanted_rows(figure, comparison, case, other)
    left, right = _names(figure, comparison.left, comparison.right)
    pairs = PairPart("pair", left, right, tuple(folded_rows(rows)))
    return (TextPart("text", comparison.summary), pairs)


def _wanted_rows(
    figure: Figure, comparison: SettingsComparison, left: Case, right: Case
) -> list[ComparedRow]:
    """The rows of the function in question, or of its loop on either side."""
    name = figure.setting.function
    wanted = [compared for compared in comparison.functions if name in ("", compared.name)][:1]
    rows = [row for function in wanted for row in function.rows]
    if figure.shown == "function":
        return rows
    loops = _loop_lines(left), _loop_lines(right)
    inside = [row for row in rows if row.left_id in loops[0] or row.right_id in loops[1]]
    return inside or rows


def _loop_lines(case: Case) -> frozenset[int]:
    """Ids of the lines of the loop in question."""
    function = case.function
    loop = _main_loop(function, case.setting.line)
    lines = function.lines[loop.first : loop.last + 1] if loop is not None else ()
    return frozenset(line.id for line in lines)


def _names(figure: Figure, left: str, right: str) -> tuple[str, str]:
    """Settings by their titles, or by their sources where only these differ."""
    assert figure.other is not None
    if left != right:
        return left, right
    return figure.setting.sources[0].name, figure.other.sources[0].name


def _why(_: Figure, case: Case) -> tuple[Part, ...]:
    verdict = case.verdict
    evidence = tuple(f"{proof.kind.capitalize()}: {proof.text}" for proof in verdict.evidence[:3])
    return (TextPart("text", (verdict.sentence, verdict.explanation)), TextPart("text", evidence))


def _story(_: Figure, case: Case) -> tuple[Part, ...]:
    rows = tuple((step.title, step.pass_name, step.sentence) for step in case.timeline.story)
    head = ("Step", "Pass", "What it did")
    return (TablePart("table", head, ("", "", ""), rows),)


def _cycles(_: Figure, case: Case) -> tuple[Part, ...]:
    report = cycles_of(case.setting.sources, case.compilation, CORE, installed_analysers())
    rows = tuple(
        (
            f"line {loop.source_line}",
            f"{model.model} {model.version}, {model.cpu_used}",
            _number(model.cycles_per_iteration),
            _number(model.cycles_per_element),
        )
        for loop in report.loops
        for model in loop.models
    )
    head = ("Loop", "Model", "Cycles per round", "Cycles per element")
    return (TablePart("table", head, ("", "", "number", "number"), rows),)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


MAKERS: dict[FigureKind, FigureMaker] = {
    "listing": FigureMaker("Assembly, line by line", "listing", _listing),
    "registers": FigureMaker("Who holds what", "registers", _registers),
    "diff": FigureMaker("Side by side", "diff", _diff),
    "why": FigureMaker("What became of the loop", "why", _why),
    "story": FigureMaker("What the passes did", "passes", _story),
    "cycles": FigureMaker("Cycles, modelled", "cycles", _cycles),
    "counts": FigureMaker("Executed, counted", "run", counts_parts),
    "overlap": FigureMaker("The promise, broken", "run", overlap_parts),
    "textbook": FigureMaker("In the textbook compiler", "passes", textbook_parts),
    "profile": FigureMaker("With and without a profile", "profile", profile_parts),
    "whole": FigureMaker("The final program", "whole", whole_parts),
    "roofline": FigureMaker("On a chip’s roofline", "run", roofline_parts),
    "vectors": FigureMaker("Counted, and modelled", "run", vectors_parts),
    "lanes": FigureMaker("Played, step by step", "step", lanes_parts),
    "frames": FigureMaker("Records on the stack", "listing", frames_parts),
    "cpus": FigureMaker("Names of cores", "listing", cpus_parts),
}
"""Every kind of figure, its title, and the explorer's pane that shows more."""
