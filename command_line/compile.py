"""`lowlab compile`: a source file as an explained listing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compiler_core.host.compilation import Compilation
    from compiler_core.source import SourceFile


def compile_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Compile to AArch64 and explain every line.

    Exit status 1 if the compiler gives no assembly.
    """
    from command_line.output import print_error
    from command_line.source_arguments import read_sources
    from compiler_core.errors import AnswerTooLarge
    from compiler_core.host.compile import compile_source
    from compiler_core.host.plain_listing import listed_plainly

    sources = read_sources(files, language)
    compilation = compile_source(sources, compiler, flags)
    try:
        _print(compilation, sources, as_json)
    except AnswerTooLarge:
        with listed_plainly():
            _print(compile_source(sources, compiler, flags), sources, as_json)
    if not compilation.ok:
        print_error(refusal(compilation))
        return 1
    return 0


def _print(compilation: Compilation, sources: Sequence[SourceFile], as_json: bool) -> None:
    from command_line.output import print_answer, print_answer_lines, print_lines, terminal_width
    from compiler_core.host.compilation_text import compilation_lines, diagnostic_lines
    from compiler_core.json_form import plain_json

    if as_json:
        print_answer(plain_json(compilation))
    elif compilation.ok:
        print_answer_lines(compilation_lines(compilation, terminal_width()))
    else:
        print_lines(diagnostic_lines(compilation, sources))


def refusal(compilation: Compilation) -> str:
    """One line: which compiler gave no assembly, and the first reason it named."""
    from command_line.output import with_title

    first = next((error for error in compilation.diagnostics if error.severity == "error"), None)
    if compilation.status != "rejected" or first is None:
        return with_title(compilation.compiler_title, compilation.message)
    location = f"{first.file}:{first.line}:{first.column}: " if first.line else ""
    return f"{compilation.compiler_title} rejects the source: {location}{first.message}"
