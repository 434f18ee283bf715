"""The run jail: what a program sees and gets back, and that each protection missed is noticed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain import emulator, emulator_check, host_build, launcher
from compiler_core.toolchain import jail as jail_module
from compiler_core.toolchain.emulator import emulator_readable, run_program
from compiler_core.toolchain.image_size import loaded_bytes
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import RUN_LIMITS, Limits
from compiler_core.toolchain.run_checks import examine_run_filters
from compiler_core.toolchain.state import reachable_directory
from tests.toolchain.conftest import JAILS
from tests.toolchain.hostile_programs import BREACH, PROGRAMS
from tests.toolchain.run_programs import built, use_jail
from tests.toolchain.test_jail import JobChange, Mutant

_SOURCES = Path(launcher.__file__).parent
_ADMIT = "{ const int c[] = {%s}; admit(filter, c, 1); }"
# Where run_filter.c is changed, what stands there then, and the check that has to notice it.
FILTER_MUTANTS: tuple[tuple[str, str, str], ...] = (
    (
        "admit_if_equal(filter, SYS_execve, 0, PATH_PAGE);",
        _ADMIT % "SYS_execve",
        "run-starting-programs",
    ),
    (
        "admit_with(filter, SYS_mmap, mmap_check, COUNT(mmap_check));",
        _ADMIT % "SYS_mmap",
        "run-starting-programs",
    ),
    (
        "admit_with(filter, SYS_mremap, mremap_check, COUNT(mremap_check));",
        _ADMIT % "SYS_mremap",
        "run-starting-programs",
    ),
    ("IF_ANY_BIT(MAP_GROWSDOWN, 8, 0)", "IF_ANY_BIT(0, 8, 0)", "run-starting-programs"),
    ("IF_AT_LEAST(PATH_PAGE + PATH_PAGE_SIZE, 3, 0)", "IF_AT_LEAST(PATH_PAGE, 3, 0)",
     "run-starting-programs"),
    (
        "admit_with(filter, SYS_clone, thread_check, COUNT(thread_check));",
        _ADMIT % "SYS_clone",
        "run-other-processes",
    ),
    ("admit_if_equal(filter, SYS_kill, 0, self);", _ADMIT % "SYS_kill", "run-signals"),
    ("admit_if_equal(filter, SYS_tgkill, 0, self);", _ADMIT % "SYS_tgkill", "run-signals"),
    ("{F_DUPFD, ", "{F_DUPFD, F_SETOWN, ", "run-signals"),
    ("admit_if_equal(filter, SYS_prlimit64, 0, 0);", _ADMIT % "SYS_prlimit64", "run-tracing"),
    ("{PR_SET_NAME};", "{PR_SET_NAME, PR_SET_PDEATHSIG};", "run-system-calls"),
    ("SYS_munmap, ", "SYS_munmap, SYS_mkdirat, ", "run-system-calls"),
    ("IF_EQUAL(AF_UNIX, 0, 4)", "IF_EQUAL(AF_INET, 0, 4)", "run-network"),
    ("IF_EQUAL(SOCK_STREAM, 0, 1)", "IF_EQUAL(SOCK_DGRAM, 0, 1)", "run-network"),
    ("admit_if_equal(filter, SYS_sendto, 4, 0);", _ADMIT % "SYS_sendto", "run-network"),
    ("SECCOMP_RET_ERRNO | EPERM);", "SECCOMP_RET_ALLOW);", "run-system-calls"),
)  # fmt: skip


@pytest.fixture
def mutant_launcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Put a launcher with one change in run_filter.c in the real one's place."""
    directory = reachable_directory() / f"mutant-{os.getpid()}"

    def build(old: str, new: str) -> None:
        shutil.copytree(_SOURCES, directory)
        directory.chmod(0o755)
        source = directory / "run_filter.c"
        text = source.read_text()
        assert text.count(old) == 1, old
        source.write_text(text.replace(old, new))
        sources = [str(path) for path in directory.glob("*.c")]
        host_build.build(sources, "launcher", launcher.BUILD_FLAGS, directory / "launcher")
        monkeypatch.setattr(jail_module, "launcher_path", lambda: str(directory / "launcher"))

    yield build
    shutil.rmtree(directory)


def test_every_protection_of_a_run_holds(jail: Jail) -> None:
    checks = examine_run_filters(jail)
    assert [check for check in checks if not check.ok] == []
    assert len(checks) == 10


