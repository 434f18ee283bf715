"""What is answered about real loops: figures, provenance, unknown instructions, missing tools."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import orjson
import pytest

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles import cycles as entry
from compiler_core.host.cycles.cycles import installed_analysers
from compiler_core.host.cycles.loop_code import loop_code
from compiler_core.host.cycles.machine_code_analyzer import analyze, marked
from compiler_core.source import source_file
from compiler_core.toolchain import analysers
from compiler_core.toolchain.analysers import find_llvm_mca, llvm_mca_cpus
from tests.cycles.asking import EXAMPLES, answer, cycles, example, main_loop

pytestmark = pytest.mark.usefixtures("emulator")

LLVM_MCA = "llvm-mca-19"


def by_hand(path: Path, compiler: list[str], first: str, cpu: str) -> int:
    """Total cycles of 100 iterations: compile, cut the loop out of the text, run llvm-mca."""
    text = subprocess.run(
        [*compiler, "-S", "-o", "-", str(path)], capture_output=True, text=True, check=True
    ).stdout
    body = text.partition(f"{first}:")[2]
    lines = []
    for line in body.splitlines()[1:]:
        if line.startswith("\t") and not line.startswith("\t."):
            lines.append(line)
            if re.search(rf"\s{re.escape(first)}$", line):
                break
    assembly = "\n".join(("# LLVM-MCA-BEGIN", *lines, "# LLVM-MCA-END", ""))
    printed = subprocess.run(
        [LLVM_MCA, "-mtriple=aarch64-linux-gnu", f"-mcpu={cpu}", "-"],
        input=assembly,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return int(re.findall(r"Total Cycles:\s+(\d+)", printed)[0])


@pytest.mark.parametrize("cpu", ["neoverse-n1", "neoverse-v2", "cortex-a53", "cortex-a76"])
@pytest.mark.parametrize("name", ["axpy_restrict.c", "dot_product.c", "relu.c", "prefix_sum.c"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_figure_is_what_llvm_mca_says_by_hand(name: str, cpu: str, compiler: str) -> None:
    driver = (
        ["aarch64-linux-gnu-gcc-12"]
        if compiler == "gcc"
        else ["clang-19", "--target=aarch64-linux-gnu"]
    )
    source = example(name)
    found = compile_source((source,), "gcc-12" if compiler == "gcc" else "clang-19", "-O3")
    function = found.functions[0]
    main = next(loop for loop in function.loops if loop.innermost and loop.role == "main")
    label = loop_code(function, main).label
    total = by_hand(EXAMPLES / name, [*driver, "-O3", "-g1"], label, cpu)
    report = cycles(name, found.compiler, "-O3", cpu)
    assert answer(report).cycles_per_iteration == total / 100


def test_the_json_has_the_contract_s_keys() -> None:
    report = orjson.loads(orjson.dumps(cycles("axpy_restrict.c", "gcc-12", "-O3")))
    loop = report["loops"][0]
    assert {"function", "source_line", "models"} <= set(loop)
    assert (loop["function"], loop["source_line"]) == ("axpy", 3)
    model = loop["models"][0]
    assert model["model"] == "llvm-mca"
    assert (model["cpu_asked"], model["cpu_used"]) == ("neoverse-n1", "neoverse-n1")
    assert model["cycles_per_iteration"] == 2.14
    assert model["elements_per_iteration"] == 4
    assert model["cycles_per_element"] == pytest.approx(0.535)
    assert model["unknown"] == []
    assert model["version"] == find_llvm_mca().version


@pytest.mark.parametrize(
    ("asked", "used"),
    [
        ("neoverse-n1", "neoverse-n1"), ("neoverse-n3", "neoverse-n2"),
        ("neoverse-v3", "neoverse-v2"), ("cortex-a76", "cortex-a57"),
        ("cortex-a78", "cortex-a57"), ("cortex-a72", "cortex-a57"),
        ("cortex-x2", "neoverse-n2"), ("cortex-a520", "cortex-a510"),
        ("generic", "cortex-a510"), ("apple-a14", "apple-a7"), ("cortex-a65", "cortex-a53"),
    ],
)  # fmt: skip
def test_the_model_that_really_answers_is_named(asked: str, used: str) -> None:
    """The two cores give the same figures, unit for unit, because one table serves both."""
    first = answer(cycles("dot_product.c", "gcc-12", "-O3", asked))
    second = answer(cycles("dot_product.c", "gcc-12", "-O3", used))
    assert (first.cpu_asked, first.cpu_used) == (asked, used)
    assert first.resources == second.resources
    assert first.cycles_per_iteration == second.cycles_per_iteration
    assert any("no model of its own" in note for note in first.notes) == (asked != used)


def test_every_core_llvm_mca_knows_is_answered_by_a_known_model() -> None:
    source = example("axpy_restrict.c")
    found = compile_source((source,), "gcc-12", "-O3")
    function = found.functions[0]
    code = loop_code(function, function.loops[0])
    tool = find_llvm_mca()
    silent = []
    for cpu in llvm_mca_cpus(tool):
        analysis = analyze(tool, code, cpu)
        if analysis.message:
            silent.append(cpu)
            assert analysis.message == f"LLVM has no model of {cpu}."
        else:
            assert analysis.model is not None, cpu
    assert len(silent) < 5


def test_a_core_without_a_model_is_said() -> None:
    found = answer(cycles("axpy_restrict.c", "gcc-12", "-O3", "carmel"))
    assert found.cycles_per_iteration is None
    assert found.cpu_used == ""
    assert found.message == "LLVM has no model of carmel."


def test_an_unknown_core_is_bad_input_with_close_names() -> None:
    with pytest.raises(InputError, match="neoverse-n1"):
        cycles("axpy_restrict.c", "gcc-12", "-O3", "neoverse-m1")


def test_code_for_a_named_core_is_taken() -> None:
    """GCC then writes `.arch …+profile` lines, on which older versions of llvm-mca abort."""
    assert answer(cycles("axpy_restrict.c", "gcc-12", "-O3 -mcpu=neoverse-n1")).cpu_used
    source = example("axpy_restrict.c")
    function = compile_source((source,), "gcc-12", "-O3 -mcpu=neoverse-n1").functions[0]
    lines = marked(loop_code(function, function.loops[0])).splitlines()
    assert not any(line.strip().startswith(".") for line in lines)


def test_instructions_the_core_lacks_are_unknown_and_make_a_lower_bound() -> None:
    found = answer(cycles("axpy_restrict.c", "gcc-12", "-O3 -march=armv8-a+sve", "neoverse-n1"))
    assert len(found.unknown) == 5
    assert found.unknown[0].startswith("ld1w")
    assert found.is_lower_bound
    assert any("lower bound" in note for note in found.notes)
    assert any("could not run there" in note for note in found.notes)
    assert [cost.known for cost in found.instructions].count(False) == 5


def test_sve_code_on_a_core_with_sve_is_known_and_counts_its_length() -> None:
    for cpu, bits, elements in (("neoverse-v1", 256, 8), ("neoverse-v2", 128, 4)):
        found = answer(cycles("axpy_restrict.c", "gcc-12", "-O3 -march=armv8-a+sve", cpu))
        assert found.unknown == ()
        assert (found.vector_bits, found.elements_per_iteration) == (bits, elements)
        assert f"{bits} bits" in found.elements_reason


def test_an_instruction_no_assembler_knows_is_listed() -> None:
    function = compile_source((example("axpy_restrict.c"),), "gcc-12", "-O3").functions[0]
    code = loop_code(function, function.loops[0])
    strange = type(code.instructions[0])(99, "frobnicate x1, x2")
    changed = type(code)(
        code.label,
        (*code.instructions[:2], strange, *code.instructions[2:]),
        (),
        code.path,
        uses_sve=False,
    )
    analysis = analyze(find_llvm_mca(), changed, "neoverse-n1")
    assert analysis.unknown == (2,)
    assert [instruction.index for instruction in analysis.instructions] == [0, 1, 3, 4, 5, 6, 7]
    assert analysis.cycles == 214


def test_calls_are_left_out_and_said() -> None:
    loop = main_loop(cycles("call_in_loop.c", "gcc-12", "-O2"))
    assert "call is left out" in loop.path
    assert not any(cost.text.startswith("bl ") for cost in loop.models[0].instructions)


def test_names_of_cpp_do_not_reach_the_analyser() -> None:
    """The listing shows demangled names, which no assembler reads."""
    loop = main_loop(cycles("scale_lambda.cpp", "gcc-12", "-O0"))
    assert loop.models[0].unknown == ()
    assert "call is left out" in loop.path
    text = """namespace table { extern int values[64]; }
