"""Record what PyTorch says of the export page's modules, for readers who do not have it.

python -m script.training.record_hazards
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import yaml

from compiler_core.graph.exporting import example
from compiler_core.graph.exporting.hazards import HAZARDS, RECORD, try_hazard

ORACLE_PYTHON = Path(__file__).resolve().parents[2] / "build" / "oracles" / "bin" / "python"
_HEAD = "# Written by script/training/record_hazards.py from PyTorch's own words.\n"


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stay lines."""


def _represent(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent)


def main() -> None:
    _record_example()
    attempts = [try_hazard(hazard, str(ORACLE_PYTHON)) for hazard in HAZARDS]
    record = {
        "torch": attempts[0][0],
        "date": datetime.now(UTC).date().isoformat(),
        "outcomes": [_plain(asdict(outcome)) for _, outcome in attempts],
    }
    _write(RECORD, record)
    for _, outcome in attempts:
        print(outcome.id, outcome.error or f"exported with batch {outcome.batch}")


def _record_example() -> None:
    export = example.export_example(str(ORACLE_PYTHON))
    nodes = [_plain(asdict(node)) for node in export.nodes]
    _write(example.RECORD, {"torch": export.torch, "nodes": nodes})
    print(example.SOURCE.name, export.error or f"exported: {len(nodes)} nodes")


def _write(path: Path, record: dict[str, object]) -> None:
    text = yaml.dump(record, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    path.write_text(_HEAD + text, encoding="utf-8")


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


if __name__ == "__main__":
    main()
