"""llama.cpp's own quantiser, compiled from its source, on a million values that are never the same.

`script/oracles --llama` puts the source into build/oracles.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.block_formats.formats import block_format
from tests.conftest import ROOT
from tests.llm.block_formats.traps import trap_rows

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

GGML = ROOT / "build" / "oracles" / "llama" / "source" / "ggml"
HERE = Path(__file__).parent
LOOSE_TOLERANCE = 1.1
"""Of the root mean square error, where the compiler has used another order of rounding."""


@pytest.fixture(scope="module")
def quantiser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of ggml_quantise.c."""
    assert (GGML / "src" / "ggml-quants.c").is_file(), "run script/oracles --llama"
    program = tmp_path_factory.mktemp("ggml") / "ggml_quantise"
    sources = [HERE / "ggml_quantise.c", GGML / "src" / "ggml-quants.c"]
    options = ["-O2", "-w", f"-I{GGML / 'include'}", f"-I{GGML / 'src'}"]
    subprocess.run(
        ["gcc", *options, *map(str, sources), "-o", str(program), "-lm"],
        check=True,
        timeout=300,
    )
    return program


def blocks_by_ggml(program: Path, name: str, values: np.ndarray) -> np.ndarray:
    chosen = block_format(name)
    size = values.size // chosen.values * chosen.size
    done = subprocess.run(
        [str(program), name, str(values.size), str(size)],
        input=np.ascontiguousarray(values, np.float32).tobytes(),
        capture_output=True,
        check=True,
        timeout=120,
    )
    return np.frombuffer(done.stdout, np.uint8).reshape(len(values), -1)


def drawn(seed: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    sizes = 10.0 ** random.integers(-6, 3, (512, 64))
    kinds = {
        "normal": random.standard_normal((512, 1024)),
        "long tails": random.standard_t(2, (512, 1024)),
        "uniform": random.uniform(0, 1, (512, 1024)),
        "sizes": random.standard_normal((512, 1024)) * np.repeat(sizes, 16, axis=1),
    }
    return {name: values.astype(np.float32) for name, values in kinds.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Q4_0", "Q8_0", "Q4_K", "Q6_K", "Q8_K"])
def test_drawn_values_become_the_same_blocks(quantiser: Path, name: str) -> None:
    chosen = block_format(name)
    for kind, values in drawn(int(np.random.default_rng().integers(2**31))).items():
        wanted = blocks_by_ggml(quantiser, name, values)
        found = chosen.encode(values)
        errors = [
            float(np.sqrt(np.mean((chosen.decode(raw) - values) ** 2))) for raw in (found, wanted)
        ]
        assert errors[0] <= LOOSE_TOLERANCE * errors[1], kind
        same = (found.reshape(-1, chosen.size) == wanted.reshape(-1, chosen.size)).all(axis=1)
        assert same.mean() > 0.999, kind


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Q8_0", "Q4_K", "Q6_K", "Q8_K"])
def test_traps_become_the_same_blocks(quantiser: Path, name: str) -> None:
    """Without subnormal values, at which llama.cpp's assertions stop it."""
    for trap, values in trap_rows(16).items():
        if trap != "subnormal":
            wanted = blocks_by_ggml(quantiser, name, values)
            assert np.array_equal(block_format(name).encode(values), wanted), trap
