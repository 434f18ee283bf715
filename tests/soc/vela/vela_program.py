"""Run by the oracles' Python: what Arm's Vela says of each layer, one JSON line for each.

Standard input: JSON, the names of the accelerator, of the system's configuration and of its memory
mode, the bytes of SRAM that Vela may use, whether each layer stands alone or between two others,
and layers, each [kind, [size, in, out, window, stride]]. Argument: a folder for files. Vela runs in
this process; starting it anew for each layer takes ten times longer.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sys
from pathlib import Path

from ethosu.vela.vela import main as vela
from tflite_layer import layer_file

SETTINGS = ("--config", "Arm/vela.ini", "--verbose-performance")
# Of a layer between two others.
AROUND = "Abs"
# Of DRAM and flash a system has one.
CYCLES = {
    "npu": ("NPU",),
    "sram": ("SRAM AC",),
    "dram": ("DRAM AC", "OffFlash AC"),
    "all": ("Op Cycles",),
}


def answer(
    folder: Path, system: list[str], around: str, index: int, kind: str, sizes: list[int]
) -> dict[str, float]:
    """Cycles, products, and bytes of weights before and after encoding."""
    path = folder / f"layer{index}.tflite"
    path.write_bytes(layer_file(kind, sizes, index, around))
    with contextlib.redirect_stdout(io.StringIO()):
        vela([str(path), "--output-dir", str(folder), *system, *SETTINGS])
    rows = _rows(next(folder.glob(f"{path.stem}_per-layer.csv")))
    if any(row["Target"] != "NPU" for row in rows):
        raise SystemExit(f"Vela left a part of {kind} {sizes} to the CPU.")
    rows = [row for row in rows if row["NNG Operator"] != AROUND]
    summary = _rows(next(folder.glob(f"{path.stem}_summary_*.csv")))[0]
    found = {
        name: sum(float(row[column]) for row in rows for column in columns)
        for name, columns in CYCLES.items()
    }
    return found | {
        "macs": sum(float(row["MAC Count"]) for row in rows),
        "weights": float(summary["total_original_weights"]),
        "encoded": float(summary["total_npu_encoded_weights"]),
    }


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def main(folder: Path) -> None:
    """Answer the layers in order."""
    asked = json.load(sys.stdin)
    system = [
        "--accelerator-config",
        asked["accelerator"],
        "--system-config",
        asked["system"],
        "--memory-mode",
        asked["memory"],
        "--arena-cache-size",
        str(asked["cache"]),
    ]
    for index, (kind, sizes) in enumerate(asked["layers"]):
        found = answer(folder, system, asked["around"], index, kind, sizes)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
