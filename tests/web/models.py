"""Models for tests of the pages: a tiny one, a picture, and reading a run's events."""

from __future__ import annotations

import io
import json
import logging
from urllib.parse import urlsplit

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageDraw
from starlette.testclient import TestClient

from tests.web.pages import Answer

HTML = {"accept": "text/html"}


def sign_picture() -> bytes:
    """A photo with a red disc and a white bar, larger than the net's input."""
    picture = Image.new("RGB", (120, 90), (120, 160, 200))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((25, 10, 95, 80), fill=(200, 20, 20))
    draw.rectangle((35, 38, 85, 52), fill=(255, 255, 255))
    kept = io.BytesIO()
    picture.save(kept, "PNG")
    return kept.getvalue()


def tiny_model(bias: float = 0.0) -> bytes:
    """1×3×4×4 → Conv 1×1 → Relu; another bias makes another file."""
    weights = np.full((2, 3, 1, 1), 0.5, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["x", "w", "b"], ["c"], name="convolution"),
            helper.make_node("Relu", ["c"], ["y"], name="relu"),
        ],
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 3, 4, 4))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (1, 2, 4, 4))],
        [
            numpy_helper.from_array(weights, "w"),
            numpy_helper.from_array(np.full(2, bias, np.float32), "b"),
        ],
    )
    imports = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=9)
    return model.SerializeToString()


def odd_model(operator: str, domain: str) -> bytes:
    """A convolution, then an operator of this domain."""
    weights = np.full((2, 3, 1, 1), 0.5, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["x", "w"], ["c"], name="convolution"),
            helper.make_node(operator, ["c"], ["y"], name="odd", domain=domain),
        ],
        "odd",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 3, 4, 4))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(weights, "w")],
    )
    imports = [helper.make_opsetid("", 17)]
    imports += [helper.make_opsetid(domain, 1)] if domain else []
    return helper.make_model(graph, opset_imports=imports, ir_version=9).SerializeToString()


def upload(client: TestClient, content: bytes, name: str = "tiny.onnx") -> Answer:
    return Answer(client.post("/model", files={"model": (name, content)}, headers=HTML))


def numbered_events(client: TestClient, address: str, after: int = 0) -> list[dict[str, object]]:
    """All events of a stream, each with the id it was sent under; not its places in the queue."""
    parts = urlsplit(address)
    headers = {"last-event-id": str(after)} if after else {}
    answer = client.get(f"{parts.path}/events?{parts.query}", headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in answer.text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines())
        if "id" not in lines:
            continue
        data = json.loads(lines["data"])
        assert lines["id"] == str(data["number"])
        assert lines["event"] == data["kind"]
        found.append(data)
    return found


class Heard(logging.Handler):
    """What the server's log says of model runs."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [record.getMessage()] if "model run" in record.getMessage() else []
