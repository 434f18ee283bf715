"""Two networks node by node: drawn pairs whose edits are known."""
