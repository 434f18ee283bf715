"""What an operator can set, by environment variables that start with LOWLAB_."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

PROJECT = Path(__file__).resolve().parent.parent


def data_directory() -> Path:
    """Where links live unless LOWLAB_STATE names a place: they must outlast any cache."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(base) / "lowering-lab"


class Settings(BaseSettings):
    """state: directory for shared links. body_bytes: largest request body, 512 KiB by default.

    file_bytes: largest upload of a model or picture, with the form around it.
    Two sources of 64 KiB may triple in form encoding; 512 KiB leaves room for that.
    answers_kept: how many finished JSON answers stay in memory.
    """

    model_config = SettingsConfigDict(env_prefix="LOWLAB_")

    state: Path = Field(default_factory=data_directory)
    body_bytes: int = 512 * 1024
    file_bytes: int = (160 << 20) + 4096
    answers_kept: int = 512


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