def _mutants() -> list[ParameterSet]:
    """The first for each check; the others, which all build a launcher, are slow."""
    seen: set[str] = set()
    found = []
    for at, mutant in enumerate(FILTER_MUTANTS):
        marks = [pytest.mark.slow] if mutant[2] in seen else []
        seen.add(mutant[2])
        found.append(pytest.param(*mutant, id=f"{at}-{mutant[2]}", marks=marks))
    return found


@pytest.mark.parametrize(("old", "new", "check"), _mutants())
def test_a_hole_in_the_filter_is_noticed(
    old: str, new: str, check: str, mutant_launcher: Callable[[str, str], None]
) -> None:
    mutant_launcher(old, new)
    for kind in sorted(JAILS):
        broken = {found.name for found in examine_run_filters(JAILS[kind]()) if not found.ok}
        assert check in broken, kind


# A jail with one thing wrong, and the hostile program that then gets what it wants.
JAIL_MUTANTS: tuple[tuple[str, JobChange], ...] = (
    ("fork-by-system-call", lambda job: replace(job, call_filter="compile")),
    ("connects", lambda job: replace(job, call_filter="none")),
    ("other-sockets", lambda job: replace(job, call_filter="none")),
    ("reads-files-of-the-host", lambda job: replace(job, readable=(*job.readable, "/etc"))),
    ("lists-the-host", lambda job: replace(job, readable=(*job.readable, "/etc"))),
)


