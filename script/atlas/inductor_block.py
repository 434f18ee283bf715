"""Records what PyTorch's Inductor makes of RMSNorm and a product of matrices, and its result.

Run by an interpreter that has torch (`script/record_block`), and not by ours. The numbers are drawn
as `compiler_core/atlas/one_block/block.py` draws them. torch, numpy and the standard library only.
"""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).resolve().parents[2] / "content/atlas/one-block/inductor.json"
COMMAND = "torch._inductor.utils.run_and_get_code(torch.compile(block), x, gain, first)"
EPSILON, SEED = 1e-5, 19
ROWS, WIDTH, COLUMNS = 16, 1024, 4096


def main() -> None:
    """Writes the file, and prints how far the result is from numpy's."""
    import numpy as np

    generator = np.random.default_rng(SEED)
    shapes = ((ROWS, WIDTH), (WIDTH,), (WIDTH, COLUMNS))
    arrays = [generator.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
    values, gain, first = (array.astype(np.float64) for array in arrays)
    root = np.sqrt(np.mean(values * values, axis=-1, keepdims=True) + EPSILON)
    right = (values * gain / root) @ first
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TORCHINDUCTOR_CACHE_DIR=folder, TORCHINDUCTOR_COMPILE_THREADS="1")
        version, result, code = _compiled(arrays)
    difference = float(np.abs(result - right).max() / np.abs(right).max())
    record = {
        "version": version,
        "recorded_on": datetime.now(UTC).date().isoformat(),
        "command": COMMAND,
        "sizes": [ROWS, WIDTH, COLUMNS],
        "difference": difference,
        "code": code,
    }
    RECORDED.write_text(json.dumps(record, indent=1) + "\n")
    print(f"PyTorch {version}: {code.count(chr(10))} lines, {difference:.2e} from numpy")


def _compiled(arrays: list[Any]) -> tuple[str, Any, str]:
    """The version, what the compiled function gives, and the program that Inductor wrote."""
    import torch  # pyright: ignore[reportMissingImports]
    from torch._inductor.utils import run_and_get_code  # pyright: ignore[reportMissingImports]

    torch.set_num_threads(1)
    with torch.no_grad():
        result, texts = run_and_get_code(torch.compile(block), *map(torch.from_numpy, arrays))
    return torch.__version__.partition("+")[0], result.numpy(), texts[0]


def block(values: Any, gain: Any, first: Any) -> Any:
    """A line an operator, of the name that it has elsewhere."""
    square = values * values
    mean = square.mean(-1, keepdim=True)
    shifted = mean + EPSILON
    root = shifted.sqrt()
    scaled = values * gain
    normed = scaled / root
    return normed @ first


if __name__ == "__main__":
    main()
