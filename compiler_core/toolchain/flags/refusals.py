"""Why a flag is refused: categories with what to do, and which flag falls into which.

These tables only choose words. What is admitted is decided by the allow-list alone, so a flag
missing here is refused all the same, as not on the list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.errors import RefusedFlag


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of refusal: why, and what to do instead."""

    reason: str
    advice: str


PROVIDED = Category("is set by the Lab itself", "Leave it out.")
WRITES = Category(
    "makes the compiler write a file", "Leave it out: the page shows the result without it."
)
READS = Category(
    "makes the compiler read a file or directory by path",
    "Paste what you need into the source; standard headers are found without it.",
)
LOADS = Category("makes the compiler load foreign code", "There is no substitute here.")
RUNS = Category("makes the compiler run another program", "There is no substitute here.")
PASSES_ON = Category(
    "hands text to another tool unchecked",
    "Use the compiler's own flag; some options of LLVM are allowed after -mllvm.",
)
LINKS = Category("is for the linker, and nothing is linked here", "Leave it out.")
PRINTS = Category(
    "prints about the compiler instead of compiling", "See the page About for versions."
)
TARGETS = Category(
    "chooses the machine of this server or another one", "The target is AArch64 Linux."
)
NOT_LISTED = Category(
    "is not on the list of flags the Lab accepts", "Pick from the menus, or see the list of flags."
)
NO_FLAG = Category("is not a flag", "Flags start with '-'; the source goes into the editor.")
CHARACTERS = Category(
    "holds a character no flag needs", "Use letters, digits and = + - . , : _ only, no quotes."
)

# How refused flags begin; the longest beginning decides. `$` marks a whole flag.
_PREFIXES: tuple[tuple[Category, str], ...] = (
    (
        RUNS,
        """
        -wrapper -B -fuse-ld -no-integrated-cpp -fno-integrated-as -ld-path --ld-path
        -fno-integrated-cc1 -fthinlto-index -fthin-link -fopenmp-targets -foffload
        """,
    ),
    (
        LOADS,
        """
        -fplugin= -fpass-plugin -load -specs --specs --config -fmodule -fprebuilt -iplugindir
        """,
    ),
    (
        PASSES_ON,
        """
        -Wa, -Wl, -Wp, -X -mllvm -mmlir -z -Zlinker -fplugin-arg --for-linker --for-assembler
        """,
    ),
    (
        READS,
        """
        -fprofile-use= -fprofile-instr-use -fprofile-sample -fauto-profile -fprofile-list
        -fprofile-prefix -fprofile-remapping -fprofile-filter -fprofile-exclude
        -I -isystem -iquote -idirafter -include -imacros -iprefix -iwithprefix -isysroot
        -imultilib -ivfsoverlay --sysroot --include --imacros --embed-dir --gcc- --prefix
        -gcc- -sysroot -resource-dir -working-dir @ -F -fsanitize-blacklist
        -fsanitize-ignorelist -fsanitize-system -fsanitize-coverage- -fbasic-block-sections
        -frandomize-layout -fxray -fdebug-prefix -ffile-prefix -fmacro-prefix -fapinotes
        """,
    ),
    (
        WRITES,
        """
        -o -M -save-temps --save-temps -fdump -dumpdir -dumpbase -d -aux-info -dependency
        -ftime-trace -ftest-coverage -fprofile-dir -fprofile-note -fprofile-generate=
        -fprofile-instr-generate= -coverage --coverage -fstack-usage -fcallgraph-info
        -fsave-optimization-record -foptimization -fopt-info -gsplit -emit- -serialize
        --serialize -index -fcrash -fmemory-profile -fada-spec -fdiagnostics-format
        -fdiagnostics-add -fcs-profile -fproc-stat -gen-
        """,
    ),
    (
        PROVIDED,
        """
        -S -c -E -g -fdiagnostics -fcolor -fno-color -fmax-errors -ferror-limit -fmessage
        -fmax-include-depth -fcaret -fno-caret -fno-diagnostics -pipe -x -fsyntax-only --analyze
        """,
    ),
    (
        TARGETS,
        """
        -target --target -march=native -mcpu=native -mtune=native -m32 -m64 -arch -triple -b -V
        """,
    ),
    (
        LINKS,
        """
        -l -L -shared -static -rdynamic -r$ -T -nostdlib -nodefaultlibs -nostartfiles -pie -no-pie
        -pthread -s$ -u$ -rtlib --rtlib -stdlib --stdlib -unwindlib -symbolic -e$ -t$
        """,
    ),
    (
        PRINTS,
        """
        -v -### --version --help -help --target-help -Q -print --print -fversion -H -fmem-report
        -fpre-ipa -fpost-ipa -freport-bug -ftime-report -fself-test
        """,
    ),
)
_CATEGORY_OF = {prefix: category for category, prefixes in _PREFIXES for prefix in prefixes.split()}
# The shell's and the file system's characters.
_NEVER_NEEDED = re.compile(r"[\"'\\/`$#\x00-\x1f]")


def refusal(flag: str) -> RefusedFlag:
    """The error for a flag no rule admits, with the most telling reason."""
    if not flag.startswith(("-", "@")):
        return refuse(flag, NO_FLAG)
    if f"{flag}$" in _CATEGORY_OF:
        return refuse(flag, _CATEGORY_OF[f"{flag}$"])
    for length in range(len(flag), 0, -1):
        if flag[:length] in _CATEGORY_OF:
            return refuse(flag, _CATEGORY_OF[flag[:length]])
    return refuse(flag, CHARACTERS if _NEVER_NEEDED.search(flag) else NOT_LISTED)


def refuse(flag: str, category: Category) -> RefusedFlag:
    """The error for a flag of a known category."""
    return RefusedFlag(flag, f"{shown(flag)} {category.reason}.", category.advice)


def shown(flag: str) -> str:
    """A flag as a message may quote it: short, and printable characters only."""
    printable = "".join(letter if letter.isprintable() else "�" for letter in flag)
    return printable if len(printable) <= 60 else f"{printable[:57]}…"
