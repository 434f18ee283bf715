"""What an operator can set, by environment variables that start with LOWLAB_."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from compiler_core.toolchain.state import data_directory

PROJECT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """What an operator can set, by environment variables that start with LOWLAB_."""

    model_config = SettingsConfigDict(env_prefix="LOWLAB_")

    state: Path = Field(default_factory=data_directory)
    """Directory for shared links."""
    body_bytes: int = 512 * 1024
    """Largest request body, 512 KiB by default."""
    file_bytes: int = (160 << 20) + 4096
    """Largest upload of a model or picture, with the form around it. Two sources of 64 KiB may
    triple in form encoding; 512 KiB leaves room for that."""
    answers_kept: int = 512
    """How many finished JSON answers stay in memory."""
    lab: bool = False
    """Whether classes are hosted."""
    grade_elsewhere: bool = False
    """Whether hand-ins are graded by workers only."""
    database: str = ""
    """Address of the database that keeps them; empty for a file in `state`."""
    log: Literal["requests", "warnings"] | None = None
    """`requests` writes a line for each, `warnings` only what is amiss; unless it is said, requests
    where classes are hosted."""
    metrics_token: str = ""
    """Opens `/metrics` to other machines."""
    metrics_port: int = 0
    """Where a worker tells its own figures, to its own machine."""
    web_processes: int = 1
    """How many serve together; a client's share is divided among them."""
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Addresses or networks whose `X-Forwarded-For` counts; as JSON, `["10.0.0.1"]`."""
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the site may be asked for, beside IP addresses and localhost."""


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
