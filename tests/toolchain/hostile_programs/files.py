"""Files: reading what is not theirs, writing elsewhere, filling the disk, odd names."""

from __future__ import annotations

from tests.toolchain.hostile_programs.hostile_program import HostileProgram, does, tries

FILES = (
    tries(
        "reads-files-of-the-host", *(
            f'fopen("{path}", "r")' for path in (
                "@CANARY@", "/etc/passwd", "/etc/hostname", "/etc/ssl/openssl.cnf",
                "/proc/1/environ", "/proc/@SERVER@/cmdline", "/sys/class/net", "/var/log/dpkg.log",
                "/usr/bin/env", "/usr/include/stdio.h", "/boot",
            )
        ),
    ),
    tries(
        "reads-by-other-ways", 'open("/proc/self/root/etc/passwd", O_RDONLY) >= 0',
        'open("/work/../etc/passwd", O_RDONLY) >= 0',
        'open("../../../../../../../../etc/passwd", O_RDONLY) >= 0',
        'openat(open("/", O_PATH), "etc/passwd", O_RDONLY) >= 0',
        'syscall(437, AT_FDCWD, "/etc/passwd", &(long[3]){0}, 24) >= 0',
        '!chroot("..")', '!chdir("/etc")',
    ),
    tries(
        "lists-the-host", 'opendir("/etc")', 'opendir("/home")', 'opendir("/usr/sbin")',
        'opendir("/proc/@SERVER@")', 'opendir("@OPEN@")', 'opendir("/tmp")',
    ),
    tries(
        "writes-elsewhere", *(
            f'fopen("{path}", "w")' for path in (
                "@OPEN@/written", "/tmp/written", "/var/tmp/written", "/dev/shm/written",
                "/written", "../written", "/usr/lib/written", "@CANARY@",
            )
        ),
    ),
    tries(
        "changes-elsewhere", '!unlink("@CANARY@")', '!rename("@CANARY@", "@CANARY@2")',
        '!chmod("@CANARY@", 0)', '!truncate("@CANARY@", 0)', '!mkdir("@OPEN@/made", 0777)',
        '!link("@CANARY@", "linked")', '!symlink("@CANARY@", "@OPEN@/linked")',
        '!mkfifo("@OPEN@/pipe", 0666)', '!rename("program", "@OPEN@/program")',
        '!utimensat(AT_FDCWD, "@CANARY@", NULL, 0)',
    ),
    tries(
        "devices", *(
            f'open("/dev/{name}", O_RDWR) >= 0' for name in ("mem", "kmsg", "tty", "ptmx", "fuse",
                                                             "kvm", "vda", "sda", "loop-control")
        ),
        'mknod("device", S_IFCHR | 0666, 0x101) >= 0',
        'ioctl(0, TIOCSTI, "x") >= 0', 'ioctl(1, TIOCSTI, "x") >= 0',
    ),
    does("returns-a-link", """\
    if (!symlink("@CANARY@", "result")) BREACH("symbolic link");
    if (!link("/etc/passwd", "result2")) BREACH("link");
    if (!mkfifo("result3", 0666)) BREACH("pipe");
    puts("tried");"""),
    does("one-endless-file", """\
    FILE *file = fopen("large", "w");
    for (;;) fputs("All work and no play makes Jack dull.\\n", file);""", "file size", says=""),
    does("a-file-with-a-hole", """\
    int file = open("hole", O_RDWR | O_CREAT, 0600);
    lseek(file, 1l << 40, SEEK_SET);
    if (write(file, "x", 1) == 1) BREACH("a terabyte");
    puts("tried");""", "file size", says=""),
    does("fills-the-disk", """\
    static char block[1 << 20];
    for (int number = 0; number < 400; number++) {
        char name[32];
        snprintf(name, sizeof name, "part%d", number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (write(file, block, sizeof block) < 0) { puts("tried"); return 0; }
        close(file);
        usleep(1000);
    }
    BREACH("400 MiB");""", "total size", "ok", says=""),
    does("empty-files-without-end", """\
    for (long number = 0; number < 2000000; number++) {
        char name[32];
        snprintf(name, sizeof name, "file%ld", number);
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
    BREACH("two million files");""", "total size", "cpu", says=""),
    does("directories-without-end", """\
    for (int depth = 0; depth < 3000; depth++)
        if (mkdir("d", 0700) || chdir("d")) { puts("tried"); return 0; }
    BREACH("3000 levels");"""),
    does("files-with-odd-names", """\
    const char *names[] = {"a b", "two\\nend exit 0 0 0 0", ".hidden", "-rf", "caf\\303\\251",
                           "\\377", "file 3 x"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        close(open(names[i], O_WRONLY | O_CREAT, 0600));
    puts("tried");"""),
    does("descriptors-without-end", """\
    int opened = 0;
    while (opened < 100000 && open("/dev/zero", O_RDONLY) >= 0) opened++;
    if (opened > 1000) BREACH("descriptors");
    puts("tried");"""),
    does("pipes-without-end", """\
    int ends[2], made = 0;
    while (made < 100000 && !pipe(ends)) { fcntl(ends[0], F_SETPIPE_SZ, 1 << 20); made++; }
    if (made > 500) BREACH("pipes");
    puts("tried");"""),
    does("reads-zero-for-ever", """\
    static char block[1 << 20];
    int zero = open("/dev/zero", O_RDONLY);
    while (read(zero, block, sizeof block) > 0) continue;
    puts("closed");""", "cpu", says=""),
    HostileProgram("reads-when-built", """\
__asm__(".section .rodata\\n.global secret\\nsecret: .incbin \\"@CANARY@\\"\\n.byte 0\\n.text");
extern const char secret[];
int main(void) { BREACH(secret); return 0; }
""", frozenset({"unbuilt"}), ""),
    HostileProgram("fills-when-built", """\
__asm__(".data\\n.rept 100000000\\n.quad 1\\n.endr\\n.text");
int main(void) { return 0; }
""", frozenset({"unbuilt"}), ""),
)  # fmt: skip
