"""Weights in four to eight bits: rounded to nearest, by GPTQ, or by AWQ, ready for a GGUF file."""
