"""Programs that get in the way of being recorded. Each has a function `loop` and a `main`."""

from __future__ import annotations

HEAD = """\
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
volatile int total;
int data[64];
__attribute__((noipa)) void before(void);
__attribute__((noipa)) void inside(int i);
__attribute__((noinline)) void loop(int *x, int n) {
  for (int i = 0; i < n; i++) {
    total += x[i];
    inside(i);
  }
}
int main(void) {
  before();
  loop(data, 64);
  return 0;
}
"""
NOTHING_BEFORE = "void before(void) {}\n"
NOTHING_INSIDE = "void inside(int i) { (void)i; }\n"

# Name: (the two functions, reasons the recording may end for).
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "well behaved": (NOTHING_BEFORE + NOTHING_INSIDE, ("steps",)),
    "exits inside the loop": (
        NOTHING_BEFORE + "void inside(int i) { if (i == 3) exit(7); }\n", ("exited",),
    ),
    "exits before the loop": ("void before(void) { _exit(9); }\n" + NOTHING_INSIDE, ("exited",)),
    "aborts inside the loop": (
        NOTHING_BEFORE + "void inside(int i) { if (i == 3) abort(); }\n", ("trap", "killed"),
    ),
    "faults before the loop": (
        "void before(void) { *(volatile int *)8 = 1; }\n" + NOTHING_INSIDE, ("killed",),
    ),
    "takes the memory away": (
        "void before(void) { munmap((void *)((unsigned long)data & ~4095ul), 4096); }\n"
        + NOTHING_INSIDE, ("signal", "killed"),
    ),
    "never reaches the loop": (
        "void before(void) { for (;;) ; }\n" + NOTHING_INSIDE, ("processor",),
    ),
    "never comes back": (
        NOTHING_BEFORE + "void inside(int i) { for (; i >= 0;) ; }\n", ("processor",),
    ),
    "sleeps before the loop": ("void before(void) { sleep(2); }\n" + NOTHING_INSIDE, ("steps",)),
    "waits for ever": ("void before(void) { pause(); }\n" + NOTHING_INSIDE, ("time",)),
    "forks before the loop": (
        "void before(void) { for (int i = 0; i < 100; i++) if (!fork()) for (;;) ; }\n"
        + NOTHING_INSIDE, ("steps",),
    ),
    "forks inside the loop": (
        NOTHING_BEFORE + "void inside(int i) { (void)i; if (!fork()) _exit(1); }\n", ("steps",),
    ),
    "raises signals for ever": (
        "static void ignore(int s) { (void)s; }\n"
        "void before(void) { signal(SIGUSR1, ignore); for (;;) raise(SIGUSR1); }\n"
        + NOTHING_INSIDE, ("signals", "time"),
    ),
    "handles a signal inside the loop": (
        "static void ignore(int s) { (void)s; }\n"
        "void before(void) { signal(SIGUSR1, ignore); }\n"
        "void inside(int i) { if (i < 5) raise(SIGUSR1); }\n", ("steps",),
    ),
    "kills everyone": (
        "void before(void) { kill(-1, SIGKILL); kill(getppid(), SIGKILL); kill(0, SIGKILL); }\n"
        + NOTHING_INSIDE, ("steps", "killed"),
    ),
    "starts another program": (
        "void before(void) { char *words[] = {\"/usr/bin/qemu-aarch64\", 0};\n"
        "  execv(words[0], words); execv(\"./program\", words); }\n" + NOTHING_INSIDE, ("steps",),
    ),
    "replaces the socket": (
        "void before(void) { unlink(\"stub\"); int f = open(\"stub\", O_CREAT | O_RDWR, 0600);\n"
        "  write(f, \"$T05#b9\", 7); }\n" + NOTHING_INSIDE, ("steps",),
    ),
    "connects to the socket": (
        "void before(void) {\n"
        "  struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = \"stub\"};\n"
        "  int s = socket(AF_UNIX, SOCK_STREAM, 0);\n"
        "  if (!connect(s, (struct sockaddr *)&a, sizeof a)) _exit(99); }\n" + NOTHING_INSIDE,
        ("steps",),
    ),
    "rewrites the plan": (
        "void before(void) {\n"
        "  int f = open(\"plan\", O_RDWR | O_TRUNC); write(f, \"steps 9\", 7); }\n"
        + NOTHING_INSIDE, ("steps",),
    ),
    "closes every descriptor": (
        "void before(void) { for (int f = 0; f < 64; f++) close(f); }\n" + NOTHING_INSIDE,
        ("closed", "ended", "exited"),
    ),
    "reads from every descriptor": (
        "void before(void) { char b[64]; for (int f = 3; f < 16; f++) {\n"
        "  fcntl(f, F_SETFL, O_NONBLOCK); for (int i = 0; i < 50; i++) read(f, b, sizeof b); } }\n"
        + NOTHING_INSIDE, ("steps", "closed", "time", "protocol", "ended", "exited"),
    ),
    "steals the recorder's packets": (
        "void before(void) { char b[256];\n"
        "  for (;;) for (int f = 3; f < 16; f++) read(f, b, 256); }\n"
        + NOTHING_INSIDE, ("time", "closed", "protocol"),
    ),
    "answers in the stub's name": (
        "void before(void) { for (int f = 3; f < 16; f++)\n"
        "  for (int i = 0; i < 2000; i++) write(f, \"$T05thread:01;#07\", 17); }\n"
        + NOTHING_INSIDE, ("protocol", "trap", "closed", "time", "ended", "exited"),
    ),
    "answers with noise": (
        "void before(void) { char b[65536]; memset(b, '$', sizeof b);\n"
        "  for (int f = 3; f < 16; f++) write(f, b, sizeof b);\n"
        "  memset(b, 'a', sizeof b); for (int f = 3; f < 16; f++) write(f, b, sizeof b); }\n"
        + NOTHING_INSIDE, ("protocol", "time", "closed", "ended", "exited"),
    ),
    "asks the debugger for a file": (
        "void before(void) { const char *name = \"/etc/passwd\";\n"
        "  long block[3] = {(long)name, 0, 11};\n"
        "  register long x0 __asm__(\"x0\") = 1; register long *x1 __asm__(\"x1\") = block;\n"
        "  __asm__ volatile(\"hlt #0xf000\" : \"+r\"(x0) : \"r\"(x1) : \"memory\"); }\n"
        + NOTHING_INSIDE, ("semihosting", "steps", "killed"),
    ),
    "comes to a trap": (
        NOTHING_BEFORE + "void inside(int i) { if (i == 2) __builtin_trap(); }\n",
        ("trap", "killed"),
    ),
    "jumps out of the loop": (
        "static jmp_buf place;\n"
        "void before(void) { if (setjmp(place)) _exit(5); }\n"
        "void inside(int i) { if (i == 3) { _exit(5); longjmp(place, 1); } }\n", ("exited",),
    ),
    "changes the vector length": (
        "void before(void) { prctl(50, 64); }\n"
        "void inside(int i) { prctl(50, i % 2 ? 16 : 128); }\n", ("steps",),
    ),
    "recurses": (
        NOTHING_BEFORE + "void inside(int i) { if (i < 3) loop(data, i); }\n", ("steps",),
    ),
    "fills the disk": (
        "void before(void) { char b[65536] = {1}; int f = open(\"big\", O_CREAT | O_RDWR, 0600);\n"
        "  for (int i = 0; i < 4000; i++) write(f, b, sizeof b); }\n" + NOTHING_INSIDE,
        ("steps", "ended", "killed", "closed", "limit"),
    ),
    "prints for ever": (
        "void before(void) { for (int i = 0; i < 20000; i++) puts(\"end steps 5\"); }\n"
        + NOTHING_INSIDE, ("steps",),
    ),
}  # fmt: skip
