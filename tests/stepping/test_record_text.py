"""The recorder's text is read like any text from outside."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.toolchain.recorder.record import UnreadableRecord, parse_record
from compiler_core.toolchain.recorder.run import StepCounter

GENERAL = "".join(f"x {number:x} {number * 17:x}\n" for number in range(34))
START = f"vector 10 2\n{GENERAL}w 0 {'00' * 16}\na 0 4000 0 0102\nbegin\n"
STEP = f"step 400\nx 3 10\nw 0 {'11' * 16}\nm 4000 2 0102 0304\nm 5000 4 - =\ncall\n"
WHOLE = f"{START}{STEP}unlisted 5\nunseen 0\nend returned 44\n"


def test_a_whole_record() -> None:
    record = parse_record(WHOLE)
    assert (record.vector_bytes, record.predicate_bytes) == (16, 2)
    assert record.general[3] == 51
    assert (record.unlisted, record.unseen) == ((5,), (0,))
    assert (record.reason, record.number) == ("returned", 0x44)
    step = record.steps[0]
    assert (step.address, step.general, step.called) == (0x400, {3: 16}, True)
    assert step.wide == {0: b"\x11" * 16}
    store, load = step.touched
    assert (store.store, store.before, store.after) == (True, b"\1\2", b"\3\4")
    assert (load.store, load.before, load.after) == (False, None, None)
    assert record.regions[0].content == b"\1\2"


def test_a_record_that_never_began_has_no_state() -> None:
    record = parse_record("end time 0\n")
    assert (record.steps, record.general) == ((), {})


@pytest.mark.parametrize(
    "text",
    [
        "",
        START,
        "begin\nend steps 1\n",
        f"{WHOLE}step 404\n",
        f"{START}step zz\nend steps 1\n",
        f"{START}w 32 00\nend steps 1\n",
        f"{START}w 1 00\nend steps 1\n",
        f"{START}step 400\nm 4000 3 0102 =\nend steps 1\n",
        f"{START}{'step 400' + chr(10)}x 99 1\nend steps 1\n",
        f"{START}{('step 400' + chr(10)) * 2001}end steps 1\n",
        "step 400\nend steps 1\n",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(UnreadableRecord):
        parse_record(text)


@given(st.integers(0, len(WHOLE)), st.text("0123456789abcdefxmwa \n-=stepndcall", max_size=12))
def test_a_damaged_record_is_read_or_refused(place: int, noise: str) -> None:
    try:
        record = parse_record(WHOLE[:place] + noise + WHOLE[place + len(noise) :])
    except UnreadableRecord:
        return
    assert len(record.steps) <= 2000
    assert len(record.general) in (0, 34)


def test_steps_are_counted_wherever_the_text_is_cut() -> None:
    lines = "".join(f"step {number:x}\nx 1 {number:x}\n" for number in range(1200))
    text = f"vector 10 0\nbegin\n{lines}end returned 0\n".encode()
    draw = random.Random(1)
    for longest in (3, 7, 900, len(text)):
        told: list[int] = []
        counter = StepCounter(told.append)
        rest = text
        while rest:
            cut = draw.randint(1, longest)
            counter.hear(rest[:cut])
            rest = rest[cut:]
        assert counter.steps == 1200
        assert told == sorted(told)
        assert len(told) <= 2
