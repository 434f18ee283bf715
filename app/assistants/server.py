"""The tools over standard input and output, by the official SDK of the Model Context Protocol."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import orjson
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server

from app.analysis.running import end_analysis
from app.assistants.commands import spoken
from app.assistants.model_files import allow_models_of
from app.assistants.tools import TOOLS, AssistantTool
from app.serving.bodies import parse_body
from app.settings import settings
from compiler_core.errors import InputError, LoweringLabError, UnknownName

LONGEST_ANSWER = 200_000
"""Characters; what is longer tells an assistant nothing."""
INSTRUCTIONS = (
    "Lowering Lab shows what compilers really do to loops on AArch64. Everything said is computed "
    "here: compiled by installed compilers in a jail, run under an emulator, counted. Modelled "
    "figures say so. Each answer has the command that gives it at home, with the source that was "
    "sent in the file it names. Nothing of what is sent is stored."
)


def serve_standard_input(models: str = "") -> None:
    """Answer until standard input ends. models: a folder whose model files may be asked about, none
    if empty. Raises UnknownName for what is no folder."""
    if models:
        allow_models_of(Path(models))
    try:
        anyio.run(_serve)
    finally:
        end_analysis()


async def _serve() -> None:
    server = Server(
        "lowlab",
        version=version("lowering-lab"),
        title="Lowering Lab",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


async def _list_tools(
    _context: ServerRequestContext[Any], _asked: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])


def _described(tool: AssistantTool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.about,
        input_schema=tool.body.model_json_schema(),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


async def _call_tool(
    _context: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> types.CallToolResult:
    try:
        return _said(await answer_of(params.name, params.arguments or {}))
    except LoweringLabError as error:
        return _said(f"{error.message} {error.advice}".strip(), failed=True)


def _said(text: str, *, failed: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=failed)


async def answer_of(name: str, arguments: dict[str, Any]) -> str:
    """JSON of `command` and `answer`. Raises LoweringLabError in plain words."""
    tool = next((candidate for candidate in TOOLS if candidate.name == name), None)
    if tool is None:
        known = ", ".join(offered.name for offered in TOOLS)
        raise UnknownName(f"There is no tool {name[:60]!r}.", f"There are: {known}.")
    sent = orjson.dumps(arguments)
    if len(sent) > settings().body_bytes:
        raise InputError(f"This is larger than the {settings().body_bytes:,} bytes one may send.")
    body = parse_body(tool.body, sent)
    command = spoken(tool.words(body))
    answer = orjson.dumps({"command": command, "answer": await tool.answer(body)}).decode()
    if len(answer) > LONGEST_ANSWER:
        narrower = "about one function" if "source" in tool.body.model_fields else "for less"
        raise AnswerTooLong(len(answer), command, narrower)
    return answer


class AnswerTooLong(LoweringLabError):
    """An answer that no assistant reads to its end. narrower: what to ask instead."""

    status = 413

    def __init__(self, length: int, command: str, narrower: str) -> None:
        super().__init__(
            f"The answer has {length:,} characters; an assistant gets {LONGEST_ANSWER:,}.",
            f"Ask {narrower}, or see it at home: {command}",
        )
