"""One function of a file, without the others: what an address can hold of a long file."""

from __future__ import annotations

import re
from dataclasses import replace

from compiler_core.host.running.outline import root_of, top_level
from compiler_core.host.source_edits.edit import Edit, apply_edits
from compiler_core.host.source_reading.syntax import declared_name, text_of
from compiler_core.source import SourceFile

_GAPS = re.compile(r"\n{3,}")


def function_alone(source: SourceFile, function: str) -> SourceFile:
    """All that stands at file level, but of functions this one only, and no comments between them.
    Raises nothing; a translation calls no other function, so that it needs none."""
    root = root_of(source)
    if root is None:
        return source
    edits = tuple(
        Edit(node.start_byte, node.end_byte, "")
        for node in top_level(root)
        if node.type == "comment"
        or (
            node.type == "function_definition"
            and text_of(declared_name(node.child_by_field_name("declarator"))) != function
        )
    )
    text = apply_edits(source.text.encode("utf-8", "replace"), edits).decode("utf-8", "replace")
    return replace(source, text=_GAPS.sub("\n\n", text).strip() + "\n")
