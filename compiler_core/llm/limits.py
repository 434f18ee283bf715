"""Names and limits that more than one part of the LLM compiler goes by."""

from __future__ import annotations

# A file of this name holds a header and nothing after it: the rest was never sent.
HEADER_ONLY_NAME = "header.gguf"
# What to go on from when a model comes without prompts of its own.
USUAL_PROMPT = "Once upon a time"
