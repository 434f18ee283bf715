"""GCC's `-fsave-optimization-record`: gzip-compressed JSON of metadata, passes and records.

The format is described in GCC's `optinfo-emit-json.cc`. A record's message is a list of texts and
of marked-up statements, expressions and functions; records nest in scopes.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from compiler_core.errors import LoweringLabError
from compiler_core.host.verdicts.account import Account
from compiler_core.source import Location, SourceFile
from compiler_core.trace import Remark, RemarkSeverity

FLAGS = ("-fsave-optimization-record",)
SUFFIX = ".opt-record.json.gz"
_SEVERITIES: dict[str, RemarkSeverity] = {"success": "passed", "failure": "missed"}
_MARKED_UP = ("expr", "stmt", "symtab_node")


def read_gcc_files(files: Mapping[str, bytes], source: SourceFile) -> tuple[Account, ...]:
    """All accounts of the record among the files that a compile left. Raises as the reader."""
    del source
    return tuple(
        account
        for name, content in files.items()
        if name.endswith(SUFFIX)
        for account in read_gcc_record(content)
    )


def read_gcc_record(content: bytes) -> tuple[Account, ...]:
    """All accounts in GCC's order, scopes before what they hold.

    Raises LoweringLabError if the record is damaged: it comes from a compiler, not from a user.
    """
    try:
        record = orjson.loads(gzip.decompress(content))
        _, passes, roots = record
        names = dict(_pass_names(passes))
        return tuple(account for root in roots for account in _accounts(root, names, 0))
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise LoweringLabError("GCC's optimisation record cannot be read.") from error


def _pass_names(passes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for compiler_pass in passes:
        yield compiler_pass["id"], compiler_pass["name"]
        yield from _pass_names(compiler_pass.get("children", []))


def _accounts(node: dict[str, Any], names: dict[str, str], depth: int) -> Iterator[Account]:
    remark = Remark(
        _SEVERITIES.get(node["kind"], "analysis"), _message(node["message"]), _location(node)
    )
    name, function = names.get(node.get("pass", ""), ""), node.get("function", "")
    yield Account(
        remark=remark,
        pass_name=name,
        function=function,
        depth=depth,
        call=_call(node),
    )
    for child in node.get("children", []):
        yield from _accounts(child, names, depth + 1)


def _message(parts: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else _marked_up(part) for part in parts).strip()


def _marked_up(part: dict[str, Any]) -> str:
    return next((str(part[name]).strip() for name in _MARKED_UP if name in part), "")


def _call(node: dict[str, Any]) -> Location | None:
    """The last site of the chain of calls that were inlined: it stands in the function itself."""
    sites = [_place(call.get("site")) for call in node.get("inlining_chain", ())]
    return sites[-1] if sites else None


def _location(node: dict[str, Any]) -> Location | None:
    return _place(node.get("location"))


def _place(entry: dict[str, Any] | None) -> Location | None:
    if entry is None:
        return None
    return Location(entry["file"].rpartition("/")[2], entry["line"], entry.get("column", 0))
