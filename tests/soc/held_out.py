"""Prints the errors on published rows that nothing is fitted on, or only the other half.

python -m tests.soc.held_out
"""

from __future__ import annotations

from tests.soc.held_out_decode import decode_lines
from tests.soc.held_out_networks import network_lines
from tests.soc.held_out_prompts import prompt_lines


def main() -> None:
    """Decode rows, prompts, then networks."""
    print("\n".join([*decode_lines(), "", *prompt_lines(), "", *network_lines()]))


if __name__ == "__main__":
    main()
