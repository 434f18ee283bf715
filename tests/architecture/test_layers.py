"""Who may know whom: the invariants of ARCHITECTURE.md, read from the imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from compiler_core.pipelines.job_specs import JOB_KINDS
from tests.architecture.project import (
    PACKAGES,
    ROOT,
    attribute_names,
    imported_modules,
    is_below,
    python_files,
    syntax_tree,
    tracked_files,
)

WEB = ("app", "command_line", "fastapi", "starlette", "jinja2", "uvicorn", "typer")
HEAVY = ("onnx", "numpy", "torch", "yaml", "sqlalchemy", "fastapi", "jinja2")
PROCESS_MODULES = ("subprocess", "multiprocessing", "pty", "_posixsubprocess")
PROCESS_NAMES = re.compile(
    r"os\.(exec\w+|posix_spawnp?|spawn\w+|fork|forkpty|system|popen)"
    r"|asyncio\.create_subprocess_\w+|asyncio\.subprocess"
    r"|futures\.ProcessPoolExecutor|concurrent\.futures\.ProcessPoolExecutor"
)


def starts_processes(path: Path) -> list[str]:
    """What in this file can start a process."""
    modules = [
        module
        for module in imported_modules(path)
        if any(is_below(module, banned) for banned in PROCESS_MODULES)
        or PROCESS_NAMES.fullmatch(module)
    ]
    return modules + [name for name in attribute_names(path) if PROCESS_NAMES.fullmatch(name)]


def test_the_core_knows_nothing_of_the_web() -> None:
    found = [
        (str(path), module)
        for path in python_files("compiler_core")
        for module in imported_modules(path)
        if any(is_below(module, banned) for banned in WEB)
    ]
    assert found == []


def test_the_web_and_the_command_line_do_not_know_each_other() -> None:
    found = [
        (str(path), module)
        for folder, other in (("app", "command_line"), ("command_line", "app"))
        for path in python_files(folder)
        for module in imported_modules(path)
        if is_below(module, other)
    ]
    assert found == []


def test_only_the_toolchain_starts_processes() -> None:
    found = {
        str(path): starts_processes(path)
        for path in python_files(*PACKAGES)
        if path.parts[:2] != ("compiler_core", "toolchain") and starts_processes(path)
    }
    assert found == {}


def test_the_toolchain_does_start_processes() -> None:
    """Guards the test above: its patterns must find the real thing."""
    assert any(
        starts_processes(path)
        for path in python_files("compiler_core")
        if path.parts[:2] == ("compiler_core", "toolchain")
    )


def test_programs_that_we_write_may_take_longer_to_build_than_a_readers() -> None:
    """Else a busy server's limit ends the build, and the page blames the reader's source."""
    calls = [
        (path, node)
        for path in python_files("compiler_core")
        if path.parts[1] in ("graph", "llm")
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "build_program"
    ]
    assert len(calls) >= 5
    limits = {
        f"{path.name}:{call.lineno}": [ast.unparse(keyword.value) for keyword in call.keywords]
        for path, call in calls
    }
    assert {place for place, said in limits.items() if "OWN_BUILD_LIMITS" not in said} == set()


def test_the_toolchain_knows_no_analysis() -> None:
    found = [
        (str(path), module)
        for path in python_files("compiler_core")
        if path.parts[:2] == ("compiler_core", "toolchain")
        for module in imported_modules(path)
        if is_below(module, "compiler_core.host")
    ]
    assert found == []


def test_tools_of_the_atlas_are_run_and_never_imported() -> None:
    """Nor are the drivers, which another interpreter runs."""
    kept_out = ("compiler_core.atlas.drivers", "halide", "jax", "jaxlib", "iree", "tvm", "triton")
    drivers = ("compiler_core", "atlas", "drivers")
    found = [
        (str(path), module)
        for path in python_files(*PACKAGES)
        if path.parts[:3] != drivers
        for module in imported_modules(path)
        if any(is_below(module, banned) for banned in kept_out)
    ]
    assert found == []
    assert any(path.parts[:3] == drivers for path in python_files("compiler_core"))


def test_drivers_know_nothing_of_ours() -> None:
    found = [
        (str(path), module)
        for path in python_files("compiler_core")
        if path.parts[:3] == ("compiler_core", "atlas", "drivers")
        for module in imported_modules(path)
        if any(is_below(module, package) for package in PACKAGES)
    ]
    assert found == []


def test_content_is_data() -> None:
    assert [str(path) for path in tracked_files() if path.parts[0] == "content"]
    assert python_files("content") == ()


def test_nothing_imports_the_tests() -> None:
    found = [
        (str(path), module)
        for path in python_files(*PACKAGES, "script")
        for module in imported_modules(path)
        if is_below(module, "tests")
    ]
    assert found == []


@pytest.mark.parametrize("package", ["compiler_core.host", "compiler_core.toolchain"])
def test_importing_the_host_track_stays_light(package: str) -> None:
    program = (
        "import importlib, pkgutil, sys\n"
        f"package = importlib.import_module({package!r})\n"
        "for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    importlib.import_module(module.name)\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert finished.stdout.split() == []


# What stands beside networks: a compilation needs none of it, nor every JSON shape there is.
BESIDE_NETWORKS = ("atlas", "claims", "exercises", "lessons", "llm", "loop", "soc")


def test_compiling_a_network_reaches_nothing_beside_networks() -> None:
    """What its start costs grows with what is imported: by a shape of JSON it was everything."""
    program = (
        "import sys\n"
        "import compiler_core.graph.compile\n"
        "print(*[name for name in sys.modules if name.startswith('compiler_core.')])\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    reached = finished.stdout.split()
    assert {name.split(".")[1] for name in reached} & set(BESIDE_NETWORKS) == set()
    assert [name for name in reached if name.endswith("json_form")] == []
    assert len(reached) < 480


# What networks, classes and the server itself need: loading it takes longer than most tasks.
NOT_FOR_ANALYSIS = ("classroom", "fastapi", "onnx", "onnx_ir", "onnxruntime", "sqlalchemy", "sympy")


def test_an_analysis_process_needs_no_classes_and_starts_with_little() -> None:
    """What it is given to read in its jail has no classes, and each one that is started waits for
    its imports.
    """
    program = (
        "import sys\n"
        "import app.tasks.registry\n"
        f"print(*({{name.partition('.')[0] for name in sys.modules}} & {set(NOT_FOR_ANALYSIS)}))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert finished.stdout.split() == []


# The parent's side of a jailed process: the launcher, what starts compilers, what allows it.
PARENTS_SIDE = ("analysers", "jailed_process", "launcher", "tool_answers", "tool_rules", "worker")


@pytest.mark.parametrize(
    "module", [*(kind.module for kind in JOB_KINDS), "compiler_core.exercises.job"]
)
def test_a_worker_imports_nothing_of_its_parents_side(module: str) -> None:
    """Each model waits for what its worker imports before it begins."""
    program = f"import sys\nimport {module}\nprint(*sys.modules)\n"
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    parents = {f"compiler_core.toolchain.{name}" for name in PARENTS_SIDE}
    assert parents & set(finished.stdout.split()) == set()
