"""A graph of 10,000 nodes: its overview, clicks in its picture, and the bytes of each.

Other work of the machine only lengthens a time, so of some rounds the shortest is judged; the
median is printed beside it.
"""

from __future__ import annotations

import gzip
import re
import time
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from script.benchmarks.measurement import Measurement, median

NODES = 10_000
MOST_OVERVIEW, MOST_CLICK, MOST_BYTES = 1.0, 0.1, 500_000
_ROUNDS = 7
_LONGEST_WAIT = 300
_CHANNELS = 4
_STAGE = "/export?precision=fp32"
_BLOCK = 4  # nodes
_DEEPEST = 6
_BOX = re.compile(r'<a href="([^"]+)" class="box ')
_COLOUR = re.compile(r'<a href="([^"]*colour=[^"]*)"')


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    seconds: float
    size: int


async def measure_large_graph(host: str, port: int) -> Measurement:
    """The page of a stage that has ended, without and with what is asked of its picture."""
    base = f"http://{host}:{port}"
    page = f"{base}{_uploaded(base, network(NODES).SerializeToString())}{_STAGE}"
    first = _ended(page)
    _cancelled(page)
    overview = [_fetched(page) for _ in range(_ROUNDS)]
    clicks = {
        name: [_fetched(base + link) for _ in range(_ROUNDS)]
        for name, link in _links(base, first.text)
    }
    least = {name: min(answer.seconds for answer in answers) for name, answers in clicks.items()}
    largest = max(answer.size for answer in (first, *(answers[0] for answers in clicks.values())))
    usual = median([answer.seconds for answers in clicks.values() for answer in answers])
    shortest = min(answer.seconds for answer in overview)
    slowest = max(least.values())
    return Measurement(
        what=f"a graph of {NODES:,} nodes",
        ours=f"overview {shortest:.3f} s, first asked for {first.seconds:.3f} s; "
        + ", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in least.items())
        + f"; {largest / 1000:.0f} kB",
        other=f"medians: overview {median([answer.seconds for answer in overview]):.3f} s, "
        f"click {usual * 1000:.0f} ms",
        ratio="",
        limit=f"at most {MOST_OVERVIEW:g} s, {MOST_CLICK * 1000:.0f} ms a click, "
        f"{MOST_BYTES // 1000} kB",
        met=shortest <= MOST_OVERVIEW and slowest <= MOST_CLICK and largest <= MOST_BYTES,
    )


def _links(base: str, text: str) -> Iterator[tuple[str, str]]:
    """What a reader clicks, one after the other: blocks down to a node, that node, a colour."""
    colours = _COLOUR.findall(text)
    for depth in range(1, _DEEPEST + 1):
        boxes = [unescape(box) for box in _BOX.findall(text)]
        link = boxes[len(boxes) // 2]
        yield ("node" if "node=" in link else f"block {depth}"), link
        if "node=" in link:
            break
        text = _fetched(base + link).text
    yield "colour", unescape(colours[-1])


def _uploaded(base: str, content: bytes) -> str:
    """The address of the network's stages."""
    mark = uuid.uuid4().hex
    head = (
        f'--{mark}\r\nContent-Disposition: form-data; name="model"; filename="large.onnx"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
    # To follow would begin a run with other settings, whose work would be measured beside this one.
    url = urlsplit(base)
    connection = HTTPConnection(url.netloc, timeout=_LONGEST_WAIT)
    kind = f"multipart/form-data; boundary={mark}"
    connection.request("POST", "/model", body, {"Content-Type": kind, "Accept": "text/html"})
    path = connection.getresponse().headers["location"]
    connection.close()
    return urlsplit(path).path.rpartition("/")[0]


def _ended(page: str) -> _Answer:
    """The first answer that has the picture. Raises SystemExit where none comes."""
    end = time.monotonic() + _LONGEST_WAIT
    while time.monotonic() < end:
        answer = _fetched(page)
        if _BOX.search(answer.text):
            return answer
        time.sleep(0.5)
    raise SystemExit(f"The stage did not end in {_LONGEST_WAIT} seconds.")


def _cancelled(page: str) -> None:
    """The stages after it would be worked on while clicks are measured."""
    url = urlsplit(page)
    values = parse_qsl(url.query)
    connection = HTTPConnection(url.netloc, timeout=_LONGEST_WAIT)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", url.path, urlencode([*values, ("action", "cancel")]), kind)
    connection.getresponse().read()
    connection.close()


def _fetched(address: str) -> _Answer:
    """As browsers ask: compressed."""
    request = urllib.request.Request(
        address.partition("#")[0], headers={"Accept": "text/html", "Accept-Encoding": "gzip"}
    )
    began = time.perf_counter()
    with urllib.request.urlopen(request, timeout=_LONGEST_WAIT) as answer:
        content = answer.read()
    seconds = time.perf_counter() - began
    return _Answer(gzip.decompress(content).decode(), seconds, len(content))


def network(nodes: int) -> ModelProto:
    """Residual blocks of Conv, BatchNormalization, Add and Relu, named as exporters name them."""
    chance = np.random.default_rng(7)
    made: list[NodeProto] = []
    constants: list[TensorProto] = []
    value = "image"
    for block in range(nodes // _BLOCK):
        given = _constants(chance, block)
        constants += given
        weights, *rows = (tensor.name for tensor in given)
        end = f"relu_{block}" if block < nodes // _BLOCK - 1 else "result"
        steps = (
            ("conv/Conv", "Conv", [value, weights], f"conv_{block}"),
            ("norm/BatchNormalization", "BatchNormalization", [f"conv_{block}", *rows],
             f"norm_{block}"),
            ("Add", "Add", [f"norm_{block}", value], f"sum_{block}"),
            ("Relu", "Relu", [f"sum_{block}"], end),
        )  # fmt: skip
        made += (
            helper.make_node(operator, reads, [result], name=f"/blocks/blocks.{block}/{name}")
            for name, operator, reads, result in steps
        )
        value = end
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, _CHANNELS, 8, 8))
        for name in ("image", "result")
    ]
    graph = helper.make_graph(made, "large", ends[:1], ends[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def _constants(chance: np.random.Generator, block: int) -> list[TensorProto]:
    weights = chance.normal(size=(_CHANNELS, _CHANNELS, 1, 1)).astype(np.float32)
    rows = {"scale": 1.0, "shift": 0.1, "mean": 0.1, "variance": 1.0}
    return [
        numpy_helper.from_array(weights, f"weights_{block}"),
        *(
            numpy_helper.from_array(np.full(_CHANNELS, number, np.float32), f"{name}_{block}")
            for name, number in rows.items()
        ),
    ]
