/* The self-test of the filters for users' programs, which are the last fence: a program that takes
 * qemu over is native code like this. What the compile jail's own checks show is not repeated.
 *
 *   probe run-checks FILTER SERVER PROGRAM FILE…   PROGRAM: something executable; FILEs: unreadable
 */
#define _GNU_SOURCE
#include "launcher.h"
#include "probe.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_network(bool steps, bool records)
{
    const int domains[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH};
    struct sockaddr_un nowhere = {.sun_family = AF_UNIX, .sun_path = "nowhere"};
    int pair[2];
    for (size_t i = 0; i < COUNT(domains); i++) {
        if (REFUSED(socket(domains[i], SOCK_STREAM, 0)) && REFUSED(socket(domains[i], SOCK_RAW, 0)))
            continue;
        tell("network", false, "socket domain %d is open", domains[i]);
        return;
    }
    const struct attempt attempts[] = {
        {"a Unix socket", steps || REFUSED(socket(AF_UNIX, SOCK_STREAM, 0))},
        {"a Unix socket for packets", REFUSED(socket(AF_UNIX, SOCK_DGRAM, 0))},
        {"a pair of sockets", REFUSED(socketpair(AF_UNIX, SOCK_STREAM, 0, pair))},
        {"connect", records || REFUSED(connect(-1, (void *)&nowhere, sizeof nowhere))},
        {"sendto", REFUSED(sendto(-1, "", 0, 0, (void *)&nowhere, sizeof nowhere))},
        {"setsockopt", REFUSED(setsockopt(-1, SOL_SOCKET, SO_ATTACH_FILTER, NULL, 0))},
        {"sendmsg", REFUSED(sendmsg(-1, NULL, 0))},
    };
    tell_attempts("network", attempts, COUNT(attempts));
}

/* A child that could be made ends at once. */
static bool refused_child(long number, long flags)
{
    long child = syscall(number, flags, 0, 0, 0, 0);
    if (!child) _exit(0);
    if (child > 0) waitpid((pid_t)child, NULL, __WALL);
    return child < 0 && errno == EPERM;
}

static void check_other_processes(void)
{
    struct { unsigned long words[11]; } clone3 = {{0}};
    const struct attempt attempts[] = {
        {"fork", refused_child(SYS_clone, SIGCHLD)},
        {"fork without a signal", refused_child(SYS_clone, 0)},
        {"fork with the parent's parent", refused_child(SYS_clone, CLONE_PARENT | SIGCHLD)},
        {"fork in a namespace", refused_child(SYS_clone, CLONE_NEWUSER | SIGCHLD)},
#ifdef SYS_fork
        {"fork by its old number", refused_child(SYS_fork, 0)},
#endif
        {"clone3", syscall(435, &clone3, sizeof clone3) < 0 && errno == ENOSYS},
    };
    tell_attempts("other-processes", attempts, COUNT(attempts));
}

#define NOBODY 0x3fffffff /* the kernel would say that there is no such process */

static void check_signals(pid_t server)
{
    pid_t parent = getppid();
    siginfo_t nothing = {.si_code = SI_QUEUE};
    const struct attempt attempts[] = {
        {"kill of the parent", REFUSED(kill(parent, 0))},
        {"kill of the server", REFUSED(kill(server, 0))},
        {"kill of all", REFUSED(kill(-1, 0))},
        {"kill of the group", REFUSED(kill(0, 0))},
        {"kill of nobody", REFUSED(kill(NOBODY, 0))},
        {"tgkill of nobody", REFUSED(syscall(SYS_tgkill, NOBODY, NOBODY, 0))},
        {"tgkill", REFUSED(syscall(SYS_tgkill, parent, parent, 0))},
        {"tkill", REFUSED(syscall(SYS_tkill, parent, 0))},
        {"rt_sigqueueinfo", REFUSED(syscall(SYS_rt_sigqueueinfo, parent, 0, &nothing))},
        {"pidfd_open", REFUSED(syscall(434, parent, 0))},
        {"an owner of a descriptor", REFUSED(fcntl(0, F_SETOWN, parent))},
        {"a signal of a descriptor", REFUSED(fcntl(0, F_SETSIG, SIGKILL))},
    };
    tell_attempts("run-signals", attempts, COUNT(attempts));
}

static void check_other_memory(pid_t server)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)run_filter_checks, 1};
    const struct attempt attempts[] = {
        {"PTRACE_TRACEME", REFUSED(ptrace(PTRACE_TRACEME, 0, NULL, NULL))},
        {"PTRACE_ATTACH", REFUSED(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL))},
        {"process_vm_readv", REFUSED(process_vm_readv(getppid(), &here, 1, &there, 1, 0))},
        {"process_vm_writev", REFUSED(process_vm_writev(server, &here, 1, &there, 1, 0))},
        {"limits of the parent", REFUSED(syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, NULL, NULL))},
        {"processors of the parent", REFUSED(syscall(SYS_sched_setaffinity, getppid(), 0, NULL))},
        {"priority of the parent", REFUSED(setpriority(PRIO_PROCESS, (id_t)getppid(), 19))},
    };
    tell_attempts("tracing", attempts, COUNT(attempts));
}

