"""What the reading, the comparison, the counts and the story must hold; mutants break some."""

from __future__ import annotations

import re
from collections.abc import Callable

from compiler_core.host.passes import measures, structure
from compiler_core.host.passes.story import tell_story
from tests.passes.cases import FEW_CASES
from tests.passes.checks import CHECKS, is_clang, plain_texts, printed
from tests.passes.handmade import (
    DEAD,
    GIMPLE,
    HOISTED,
    LOOP,
    MACHINE,
    SCHEDULED,
    TOLD,
    Told,
    compared,
    dump,
    kinds,
    step,
)
from tests.passes.runs import Case, dumps_of, steps_of, timeline_of

Requirement = Callable[[], bool]


def holds_of_every_case(check: Callable[[Case], None]) -> Requirement:
    def requirement() -> bool:
        for case in FEW_CASES:
            check(case)
        return True

    requirement.__name__ = check.__name__
    return requirement


def the_same_text_is_unchanged() -> bool:
    return not (
        compared(LOOP, LOOP, "LLVM IR").changed
        or compared(GIMPLE, GIMPLE, "GIMPLE").changed
        or compared(MACHINE, MACHINE, "machine IR").changed
    )


def renaming_is_no_change() -> bool:
    ir = re.sub(r"%(v|w|body)\b", r"%\1.7", LOOP).replace("\nbody:", "\nbody.7:")
    gimple = GIMPLE.replace("_9", "_19").replace("i_1 ", "i_31 ").replace("bb 3>", "bb 7>")
    gimple = gimple.replace("i_2(3)", "i_2(7)").replace("(D)", "(D)").replace("n_4", "n_14")
    machine = MACHINE.replace("bb.1", "bb.9")
    return not (
        compared(LOOP, ir, "LLVM IR").changed
        or compared(GIMPLE, gimple, "GIMPLE").changed
        or compared(MACHINE, machine, "machine IR").changed
    )


def renaming_that_mixes_values_is_a_change() -> bool:
    """A use that goes on naming the old number now names another value."""
    other = LOOP.replace("add i32 %v, %k", "add i32 %k, %v")
    swapped = LOOP.replace("%w = add i32 %v, %k", "%w = add i32 %i, %k")
    return compared(LOOP, other, "LLVM IR").changed and compared(LOOP, swapped, "LLVM IR").changed


def notes_are_no_change() -> bool:
    plain = MACHINE.replace("killed ", "").replace("renamable ", "").replace("%ir.a", "%ir.z")
    tail = LOOP.replace("  ret", "  call void @g()\n  ret")
    entry = GIMPLE.replace("_6(D)", "_16(D)")
    return (
        not compared(MACHINE, plain, "machine IR").changed
        and not compared(tail, tail.replace("  call", "  tail call"), "LLVM IR").changed
        and not compared(GIMPLE, entry, "GIMPLE").changed
    )


def what_the_machine_does_is_a_change() -> bool:
    """Opcodes, registers, numbers, widths and targets are not notes."""
    edits = (("ADDWri", "SUBWri"), ("$w1", "$w9"), ("x0, 1", "x0, 2"), ("(s32)", "(s64)"))
    return all(
        compared(MACHINE, MACHINE.replace(*edit), "machine IR").changed for edit in edits
    ) and all(
        compared(GIMPLE, GIMPLE.replace(*edit), "GIMPLE").changed
        for edit in (("> 0", "> 1"), ("_7 + _5", "_7 - _5"), ("k_8(D)", "j_8(D)"))
    )


def a_moved_line_is_moved_and_hoisted() -> bool:
    found = step(LOOP, HOISTED, "LLVM IR", "LICMPass", "clang")
    places = [row for row in compared(LOOP, HOISTED, "LLVM IR").rows if row.kind != "same"]
    return (
        found.counts == {"moved": 2}
        and len(found.hoisted) == 1
        and sorted((row.before is None, row.after is None) for row in places)
        == [(False, False), (False, True)]
        and kinds(MACHINE, SCHEDULED, "machine IR") == ["moved", "moved"]
        and not step(MACHINE, SCHEDULED, "machine IR", "x", "clang").hoisted
    )


