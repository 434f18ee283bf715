/* The self-test: run in the compiler's place, it tries what a hostile compiler would.
 *
 *   probe checks SERVER PROCESSES MEMORY FILE_SIZE FILE…   one line per check:
 *                                                `NAME holds|broken DETAIL`; FILEs must be unreadable
 *   probe run-checks FILTER SERVER PROGRAM FILE…   the same for the filters of users' programs
 *   probe fill | grow | fork | spin | sleep | linger | chatter | crash   run into one limit
 *   probe leave NAME BYTES                       leave a file in the work directory
 */
#define _GNU_SOURCE
#include "launcher.h"
#include "probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void tell(const char *name, bool holds, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("%s %s ", name, holds ? "holds" : "broken");
    vprintf(format, values);
    putchar('\n');
    va_end(values);
}

void check_host_files(int count, char **files)
{
    for (int i = 0; i < count; i++) {
        int file = open(files[i], O_RDONLY);
        if (file < 0) continue;
        tell("host-files", false, "%s can be read", files[i]);
        close(file);
        return;
    }
    tell("host-files", true, "%d files tried", count);
}

void check_no_socket(void)
{
    const int domains[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG};
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        if (socket(domains[i], SOCK_STREAM, 0) < 0 && errno == EPERM) continue;
        tell("network", false, "socket domain %d is open or only unsupported", domains[i]);
        return;
    }
    tell("network", true, "no socket of any kind");
}

/* A job's directory may have another name: `temporary` in job.py. */
static bool is_work_directory(const char *path)
{
    struct stat there, here;
    return !stat(path, &there) && !stat(".", &here) && there.st_dev == here.st_dev &&
           there.st_ino == here.st_ino;
}

void check_writing_outside(void)
{
    const char *places[] = {"/", "/usr", "/usr/lib", "/usr/bin", "/tmp", "/var/tmp", "/dev/shm",
                            "/dev", "/run", "..", "/home", "/root"};
    char path[64];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (is_work_directory(places[i])) continue;
        snprintf(path, sizeof path, "%s/lowlab-probe-%d", places[i], (int)getpid());
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file < 0) continue;
        unlink(path);
        tell("writing-outside", false, "a file could be made in %s", places[i]);
        return;
    }
    int own = open("probe-file", O_WRONLY | O_CREAT | O_EXCL, 0600);
    tell("writing-outside", own >= 0, "only the work directory takes files");
    unlink("probe-file");
    close(own);
}

/* How many children can be alive at once; tries up to most. */
static long start_children(long most)
{
    int gate[2];
    long started = 0;
    if (pipe(gate)) fail("pipe");
    while (started < most) {
        pid_t child = fork();
        if (child < 0) break;
        if (!child) {
            char byte;
            close(gate[1]);
            _exit(read(gate[0], &byte, 1) != 0);
        }
        started++;
    }
    close(gate[1]);
    while (wait(NULL) > 0 || errno == EINTR) continue;
    close(gate[0]);
    return started;
}

static void check_processes(long limit)
{
    long started = start_children(limit + 8);
    /* None at all is no limit either: then other tasks of the user have used it up. */
    tell("processes", limit / 4 <= started && started <= limit, "%ld could be started, the limit is %ld", started, limit);
}

static void check_memory(long limit)
{
    long granted = 0, step = 16L << 20;
    while (granted <= limit) {
        if (mmap(NULL, (size_t)step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
            MAP_FAILED) break;
        granted += step;
    }
    tell("memory", granted <= limit, "%ld MiB granted", granted >> 20);
}

static void check_file_size(long limit)
{
    signal(SIGXFSZ, SIG_IGN);
    int file = open("probe-file", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) fail("probe-file");
    bool refused = pwrite(file, "x", 1, limit) < 0 && errno == EFBIG;
    tell("file-size", refused, "one byte behind %ld MiB", limit >> 20);
    close(file);
    unlink("probe-file");
}

static void check_time_limit(void)
{
    struct rlimit limit;
    bool set = !getrlimit(RLIMIT_CPU, &limit) && limit.rlim_max != RLIM_INFINITY;
    tell("processor-time", set, "%ld seconds", set ? (long)limit.rlim_cur : 0L);
}

static void check_standard_input(void)
{
    char byte;
    ssize_t got = read(0, &byte, 1);
    tell("standard-input", got == 0, "read gives %zd", got);
}

static void check_user(void)
{
    uid_t real, effective, saved;
    getresuid(&real, &effective, &saved);
    bool plain = real && effective && saved && getgroups(0, NULL) <= 1;
    tell("user", plain && getgid(), "user %d, group %d", (int)real, (int)getgid());
}

static void check_privileges(void)
{
    struct { unsigned version; int process; } header = {0x20080522, 0};
    struct { unsigned effective, permitted, inheritable; } sets[2];
    bool known = !syscall(SYS_capget, &header, sets);
    bool none = known && !sets[0].permitted && !sets[1].permitted;
    bool locked = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
    tell("privileges", none && locked, "capabilities %s, gaining any %s", none ? "none" : "held",
         locked ? "locked" : "possible");
}

void check_devices(void)
{
    const char *closed[] = {"tty", "ptmx", "mem", "kmsg", "fuse", "kvm", "vda", "sda", "random",
                            "full", "shm", "pts", "console"};
    char path[64];
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        snprintf(path, sizeof path, "/dev/%s", closed[i]);
        if (open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK) < 0) continue;
        tell("devices", false, "%s can be opened", path);
        return;
    }
    bool usable = open("/dev/null", O_RDWR) >= 0 && open("/dev/urandom", O_RDONLY) >= 0;
    tell("devices", usable, "only null, zero and urandom");
}

