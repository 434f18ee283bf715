"""Runs inside gdb-multiarch: steps a program and prints every register after every step.

Told by environment variables: the stub's socket, the first address to stop at and which time, the
function's range, how many steps, and bytes of a vector. This is the oracle: nothing of the project
is imported here.
"""

import json
import os

import gdb  # type: ignore[import-not-found]

WORD = int(os.environ["VECTOR_BYTES"]) // 8
RANGE = range(int(os.environ["FIRST"]), int(os.environ["END"]))


def registers():
    frame = gdb.newest_frame()
    general = {
        name: int(frame.read_register(name)) & (2**64 - 1)
        for name in [*(f"x{number}" for number in range(31)), "sp", "pc"]
    }
    general["nzcv"] = int(gdb.parse_and_eval("(unsigned long)$cpsr")) >> 28 & 15
    vectors = {}
    for number in range(32):
        value = frame.read_register(f"z{number}")["d"]["u"]
        vectors[f"v{number}"] = [int(value[word]) & (2**64 - 1) for word in range(WORD)]
    predicates = {}
    for number in range(16):
        value = frame.read_register(f"p{number}")
        predicates[f"p{number}"] = [int(value[byte]) & 255 for byte in range(WORD)]
    return {"general": general, "vectors": vectors, "predicates": predicates}


def pc():
    return int(gdb.newest_frame().read_register("pc"))


def one_step():
    """One instruction; a call out of the range is run to its return."""
    before = pc()
    gdb.execute("stepi", to_string=True)
    if pc() in RANGE or int(gdb.newest_frame().read_register("x30")) != before + 4:
        return
    gdb.execute(f"tbreak *{before + 4}", to_string=True)
    gdb.execute("continue", to_string=True)


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set architecture aarch64", to_string=True)
gdb.execute(f"target remote {os.environ['SOCKET']}", to_string=True)
gdb.execute(f"tbreak *{os.environ['FIRST']}", to_string=True)
gdb.execute("continue", to_string=True)
arrivals = int(os.environ["ARRIVAL"])
start = os.environ["START"]
if arrivals:
    gdb.execute(f"break *{start}", to_string=True)
    for _ in range(arrivals - (pc() == int(start))):
        gdb.execute("continue", to_string=True)
    gdb.execute("delete", to_string=True)
states = [registers()]
for _ in range(int(os.environ["STEPS"])):
    if pc() not in RANGE:
        break
    one_step()
    states.append(registers())
with open(os.environ["RESULT"], "w", encoding="ascii") as file:
    json.dump(states, file)
gdb.execute("kill", to_string=True)