def a_label_below_hoists_what_it_leaves_behind() -> bool:
    """Three lines stay where they are and the loop's label moves below them; none is copied."""
    lines = "  _5 = *a_6(D);\n  _7 = _5 * k_8(D);\n  _9 = _7 + _5;\n"
    label = "<bb 3>:\n  # i_1 = PHI <i_2(3), 0(2)>\n"
    hoisted = GIMPLE.replace(label + lines, f"<bb 5>:\n{lines}  goto <bb 3>;\n{label}").replace(
        "0)\n    goto <bb 3>;", "0)\n    goto <bb 5>;"
    )
    copies = re.sub(r"_([579])\b", r"_1\1", lines)
    copied = hoisted.replace("  *a_6(D) = _9;", f"{copies}  *a_6(D) = _19;")
    found = step(GIMPLE, hoisted, "GIMPLE", "lim2", "gcc")
    return len(found.hoisted) == 3 and not step(GIMPLE, copied, "GIMPLE", "x", "gcc").hoisted


def added_and_removed_lines_are_told_apart() -> bool:
    return (
        kinds(DEAD, LOOP, "LLVM IR") == ["removed"]
        and kinds(LOOP, DEAD, "LLVM IR") == ["added"]
        and step(DEAD, LOOP, "LLVM IR", "ADCEPass", "clang").changed
        and len(compared(LOOP, GIMPLE, "LLVM IR").rows) >= LOOP.strip().count("\n") + 1
    )


def rows_reproduce_both_texts() -> bool:
    for case in FEW_CASES:
        for found in steps_of(case):
            if found.delta is None or found.before is None or found.after is None:
                continue
            rows = found.delta.rows
            old = [
                r.before
                for r in rows
                if r.before is not None and (r.kind != "moved" or r.after is None)
            ]
            new = [r.after for r in rows if r.after is not None]
            if old != list(range(len(found.before.lines or ()))):
                return False
            if new != list(range(len(found.after.lines or ()))):
                return False
    return True


def empty_blocks_are_no_change() -> bool:
    """A block on the way back, and one before the loop; a block with code in it is a change."""
    apart = (
        GIMPLE.replace("PHI <i_2(3)", "PHI <i_2(5)")
        .replace("> i_2)\n    goto <bb 3>;", "> i_2)\n    goto <bb 5>;")
        .replace("<bb 4>:\n", "<bb 5>:\n  goto <bb 3>;\n<bb 4>:\n")
    )
    with_code = apart.replace("<bb 5>:\n", "<bb 5>:\n  foo ();\n")
    elsewhere = apart.replace("  goto <bb 3>;\n<bb 4>", "  goto <bb 4>;\n<bb 4>")
    return (
        not step(GIMPLE, apart, "GIMPLE", "lim2", "gcc").changed
        and not step(apart, GIMPLE, "GIMPLE", "dom2", "gcc").changed
        and step(GIMPLE, with_code, "GIMPLE", "lim2", "gcc").changed
        and step(GIMPLE, elsewhere, "GIMPLE", "lim2", "gcc").changed
        and step(GIMPLE, apart, "GIMPLE", "loopinit", "gcc").changed
    )


def blocks_and_loops_are_found() -> bool:
    ir = structure.structure_of(dump(LOOP, "LLVM IR"))
    depth = dict(zip(LOOP.strip().split("\n"), ir.depth_of, strict=True))
    nested = dump(NESTED, "LLVM IR")
    return (
        ir.names == ("", "entry", "body", "exit")
        and ir.loops == 1
        and depth["  %next = add i32 %i, 1"] == 1
        and depth["  ret void"] == 0
        and max(structure.structure_of(nested).depth_of) == 2
        and structure.structure_of(nested).loops == 2
        and structure.structure_of(dump(MACHINE, "machine IR")).names == ("", "bb.0", "bb.1")
        and structure.structure_of(dump(MACHINE_LOOP, "machine IR")).depth_of == (0, 0, 1, 1, 0)
    )


MACHINE_LOOP = """
bb.0:
  successors: %bb.1
bb.1:
  successors: %bb.1, %bb.2
bb.2:
"""
RTL_CALL = """
<bb 2>:
    7: x0:SI=call [`cube'] argc:0
    8: [x19:DI]=x0:SI
"""


NESTED = """
define void @f(i32 %n) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %x, label %inner, label %latch
latch:
  br i1 %y, label %outer, label %exit
exit:
  ret void
}
"""


def compilers_loops_are_counted() -> bool:
    """Three nested loops in the matrix product, one in the loop with a call, on both sides."""
    for case in FEW_CASES:
        name = "Start" if is_clang(case) else "cfg"
        first = next(one for one in dumps_of(case) if one.pass_name == name)
        measured = measures.measure(first)
        deepest = max(measured.structure.depth_of)
        if (measured.loops, deepest) != ((3, 3) if "matrix" in case.title else (1, 1)):
            return False
    return True


