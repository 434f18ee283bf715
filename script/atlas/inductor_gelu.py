"""Records what PyTorch's Inductor makes of GELU, and what the first call costs the processor.

Run by an interpreter that has torch (`script/record_gelu`), and not by ours. Two processes
call the same function for the first time: one finds nothing of earlier runs, one finds the code
that the first has kept on disk. Both have loaded the compiler before, which takes seconds and is
the same for both. Time is of the processor, the C++ compiler's included, since time on the clock
tells of what else the machine has to do. Standard library and torch only.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

RECORDED = Path(__file__).resolve().parents[2] / "content/atlas/triton/inductor.json"
COMMAND = "torch._inductor.utils.get_code(torch.compile(torch.nn.functional.gelu), x)"
_ELEMENTS = 1 << 20
_KERNEL = re.compile(r"r?'''\n(.*?)'''", re.DOTALL)


def main() -> None:
    """Prints the two times, and writes the file."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = _one_process(folder), _one_process(folder)
    kernels = _KERNEL.findall(cold["code"])
    record = {
        "version": cold["version"],
        "recorded_on": datetime.now(UTC).date().isoformat(),
        "command": COMMAND,
        "elements": _ELEMENTS,
        "nothing_kept_seconds": cold["seconds"],
        "code_kept_seconds": warm["seconds"],
        "called_again_seconds": cold["again"],
        "kernels": kernels,
    }
    RECORDED.write_text(json.dumps(record, indent=1) + "\n")
    print(f"nothing kept {cold['seconds']:.2f} s, code kept {warm['seconds']:.2f} s, ", end="")
    print(f"called again {cold['again']:.6f} s, {len(kernels)} kernels")


def _one_process(folder: str) -> dict:
    done = subprocess.run(
        [sys.executable, __file__, "once"],
        env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": folder, "TORCHINDUCTOR_COMPILE_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def once() -> None:
    """The first call of this process and the second; the code behind the times."""
    import torch  # pyright: ignore[reportMissingImports]
    import torch._dynamo  # pyright: ignore[reportMissingImports]
    import torch._inductor.compile_fx  # pyright: ignore[reportMissingImports]
    from torch._inductor.utils import get_code  # pyright: ignore[reportMissingImports]

    values = torch.randn(_ELEMENTS)
    compiled = torch.compile(torch.nn.functional.gelu)
    begin = _processor_seconds()
    compiled(values)
    first = _processor_seconds()
    compiled(values)
    second = _processor_seconds()
    code = get_code(torch.compile(torch.nn.functional.gelu), values)
    print(json.dumps({
        "version": torch.__version__.partition("+")[0], "seconds": first - begin,
        "again": second - first, "code": "\n".join(code),
    }))  # fmt: skip


def _processor_seconds() -> float:
    """Of this process, and of those that it has started and seen end."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    once() if sys.argv[1:] == ["once"] else main()
