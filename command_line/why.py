"""`lowlab why`: what became of each loop of a source, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command_line.options import AsJson, CompilerOption, File, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.verdicts.verdict import Verdict, Why


def why_command(
    file: File,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O3",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Say why each loop was vectorised or not.

    With the evidence, and what to try.

    Exit status 1 if the compiler gives no assembly.
    """
    from command_line.output import print_error, print_json, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.verdicts.why import explain_loops, why_json

    (source,) = read_sources([file], language)
    why = explain_loops(source, compiler, flags)
    if as_json:
        print_json(why_json(why))
    else:
        print_lines(why_lines(why))
    if not why.ok:
        print_error(f"{why.compiler_title}: {why.message}")
        return 1
    return 0


def why_lines(why: Why) -> list[str]:
    """The cards as text, one after another."""
    if why.ok and not why.loops:
        return ["No loop statement in this source."]
    return [line for verdict in why.loops for line in _card(verdict)]


def _card(verdict: Verdict) -> list[str]:
    tried = [f"  try: {found.title} ({found.id})" for found in verdict.suggestions]
    seen = [f"  {evidence.kind}: {evidence.text}" for evidence in verdict.evidence]
    return [
        f"{verdict.function}, line {verdict.source_line}: {verdict.title}",
        f"  {verdict.sentence}",
        f"  {verdict.explanation}",
        *seen,
        *tried,
        "",
    ]
