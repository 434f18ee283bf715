"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="One or two C or C++ files, by suffix; - reads standard input.",
        show_default=False,
    ),
]
EngineDirectory = Annotated[
    str,
    typer.Argument(metavar="DIR", help="What `lowlab llm compile` wrote.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
LanguageOption = Annotated[
    str, typer.Option("--language", help="c or c++; needed only for standard input.")
]
File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="One C or C++ file, by suffix; - reads standard input.",
        show_default=False,
    ),
]
CompilerOption = Annotated[
    str, typer.Option(help="gcc or clang (the newest here), or one version such as gcc-12.")
]
FlagsOption = Annotated[str, typer.Option(help="Compiler flags, as one text.")]
