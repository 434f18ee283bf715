"""A blur in Halide: the algorithm stands here, the schedule is given.

Run by `compiler_core/toolchain/atlas_job.py` with an interpreter that has Halide; never imported.

Request: width and height of the result; target; schedule, a list of objects with `function`,
`primitive`, `names` (dimensions, or a function first) and `numbers`.
Answer: `error`, what Halide refuses, in its words; empty where it refuses nothing. It leaves
`nest.txt` (the loops), `blur.stmt` (Halide's own program), `blur.s` and `blur.o`, all without
checks at run time, and `checked.stmt`, the program with them.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager

# Halide is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
import halide as hl


def algorithm(image, width, height):
    """What is computed: the mean of three neighbours across, then of three of these, down."""
    x, y = hl.Var("x"), hl.Var("y")
    blur_x, blur_y = hl.Func("blur_x"), hl.Func("blur_y")
    blur_x[x, y] = (image[x, y] + image[x + 1, y] + image[x + 2, y]) / hl.u16(3)
    blur_y[x, y] = (blur_x[x, y] + blur_x[x, y + 1] + blur_x[x, y + 2]) / hl.u16(3)
    blur_y.bound(x, 0, width).bound(y, 0, height)
    return {"blur_x": blur_x, "blur_y": blur_y}


def schedule(functions, lines):
    """When it is computed, and where it is kept."""
    for line in lines:
        function = functions[line["function"]]
        words = [functions.get(name) or hl.Var(name) for name in line["names"]]
        getattr(function, line["primitive"])(*words, *line["numbers"])


@contextmanager
def errors_in(name):
    """Halide prints loops to standard error only, and not by Python."""
    saved_stderr = os.dup(2)
    file = os.open(name, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 2)
    try:
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(file)
        os.close(saved_stderr)


def main():
    request = json.load(sys.stdin)
    image = hl.ImageParam(hl.UInt(16), 2, name="image")
    outputs = {
        hl.OutputFileType.stmt: "blur.stmt",
        hl.OutputFileType.assembly: "blur.s",
        hl.OutputFileType.object: "blur.o",
    }
    try:
        functions = algorithm(image, request["width"], request["height"])
        schedule(functions, request["schedule"])
        result = functions["blur_y"]
        with errors_in("nest.txt"):
            result.print_loop_nest()
        target = request["target"]
        result.compile_to(outputs, [image], "blur", hl.Target(f"{target}-no_asserts"))
        checked = {hl.OutputFileType.stmt: "checked.stmt"}
        result.compile_to(checked, [image], "blur", hl.Target(target))
    except hl.HalideError as error:
        print(json.dumps({"error": str(error)}))
    else:
        print(json.dumps({"error": ""}))


if __name__ == "__main__":
    main()
