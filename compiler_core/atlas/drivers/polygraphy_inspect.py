"""Asks Polygraphy what a network is, and to convert it, which needs TensorRT itself.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
Request: `network`, an ONNX file in Base64. Answer: `inspected` and `converted`, each with the
`status` with which Polygraphy's command would have ended and all that it `said`.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import sys
from pathlib import Path

NETWORK = "network.onnx"
COMMANDS = {
    "inspected": ("inspect", "model", NETWORK),
    "converted": ("convert", NETWORK, "--int8", "-o", "network.plan"),
}


def main() -> None:
    """One request from standard input, one answer on standard output."""
    request = json.load(sys.stdin)
    Path(NETWORK).write_bytes(base64.b64decode(request["network"]))
    print(json.dumps({name: asked(command) for name, command in COMMANDS.items()}))


def asked(command: tuple[str, ...]) -> dict[str, object]:
    """What Polygraphy prints to it."""
    from polygraphy.tools import main as polygraphy  # pyright: ignore[reportMissingImports]

    sys.argv = ["polygraphy", *command]
    said = io.StringIO()
    status: object = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = polygraphy()
        except SystemExit as ended:
            status = ended.code
    plain = said.getvalue().replace(f"{Path.cwd()}/", "")
    return {"status": status if isinstance(status, int) else 1, "said": plain}


if __name__ == "__main__":
    main()
