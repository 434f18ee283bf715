"""The core says what is so; where it stands in a picture is the web's."""

from __future__ import annotations

import re

from tests.architecture.project import ROOT, python_files

# Graphviz is a tool: it is given sizes of boxes, and says where they stand.
LAYS_OUT = "compiler_core/toolchain/graph_layout.py"
OF_PICTURES = re.compile(r"\bsvg\b|viewbox|user space|positions? in pixels", re.IGNORECASE)


def test_the_core_draws_no_pictures() -> None:
    assert [
        f"{path}:{number} {line.strip()}"
        for path in python_files("compiler_core")
        if str(path) != LAYS_OUT
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if OF_PICTURES.search(line)
    ] == []