static void check_signals(pid_t server)
{
    bool reached = !kill(server, 0) || !kill(getppid(), 0) ||
                   !syscall(SYS_tgkill, server, server, 0);
    tell("signals", !reached, "to the server and to the parent");
}

static void check_environment(void)
{
    const char *known[] = {"PATH=/usr/bin", "LC_ALL=C", "TMPDIR=."};
    for (char **entry = environ; *entry; entry++) {
        bool expected = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            expected = expected || !strcmp(*entry, known[i]);
        if (expected) continue;
        tell("environment", false, "%.40s", *entry);
        return;
    }
    tell("environment", true, "search path, character set and work directory only");
}

void check_descriptors(void)
{
    for (int descriptor = 3; descriptor < 1024; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) continue;
        tell("descriptors", false, "descriptor %d of the server is open", descriptor);
        return;
    }
    tell("descriptors", true, "none of the server's");
}

void tell_attempts(const char *name, const struct attempt *attempts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (attempts[i].refused) continue;
        tell(name, false, "%s is not refused", attempts[i].name);
        return;
    }
    tell(name, true, "%zu refused", count);
}

static void check_system_calls(void)
{
    const struct attempt calls[] = {
        {"unshare", REFUSED(unshare(CLONE_NEWUSER))},
        {"mount", REFUSED(mount("none", ".", "tmpfs", 0, NULL))},
        {"ptrace", REFUSED(ptrace(PTRACE_TRACEME, 0, NULL, NULL))},
        {"clone", REFUSED(syscall(SYS_clone, CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0))},
        {"setsid", REFUSED(setsid()) && REFUSED(setpgid(0, 0))},
        {"keyctl", REFUSED(syscall(SYS_keyctl, 0, 0, 0, 0, 0))},
        {"bpf", REFUSED(syscall(SYS_bpf, 0, NULL, 0))},
        {"io_uring", REFUSED(syscall(425, 1, NULL))},
        {"userfaultfd", REFUSED(syscall(SYS_userfaultfd, 0))},
    };
    tell_attempts("system-calls", calls, sizeof calls / sizeof *calls);
}

static int run_checks(char **values, int file_count)
{
    check_host_files(file_count, values + 4);
    check_no_socket();
    check_writing_outside();
    check_standard_input();
    check_user();
    check_privileges();
    check_descriptors();
    check_devices();
    check_signals(atoi(values[0]));
    check_environment();
    check_time_limit();
    check_file_size(atol(values[3]));
    fflush(stdout);
    check_processes(atol(values[1]));
    check_memory(atol(values[2]));
    check_system_calls();
    return 0;
}

/* Files until the disk or the watcher says stop; each stays below the file size limit. */
static int fill(void)
{
    char block[65536] = {1}, name[32];
    for (int number = 0; number < 64; number++) {
        snprintf(name, sizeof name, "fill-%d", number);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
        for (int i = 0; i < 128; i++)
            if (write(file, block, sizeof block) != sizeof block) {
                printf("full after %d MiB\n", number * 8);
                return errno == ENOSPC ? 0 : 1;
            }
        usleep(2000);
    }
    puts("never full");
    return 0;
}

/* One file, until the limit's signal. */
_Noreturn static void grow(void)
{
    char block[65536] = {1};
    int file = open("grow", O_WRONLY | O_CREAT | O_EXCL, 0600);
    for (;;) write_all(file, block, sizeof block);
}

static int leave(const char *name, long size)
{
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) fail(name);
    while (size-- > 0) write_all(file, "x", 1);
    return 0;
}

_Noreturn static void spin(void)
{
    for (volatile unsigned long turns = 0;; turns++) continue;
}

/* A child that tries to leave the process group, outlives its parent and keeps the output open. */
static int linger(void)
{
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child) {
        usleep(20000);
        return 0;
    }
    setsid();
    alarm(20);
    for (;;) pause();
}

_Noreturn static void chatter(int descriptor)
{
    char line[4096];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (;;) write_all(descriptor, line, sizeof line);
}

int run_probe(int count, char **arguments)
{
    errno = EINVAL;
    if (count < 1) fail("probe");
    const char *name = arguments[0];
    if (!strcmp(name, "checks") && count >= 6) return run_checks(arguments + 1, count - 5);
    if (!strcmp(name, "run-checks") && count >= 5)
        return run_filter_checks(count - 1, arguments + 1);
    if (!strcmp(name, "fill")) return fill();
    if (!strcmp(name, "grow")) grow();
    if (!strcmp(name, "leave") && count == 3) return leave(arguments[1], atol(arguments[2]));
    if (!strcmp(name, "fork")) return printf("%ld\n", start_children(100)) < 0;
    if (!strcmp(name, "spin")) spin();
    if (!strcmp(name, "linger")) return linger();
    if (!strcmp(name, "chatter")) chatter(count > 1 ? atoi(arguments[1]) : 2);
    if (!strcmp(name, "crash")) abort();
    if (!strcmp(name, "sleep")) return pause();
    if (!strcmp(name, "nothing")) return 0;
    fail(name);
}
