"""Other processes: making them, leaving with them, reaching them."""

from __future__ import annotations

from tests.toolchain.hostile_programs.hostile_program import does, tries

PROCESSES = (
    does("fork-bomb", "    for (;;) fork();", "cpu", "wall", says=""),
    does("fork-bomb-that-waits", """\
    for (;;) {
        if (fork() >= 0) BREACH("a child");
        usleep(1000);
    }""", "wall", says="", wall_seconds=0.6),
    does("vfork-bomb", """\
    for (int i = 0; i < 100000; i++)
        if (vfork() == 0) { BREACH("a child"); _exit(0); }
    puts("tried");"""),
    does("fork-by-system-call", """\
    register long number __asm__("x8") = 220, flags __asm__("x0") = 17, stack __asm__("x1") = 0;
    __asm__ volatile("svc 0" : "+r"(flags) : "r"(number), "r"(stack) : "memory");
    if (flags >= 0) BREACH("clone");
    puts("tried");"""),
    does("clone3-by-system-call", """\
    struct { unsigned long words[11]; } values = {{0}};
    values.words[4] = SIGCHLD;
    if (syscall(435, &values, sizeof values) >= 0) BREACH("clone3");
    puts("tried");"""),
    does("thread-bomb", """\
    pthread_t thread;
    long started = 0;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (started < 1000 && !pthread_create(&thread, &small, wait_for_ever, NULL)) started++;
    if (started > 16) BREACH("threads");
    printf("tried %ld\\n", started);
    fflush(stdout);
    _exit(0);""", before="static void *wait_for_ever(void *nothing) { pause(); return nothing; }"),
    does("daemon", """\
    if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }
    puts("tried");"""),
    tries("leaves-its-group", "setsid() >= 0", "!setpgid(0, 0)"),
    tries(
        "namespaces", "!unshare(CLONE_NEWUSER)", "!unshare(CLONE_NEWNET)",
        "syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0",
    ),
    does("executes-a-shell", """\
    char *words[] = {"sh", "-c", "echo BREACH", NULL}, *none[] = {NULL};
    execve("/bin/sh", words, none);
    execve("/usr/bin/true", words, none);
    if (system("echo BREACH") == 0) BREACH("system");
    if (popen("id", "r")) puts("a pipe without a shell");
    puts("tried");"""),
    does("executes-itself", """\
    char *words[] = {"program", NULL}, *none[] = {NULL};
    if (getenv("AGAIN")) BREACH("started again");
    putenv("AGAIN=1");
    char *again[] = {"AGAIN=1", NULL};
    execve("./program", words, again);
    execve("/proc/self/exe", words, again);
    execve("/usr/bin/qemu-aarch64", (char *[]){"qemu", "./program", NULL}, none);
    int self = open("program", O_RDONLY);
    syscall(SYS_execveat, self, "", words, again, AT_EMPTY_PATH);
    puts("tried");"""),
    tries(
        "traces-others", "!ptrace(PTRACE_TRACEME, 0, 0, 0)",
        "!ptrace(PTRACE_ATTACH, getppid(), 0, 0)",
        "!ptrace(PTRACE_ATTACH, @SERVER@, 0, 0)", "!ptrace(PTRACE_SEIZE, 1, 0, 0)",
    ),
    does("reads-other-memory", """\
    char byte = 0;
    struct iovec { void *at; size_t size; } mine = {&byte, 1}, theirs = {(void *)0x400000, 1};
    if (syscall(SYS_process_vm_readv, getppid(), &mine, 1, &theirs, 1, 0) == 1) BREACH("read");
    if (syscall(SYS_process_vm_writev, getppid(), &mine, 1, &theirs, 1, 0) == 1) BREACH("written");
    if (open("/proc/1/mem", O_RDWR) >= 0) BREACH("opened");
    puts("tried");"""),
    tries(
        "kills-others", "!kill(getppid(), SIGKILL)",
        "!kill(@SERVER@, SIGKILL)", "!kill(-1, SIGKILL)",
        "!kill(0, SIGKILL)", "!kill(1, SIGKILL)", "!killpg(getpgrp(), SIGKILL)",
    ),
    tries(
        "signals-others", "!syscall(SYS_tgkill, @SERVER@, @SERVER@, SIGTERM)",
        "!syscall(SYS_tkill, getppid(), SIGTERM)",
        "!sigqueue(getppid(), SIGTERM, (union sigval){0})",
        "syscall(434, @SERVER@, 0) >= 0", "syscall(434, getppid(), 0) >= 0",
    ),
    does("signals-through-a-descriptor", """\
    int ends[2];
    if (pipe(ends)) return 1;
    if (!fcntl(ends[0], F_SETOWN, getppid())) BREACH("owner");
    if (!fcntl(ends[0], F_SETOWN, 0) && fcntl(ends[0], F_GETOWN) == getppid()) BREACH("owner");
    fcntl(ends[0], F_SETSIG, SIGKILL);
    fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    if (write(ends[1], "x", 1) == 1) puts("tried");"""),
    tries(
        "changes-others", "!setpriority(PRIO_PROCESS, getppid(), 19)",
        "!prlimit(getppid(), RLIMIT_CPU, NULL, &(struct rlimit){0})",
        "!syscall(SYS_sched_setaffinity, getppid(), 8, &(long){1})",
        "!setuid(0)", "!setresuid(0, 0, 0)", "!setgid(0)",
    ),
)  # fmt: skip
