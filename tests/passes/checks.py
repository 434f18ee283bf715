"""What must hold of any timeline, against a plain reading of the same dumps."""

from __future__ import annotations

import re
from collections.abc import Callable

from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.steps import PassStep
from tests.passes.plain_reading import (
    PlainText,
    agrees,
    agrees_without_brackets,
    gcc_texts,
    llvm_texts,
)
from tests.passes.runs import Case, dumps_of, job_of, run_of, steps_of


def is_clang(case: Case) -> bool:
    return job_of(case).compiler.family == "clang"


def plain_texts(case: Case) -> list[PlainText]:
    run = run_of(case)
    if is_clang(case):
        return llvm_texts(run.messages, case.symbol)
    return gcc_texts(run.files, case.symbol)


def printed(case: Case) -> list[Dump]:
    """Our dumps that have a text with blocks."""
    return [
        dump
        for dump in dumps_of(case)
        if dump.lines is not None
        and dump.level != "IPA"
        and (dump.edges or dump.level in ("LLVM IR", "machine IR"))
    ]


def check_same_texts(case: Case) -> None:
    """The same passes print the function, in the same order, line for line."""
    ours, plain = printed(case), plain_texts(case)
    assert [dump.pass_name for dump in ours] == [text.name for text in plain]
    same = agrees if is_clang(case) else agrees_without_brackets
    for dump, text in zip(ours, plain, strict=True):
        lines = [line.text for line in dump.lines or () if not line.text.startswith("<bb ")]
        assert len(lines) == len(text.lines), (dump.pass_name, text.header)
        wrong = [pair for pair in zip(lines, text.lines, strict=True) if not same(*pair)]
        assert not wrong, (dump.pass_name, wrong[:3])


def check_chain(case: Case) -> None:
    """The first text is the start; every other step begins where the one before it ended."""
    steps = steps_of(case)
    assert len(steps) > 100
    for lane in (False, True):
        last: Dump | None = None
        for step in steps:
            if (step.dump.level == "IPA") is not lane:
                continue
            assert step.before is last, step.dump.pass_name
            last = step.after
    code = [step for step in steps if step.after is not None and step.dump.level != "IPA"]
    assert code[0].before is None
    assert code[0].dump.pass_name == ("Start" if is_clang(case) else first_gcc_pass(case))


def first_gcc_pass(case: Case) -> str:
    """In C++ the first dump writes the whole signature, and there are no symbols yet."""
    return "original" if case.source.language == "c" else "gimple"


def check_changed_passes(case: Case) -> None:
    """Every changed pass printed a text that differs from the one before it, to the naked eye."""
    steps = steps_of(case)
    changed = [step for step in steps if step.changed]
    assert len(changed) >= 5
    for step in changed:
        assert header_of(case, step.dump), step.dump.pass_name
        assert step.before is not None
        assert step.after is not None
        assert texts_of(step.before) != texts_of(step.after), step.dump.pass_name
    unchanged = [step for step in steps if not step.changed and step.before and step.dump.lines]
    assert all(same_size_of_code(step) for step in unchanged)


def header_of(case: Case, dump: Dump) -> bool:
    run = run_of(case)
    if is_clang(case):
        return f"*** IR Dump After {dump.pass_name} " in run.messages
    name = re.compile(rf"\.{dump.number:03d}[tri]\.{re.escape(dump.pass_name)}$")
    return any(name.search(file) for file in run.files)


def texts_of(dump: Dump) -> list[str]:
    return [line.text for line in dump.lines or ()]


def same_size_of_code(step: PassStep) -> bool:
    """A pass that changed nothing left as many statements, jumps and block labels apart."""
    assert step.before is not None
    return statements(step.before) == statements(step.dump)


def statements(dump: Dump) -> int:
    about_blocks = re.compile(r"^\s*(?:<bb|goto |br label|else$)|:\s*$")
    return sum(about_blocks.search(text) is None for text in texts_of(dump))


def check_machine_code_follows_the_last_ir(case: Case) -> None:
    """The first machine text's before is the last IR that was printed."""
    if not is_clang(case) or case.compiler == "clang-14":
        return
    steps = steps_of(case)
    first = next(s for s in steps if s.dump.level == "machine IR" and s.dump.lines is not None)
    ir = [text for text in plain_texts(case) if text.lines[0].startswith("define ")]
    assert first.dump.pass_name.endswith("(aarch64-isel)")
    assert first.before is not None
    assert len(first.before.lines or ()) == len(ir[-1].lines)
    assert first.before.level == "LLVM IR"


def check_places(case: Case) -> None:
    """A line's place is the one its debug number, or its bracket, names."""
    checked = 0
    for dump, text in zip(printed(case), plain_texts(case), strict=True):
        code = [line for line in dump.lines or () if not line.text.startswith("<bb ")]
        for line, raw in zip(code, text.lines, strict=True):
            wanted = plain_place(case, raw, text)
            if wanted is not None:
                checked += 1
                assert line.source is not None, (dump.pass_name, raw)
                assert line.source.line == wanted, (dump.pass_name, raw)
    assert checked > 100


def plain_place(case: Case, raw: str, text: PlainText) -> int | None:
    name = re.escape(case.source.name)
    if is_clang(case):
        number = re.search(r"!dbg !(\d+)", raw)
        if number is not None:
            return text.lines_of_numbers.get(number[1]) or None
        places = re.findall(rf"; {name}:(\d+):\d+$", raw)
    else:
        places = re.findall(rf"\[{name}:(\d+):\d+(?: discrim \d+)?\]", raw)
    return int(places[0]) if places and places[0] != "0" else None


CHECKS: tuple[Callable[[Case], None], ...] = (
    check_same_texts,
    check_chain,
    check_changed_passes,
    check_machine_code_follows_the_last_ir,
    check_places,
)
