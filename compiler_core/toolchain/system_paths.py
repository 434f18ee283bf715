"""Where the interpreter, its packages and the tools' names are; no secret lies there."""

from __future__ import annotations

SYSTEM_PATHS = ("/usr", "/etc/ld.so.cache", "/etc/alternatives")
