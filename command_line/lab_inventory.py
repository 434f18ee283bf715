"""`lowlab lab inventory`: what both tests of a class say."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from classroom.inventory_record import InventoryRecord


def lab_inventory_command(
    class_name: Annotated[str, typer.Argument(metavar="CLASS", help="Its id or code.")],
    as_json: AsJson = False,
) -> int:
    """Print the class's concept inventory.

    Who has which test, items, and normalised gain.
    """
    from classroom.inventory_record import inventory_record
    from command_line.lab_database import chosen_class, opened_lab
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    with opened_lab() as database:
        here = chosen_class(database, class_name)
        with database.reading() as connection:
            record = inventory_record(connection, here)
    if as_json:
        print_json(plain_json(asdict(record)))
        return 0
    print_lines(_report_lines(record))
    return 0


def _report_lines(record: InventoryRecord) -> list[str]:
    from command_line.output import columns

    lines = [
        f"{record.title}: test before {record.pre.state}, {record.pre.members} students; test "
        f"after {record.post.state}, {record.post.members} students; both {record.both}",
    ]
    if record.gain is None:
        return [*lines, record.missing]
    shown = record.gain.interval
    words = f", {shown.low:.2f} to {shown.high:.2f}" if shown is not None else ""
    lines.append(f"Normalised gain {record.gain.gain:.2f}{words}")
    lines += columns(
        [
            ("question", "before", "after"),
            *(
                (pre.question, f"{pre.difficulty:.0%}", f"{post.difficulty:.0%}")
                for pre, post in zip(record.pre.items, record.post.items, strict=True)
            ),
        ]
    )
    return lines