void f(int n) { for (int i = 0; i < n; i++) table::values[i & 63] += i; }"""
    source = source_file(text, "c++")
    found = compile_source((source,), "gcc-12", "-O0")
    function = found.functions[0]
    main = next(loop for loop in function.loops if loop.innermost)
    code = loop_code(function, main)
    assert not any("::" in instruction.text for instruction in code.instructions)
    assert analyze(find_llvm_mca(), code, "neoverse-n1").unknown == ()


def test_a_loop_of_several_blocks_says_which_way_was_taken() -> None:
    assert (
        "blocks; all of them are taken once"
        in main_loop(cycles("switch_in_loop.c", "gcc-12", "-O2")).path
    )


def test_the_statement_names_tool_version_and_model() -> None:
    found = answer(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    version = find_llvm_mca().version
    assert found.statement == (
        f"modelled, by llvm-mca {version} with LLVM's Neoverse N1 model; "
        "caches and branch misses are not modelled"
    )


def test_what_bounds_the_loop_is_said_in_words() -> None:
    found = answer(cycles("axpy_restrict.c", "gcc-12", "-O3"))
    assert found.sentences[0] == (
        "The two load units are full: 4 cycles of work per round on two, so at least 2 cycles."
    )


def test_a_chain_of_ordered_additions_is_named_link_by_link() -> None:
    """Clang vectorises the loads of a float sum and adds the eight products one by one."""
    found = answer(cycles("dot_product.c", "clang-19", "-O2"))
    assert (found.elements_per_iteration, found.dependency_bound) == (8, 16)
    assert found.sentences[0].startswith("Each round waits for the one before: `fadd s0, s0, ")
    assert len(found.critical) == 8
    assert [link.carried for link in found.critical].count(True) == 1
    assert {found.instructions[link.before].text.split()[0] for link in found.critical} == {"fadd"}


def test_no_loop_is_said() -> None:
    report = entry.cycles_of_source((source_file("int f(int x) { return x; }"),), "gcc", "-O2")
    assert report.loops == ()
    assert any("no loop" in note for note in report.notes)


def test_without_assembly_it_is_bad_input() -> None:
    with pytest.raises(InputError, match="no assembly"):
        entry.cycles_of_source((source_file("int f( {"),), "gcc", "-O2")


def test_without_llvm_mca_the_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysers, "_PROGRAMS", tmp_path)
    with pytest.raises(ToolMissing, match="llvm-19") as raised:
        installed_analysers()
    assert raised.value.package == "llvm-19"


def test_an_old_llvm_mca_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "llvm-mca-14"
    old.write_text("#!/bin/sh\necho 'Debian LLVM version 14.0.6'\n")
    old.chmod(0o755)
    monkeypatch.setattr(analysers, "_PROGRAMS", tmp_path)
    with pytest.raises(ToolMissing, match=r"14\.0\.6 is here, but"):
        find_llvm_mca()


@pytest.mark.parametrize(
    "line", ["0: b 0b\\n1: b 1f\\n1:", "nop; nop", "nop\\n.rept 3\\nnop\\n.endr"]
)
def test_lines_that_are_several_instructions_get_an_answer_or_a_reason(line: str) -> None:
    source = source_file(
        "int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) "
        f'{{ s += a[i]; __asm__ volatile("{line}"); }} return s; }}'
    )
    compilation = compile_source((source,), "gcc", "-O1")
    assert compilation.ok
    report = entry.cycles_of((source,), compilation, "neoverse-n1", installed_analysers())
    for loop in report.loops:
        for model in loop.models:
            assert model.cycles_per_iteration is not None or model.message
