"""The stages of the LLM compiler, one file each, and what they hand on."""
