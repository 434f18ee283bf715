"""Optimisation records as the compilers write them, read field by field."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError, UnknownName
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.clang_record import read_clang_record
from compiler_core.host.verdicts.gcc_messages import read_gcc_messages
from compiler_core.host.verdicts.gcc_record import read_gcc_record
from compiler_core.host.verdicts.reasons import reason_named, recognise_silently
from compiler_core.host.verdicts.record import Record
from compiler_core.source import Location, SourceFile
from compiler_core.toolchain.outcome import Outcome
from compiler_core.trace import Remark

PASSES = [{"id": "a", "name": "loop", "children": [{"id": "b", "name": "vect"}]}]
OUTCOME = Outcome(
    status="ok", output="", diagnostics="", message="", limit="", command=(), seconds=0.0
)


def gcc_record(*nodes: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps([{"format": 1}, PASSES, list(nodes)]).encode())


def test_gcc_nests_scopes_and_marks_parts_up() -> None:
    inner = {
        "kind": "failure", "pass": "b", "function": "f",
        "message": ["not vectorized: ", {"stmt": " x = y; "}, " and ", {"expr": "z"},
                    " in ", {"symtab_node": "g/1"}, {"other": "q"}, " \n"],
        "location": {"file": "/work/a.c", "line": 3, "column": 7},
        "inlining_chain": [{"fndecl": "g"},
                           {"fndecl": "h", "site": {"file": "/usr/h.h", "line": 9, "column": 2}},
                           {"fndecl": "f", "site": {"file": "/work/a.c", "line": 5}}],
    }  # fmt: skip
    outer = {"kind": "scope", "pass": "b", "message": ["=== analyze ==="], "children": [inner]}
    done = {"kind": "success", "pass": "unheard", "message": ["done"]}
    assert read_gcc_record(gcc_record(outer, done)) == (
        Account(
            remark=Remark("analysis", "=== analyze ===", None),
            pass_name="vect",
            name="",
            function="",
            arguments=(),
            depth=0,
            call=None,
        ),
        Account(
            remark=Remark("missed", "not vectorized: x = y; and z in g/1", Location("a.c", 3, 7)),
            pass_name="vect",
            name="",
            function="f",
            arguments=(),
            depth=1,
            call=Location("a.c", 5, 0),
        ),
        Account(
            remark=Remark("passed", "done", None),
            pass_name="",
            name="",
            function="",
            arguments=(),
            depth=0,
            call=None,
        ),
    )


SOURCE = SourceFile("a.c", "void f(int *x) {\n  for (;;)\n    g(x);\n}\n")
VECT = b"""
;; Function f (_Z1fPi, funcdef_no=0, decl_uid=1, cgraph_uid=1, symbol_order=0) (executed once)

Analyzing loop at /work/a.c:2
/work/a.c:2:3: note:  === analyze_loop_nest ===
/work/a.c:2:3: note:   dependence distance  = 1.
/work/a.c:2:3: note:   Symbolic number of iterations is 4
/work/a.c:3:5: missed:   not vectorized: compilation time alias: x = y;
 z = x;
/work/a.c:3:5: missed:   statement clobbers memory: g (x);
/usr/include/c++/12/bits/a b.h:9:2: optimized:  loop vectorized using 16 byte vectors
/work/a.c:1:6: optimized: loop turned into non-loop; it never loops
missed: not inlinable: f/0 -> g/1

void f (int * x)
{
  a.c:3:5: nothing of the above
}
"""


def test_gcc_writes_its_messages_into_the_dumps_of_its_passes() -> None:
    """A place that is the function's own name is none; notes on the way are left out but for those
    that verdicts are formed from."""
    read = read_gcc_messages({"a.c.172t.vect": VECT, "a.c.1t.ch_vect": VECT, "a.s": VECT}, SOURCE)
    assert {(account.pass_name, account.function) for account in read} == {("vect", "_Z1fPi")}
    assert [account.remark for account in read] == [
        Remark("analysis", "=== analyze_loop_nest ===", Location("a.c", 2, 3)),
        Remark("analysis", "dependence distance  = 1.", Location("a.c", 2, 3)),
        Remark("missed", "not vectorized: compilation time alias: x = y; z = x;",
               Location("a.c", 3, 5)),
        Remark("missed", "statement clobbers memory: g (x);", Location("a.c", 3, 5)),
        Remark("passed", "loop vectorized using 16 byte vectors", Location("a b.h", 9, 2)),
        Remark("passed", "loop turned into non-loop; it never loops", None),
        Remark("missed", "not inlinable: f/0 -> g/1", None),
    ]  # fmt: skip


def test_why_one_width_did_not_do_is_no_reason_once_another_was_tried() -> None:
    dump = b"""a.c:2:3: note:  === analyze_loop_nest ===
