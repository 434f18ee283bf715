"""Clang's `-fsave-optimization-record`: a YAML document per remark.

The format is LLVM's "Remarks" (llvm.org/docs/Remarks.html). The tag is the kind; the message is the
joined values of `Args`, of which some are named (`VectorizationFactor`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler_core.errors import LoweringLabError
from compiler_core.host.verdicts.account import Account
from compiler_core.source import Location, SourceFile
from compiler_core.trace import Remark, RemarkSeverity

FLAGS = ("-fsave-optimization-record",)
SUFFIX = ".opt.yaml"
_SEVERITIES: dict[str, RemarkSeverity] = {
    "Passed": "passed",
    "Missed": "missed",
    "Analysis": "analysis",
    "AnalysisFPCommute": "analysis",
    "AnalysisAliasing": "analysis",
    "Failure": "warning",
}


def read_clang_files(files: Mapping[str, bytes], source: SourceFile) -> tuple[Account, ...]:
    """All accounts of the record among the files that a compile left. Raises as the reader."""
    del source
    return tuple(
        account
        for name, content in files.items()
        if name.endswith(SUFFIX)
        for account in read_clang_record(content)
    )


def read_clang_record(content: bytes) -> tuple[Account, ...]:
    """All accounts in Clang's order.

    Raises LoweringLabError if the record is damaged: it comes from a compiler, not from a user.
    """
    # Loading it costs more than the rest of this package, and GCC's dumps do not need it.
    import yaml

    class Loader(yaml.CSafeLoader):
        """Knows the tags of remarks."""

    def tagged(loader: Any, kind: str, node: Any) -> tuple[str, dict[str, Any]]:
        return kind, loader.construct_mapping(node, deep=True)

    Loader.add_multi_constructor("!", tagged)
    try:
        documents = yaml.load_all(content, Loader)
        return tuple(_account(kind, fields) for kind, fields in documents)
    except (yaml.YAMLError, KeyError, TypeError, ValueError) as error:
        raise LoweringLabError("Clang's optimisation record cannot be read.") from error


def _account(kind: str, fields: dict[str, Any]) -> Account:
    arguments = [_argument(part) for part in fields.get("Args", [])]
    message = "".join(value for _, value in arguments).strip()
    remark = Remark(_SEVERITIES[kind], message, _location(fields.get("DebugLoc")))
    named = tuple(part for part in arguments if part[0] != "String")
    return Account(
        remark=remark,
        pass_name=fields["Pass"],
        name=fields["Name"],
        function=fields.get("Function", ""),
        arguments=named,
    )


def _argument(part: dict[str, Any]) -> tuple[str, str]:
    """One piece of the message; it may carry a place of its own beside its one named value."""
    name = next(name for name in part if name != "DebugLoc")
    return name, "" if part[name] is None else str(part[name])


def _location(entry: dict[str, Any] | None) -> Location | None:
    if not entry or not entry.get("File"):
        return None
    return Location(entry["File"].rpartition("/")[2], entry["Line"], entry["Column"])
