"""Write the recorded assembly of the corpus: `python -m tests.listing.record`.

Ten sources, GCC 12 and Clang 19, at -O0, -O2, -O3 and SVE. Recorded rather than compiled in each
run, so that a golden file differs only when our reading of it does.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
SETTINGS = {"O0": "-O0", "O2": "-O2", "O3": "-O3", "sve": "-O3 -march=armv8-a+sve"}
DRIVERS = {
    ("gcc-12", ".c"): ("aarch64-linux-gnu-gcc-12",),
    ("gcc-12", ".cpp"): ("aarch64-linux-gnu-g++-12",),
    ("clang-19", ".c"): ("clang-19", "--target=aarch64-linux-gnu"),
    ("clang-19", ".cpp"): ("clang++-19", "--target=aarch64-linux-gnu"),
}
DEBUG_SECTION = re.compile(
    r"^\t\.section\t\.debug_.*?(?=^\t\.(?:section\t(?!\.debug_)|text|data|ident)|\Z)", re.M | re.S
)


def main() -> None:
    for source in sorted((HERE / "sources").iterdir()):
        for compiler in ("gcc-12", "clang-19"):
            for name, flags in SETTINGS.items():
                driver = DRIVERS[compiler, source.suffix]
                command = [*driver, *flags.split(), "-g1", "-S", "-o", "-", source.name]
                run = subprocess.run(
                    command, cwd=source.parent, capture_output=True, text=True, check=True
                )
                target = HERE / "assembly" / f"{source.stem}.{compiler}.{name}.s"
                target.write_text(DEBUG_SECTION.sub("", run.stdout).replace(str(HERE), ""))


if __name__ == "__main__":
    main()