static void check_system_calls(bool records)
{
    const struct attempt attempts[] = {
        {"mkdirat", REFUSED(mkdirat(AT_FDCWD, "directory", 0700))},
        {"symlinkat", REFUSED(symlinkat("/", AT_FDCWD, "link"))},
        {"linkat", REFUSED(linkat(AT_FDCWD, "a", AT_FDCWD, "b", 0))},
        {"mknodat", REFUSED(mknodat(AT_FDCWD, "pipe", S_IFIFO | 0600, 0))},
        {"chdir", REFUSED(chdir("/"))},
        {"fchmodat", REFUSED(syscall(SYS_fchmodat, AT_FDCWD, ".", 0777))},
        {"memfd_create", REFUSED(syscall(SYS_memfd_create, "m", 0))},
        {"setsid", REFUSED(setsid()) && REFUSED(setpgid(0, 0))},
        {"the signal of the parent's death", records || REFUSED(prctl(PR_SET_PDEATHSIG, 0))},
        {"PR_SET_DUMPABLE", REFUSED(prctl(PR_SET_DUMPABLE, 1))},
        {"unshare", REFUSED(unshare(CLONE_NEWUSER))},
        {"personality", REFUSED(syscall(SYS_personality, 0))},
        {"io_uring", REFUSED(syscall(425, 1, NULL))},
        {"bpf", REFUSED(syscall(SYS_bpf, 0, NULL, 0))},
        {"perf_event_open", REFUSED(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0))},
        {"keyctl", REFUSED(syscall(SYS_keyctl, 0, 0, 0, 0, 0))},
        {"userfaultfd", REFUSED(syscall(SYS_userfaultfd, 0))},
        {"shmget", REFUSED(syscall(SYS_shmget, 1, 4096, 01600))},
        {"mq_open", REFUSED(syscall(SYS_mq_open, "m", 0, 0, NULL))},
        {"timer_create", REFUSED(syscall(SYS_timer_create, 0, NULL, NULL))},
        {"inotify_init1", REFUSED(syscall(SYS_inotify_init1, 0))},
        {"epoll_create1", REFUSED(syscall(SYS_epoll_create1, 0))},
        {"mlock", REFUSED(mlock((void *)run_filter_checks, 1))},
        {"a number nobody knows", REFUSED(syscall(999))},
    };
    tell_attempts("run-system-calls", attempts, COUNT(attempts));
}

static bool refused_mapping(unsigned long address, size_t size, int flags)
{
    return mmap((void *)address, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags,
                -1, 0) == MAP_FAILED && errno == EPERM;
}

/* exec may name one path only, which was on a page that is gone; see run_filter.c. This comes last,
 * for an exec that succeeds ends the probe. */
static void check_starting_programs(char *program)
{
    const unsigned long page = 0x100000;
    char *words[] = {program, "probe", "nothing", NULL}, *none[] = {NULL};
    void *other = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const struct attempt attempts[] = {
        {"the page of the path", refused_mapping(page, 65536, MAP_FIXED)},
        {"the page as a wish", refused_mapping(page + 4096, 4096, 0)},
        {"across the page", refused_mapping(page - 65536, 3 * 65536, MAP_FIXED)},
        {"from nothing up", refused_mapping(0, 1 << 21, MAP_FIXED)},
        {"growing down to the page", refused_mapping(0x200000, 4096, MAP_GROWSDOWN)},
        {"moving to the page", mremap(other, 65536, 65536, MREMAP_MAYMOVE | MREMAP_FIXED,
                                      (void *)page) == MAP_FAILED && errno == EPERM},
        {"execve", REFUSED(execve(program, words, none))},
        {"execve from the page", execve((char *)page, words, none) < 0 && errno == EFAULT},
        {"execveat", REFUSED(syscall(SYS_execveat, AT_FDCWD, program, words, none, 0))},
    };
    tell_attempts("starting-programs", attempts, COUNT(attempts));
}

static void check_links(void)
{
    const struct attempt attempts[] = {
        {"symlinkat", REFUSED(symlinkat("/", AT_FDCWD, "link"))},
#ifdef SYS_symlink
        {"symlink", REFUSED(syscall(SYS_symlink, "/", "link"))},
#endif
        {"mknodat", REFUSED(mknodat(AT_FDCWD, "pipe", S_IFIFO | 0600, 0))},
    };
    tell_attempts("links", attempts, COUNT(attempts));
}

/* Of `read`, the filter of our own Python: what it shares with the others, and no more system calls
 * than a compiler. */
static int run_read_checks(int count, char **arguments)
{
    pid_t server = (pid_t)atol(arguments[1]);
    check_host_files(count - 3, arguments + 3);
    check_no_socket();
    check_writing_outside();
    check_descriptors();
    check_devices();
    check_signals(server);
    check_other_memory(server);
    check_links();
    fflush(stdout);
    check_other_processes();
    fflush(stdout);
    check_starting_programs(arguments[2]);
    return 0;
}

int run_filter_checks(int count, char **arguments)
{
    bool records = !strcmp(arguments[0], "record");
    if (!strcmp(arguments[0], "read")) return run_read_checks(count, arguments);
    pid_t server = (pid_t)atol(arguments[1]);
    check_host_files(count - 3, arguments + 3);
    check_network(records || !strcmp(arguments[0], "run-stepping"), records);
    check_writing_outside();
    check_descriptors();
    check_devices();
    check_signals(server);
    check_other_memory(server);
    check_system_calls(records);
    fflush(stdout);
    if (records) return 0;
    check_other_processes();
    fflush(stdout);
    check_starting_programs(arguments[2]);
    return 0;
}
