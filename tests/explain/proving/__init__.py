"""Explanations beside the machine at large: `script/prove_explanations`."""
