"""The lock files: every version pinned with hashes, the two files agree, no registry named."""

from __future__ import annotations

import re
import tomllib

import pytest

from compiler_core.toolchain.atlas_tools import WHEEL_TOOLS
from script.atlas.locked import LOCK_FILE, locked_for
from script.atlas.open_triton import NAME
from tests.conftest import ROOT

PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)
LOCKS = (
    "requirements.lock",
    "requirements-postgresql.lock",
    "requirements-mcp.lock",
    "requirements-test.lock",
)


def pins(lock: str) -> dict[str, str]:
    return pins_of((ROOT / lock).read_text())


def pins_in(text: str) -> set[str]:
    return set(pins_of(text))


def pins_of(text: str) -> dict[str, str]:
    return {normalised(match["name"]): match["version"] for match in PIN.finditer(text)}


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {normalised(re.split(r"[\[<>=~;! ]", line)[0]) for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip())
    assert len(blocks) > 20
    for block in blocks:
        assert PIN.match(block), block
        assert "--hash=sha256:" in block, block


@pytest.mark.parametrize("lock", LOCKS)
def test_no_registry_is_named(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text()


def test_everything_declared_is_locked() -> None:
    assert declared("build") <= set(pins("requirements.lock"))
    assert declared("build", "postgresql") <= set(pins("requirements-postgresql.lock"))
    assert declared("build", "mcp") <= set(pins("requirements-mcp.lock"))
    assert declared("build", "test") <= set(pins("requirements-test.lock"))


def test_the_tests_run_what_the_app_runs() -> None:
    tests = pins("requirements-test.lock")
    for lock in LOCKS[:-1]:
        app = pins(lock)
        assert {name: tests.get(name) for name in app} == app


def test_a_tool_of_the_atlas_is_installed_without_the_others() -> None:
    text = LOCK_FILE.read_text()
    tools = ("halide", "iree", "polygraphy", "triton", "triton-open", "tvm", "xla")
    halide, iree, polygraphy, triton, open_triton, tvm, xla = (
        pins_in(locked_for([name], text)) for name in tools
    )
    assert {"halide", "numpy"} <= halide
    assert {"jax", "jaxlib", "flatbuffers", "scipy", "numpy"} <= xla
    assert {"iree-base-compiler", "iree-base-runtime", "onnx", "numpy"} <= iree
    assert {"apache-tvm", "apache-tvm-ffi", "ml-dtypes", "numpy"} <= tvm
    assert {"polygraphy", "onnx", "numpy"} <= polygraphy
    assert triton == {"triton"}
    assert {"remotezip", "numpy"} <= open_triton
    assert "triton" not in open_triton
    assert halide & xla == halide & iree == {"numpy"}
    assert (
        halide | iree | polygraphy | triton | open_triton | tvm | xla
        == pins_in(locked_for(tools, text))
        == pins_in(text)
    )
    with pytest.raises(ValueError, match="no tool mlir"):
        locked_for(["mlir"], text)


@pytest.mark.parametrize(
    "tools",
    [
        ["halide"],
        ["iree"],
        ["polygraphy"],
        ["triton"],
        ["triton-open"],
        ["tvm"],
        ["xla"],
        ["halide", "xla"],
    ],
)
def test_what_a_tool_needs_is_pinned_with_hashes(tools: list[str]) -> None:
    blocks = re.split(r"\n(?=\S)", locked_for(tools, LOCK_FILE.read_text()).strip())
    for block in blocks:
        assert PIN.match(block), block
        assert "--hash=sha256:" in block, block
        assert "#" not in block
        assert not block.endswith("\\")
    assert "://" not in LOCK_FILE.read_text()


def test_the_tools_of_the_lock_are_those_that_are_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = {
        name: {normalised(re.split(r"[=<>]", line)[0]) for line in lines}
        for name, lines in project["dependency-groups"].items()
    }
    assert {tool.name for tool in WHEEL_TOOLS} == set(groups)
    for tool in WHEEL_TOOLS:
        # What fetches the files of a wheel is none of the tool, and what it leaves is in no lock.
        assert groups[tool.name] - {"remotezip"} <= set(tool.distributions)
        assert set(tool.distributions) - {NAME} <= pins_in(
            locked_for([tool.name], LOCK_FILE.read_text())
        )


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "CONTRIBUTING.md").read_text()
    wanted = declared("build", "test") | {"apache-tvm", "halide", "jax", "flatbuffers"}
    wanted |= {"iree-base-compiler", "iree-base-runtime", "triton", "polygraphy", "remotezip"}
    missing = [name for name in wanted if f"`{name}`" not in reasons]
    assert missing == []
