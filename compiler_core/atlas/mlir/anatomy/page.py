"""The page on the anatomy of MLIR: an operation in its parts, one's own dialect and rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.atlas.mlir.anatomy.asking import (
    GENERIC,
    WITH_LOCATIONS,
    Complaint,
    Mlir,
    mlir_opt,
    registered_dialects,
)
from compiler_core.atlas.mlir.anatomy.operations import Operation, read_operations
from compiler_core.atlas.mlir.anatomy.parts import (
    count_attributes,
    count_results,
    dissected,
    listed,
)
from compiler_core.atlas.mlir.anatomy.rewriting import changed_words, rewritten
from compiler_core.atlas.mlir.anatomy.shown import (
    about,
    complained,
    operation_list,
    place_of,
    side_by_side,
    snapshot,
)
from compiler_core.atlas.mlir.anatomy.texts import (
    ALLOWED,
    DIALECT,
    NO_REWRITE,
    PROGRAM,
    REWRITE,
    UNKNOWN,
    chosen_texts,
    given_texts,
)
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.trace import Step

LONGEST_PROGRAM = 64 << 10
_LONGEST_DECLARATION = 16 << 10
_MOST_OPERATIONS = 9_999

_FACTS = (
    AtlasFact(name="dialects that MLIR brings", unit="", basis="counted"),
    AtlasFact(name="accepted", unit="", basis="computed"),
    AtlasFact(name="message", unit="", basis="computed"),
    AtlasFact(name="message is about", unit="", basis="computed"),
    AtlasFact(name="line of the message", unit="", basis="computed"),
    AtlasFact(name="column of the message", unit="", basis="computed"),
    AtlasFact(name="operations", unit="", basis="counted"),
    AtlasFact(name="dialects of the program", unit="", basis="computed"),
    AtlasFact(name="operations that MLIR does not bring", unit="", basis="counted"),
    AtlasFact(name="values", unit="", basis="counted"),
    AtlasFact(name="attributes", unit="", basis="counted"),
    AtlasFact(name="bytes as printed", unit="", basis="counted"),
    AtlasFact(name="operations behind the rewrite", unit="", basis="counted"),
)
Facts = dict[str, float | str | bool]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A program as MLIR read it. generic: with locations, to be cut; printed: to be shown."""

    generic: str
    printed: str
    operations: tuple[Operation, ...]


def _compute(settings: Settings) -> PageFinding:
    texts = given_texts(settings)
    allows_any = settings["dialect"] == ALLOWED and not settings["declaration"]
    mlir = mlir_opt(texts["declaration"], allows_any)
    registered = registered_dialects(mlir)
    facts: Facts = {"dialects that MLIR brings": len(registered)}
    reading = _read(mlir, texts["program"], _flags(settings))
    if isinstance(reading, Complaint):
        return _refused(mlir, reading, texts, PageFinding(facts=facts, steps=(), sentence=""))
    finding = _accepted(mlir, reading, settings, registered)
    behind = _rewritten(mlir, reading, texts["patterns"], _flags(settings))
    if isinstance(behind, Complaint):
        return _refused(mlir, behind, texts, finding)
    changed = changed_words(reading.operations, behind.operations)
    if texts["patterns"]:
        finding = _with_rewrite(finding, reading, behind, changed)
    count = len(behind.operations)
    return replace(finding, facts={**finding.facts, "operations behind the rewrite": count})


def _flags(settings: Settings) -> tuple[str, ...]:
    chosen = (
        (settings["form"] == "generic", GENERIC),
        (settings["locations"] == "on", WITH_LOCATIONS),
    )
    return tuple(flag for is_chosen, flag in chosen if is_chosen)


def _read(mlir: Mlir, program: str, flags: tuple[str, ...]) -> _Reading | Complaint:
    generic = mlir.ask(PROGRAM, program, (GENERIC, WITH_LOCATIONS))
    if isinstance(generic, Complaint):
        return generic
    printed = mlir.ask(PROGRAM, program, flags)
    if isinstance(printed, Complaint):
        return printed
    return _Reading(generic, printed, read_operations(generic))


def _rewritten(
    mlir: Mlir, reading: _Reading, patterns: str, flags: tuple[str, ...]
) -> _Reading | Complaint:
    """The same reading where there are no patterns."""
    if not patterns:
        return reading
    generic = rewritten(mlir, reading.generic, patterns, (GENERIC, WITH_LOCATIONS))
    if isinstance(generic, Complaint):
        return generic
    printed = rewritten(mlir, reading.generic, patterns, flags)
    if isinstance(printed, Complaint):
        return printed
    return _Reading(generic, printed, read_operations(generic))


def _accepted(
    mlir: Mlir, reading: _Reading, settings: Settings, registered: Sequence[str]
) -> PageFinding:
    """What is to be seen before a rewrite."""
    operations = reading.operations
    dialects = sorted({operation.dialect for operation in operations})
    own = [name for name in dialects if name not in registered]
    facts: Facts = {
        "dialects that MLIR brings": len(registered),
        "accepted": True,
        "message": "none",
        "message is about": "none of them",
        "line of the message": 0,
        "column of the message": 0,
        "operations": len(operations),
        "dialects of the program": listed(dialects),
        "operations that MLIR does not bring": sum(
            operation.dialect in own for operation in operations
        ),
        "values": sum(map(count_results, operations)),
        "attributes": sum(map(count_attributes, operations)),
        "bytes as printed": len(reading.printed.encode()),
    }
    number = int(settings["operation"])
    return PageFinding(
        facts=facts,
        steps=_reading_steps(reading, given_texts(settings)["program"]),
        sentence=_accepts(mlir, dialects, own, len(operations)),
        version=mlir.tool.version,
        dissections=(dissected(operations, number, registered),) if operations else (),
    )


