"""Building: both compilers, both languages, link-time optimisation, and what can go wrong."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler_core.errors import InputError, RefusedFlag, ToolMissing
from compiler_core.source import SourceFile
from compiler_core.toolchain import build
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Program, ProgramCache, Unit
from compiler_core.toolchain.state import state_directory
from tests.toolchain.run_programs import built, use_jail

KERNEL = (
    "float scale(float);\nvoid all(float *x, int n) {\n"
    "    for (int i = 0; i < n; i++)\n        x[i] = scale(x[i]);\n}\n"
)
HELPER = "float scale(float x) { return 3 * x + 1; }\n"
DRIVER = """#include <stdio.h>
void all(float *x, int n);
int main(void) {
    float x[100];
    for (int i = 0; i < 100; i++) x[i] = i;
    all(x, 100);
    printf("%g\\n", x[7]);
    return 0;
}
"""
FLAGS = ("-O2",)


def _units(own: tuple[str, ...] = (), suffix: str = "c") -> tuple[Unit, ...]:
    return (
        Unit(SourceFile(f"kernel.{suffix}", KERNEL), FLAGS, own),
        Unit(SourceFile(f"helper.{suffix}", HELPER), FLAGS, own),
        Unit(SourceFile(f"driver.{suffix}", DRIVER), ("-O1",)),
    )


def _code(program: Program, function: str, directory: Path) -> str:
    """The function's machine code with its source lines, as binutils shows it."""
    path = directory / "program"
    path.write_bytes(program.executable)
    command = ["aarch64-linux-gnu-objdump", "-dl", f"--disassemble={function}", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProgramCache:
    """An empty cache for this test."""
    cache = ProgramCache(tmp_path / "programs")
    monkeypatch.setattr(build, "_cache", lambda: cache)
    return cache


@pytest.mark.parametrize("name", [compiler.name for compiler in installed_compilers()])
@pytest.mark.parametrize("suffix", ["c", "cpp"])
def test_every_compiler_builds_what_runs(name: str, suffix: str) -> None:
    compiler = next(found for found in installed_compilers() if found.name == name)
    program = build_program(_units(suffix=suffix), compiler)
    assert program.ok, program.diagnostics
    assert run_program(program.executable).output == b"22\n"


@pytest.mark.parametrize("name", [compiler.name for compiler in installed_compilers()])
def test_link_time_optimisation_removes_the_call(name: str, tmp_path: Path) -> None:
    compiler = next(found for found in installed_compilers() if found.name == name)
    plain = build_program(_units(), compiler)
    whole = build_program(_units(own=("-flto",)), compiler, ("-flto", *FLAGS))
    assert "<scale>" in _code(plain, "all", tmp_path)
    code = _code(whole, "all", tmp_path)
    assert "<scale>" not in code
    assert "kernel.c:4" in code
    assert "helper.c:1" in code
    assert run_program(whole.executable).output == b"22\n"


def test_both_jails_build_the_same_program(
    jail: Jail, compiler: Compiler, fresh: ProgramCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_jail(monkeypatch, jail)
    program = build_program(_units(), compiler)
    assert not program.cached
    assert run_program(program.executable).output == b"22\n"
    assert str(state_directory()).encode() not in program.executable


def test_the_commands_give_the_same_at_home(compiler: Compiler, tmp_path: Path) -> None:
    units = _units()
    for unit in units:
        (tmp_path / unit.source.name).write_text(unit.source.text)
    program = build_program(units, compiler)
    for command in program.commands:
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    run = run_program((tmp_path / "program").read_bytes())
    assert run.output == run_program(program.executable).output == b"22\n"


def test_only_what_changed_is_compiled_again(
    gcc: Compiler, fresh: ProgramCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[tuple[str, ...]] = []

    def noted(command: tuple[str, ...], *others: Any) -> RunResult:
        commands.append(command)
        return run(command, *others)

    run = build._run
    monkeypatch.setattr(build, "_run", noted)
    kernel, *others = _units()
    first = build_program((kernel, *others), gcc)
    assert len(commands) == 4
    assert build_program((kernel, *others), gcc).cached
    assert len(commands) == 4
    changed = Unit(SourceFile("kernel.c", KERNEL.replace("i++", "i += 1")), FLAGS)
    second = build_program((changed, *others), gcc)
    assert [command[-1] for command in commands[4:]] == ["kernel.c", "-lm"]
    assert not second.cached
    assert second.ok
    assert first.ok


def test_a_new_server_finds_the_program_on_disk(fresh: ProgramCache, gcc: Compiler) -> None:
    program = build_program(_units(), gcc)
    content = ProgramCache._encode(program)
    assert ProgramCache._decode(content) == program
    assert build_program(_units(), gcc).executable == program.executable


def test_assembly_is_a_unit_too(compiler: Compiler) -> None:
    text = ".text\n.globl three\nthree: mov w0, 3\n ret\n.section .note.GNU-stack\n"
    main = SourceFile("main.c", "int three(void);\nint main(void) { return three(); }\n")
    units = (Unit(SourceFile("three.s", text), ()), Unit(main, ()))
    assert run_program(build_program(units, compiler).executable).exit_code == 3


def test_files_lie_beside_the_source(gcc: Compiler) -> None:
    source = SourceFile("main.c", '#include "seven.h"\nint main(void) { return SEVEN; }\n')
    unit = Unit(source, (), files=(("seven.h", b"#define SEVEN 7\n"),))
    assert run_program(build_program((unit,), gcc).executable).exit_code == 7


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("int main(void) { return x; }", "rejected", "rejects this source"),
        ("int f(void);\nint main(void) { return f(); }", "rejected", "f is used but defined nowh"),
        ("int other(void) { return 1; }", "rejected", "main is used but defined nowhere"),
        ("int puts(void) { return 1; }\nint main(void) { return 0; }", "ok", ""),
        (
            "char a[40 << 20] = {1};\nint main(void) { return a[5]; }",
            "limited",
            "larger than 16 Mi",
        ),
    ],
)
def test_why_there_is_no_program(text: str, status: str, words: str, compiler: Compiler) -> None:
    program = build_program((Unit(SourceFile("main.c", text), ("-w",)),), compiler)
    assert program.status == status, program.diagnostics
    assert words in program.message
    assert bool(program.executable) == program.ok == (not program.message)


def test_a_function_defined_twice_is_named(compiler: Compiler) -> None:
    units = (*_units(), Unit(SourceFile("again.c", HELPER), ()))
    program = build_program(units, compiler)
    assert program.message.startswith("No program: scale is defined twice.")


def test_what_cannot_be_asked_for(gcc: Compiler) -> None:
    unit = Unit(SourceFile("main.c", "int main(void) { return 0; }"), ())
    same = Unit(SourceFile("main.cpp", "int f() { return 0; }"), ())
    with pytest.raises(InputError, match="same name"):
        build_program((unit, same), gcc)
    with pytest.raises(RefusedFlag):
        build_program((Unit(unit.source, ("-wrapper", "sh")),), gcc)


def test_a_missing_driver_is_named(gcc: Compiler) -> None:
    bare = replace(gcc, cpp_path="")
    unit = Unit(SourceFile("main.cpp", "int main() {}"), ())
    with pytest.raises(ToolMissing, match=r"g\+\+-12-aarch64-linux-gnu"):
        build_program((unit,), bare)


def test_symbols_and_lines_stay(compiler: Compiler, tmp_path: Path) -> None:
    program = built("int main(void) {\n    return 0;\n}\nint unused(void) { return 1; }\n")
    assert "main.c:4" in _code(program, "unused", tmp_path)
