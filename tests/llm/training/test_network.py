"""PyTorch as an oracle: the network that was trained, and the reference on the file that ships."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.evaluation.documents import document_tokens
from compiler_core.llm.evaluation.shipped import evaluation_text, shipped_language_model
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / "build" / "oracles" / "bin" / "python"
MODEL = shipped_language_model()
LOGITS = """
import sys
import numpy as np
import torch
from script.training.language.network import Network
torch.set_num_threads(1)
network = Network().eval()
with np.load(sys.argv[1]) as weights:
    network.load_state_dict({name: torch.from_numpy(weights[name]) for name in weights.files})
tokens = torch.from_numpy(np.load(sys.argv[2]))
with torch.no_grad():
    np.save(sys.argv[3], network(tokens[None])[0].numpy())
"""
TRAINING = """
import sys
from pathlib import Path
import numpy as np
import torch
from script.training.language import learn
from script.training.language.network import Network
torch.set_num_threads(1)
learn._REPORT_EVERY = 2
learn._LENGTH = 64
tokens = np.arange(4000, dtype=np.uint16) * 7 % 700
def trained(name, steps):
    learn.CHECKPOINT = Path(sys.argv[1]) / f"{name}.pt"
    learn._STEPS = steps
    torch.manual_seed(1)
    network = Network()
    learn.train(network, tokens)
    return network.state_dict()
whole = trained("whole", 6)
trained("parts", 4)
parts = trained("parts", 6)
assert all(torch.equal(whole[name], parts[name]) for name in whole)
print("the same weights")
"""


def in_oracles(program: str, *arguments: Path) -> str:
    finished = subprocess.run(
        [PYTHON, "-W", "ignore", "-c", program, *map(str, arguments)],
        cwd=ROOT,
        check=True,
        timeout=200,
        capture_output=True,
        text=True,
    )
    return finished.stdout


@pytest.mark.slow
def test_the_reference_computes_what_was_trained(tmp_path: Path) -> None:
    """From the folder's tensors and pairing in PyTorch, from the GGUF's in numpy."""
    from safetensors.numpy import load_file

    weights = load_file(MODEL.folder / "model.safetensors")
    named = {name.removeprefix("model."): one.astype(np.float32) for name, one in weights.items()}
    np.savez(tmp_path / "weights.npz", **named)  # pyright: ignore[reportArgumentType]
    tokeniser = tokeniser_of(read_header(MODEL.path).tokeniser)
    tokens = np.array(document_tokens(tokeniser, evaluation_text())[:512], dtype=np.int64)
    np.save(tmp_path / "tokens.npy", tokens)
    in_oracles(LOGITS, *(tmp_path / name for name in ("weights.npz", "tokens.npy", "logits.npy")))
    expected = np.load(tmp_path / "logits.npy")
    found = forward(load_reference(MODEL.path), tokens)
    assert expected.std() > 1
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)


@pytest.mark.slow
def test_training_that_was_interrupted_gives_the_same_weights(tmp_path: Path) -> None:
    assert in_oracles(TRAINING, tmp_path).endswith("the same weights\n")
