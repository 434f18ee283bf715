"""Which tools are here, what they are for, and whether the jail holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from compiler_core.errors import ToolMissing
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.self_test import JailCheck, JailReport, examine_jail
from compiler_core.toolchain.tools import Tool, installed_tools


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """Every tool, compilers first, and the jail's self-test."""

    tools: tuple[Tool, ...]
    jail: JailReport

    @property
    def ok(self) -> bool:
        """Whether users' sources can be compiled here: a compiler is there and the jail holds."""
        return self.jail.ok and any(tool.ok and _compiles(tool) for tool in self.tools)

    def to_json(self) -> dict[str, Any]:
        """The shape `lowlab doctor --json` prints."""
        return {
            "tools": [asdict(tool) for tool in self.tools],
            "jail": asdict(self.jail),
            "ok": self.ok,
        }


def examine() -> DoctorReport:
    """Look at everything now; takes about a second."""
    return DoctorReport((*_compiler_tools(), *installed_tools()), _jail_report())


def _jail_report() -> JailReport:
    try:
        return examine_jail(chosen_jail())
    except ToolMissing as error:
        check = JailCheck("start", "A program can be started in the jail.", False, str(error))
        return JailReport("landlock", False, (check,), ())


def _compiler_tools() -> tuple[Tool, ...]:
    tools = tuple(_compiler_tool(compiler) for compiler in installed_compilers())
    families = {compiler.family for compiler in installed_compilers()}
    missing = (
        Tool("gcc", "", "", False, _USED_FOR, "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu"),
        Tool("clang", "", "", False, _USED_FOR, "clang-19"),
    )
    return (*tools, *(tool for tool in missing if tool.name not in families))


def _compiler_tool(compiler: Compiler) -> Tool:
    major = compiler.version.partition(".")[0]
    suffix = "-aarch64-linux-gnu" if compiler.family == "gcc" else ""
    package = f"{compiler.family}-{major}{suffix}"
    languages = _USED_FOR if compiler.cpp_path else "compiling C (its C++ driver is missing)"
    return Tool(compiler.name, compiler.version, compiler.c_path, True, languages, package)


_USED_FOR = "compiling C and C++"


def _compiles(tool: Tool) -> bool:
    return tool.used_for.startswith("compiling")
