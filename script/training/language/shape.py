"""The shape of the model that ships, and where its files are."""

from __future__ import annotations

from pathlib import Path

from compiler_core.llm.records import ModelConfiguration

ROOT = Path(__file__).resolve().parents[3]
SHIPPED_FOLDER = ROOT / "content" / "models" / "language"
# Tokens, checkpoints and trained weights on their way from one environment to the other.
WORK_FOLDER = ROOT / "build" / "language"

# Ids of the two control tokens.
BEGIN_TOKEN, END_TOKEN = 0, 1
# Every product's inner width is a multiple of 256, so that all block formats apply.
SHAPE = ModelConfiguration(
    architecture="llama",
    layers=3,
    hidden=256,
    feed_forward=512,
    heads=4,
    key_value_heads=2,
    head_size=64,
    vocabulary=768,
    context=512,
    rotary_size=64,
    tied=True,
)
