"""Two small files to start from, where a pane needs two and there is one."""

from __future__ import annotations

from urllib.parse import urlencode

from app.loop.loop_request import LoopRequest

CALLER = """\
float dot(const float *x, const float *y, int n);

float energy(const float *signal, int n) {
    return dot(signal, signal, n) / n;
}
"""
CALLEE = """\
float dot(const float *x, const float *y, int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
"""


def two_files_address(request: LoopRequest) -> str:
    """The explorer with these files, the setting and the pane as they are."""
    state = request.changed(
        source=CALLER, second=CALLEE, language="c", example="", function="", line=""
    )
    return f"/loop?{urlencode(state.query())}"