@pytest.mark.parametrize("kind", sorted(JAILS))
@pytest.mark.parametrize(("name", "change"), JAIL_MUTANTS, ids=[name for name, _ in JAIL_MUTANTS])
def test_a_weaker_jail_is_breached(
    kind: str, name: str, change: JobChange, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_jail(monkeypatch, JAILS[kind]())
    hostile = next(program for program in PROGRAMS if program.name == name)
    text = hostile.text.replace("@PORT@", "9").replace("@SERVER@", str(os.getpid()))
    program = built(text, "-O1", "-w")
    use_jail(monkeypatch, Mutant(JAILS[kind](), change_job=change))
    assert BREACH in run_program(program.executable).output.decode()


def test_the_root_holds_the_emulator_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every path a program finds in the stronger jail, walked from the top."""
    use_jail(monkeypatch, JAILS["bubblewrap"]())
    program = built(
        """#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
static int show(const char *path, const struct stat *status, int kind, struct FTW *at) {
    (void)status; (void)at;
    if (kind != FTW_D) puts(path);
    return 0;
}
int main(void) { return nftw("/", show, 20, FTW_PHYS); }
"""
    )
    run = run_program(program.executable)
    links = {link for link, _ in jail_module._loaders()} | {"/lib"}
    own = {"/launcher", "/work/program", "/dev/null", "/dev/zero", "/dev/urandom"}
    assert set(run.output.decode().split()) == {*emulator_readable(), *links, *own}


def test_what_a_program_gives_back(jail: Jail, monkeypatch: pytest.MonkeyPatch) -> None:
    use_jail(monkeypatch, jail)
    program = built(
        """#include <stdio.h>
int main(int count, char **words) {
    char line[20];
    if (!fgets(line, sizeof line, fopen("in", "r"))) return 9;
    fprintf(fopen("out", "w"), "%s and %s", words[count - 1], line);
    puts("output");
    fputs("errors", stderr);
    return 5;
}
"""
    )
    run = run_program(program.executable, arguments=("a b", "c"), files=(("in", b"given"),))
    assert (run.ok, run.exit_code, run.signal_number, run.limit) == (False, 5, None, None)
    assert run.message == "Your program ended with exit status 5; 0 stands for success."
    assert (run.output, run.errors) == (b"output\n", b"errors")
    assert run.files == {"out": b"c and given"}


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("*(volatile int *)0 = 1;", "touched memory that is not its own"),
        ("__builtin_trap();", "came to a trap"),
        ('__asm__(".inst 0");', "an instruction that does not exist"),
        ("__builtin_abort();", "ended itself by abort()"),
        ("void raise(int); raise(15);", "ended by a signal: Terminated"),
    ],
)
def test_a_signal_in_plain_words(statement: str, words: str) -> None:
    run = run_program(built(f"int main(void) {{ {statement} return 0; }}").executable)
    assert words in run.message
    assert run.errors == b""
    assert run.signal_number


def test_the_length_of_vectors() -> None:
    text = 'int main(void) { long n; __asm__("cntb %0" : "=r"(n)); return (int)n; }'
    program = built(text, "-march=armv8.2-a+sve").executable
    assert run_program(program).exit_code == 16
    for length in (16, 32, 48, 64, 128):
        assert run_program(program, sve_bytes=length).exit_code == length
    assert run_program(program, sve_bytes=256).exit_code == 256 & 0xFF
    for length in (0, 8, 24, 512):
        with pytest.raises(InputError, match="SVE vector"):
            run_program(program, sve_bytes=length)


def test_equal_programs_run_alike(jail: Jail, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses and the kernel's random bytes included."""
    use_jail(monkeypatch, jail)
    program = built(
        """#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
int main(void) {
    int local;
    long *random = (long *)getauxval(AT_RANDOM);
    printf("%p %p %p %lx", (void *)&local, malloc(10), malloc(1 << 22), random[0]);
    return 0;
}
"""
    ).executable
    assert len({run_program(program).output for _ in range(3)}) == 1


def test_a_program_too_large_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    program = built("char a[800u << 20];\nint main(void) { return a[7]; }").executable
    assert loaded_bytes(program) > 800 << 20
    monkeypatch.setattr(emulator, "run_jailed", lambda *_: pytest.fail("started"))
    run = run_program(program)
    assert run.limit == "memory"
    assert run.message.startswith("Your program needs more memory than it may have (1 GiB")


def test_a_program_that_just_fits_is_started() -> None:
    program = built("char a[735u << 20];\nint main(void) { return a[7]; }").executable
    assert run_program(program).ok


@given(st.binary(max_size=200), st.integers(0, 1 << 64), st.integers(0, 1 << 16))
def test_no_bytes_upset_the_measuring(tail: bytes, offset: int, count: int) -> None:
    header = b"\x7fELF\x02\x01" + bytes(26) + (offset % (1 << 64)).to_bytes(8, "little") + bytes(14)
    assert loaded_bytes(header + b"\x38\0" + (count % 65536).to_bytes(2, "little") + tail) >= 0
    assert loaded_bytes(tail) == 0 or tail.startswith(b"\x7fELF")


def test_the_emulators_own_lack_of_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = b"qemu-aarch64: GLib: ../../../glib/gmem.c:169: failed to allocate 24576 bytes\n"
    end = RunResult(
        exit_code=None, signal_number=5, limit=None, output=b"", diagnostics=said, seconds=0.1
    )
    monkeypatch.setattr(emulator, "run_jailed", lambda *_: end)
    run = run_program(emulator_check.smallest_program())
    assert run.limit == "memory"


def test_the_number_of_files_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the stronger jail by the launcher, for its file system counts bytes only."""
    use_jail(monkeypatch, JAILS["bubblewrap"]())
    hostile = next(program for program in PROGRAMS if program.name == "empty-files-without-end")
    run = run_program(built(hostile.text, "-w").executable)
    assert run.limit == "total size"


def test_the_smallest_program_ends_as_it_should(
    jail: Jail, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_jail(monkeypatch, jail)
    check = emulator_check.check_emulator()
    assert (check.starts, check.takes_plugins, check.detail) == (True, True, "")


def test_an_emulator_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_thread(job: Job) -> Job:
        return replace(job, limits=Limits(processes=1, memory_bytes=RUN_LIMITS.memory_bytes))

    mutant = Mutant(JAILS["bubblewrap"](), change_job=no_thread)
    use_jail(monkeypatch, mutant)
    check = emulator_check.check_emulator()
    assert not check.starts
    assert "Resource temporarily unavailable" in check.detail


def test_without_the_emulator_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolMissing, match="qemu-user"):
        run_program(emulator_check.smallest_program())


def test_the_launcher_builds_for_the_other_host(tmp_path: Path) -> None:
    """The filter's numbers are those of the host; an AArch64 host has fewer calls."""
    sources = [str(path) for path in _SOURCES.glob("*.c")]
    flags = ["-std=gnu11", "-O2", "-Wall", "-Werror", "-static", "-o", str(tmp_path / "launcher")]
    for compiler in ("cc", "aarch64-linux-gnu-gcc-12"):
        subprocess.run([compiler, *flags, *sources], check=True)
