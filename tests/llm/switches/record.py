"""Ask transformers for the logits of all cases, and which keys change none.

    python -m tests.llm.switches.record

Needs torch, transformers and safetensors, in any environment; nothing else of the project. Writes
recorded.npz (float32 logits of the last positions) and recorded.json (versions, and for each kind
the keys with which the logits stayed the same to the last bit) beside this file.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.llm.switches.cases import BASES, KEPT, TOKENS, all_cases, base_of, tensors_of
from tests.llm.switches.idle_keys import IDLE_KEYS, OTHER_KEYS

FOLDER = Path(__file__).parent


def transformers_logits(config: dict[str, Any], tensors: dict[str, np.ndarray]) -> np.ndarray:
    """float32 [KEPT, vocabulary], by the library's own reading of the files."""
    import torch  # pyright: ignore[reportMissingImports]
    from safetensors.numpy import save_file
    from transformers import AutoModelForCausalLM  # pyright: ignore[reportMissingImports]

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        (folder / "config.json").write_text(json.dumps(config))
        model, loaded = AutoModelForCausalLM.from_pretrained(
            folder, dtype=torch.float32, attn_implementation="eager", output_loading_info=True
        )
    if loaded["missing_keys"] or loaded["unexpected_keys"] or loaded["mismatched_keys"]:
        raise ValueError(f"The library reads other tensors: {loaded}")
    with torch.no_grad():
        found = model.eval()(torch.tensor([TOKENS]), use_cache=False, return_dict=True).logits
    return found[0, -KEPT:].float().numpy()


def main() -> None:
    """Record everything anew."""
    import torch  # pyright: ignore[reportMissingImports]
    import transformers  # pyright: ignore[reportMissingImports]

    torch.set_num_threads(1)
    logits = {
        name: transformers_logits(config, tensors_of(config))
        for name, config in all_cases().items()
    }
    np.savez_compressed(FOLDER / "recorded.npz", **logits)  # pyright: ignore[reportArgumentType]
    same = {kind: _same_keys(kind, logits[f"{kind}: base"]) for kind in BASES}
    versions = {"torch": torch.__version__, "transformers": transformers.__version__}
    text = json.dumps({"versions": versions, "same": same}, indent=1)
    (FOLDER / "recorded.json").write_text(text + "\n")


def _same_keys(kind: str, base: np.ndarray) -> list[str]:
    """Keys that change no bit; one that the library refuses is none of them."""
    tensors = tensors_of(base_of(kind))
    found = []
    for key, value in {**IDLE_KEYS, **OTHER_KEYS}.items():
        if key in base_of(kind):
            continue
        try:
            changed = transformers_logits({**base_of(kind), key: value}, tensors)
        except Exception as error:  # noqa: BLE001 - whatever the library says, it is not silence
            print(f"{kind}: {key} is refused: {str(error)[:80]}")
            continue
        if changed.shape == base.shape and np.array_equal(changed, base):
            found.append(key)
    return found


if __name__ == "__main__":
    main()
