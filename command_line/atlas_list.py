"""`lowlab atlas list`: the pages of the atlas, with what each can be asked."""

from __future__ import annotations

from command_line.options import AsJson


def atlas_list_command(as_json: AsJson = False) -> int:
    """List the pages of the atlas."""
    import orjson

    from command_line.output import columns, print_answer, print_lines
    from compiler_core.atlas.listing import atlas_list

    listing = atlas_list()
    if as_json:
        print_answer(orjson.dumps(listing))
        return 0
    rows = [
        (
            page["page"],
            page["label"],
            page["title"],
            ", ".join(control["name"] for control in page["controls"]),
        )
        for page in listing["pages"]
    ]
    print_lines(columns([("page", "label", "title", "settings"), *rows]))
    return 0
