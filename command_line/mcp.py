"""`lowlab mcp`: panes and exercises as tools for assistants, over standard input."""

from __future__ import annotations

from importlib import import_module

from compiler_core.errors import InputError

INSTALL = "pip install 'lowering-lab[mcp]'"


def mcp_command() -> int:
    """Serve panes and exercises to an assistant as tools.

    By the Model Context Protocol. The tools only read; sources are compiled, run and analysed in
    the jail, with the limits of the pages.

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
    server.serve_standard_input()
    return 0