a.c:2:3: missed:  bad data dependence.
a.c:2:3: note:  ***** Re-trying analysis with vector mode V2SI
a.c:2:3: missed:  not vectorized: the last of all.
a.c:2:3: missed: couldn't vectorize loop
a.c:3:3: note: ***** Re-trying analysis with vector mode V8QI
"""
    read = read_gcc_messages({"a.c.172t.vect": dump}, SOURCE)
    assert [account.message for account in read if account.remark.severity == "missed"] == [
        "not vectorized: the last of all.",
        "couldn't vectorize loop",
    ]


def test_a_function_that_begins_below_a_message_is_no_part_of_it() -> None:
    dump = b"a.c:3:5: missed: statement clobbers memory: g (x);\nvoid f (int * x)\n{\n}\n"
    (account,) = read_gcc_messages({"a.c.171t.ifcvt": dump}, SOURCE)
    assert account.message == "statement clobbers memory: g (x);"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.c.178t.slp1", "slp"),
        ("a.cpp.031t.einline", "einline"),
        ("a.c.290r.loop2_unroll", "loop2_unroll"),
        ("a.c.079i.icf", "icf"),
        ("a.c.176t.cunrolli", "cunrolli"),
    ],
)
def test_the_file_says_which_pass_speaks(file: str, name: str) -> None:
    assert {account.pass_name for account in read_gcc_messages({file: VECT}, SOURCE)} == {name}


def test_clang_names_places_and_arguments() -> None:
    record = b"""--- !Missed
Pass:            loop-vectorize
Name:            MissedDetails
DebugLoc:        { File: '/work/a.c', Line: 3, Column: 5 }
Function:        f
Args:
  - String:          'vectorized '
  - VectorizationFactor: '4'
    DebugLoc:        { File: 'a.c', Line: 1, Column: 1 }
  - String:          ' wide '
...
--- !AnalysisAliasing
Pass:            loop-vectorize
Name:            CantReorderMemOps
...
--- !Passed
Pass:            inline
Name:            Inlined
DebugLoc:        { File: '', Line: 0, Column: 0 }
Args:
  - Callee:
...
"""
    first, second, third = read_clang_record(record)
    assert first == Account(
        remark=Remark("missed", "vectorized 4 wide", Location("a.c", 3, 5)),
        pass_name="loop-vectorize",
        name="MissedDetails",
        function="f",
        arguments=(("VectorizationFactor", "4"),),
    )
    assert first.argument("VectorizationFactor") == "4"
    assert first.argument("InterleaveCount", "1") == "1"
    assert second == Account(
        remark=Remark("analysis", "", None), pass_name="loop-vectorize", name="CantReorderMemOps"
    )
    assert third == Account(
        remark=Remark("passed", "", None),
        pass_name="inline",
        name="Inlined",
        function="",
        arguments=(("Callee", ""),),
    )


@pytest.mark.parametrize("damage", [b"", b"\x1f\x8b broken", gzip.compress(b"[1, 2]", mtime=0)])
def test_a_damaged_record_of_gcc(damage: bytes) -> None:
    with pytest.raises(LoweringLabError, match=r"^GCC's optimisation record cannot be read\.$"):
        read_gcc_record(damage)


@pytest.mark.parametrize("damage", [b"--- !Passed\nPass: [", b"--- !Odd\nPass: a\nName: b\n"])
def test_a_damaged_record_of_clang(damage: bytes) -> None:
    with pytest.raises(LoweringLabError, match=r"^Clang's optimisation record cannot be read\.$"):
        read_clang_record(damage)


def test_what_is_shown_of_a_record() -> None:
    place = Location("a.c", 3, 5)
    said = Account(
        remark=Remark("missed", "no", place),
        pass_name="vect",
        name="",
        function="f",
        arguments=(("a", "1"),),
        depth=2,
        call=place,
    )
    again = Account(
        remark=Remark("missed", "no", place),
        pass_name="vect",
        name="",
        function="f",
        arguments=(("a", "2"),),
        depth=2,
    )
    note = Account(remark=Remark("analysis", "on the way", place), pass_name="vect")
    named = Account(
        remark=Remark("analysis", "a reason", place), pass_name="loop-vectorize", name="Reason"
    )
    empty = Account(remark=Remark("missed", "", place), pass_name="vect")
    count = Account(
        remark=Remark("analysis", "12 instructions", place), pass_name="asm-printer", name="Count"
    )
    record = Record(OUTCOME, (said, again, note, named, empty, count))
    shown = Account(
        remark=Remark("missed", "no", place),
        pass_name="vect",
        name="",
        function="f",
        arguments=(),
        depth=2,
    )
    assert record.shown == (shown, named)
    assert len(record.remarks) == 6


def test_reasons_that_stand_in_the_loop_itself() -> None:
    assert recognise_silently(frozenset()) is None
    assert recognise_silently(frozenset(["inline_assembly"])) == reason_named("inline_assembly")
    assert recognise_silently(frozenset(["volatile", "call"])) == reason_named("volatile_access")
    # A store under a condition stops GCC only; it has to say so.
    assert recognise_silently(frozenset(["guarded_store"])) is None
    with pytest.raises(UnknownName, match="No reason is called 'nothing'"):
        reason_named("nothing")