def plain_counts_equal_the_measures() -> bool:
    """Kinds of operation, statements and blocks of every text, by substrings of the raw lines."""
    for case in FEW_CASES:
        for ours, plain in zip(printed(case), plain_texts(case), strict=True):
            measured = measures.measure(ours)
            for kind, pattern in PLAIN_KINDS.get(ours.level, {}).items():
                wanted = sum(re.search(pattern, line) is not None for line in plain.lines)
                if measured.counts[kind] != wanted:
                    raise AssertionError((case.title, ours.pass_name, kind, wanted))
            if measured.blocks != plain_blocks(ours.level, plain.lines, ours.edges):
                raise AssertionError((case.title, ours.pass_name, "blocks"))
            if not 0 <= measured.statements_inside <= measured.statements <= len(plain.lines):
                return False
    return True


PLAIN_KINDS: dict[str, dict[measures.Kind, str]] = {
    "LLVM IR": {
        "load": r" = load ", "store": r"^  store ", "phi": r" = phi ", "slot": r" = alloca ",
        "branch": r"^  br i1 ", "vector": r"<\d+ x ", "division": r" = [su](?:div|rem) ",
    },
    "machine IR": {"phi": r" = PHI ", "call": r" BL ", "division": r"[SU]DIV"},
    "GIMPLE": {
        "phi": r" = PHI <", "branch": r"^ *(?:\[[^\]]*\] )?if \(", "fused": r" = \.FN?M[AS] ",
    },
    "RTL": {"call": r"call "},
}  # fmt: skip


def plain_blocks(level: str, lines: tuple[str, ...], edges: tuple[object, ...]) -> int:
    if level == "LLVM IR":
        return sum(re.match(r"[\w.$-]+:", line) is not None for line in lines)
    if level == "machine IR":
        return sum(line.startswith("bb.") for line in lines)
    return len(edges)


def handmade_counts_are_exact() -> bool:
    before = measures.measure(dump(LOOP, "LLVM IR"))
    return (
        (before.statements, before.statements_inside, before.blocks) == (11, 9, 3)
        and before.counts["load"] == before.inside["load"] == 1
        and before.counts["branch"] == before.inside["branch"] == 1
        and before.counts["phi"] == 1
        and measures.measure(dump(MACHINE, "machine IR")).counts["store"] == 2
        and measures.measure(dump(GIMPLE, "GIMPLE")).inside["store"] == 1
        and measures.measure(dump(GIMPLE, "GIMPLE")).counts["branch"] == 2
        and measures.measure(dump(RTL_CALL, "RTL")).counts["call"] == 1
    )


def every_sentence_is_as_counted() -> bool:
    wrong = [(told.name, sentence) for told in TOLD if (sentence := told_of(told)) != told.sentence]
    assert not wrong, wrong
    return True


def told_of(told: Told) -> str:
    found = step(told.before, told.after, told.level, told.name, told.family)
    return next((one.sentence for one in tell_story([found])), "")


def stories_are_short_ordered_and_varied() -> bool:
    for case in FEW_CASES:
        found = timeline_of(case)
        numbers = [one.number for one in found.story]
        concepts = [one.concept for one in found.story if one.concept]
        if not 5 <= len(numbers) <= 12 or numbers != sorted(set(numbers)):
            return False
        if len(concepts) != len(set(concepts)):
            return False
        if {found.steps[number].changed for number in numbers} != {True}:
            return False
        if "promote-to-ssa" not in concepts:
            return False
    return True


REQUIREMENTS: tuple[Requirement, ...] = (
    the_same_text_is_unchanged,
    renaming_is_no_change,
    renaming_that_mixes_values_is_a_change,
    notes_are_no_change,
    what_the_machine_does_is_a_change,
    a_moved_line_is_moved_and_hoisted,
    a_label_below_hoists_what_it_leaves_behind,
    added_and_removed_lines_are_told_apart,
    empty_blocks_are_no_change,
    blocks_and_loops_are_found,
    handmade_counts_are_exact,
    every_sentence_is_as_counted,
    compilers_loops_are_counted,
    rows_reproduce_both_texts,
    plain_counts_equal_the_measures,
    stories_are_short_ordered_and_varied,
    *(holds_of_every_case(check) for check in CHECKS),
)
