"""Time, memory and output without end."""

from __future__ import annotations

from tests.toolchain.hostile_programs.hostile_program import HostileProgram, does, tries

LIMITS = (
    does("endless-loop", "    for (volatile long turns = 0;; turns++) continue;", "cpu", says=""),
    does("endless-sleep", "    for (;;) pause();", "wall", says="", wall_seconds=0.5),
    does("stops-itself", "    raise(SIGSTOP);\n    for (;;) pause();", "wall", says="",
         wall_seconds=0.5),
    does("endless-loop-deaf-to-signals", """\
    for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (;;) continue;""", "cpu", says=""),
    does("raises-its-limits", """\
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &none);
    setrlimit(RLIMIT_AS, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    for (;;) continue;""", "cpu", says=""),
    does("storm-of-timers", """\
    signal(SIGALRM, tick);
    struct itimerval often = {{0, 1}, {0, 1}};
    setitimer(ITIMER_REAL, &often, NULL);
    for (;;) continue;""", "cpu", "wall", says="",
         before="static void tick(int number) { (void)number; }"),
    does("catches-its-crash", """\
    signal(SIGSEGV, again);
    *(volatile int *)8 = 1;""", "cpu", says="",
         before="static void again(int number) { signal(number, again); }"),
    HostileProgram("endless-constructor", """\
__attribute__((constructor)) static void before_main(void) { for (;;) continue; }
int main(void) { return 0; }
""", frozenset({"cpu"}), ""),
    HostileProgram("endless-destructor", """\
__attribute__((destructor)) static void after_main(void) { for (;;) continue; }
int main(void) { puts("tried"); return 0; }
""", frozenset({"cpu"}), ""),
    does("all-the-memory", """\
    long blocks = 0;
    for (volatile char *block; (block = malloc(1 << 20)); blocks++)
        for (int at = 0; at < 1 << 20; at += 4096) block[at] = 1;
    if (blocks >= 1024) BREACH("a gigabyte");
    printf("tried %ld\\n", blocks);""", cpu_seconds=10),
    does("memory-nobody-pays-for", """\
    for (int size = 30; size < 47; size++)
        if (mmap(NULL, 1ul << size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
            BREACH("a gigabyte or more");
    puts("tried");"""),
    does("a-large-array", "    memset(array, 1, sizeof array);\n    puts(array);", "memory",
         says="", before="static char array[1500u << 20];"),
    does("endless-recursion", '    printf("%d", deeper(1));', "signal", says="",
         before="static int deeper(volatile int n) { return n ? deeper(n + 1) + n : 0; }"),
    does("a-large-frame", "    volatile char frame[1 << 28];\n    frame[0] = frame[1 << 27] = 1;\n"
         "    printf(\"%d\", frame[1 << 27]);", "signal", "ok", says=""),
    does("locks-memory", """\
    void *block = malloc(64 << 20);
    if (!mlock(block, 64 << 20) || !mlockall(MCL_CURRENT | MCL_FUTURE)) BREACH("locked");
    puts("tried");"""),
    does("endless-output", '    for (;;) puts("All work and no play makes Jack a dull boy.");',
         "output", says="All work"),
    does("endless-messages", '    for (;;) fputs("All work and no play.\\n", stderr);',
         "diagnostics", says=""),
    does("output-without-line-ends", '    for (;;) write(1, "\\0\\377\\033[2J", 6);', "output",
         says=""),
    tries("kernel-memory", "syscall(279, \"m\", 0) >= 0", "shmget(1, 1 << 20, 01600) >= 0",
          "syscall(SYS_msgget, 1, 01600) >= 0", "syscall(SYS_semget, 1, 1, 01600) >= 0",
          "syscall(SYS_mq_open, \"/m\", O_CREAT | O_RDWR, 0600, 0) >= 0"),
)  # fmt: skip
