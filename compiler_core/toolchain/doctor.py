"""Which tools are here, what they are for, and whether the jail holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from compiler_core.errors import JailBroken, StorageClosed, StorageFull, ToolMissing
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.emulator import QEMU
from compiler_core.toolchain.emulator_check import check_emulator
from compiler_core.toolchain.jail_check import JailCheck
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.self_test import JailReport, examine_jail
from compiler_core.toolchain.stores import StoreUse, store_uses
from compiler_core.toolchain.tools import Tool, atlas_wheels, installed_tools


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """Every tool, compilers first, the jail's self-test, and what is kept on the disk."""

    tools: tuple[Tool, ...]
    """Every tool that can be used, found or not: compilers first, then programs, then Python
    wheels of the atlas."""
    jail: JailReport
    """Self-test of the jail that compilers and users' programs run in."""
    stores: tuple[StoreUse, ...] = ()
    """What is kept on the disk and how much room it takes; empty when the folder of the state
    cannot be made or read."""

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
            "stores": [asdict(store) for store in self.stores],
        }


def examine_all(data: Path) -> DoctorReport:
    """Look at everything now, the disk too; takes a second or two. data: the data folder."""
    report = examine()
    try:
        return replace(report, stores=store_uses(data))
    except OSError:  # no state folder can be made, as the jail's part says
        return report


def examine() -> DoctorReport:
    """Look at tools and jail now; takes about a second."""
    tools = tuple(
        _emulator_tool(tool) if tool.name == QEMU and tool.ok else tool
        for tool in installed_tools()
    )
    return DoctorReport((*_compiler_tools(), *tools, *atlas_wheels()), _jail_report())


def _emulator_tool(tool: Tool) -> Tool:
    """An emulator that is there may still be no use, or of less."""
    check = check_emulator()
    if not check.starts:
        used_for = f"{tool.used_for}; it does not start in the jail: {check.detail}"
        return replace(tool, ok=False, used_for=used_for)
    if not check.takes_plugins:
        return replace(tool, used_for=f"{tool.used_for}; it takes no plugins, so counting is slow")
    return replace(tool, used_for=f"{tool.used_for}; takes plugins")


def _jail_report() -> JailReport:
    try:
        return examine_jail(chosen_jail())
    except (ToolMissing, JailBroken, StorageFull, StorageClosed) as error:
        check = JailCheck("start", "A program can be started in the jail.", False, str(error))
        return JailReport("none", False, (check,), ())


def _compiler_tools() -> tuple[Tool, ...]:
    tools = tuple(_compiler_tool(compiler) for compiler in installed_compilers())
    families = {compiler.family for compiler in installed_compilers()}
    missing = (
        Tool(
            name="gcc",
            version="",
            path="",
            ok=False,
            used_for=_USED_FOR,
            package="gcc-aarch64-linux-gnu g++-aarch64-linux-gnu",
        ),
        Tool(name="clang", version="", path="", ok=False, used_for=_USED_FOR, package="clang-19"),
    )
    return (*tools, *(tool for tool in missing if tool.name not in families))


def _compiler_tool(compiler: Compiler) -> Tool:
    major = compiler.version.partition(".")[0]
    suffix = "-aarch64-linux-gnu" if compiler.family == "gcc" else ""
    package = f"{compiler.family}-{major}{suffix}"
    languages = _USED_FOR if compiler.cpp_path else "compiling C (its C++ driver is missing)"
    return Tool(
        name=compiler.name,
        version=compiler.version,
        path=compiler.c_path,
        ok=True,
        used_for=languages,
        package=package,
    )


_USED_FOR = "compiling C and C++"


def _compiles(tool: Tool) -> bool:
    return tool.used_for.startswith("compiling")
