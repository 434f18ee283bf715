"""Asking for cycles in tests: gallery loops under a setting, for a core."""

from __future__ import annotations

from pathlib import Path

from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import Analysers, cycles_of
from compiler_core.host.cycles.record import CyclesReport, LoopCycles, ModelAnswer
from compiler_core.source import SourceFile, source_file
from compiler_core.toolchain.analysers import find_llvm_mca

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = ROOT / "content" / "examples"


def example(name: str) -> SourceFile:
    """A source of the gallery, by file name."""
    language = "c++" if name.endswith(".cpp") else "c"
    return source_file((EXAMPLES / name).read_text(), language)


def cycles(name: str, compiler: str, flags: str, cpu: str = "neoverse-n1") -> CyclesReport:
    """The report about one gallery source, by llvm-mca alone."""
    sources = (example(name),)
    compilation = compile_source(sources, compiler, flags)
    return cycles_of(sources, compilation, cpu, Analysers(find_llvm_mca(), None))


def main_loop(report: CyclesReport) -> LoopCycles:
    """The first main body."""
    return next(loop for loop in report.loops if loop.role == "main")


def answer(report: CyclesReport, model: str = "llvm-mca") -> ModelAnswer:
    """What one model says of the first main body."""
    return next(found for found in main_loop(report).models if found.model == model)
