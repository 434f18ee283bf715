"""Files that mean harm get a clear error, quickly and within a bounded amount of memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from compiler_core.graph.picture_input.decoding import decode_picture
from compiler_core.graph.picture_input.errors import PictureRefused, PictureTooLarge
from tests.graph.picture_input.pictures import BOMBS, HOSTILE
from tests.stopwatch import Stopwatch

ROOT = Path(__file__).resolve().parents[3]
TOO_LARGE = (
    "png of 30,000 x 30,000", "png of 2^31 - 1 squared", "png just over the pixels",
    "png of one very long row", "jpeg of 65,500 squared", "gif of 65,535 squared",
    "webp with a huge canvas", "bmp of 2^30 squared", "bmp of a negative width", "a file of 13 MB",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_plain_words(name: str) -> None:
    watch = Stopwatch()
    with pytest.raises(PictureRefused) as caught:
        decode_picture(HOSTILE[name])
    assert watch.seconds() < 2
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 300
    assert isinstance(caught.value, PictureTooLarge) == (name in TOO_LARGE)


@pytest.mark.parametrize("name", BOMBS)
def test_what_a_picture_does_not_need_is_not_unpacked(name: str) -> None:
    watch = Stopwatch()
    assert decode_picture(BOMBS[name]).pixels.shape == (8, 8, 3)
    assert watch.seconds() < 0.5


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 25
    assert set(TOO_LARGE) < set(HOSTILE)


def test_all_of_them_together_stay_within_memory() -> None:
    """Address space for 300 MB more than the process has before the first file."""
    program = (
        "import resource\n"
        "from tests.graph.picture_input.pictures import BOMBS, HOSTILE\n"
        "from compiler_core.graph.picture_input.decoding import decode_picture\n"
        "from compiler_core.graph.picture_input.errors import PictureRefused\n"
        "pages = int(open('/proc/self/statm').read().split()[0])\n"
        "limit = pages * resource.getpagesize() + 300_000_000\n"
        "resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n"
        "for content in HOSTILE.values():\n"
        "    try:\n"
        "        decode_picture(content)\n"
        "    except PictureRefused as error:\n"
        "        assert not isinstance(error.__cause__, MemoryError)\n"
        "        print('refused')\n"
        "for content in BOMBS.values():\n"
        "    decode_picture(content)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.split() == ["refused"] * len(HOSTILE)
