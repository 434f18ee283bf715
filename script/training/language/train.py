"""Make the language model that ships, from its text to its files.

    .venv/bin/python -m script.training.language.train

Three steps: write the texts and learn the tokeniser; train in build/oracles (`script/oracles
--torch`); write the weights as a Hugging Face folder and as a GGUF. Training that was interrupted
goes on where it was.
"""

from __future__ import annotations

import subprocess

from script.training.language.export import export_model
from script.training.language.prepare import prepare
from script.training.language.shape import ROOT


def main() -> None:
    prepare()
    python = ROOT / "build" / "oracles" / "bin" / "python"
    command = ["nice", "-n", "5", str(python), "-m", "script.training.language.learn"]
    subprocess.run(command, cwd=ROOT, check=True)
    print(export_model())


if __name__ == "__main__":
    main()