def _reading_steps(reading: _Reading, program: str) -> tuple[Step, ...]:
    before, after = snapshot("as written", program), snapshot("as MLIR prints it", reading.printed)
    return (
        side_by_side("The program, written and printed", before, after, ""),
        operation_list(reading.operations),
    )


def _accepts(mlir: Mlir, dialects: Sequence[str], own: Sequence[str], count: int) -> str:
    brought = f"MLIR itself does not bring {listed(own)}" if own else "MLIR itself brings them all"
    return (
        f"{mlir.tool.name} {mlir.tool.version} accepts the program. Operations: {count:,}; "
        f"dialects: {listed(dialects)}. {brought}."
    )


def _with_rewrite(
    finding: PageFinding, reading: _Reading, behind: _Reading, changed: str
) -> PageFinding:
    before, after = snapshot("before", reading.printed), snapshot("behind", behind.printed)
    if not changed:
        sentence = "The rewrite finds nothing that it matches."
    else:
        sentence = (
            f"The rewrite makes {len(behind.operations):,} operations of "
            f"{len(reading.operations):,} ({changed})."
        )
    step = side_by_side("The rewrite", before, after, sentence)
    return replace(finding, sentence=f"{finding.sentence} {sentence}", steps=(*finding.steps, step))


def _refused(
    mlir: Mlir, complaint: Complaint, texts: Settings, finding: PageFinding
) -> PageFinding:
    """finding: what there was before the complaint."""
    files = {PROGRAM: "program", DIALECT: "declaration", REWRITE: "patterns"}
    step = complained(complaint, {file: texts[name] for file, name in files.items()})
    facts: Facts = {
        "accepted": False, "message": complaint.words, "message is about": about(complaint),
        "line of the message": complaint.line, "column of the message": complaint.column,
    }  # fmt: skip
    return replace(
        finding,
        facts={**finding.facts, **facts},
        steps=(step, *finding.steps),
        sentence=_refusal(mlir, complaint),
        version=mlir.tool.version,
    )


def _refusal(mlir: Mlir, complaint: Complaint) -> str:
    if complaint.crashed:
        return f"{complaint.words}: that is a mistake in it, or a text too deep for it."
    location = place_of(complaint)
    where = f" (at {location})" if location else ""
    words = complaint.words.rstrip(".")
    return f"{mlir.tool.name} {mlir.tool.version} gives no result: {words}{where}."


MLIR_ANATOMY = AtlasPage(
    name="mlir-anatomy",
    title="MLIR: an operation, and what it consists of",
    idea="In MLIR everything is an operation of six parts. A dialect is a vocabulary of them, and "
    "one of your own takes eight lines.",
    label="live",
    tool="MLIR",
    explains=(("graph", "passes"), ("graph", "input")),
    controls=(
        Control(name="example", title="Program", usual="transposes",
                explains="What MLIR reads.",
                choices=(("transposes", "transposed twice"),
                         ("wrong-type", "a number transposed"),
                         ("loop", "a loop in MLIR's own words"))),
        Control(name="dialect", title="The dialect toy", usual="declared",
                explains="What MLIR is told of the word toy.transpose: nothing, to let unknown "
                "words pass, or a declaration. One declares two types, one the same type twice.",
                choices=((UNKNOWN, "unknown"), (ALLOWED, "unknown words allowed"),
                         ("declared", "declared"), ("same-types", "declared, one type for both"))),
        Control(name="rewrite", title="Rewrite", usual="erasing",
                explains="A pattern for a transpose of a transpose: the outer one is replaced by "
                "what went into the inner one, which is erased or kept.",
                choices=((NO_REWRITE, "none"), ("erasing", "erase the inner one too"),
                         ("keeping", "leave the inner one"))),
        Control(name="form", title="Printed", usual="generic",
                explains="In the form that all operations share, or in that of each dialect.",
                choices=(("generic", "generic"), ("own", "as each dialect likes it"))),
        Control(name="locations", title="Locations", usual="off",
                explains="Whether they are printed.",
                choices=(("off", "not printed"), ("on", "printed"))),
        Control(name="operation", title="Operation", usual="3", least=1, most=_MOST_OPERATIONS,
                explains="Which one is cut into its parts, by its number in the list."),
        Control(name="program", title="Program of your own", usual="", file=PROGRAM,
                longest=LONGEST_PROGRAM, instead_of=("example",),
                explains="Any text in MLIR, up to 64 KiB."),
        Control(name="declaration", title="Dialect of your own", usual="", file=DIALECT,
                longest=_LONGEST_DECLARATION, instead_of=("dialect",),
                explains="Declared in IRDL, MLIR's own dialect for dialects; up to 16 KiB."),
        Control(name="patterns", title="Rewrite of your own", usual="", file=REWRITE,
                longest=_LONGEST_DECLARATION, instead_of=("rewrite",),
                explains="Patterns in PDL, MLIR's dialect for rewrites; up to 16 KiB."),
    ),
    facts=_FACTS,
    compute=_compute,
    chosen_texts=chosen_texts,
)  # fmt: skip
