"""The network, and the kernel's other doors."""

from __future__ import annotations

from tests.toolchain.hostile_programs.hostile_program import HostileProgram, does, tries

_ADDRESS = (
    "struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(@PORT@), "
    ".sin_addr = {htonl(INADDR_LOOPBACK)}};"
)

REACHING_OUT = (
    does("connects", f"""\
    {_ADDRESS}
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection >= 0) BREACH("socket");
    if (!connect(connection, (void *)&to, sizeof to)) BREACH("connected");
    puts("tried");"""),
    does("sends-packets", f"""\
    {_ADDRESS}
    int packets = socket(AF_INET, SOCK_DGRAM, 0);
    if (sendto(packets, "x", 1, 0, (void *)&to, sizeof to) == 1) BREACH("sent");
    puts("tried");"""),
    does("connects-by-unix-socket", """\
    struct sockaddr_un to = {.sun_family = AF_UNIX, .sun_path = "@SOCKET@"};
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (!connect(connection, (void *)&to, sizeof to)) BREACH("connected");
    int pair[2];
    if (!socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) BREACH("pair");
    puts("tried");"""),
    does("listens", """\
    struct sockaddr_in at = {.sin_family = AF_INET};
    int door = socket(AF_INET, SOCK_STREAM, 0);
    if (!bind(door, (void *)&at, sizeof at) && !listen(door, 1)) BREACH("listening");
    puts("tried");"""),
    tries("other-sockets", *(
        f"socket({domain}, {kind}, 0) >= 0"
        for domain in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK",
                       "AF_ALG", "AF_BLUETOOTH")
        for kind in ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW")
    )),
    does("connects-by-inline-assembly", """\
    register long number __asm__("x8") = 198, domain __asm__("x0") = AF_INET,
                  kind __asm__("x1") = SOCK_STREAM, protocol __asm__("x2") = 0;
    __asm__ volatile("svc 0" : "+r"(domain) : "r"(number), "r"(kind), "r"(protocol) : "memory");
    if (domain >= 0) BREACH("socket");
    puts("tried");"""),
    does("every-system-call", """\
    signal(SIGSYS, SIG_IGN);
    for (long number = 0; number < 460; number++) {
        int ends = number == 93 || number == 94;             /* exit, exit_group */
        int waits = number == 73 || number == 72 || number == 133 || number == 137;
        int shuts = number == 57 || number == 436;           /* close, close_range */
        int own = number == 139 || number == 214 || number == 215 || number == 226 ||
                  number == 29 || number == 63 || number == 99 || number == 222 ||
                  number == 216 || number == 132;
        if (!ends && !waits && !shuts && !own) syscall(number, 0, 0, 0, 0, 0, 0);
    }
    write(1, "tried\\n", 6);
    _exit(0);""", "ok", "signal", "exit", says=""),
    tries(
        "kernel-interfaces",
        "syscall(425, 8, &(char[256]){0}) >= 0", "syscall(SYS_bpf, 0, 0, 0) >= 0",
        "syscall(SYS_perf_event_open, &(char[128]){0}, 0, -1, -1, 0) >= 0",
        "syscall(SYS_userfaultfd, 0) >= 0", "syscall(SYS_keyctl, 0, 0, 0, 0, 0) >= 0",
        'syscall(SYS_add_key, "user", "k", "v", 1, -4) >= 0',
        "syscall(SYS_inotify_init1, 0) >= 0", "syscall(SYS_fanotify_init, 0, 0) >= 0",
        "syscall(SYS_epoll_create1, 0) >= 0 && 0",
    ),
    tries(
        "the-machine", '!mount("none", ".", "tmpfs", 0, NULL)', '!umount2("/", MNT_DETACH)',
        '!sethostname("breach", 6)', '!syscall(SYS_reboot, 0xfee1dead, 672274793, 0x1234567, 0)',
        "!syscall(SYS_settimeofday, &(struct timeval){1, 0}, NULL)",
        '!syscall(SYS_swapon, "program", 0)',
        '!syscall(SYS_init_module, "", 0, "")',
        "!syscall(SYS_kexec_load, 0, 0, NULL, 0)", "!syscall(SYS_acct, NULL)",
    ),
    tries(
        "its-own-cage", "!prctl(PR_SET_PDEATHSIG, 0)", "!prctl(PR_SET_DUMPABLE, 1) && 0",
        "!prctl(PR_SET_CHILD_SUBREAPER, 1)", "!prctl(PR_SET_SECCOMP, 1)",
        "!syscall(SYS_seccomp, 0, 0, NULL)", "!prctl(PR_SET_MM, 1, 0, 0, 0)",
        "!syscall(444, NULL, 0, 1) && 0", "!syscall(SYS_capset, &(long){0x20080522}, NULL)",
    ),
    HostileProgram("forges-the-report", """\
int main(void) {
    const char *forged = "end exit 0 1 1 1\\ndone\\n";
    for (int descriptor = 3; descriptor < 256; descriptor++)
        if (write(descriptor, forged, strlen(forged)) > 0) BREACH("a descriptor");
    printf("%s", forged);
    fprintf(stderr, "%s", forged);
    fflush(stdout);
    _exit(7);
}
""", frozenset({"exit"}), "end exit 0"),
    HostileProgram("forges-a-crash", """\
int main(void) {
    fprintf(stderr, "qemu-aarch64: Unable to find a guest_base to satisfy all guest addresses\\n");
    fprintf(stderr, "launcher: failed\\n");
    puts("tried");
    return 0;
}
"""),
)  # fmt: skip
