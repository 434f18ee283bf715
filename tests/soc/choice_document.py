"""What the page of the model says of waits for the CPU, and of what the fit chose."""

from __future__ import annotations

from compiler_core.soc.core_waits import AT_CLOCKS, cycles_of_cores, rockchip_waits
from tests.soc.decode_choice import candidates, chosen, chosen_without_waits, is_in_use

_WAITS = """Rockchip's runtime is closed, but documents say what a small model waits for. A
maintainer of its repository says that [some operators run on the
CPU](https://github.com/airockchip/rknn-llm/issues/263). Measurements of that runtime on the RK3576
say how much: [charsiu's evidence
pack](https://github.com/gahingwoo/charsiu/blob/main/docs/paper-evidence.md) has Llama 3.2 1B in
`w4a16` at 1,008, 1,416 and 2,208 MHz of the cores, 12.68, 13.84 and 15.44 tokens a second. (The
NPU's clock changes nothing there: 594 or 786 MHz, 1% apart.) Of

    1 / tokens a second = rest + cycles / clock

least squares give {cycles:.1f} million cycles a token, {part:.0%} of it at the highest clock. How
often the NPU waits follows from what needs what: the products of a layer go in {groups} groups
(queries, keys and values; output; gate and up; down), and the head is one more. That is [65 a
token](https://github.com/gahingwoo/charsiu/blob/main/PLAN.md) here, {wait:.0f} µs each. The same
author measures that [a submit to this NPU costs 172 µs before any
work](https://github.com/flipperdevices/flipperone-linux-build-scripts/issues/55), with an open
driver.

Only the cycles are taken from there, neither the rest nor the speeds: the board has another memory,
and the model is in no list here. This constant is from one model on one board. It is not fitted to
our rows; whether it is used at all is decided by them. That documents were searched for it was
because held-out rows of very small models were modelled too fast.
"""
_CHOICE = """### What the fit chose

Documents leave open what a launch of CUDA takes (5 to 20 µs), whether Rockchip's runtime is to be
modelled as before or with waits for the CPU, and how a wait goes over to another chip's cores. The
command `python -m tests.soc.fit` chooses, not a person: of all {count} combinations below the one
with the smallest mean error over the fitted rows, each left out; none with a share above 1. A test
fails if the constants in use are others. The set and the rule were written down before; held-out
errors were known of five of those without waits, and of no other. They decide nothing.

- a launch of CUDA: {cuda} µs, the end of its document's range
- Rockchip's runtime: {rockchip}
- an engine's share: {shares}

Without the waits the choice would be {other_cuda} µs, with {other:.1%} left out and
{other_held:.1%} held out.
"""


def waits_text() -> str:
    """Where the waits for the CPU are from."""
    waits, cycles = rockchip_waits(), cycles_of_cores(AT_CLOCKS)
    clock, speed = AT_CLOCKS[-1]
    return _WAITS.format(
        cycles=cycles / 1e6,
        part=cycles / clock * speed,
        groups=waits.per_layer,
        wait=waits.seconds * 1e6,
    )


def choice_part() -> list[str]:
    """What was chosen, and all that could have been. Ends the program if it is not in use."""
    found, other = chosen(), chosen_without_waits()
    if not is_in_use(found):
        raise SystemExit(
            f"decode_engines.py has other constants than the fit chooses: a launch of CUDA of "
            f"{found.cuda} µs, {found.rockchip}, {found.shares}."
        )
    text = _CHOICE.format(
        count=len(candidates()),
        cuda=found.cuda,
        rockchip=found.rockchip,
        shares=found.shares,
        other_cuda=other.cuda,
        other=other.error,
        other_held=other.held_out,
    )
    return [text, *_table()]


def _table() -> list[str]:
    return [
        "| launch of CUDA | Rockchip's runtime | an engine's share | largest share | "
        "each row left out | held out |",
        "|---|---|---|---|---|---|",
        *(
            f"| {one.cuda} µs | {one.rockchip} | {one.shares} | {one.largest_share:.2f} | "
            f"{one.error:.1%} | {one.held_out:.1%} |"
            for one in candidates()
        ),
    ]
