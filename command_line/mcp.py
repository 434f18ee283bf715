"""`lowlab mcp`: panes, models, chips and exercises as tools for assistants, on standard input."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from compiler_core.errors import InputError

INSTALL = "pip install 'lowering-lab[mcp]'"
ModelsOption = Annotated[
    str,
    typer.Option(
        metavar="FOLDER",
        help="A folder whose ONNX, GGUF and safetensors files may be asked about; without it only "
        "models that ship.",
    ),
]


def mcp_command(models: ModelsOption = "") -> int:
    """Serve panes, models and exercises to an assistant.

    By the Model Context Protocol. The tools only read; sources and models are compiled, run and
    analysed in the jail, with the limits of the pages.

    Exit status 2 without the package `mcp`.
    """
    # By its name, as the server's app is: commands know nothing of the web.
    try:
        server = import_module("app.assistants.server")
    except ModuleNotFoundError as error:
        if error.name not in ("mcp", "mcp_types"):
            raise
        raise InputError(
            "The tools for assistants need the package mcp, which is not installed.",
            f"Install it: {INSTALL}",
        ) from error
    server.serve_standard_input(models)
    return 0
