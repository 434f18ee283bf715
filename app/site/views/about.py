"""The about page: tools found, the jail, limits, licences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.site.vendored import VendoredFile
from compiler_core.sizes import size_text
from compiler_core.source import MAXIMUM_SOURCE_BYTES
from compiler_core.toolchain.doctor import DoctorReport
from compiler_core.toolchain.limits import COMPILE_LIMITS, Limits
from compiler_core.toolchain.self_test import JailCheck, JailReport
from compiler_core.toolchain.stores import StoreUse
from compiler_core.toolchain.tools import Tool

MIB = 1 << 20
KIB = 1 << 10


@dataclass(frozen=True, slots=True)
class LimitView:
    """A named limit and its value."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class StoreView:
    """What is kept, how much of how much, and what goes first."""

    holds: str
    room: str
    goes_first: str


@dataclass(frozen=True, slots=True)
class LicenceText:
    """A licence text: its name and its static file."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class LicenceView:
    """A vendored file: what it is, its licence, the licence's texts."""

    what: str
    licence: str
    texts: tuple[LicenceText, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutPage:
    """The page that says what this server has, keeps and allows."""

    title: str
    """Of the document."""
    tools: tuple[Tool, ...]
    """Compilers and other programs that were looked for."""
    jail_sentence: str
    """Whether sources of strangers are held; jail_classes colours it."""
    jail_classes: str
    """CSS class `is-good` or `is-bad`."""
    checks: tuple[JailCheck, ...]
    """What the jail was tried with, and whether it held."""
    lacks: tuple[str, ...]
    """What this kind of jail cannot do."""
    limits: tuple[LimitView, ...]
    """Of one compilation."""
    stores: tuple[StoreView, ...]
    """What the server keeps, with room and order of removal."""
    licences: tuple[LicenceView, ...]
    """Of files by others that are part of the product."""


def about_page(report: DoctorReport, vendored: Sequence[VendoredFile]) -> AboutPage:
    """The page from the doctor's report."""
    return AboutPage(
        title="About",
        tools=report.tools,
        jail_sentence=_jail_sentence(report.jail),
        jail_classes="is-good" if report.jail.ok else "is-bad",
        checks=report.jail.checks,
        lacks=report.jail.lacks,
        limits=_limits(COMPILE_LIMITS),
        stores=tuple(_store(store) for store in report.stores),
        licences=tuple(_licence(file) for file in vendored),
    )


def _jail_sentence(jail: JailReport) -> str:
    if jail.kind == "none":
        return "No jail could be set up, so no compiler runs."
    verdict = "holds" if jail.ok else "does not hold, so no compiler runs"
    held = sum(check.ok for check in jail.checks)
    return f"The {jail.kind} jail {verdict}: {held} of {len(jail.checks)} checks passed."


def _store(use: StoreUse) -> StoreView:
    room = f"{size_text(use.used_bytes)} of {size_text(use.quota_bytes)}"
    return StoreView(use.holds[:1].upper() + use.holds[1:], room, use.goes_first)


def _licence(file: VendoredFile) -> LicenceView:
    texts = tuple(LicenceText(name, f"vendor/licences/{name}") for name in file.texts)
    return LicenceView(file.what, file.licence, texts)


def _limits(limits: Limits) -> tuple[LimitView, ...]:
    return (
        LimitView("Source", f"{MAXIMUM_SOURCE_BYTES // KIB} KiB per file, two files"),
        LimitView("Processor time", f"{limits.cpu_seconds} s"),
        LimitView("Time in all", f"{limits.wall_seconds:g} s"),
        LimitView("Memory", f"{limits.memory_bytes // MIB:,} MiB"),
        LimitView("Processes", f"{limits.processes}"),
        LimitView("One file", f"{limits.file_bytes // MIB} MiB"),
        LimitView("All files", f"{limits.total_file_bytes // MIB} MiB"),
        LimitView("Compiler messages", f"{limits.diagnostics_bytes // KIB} KiB"),
        LimitView("Assembly", f"{limits.output_bytes // MIB} MiB"),
        LimitView("Network", "none"),
    )
