"""`lowlab compile`: a source file as an explained listing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, Files, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.compilation import Compilation


def compile_command(
    files: Files,
    compiler: Annotated[
        str, typer.Option(help="gcc or clang (the newest here), or one version such as gcc-12.")
    ] = "gcc",
    flags: Annotated[str, typer.Option(help="Compiler flags, as one text.")] = "-O2",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Compile to AArch64 and explain every line.

    Exit status 1 if the compiler gives no assembly.
    """
    from command_line.compile_text import compilation_lines, diagnostic_lines
    from command_line.output import print_error, print_json, print_lines, terminal_width
    from command_line.source_arguments import read_sources
    from compiler_core.host.compile import compile_source
    from compiler_core.json_form import compilation_json

    sources = read_sources(files, language)
    compilation = compile_source(sources, compiler, flags)
    if as_json:
        print_json(compilation_json(compilation))
    elif compilation.ok:
        print_lines(compilation_lines(compilation, terminal_width()))
    else:
        print_lines(diagnostic_lines(compilation, sources))
    if not compilation.ok:
        print_error(refusal(compilation))
        return 1
    return 0


def refusal(compilation: Compilation) -> str:
    """One line: which compiler gave no assembly, and the first reason it named."""
    first = next((found for found in compilation.diagnostics if found.severity == "error"), None)
    if compilation.status != "rejected" or first is None:
        return f"{compilation.compiler_title}: {compilation.message}"
    place = f"{first.file}:{first.line}:{first.column}: " if first.line else ""
    return f"{compilation.compiler_title} rejects the source: {place}{first.message}"
