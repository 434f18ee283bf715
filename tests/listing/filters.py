"""Filters as tests set them."""

from __future__ import annotations

from compiler_core.host.filters import Filters

SHOW_ALL = Filters(directives=False, comments=False, unused_labels=False, library_functions=False)
