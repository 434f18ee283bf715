"""Code that is not what it seems: changed as it runs, run before main, C++ at its odd ends."""

from __future__ import annotations

from tests.toolchain.hostile_programs.hostile_program import HostileProgram, does

CODE = (
    does("changes-its-own-code", """\
    unsigned *code = (unsigned *)seven;
    if (mprotect(code, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) return 1;
    int before = seven();
    *code = 0x52800120; /* mov w0, 9 */
    __builtin___clear_cache((void *)code, (void *)(code + 1));
    printf("tried %d %d\\n", before, seven());""", says="tried 7 9",
         before="extern int seven(void);\n"
                '__asm__(".p2align 12\\nseven: mov w0, 7\\nret\\n.p2align 12\\n");'),
    does("writes-code-and-runs-it", """\
    unsigned *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    code[0] = 0x52800540; /* mov w0, 42 */
    code[1] = 0xd65f03c0; /* ret */
    __builtin___clear_cache((void *)code, code + 2);
    printf("tried %d\\n", ((int (*)(void))code)());""", says="tried 42"),
    does("runs-data", "    ((void (*)(void))data)();", "signal", says="",
         before="static unsigned data[] = {0, 0xffffffff};"),
    does("jumps-anywhere", "    for (unsigned long at = 0x1000; ; at = at * 7 + 4)\n"
         "        ((void (*)(void))(at & ~3ul))();", "signal", says=""),
    does("writes-anywhere", """\
    unsigned long at = 88172645463325252ul;
    for (;;) {
        at ^= at << 13; at ^= at >> 7; at ^= at << 17;
        *(volatile long *)(at & 0x7ffffffffff8ul) = 0x4141414141414141;
    }""", "signal", says=""),
    does("overwrites-the-emulator", """\
    /* The emulator lies in the same address space; try every page near its usual places. */
    unsigned long places[] = {0x550000000000ul, 0x560000000000ul, 0x7f0000000000ul,
                              0x7ff000000000ul};
    for (int round = 0; round < 100000; round++)
        for (int place = 0; place < 4; place++) {
            signal(SIGSEGV, onward);
            if (!sigsetjmp(before, 1))
                memset((void *)(places[place] + 4096ul * (unsigned long)rand()), 0x90, 4096);
        }
    puts("tried");""", "ok", "signal", "cpu", "wall", says="",
         before="#include <setjmp.h>\nstatic sigjmp_buf before;\n"
                "static void onward(int n) { (void)n; siglongjmp(before, 1); }"),
    does("aborts", "    abort();", "signal", says=""),
    does("null-pointer", "    return *(volatile int *)0;", "signal", says=""),
    does("traps", '    __asm__ volatile("brk 1");', "signal", says=""),
    does("privileged-instruction", '    __asm__ volatile("msr daifset, 15");', "signal", says=""),
    does("exit-status", '    puts("tried");\n    exit(300);', "exit"),
    HostileProgram("starts-without-main", """\
__attribute__((constructor(101))) static void first(void) {
    if (!kill(getppid(), SIGKILL)) BREACH("killed");
    if (fork() >= 0) BREACH("forked");
    write(1, "tried\\n", 6);
    _exit(0);
}
int main(void) { return 1; }
"""),
    HostileProgram("takes-the-library's-place", """\
int puts(const char *text) { (void)text; return write(1, "tried\\n", 6) != 6; }
int open(const char *name, int flags, ...) { return (int)syscall(56, -100, name, flags, 0); }
int main(void) {
    if (open("/etc/passwd", 0) >= 0) BREACH("opened");
    return puts("");
}
"""),
    HostileProgram("uses-what-is-nowhere", """\
int missing(void);
int main(void) { return missing(); }
""", frozenset({"unbuilt"}), ""),
    HostileProgram("throws-for-ever", """\
struct Thing { ~Thing() noexcept(false) { throw 1; } };
int main() {
    for (;;) try { Thing thing; throw 2; } catch (int) {}
}
""", frozenset({"signal"}), "", "cpp"),
    HostileProgram("allocates-before-main", """\
#include <vector>
static std::vector<std::vector<char>> kept;
static int filled = [] { for (;;) kept.emplace_back(1 << 20, 'x'); return 0; }();
int main() { return filled; }
""", frozenset({"signal"}), "", "cpp", cpu_seconds=10),
    HostileProgram("threads-and-files", """\
#include <fstream>
#include <iostream>
#include <thread>
#include <vector>
int main() {
    std::vector<std::thread> threads;
    try {
        for (;;) threads.emplace_back([] { for (;;) pause(); });
    } catch (const std::exception &) {
        if (threads.size() > 16) BREACH("threads");
    }
    if (std::ofstream("/tmp/written") || std::ofstream("@OPEN@/written")) BREACH("written");
    if (std::ifstream("@CANARY@")) BREACH("read");
    std::cout << "tried" << std::endl;
    _exit(0);
}
""", frozenset({"ok"}), "tried", "cpp"),
    HostileProgram("recursive-templates-at-run-time", """\
#include <functional>
int main() {
    std::function<int(int)> deeper = [&](int n) { return deeper(n + 1) + n; };
    return deeper(0);
}
""", frozenset({"signal"}), "", "cpp"),
)  # fmt: skip
