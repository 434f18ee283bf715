"""The same source without `restrict`: the code that may not assume that pointers are apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.running.outline import root_of
from compiler_core.host.source_edits.edit import Edit, apply_edits
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.source import SourceFile

WORDS = ("restrict", "__restrict", "__restrict__")
_WORD = re.compile(r"\b(?:__restrict__|__restrict|restrict)\b")


def without_restrict(source: SourceFile) -> SourceFile:
    """Every `restrict` of the source cut out, with one blank after it; lines stay where they are.

    A macro that stands for restrict stands for nothing afterwards. Comments and strings are left.
    """
    root = root_of(source)
    if root is None:
        return source
    content = source.text.encode("utf-8", "replace")
    edited = apply_edits(content, tuple(_edits(root, content)))
    return SourceFile(source.name, edited.decode("utf-8", "replace"))


def _edits(root: Node, content: bytes) -> Iterator[Edit]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        text = text_of(node)
        if node.child_count == 0 and text in WORDS:
            blank = content[node.end_byte : node.end_byte + 1] == b" "
            yield Edit(node.start_byte, node.end_byte + blank, "")
        elif node.type == "preproc_arg" and _WORD.search(text):
            yield Edit(node.start_byte, node.end_byte, _WORD.sub("", text))
        else:
            waiting += node.children
