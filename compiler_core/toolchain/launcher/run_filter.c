/* The filters for users' programs. What they do not list is refused.
 *
 *   run           a program under qemu-aarch64
 *   run-stepping  the same, and qemu may offer its debugger's stub on a Unix socket
 *   run-native    a static AArch64 program itself, on a machine of its kind: it needs less than qemu
 *   record        the recorder, which starts qemu by `launcher confine --filter run-stepping` and
 *                 talks to that stub; it is our code, but it reads what a user's program may say
 *
 * qemu does not separate a program from itself: both share one address space, so a program may do
 * whatever the filter lets qemu do, with arguments of its choice. So arguments are checked too:
 *
 *   clone    makes threads of this process only, which qemu needs one of; no other process
 *   execve   names the one path the launcher put on a page of its own, below all programs. exec
 *            unmaps that page, and mmap and mremap refuse to map anything there again: what was
 *            started can start nothing more
 *   kill     reaches this process only, so that abort works
 *   fcntl    knows no owner of a descriptor, for the owner gets signals
 *
 * Files need no list here: the jail's root, or Landlock, decides what can be opened. */
#define _GNU_SOURCE
#include "filter.h"
#include "launcher.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATH_PAGE 0x100000ul /* above vm.mmap_min_addr, below every program */
#define PATH_PAGE_SIZE 0x10000ul /* a whole page on every kernel */
#define THREAD_FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int admitted[] = {
    /* memory; mmap, mremap and execve have checks */
    SYS_munmap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_mincore, SYS_msync, SYS_membarrier,
    /* open files */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_close, SYS_lseek, SYS_fstat, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync,
    SYS_fadvise64, SYS_flock, SYS_dup, SYS_dup3, SYS_pipe2, SYS_ppoll, SYS_pselect6, SYS_getdents64,
    /* files by name */
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_faccessat, 439 /* faccessat2 */, SYS_readlinkat,
    SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_getcwd, SYS_umask,
    /* signals to oneself */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_restart_syscall, SYS_setitimer, SYS_getitimer,
    /* threads */
    SYS_futex, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_gettid, SYS_exit, SYS_exit_group, SYS_getcpu,
    /* time */
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_times,
    /* who and where one is */
    SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getgroups,
    SYS_getresuid, SYS_getresgid, SYS_getpgid, SYS_getsid, SYS_uname, SYS_sysinfo, SYS_getrusage,
    SYS_getrlimit, SYS_getrandom, SYS_wait4, SYS_waitid,
#ifdef __x86_64__
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink, SYS_rename, SYS_creat,
    SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_alarm, SYS_pause, SYS_getpgrp, SYS_time,
#endif
};

/* What a static program of one thread asks a kernel for. No thread, no pipe, no wait, no alarm. */
static const int admitted_natively[] = {
    SYS_mprotect, SYS_madvise, SYS_brk, SYS_munmap,
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_close, SYS_lseek,
    SYS_fstat, SYS_ftruncate, SYS_openat, SYS_newfstatat, SYS_faccessat, SYS_readlinkat,
    SYS_unlinkat, SYS_getcwd,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_futex, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_sched_yield, SYS_gettid,
    SYS_exit, SYS_exit_group,
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_getpid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_getrusage,
    SYS_getrandom,
};

static const int admitted_when_stepping[] = {
    SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_recvfrom,
};

static void admit(struct filter *filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(filter, (struct sock_filter)IF_EQUAL(calls[i], 0, 1));
        add(filter, (struct sock_filter)ADMIT);
    }
}

/* Each of these decides about one call; the number of another call is left loaded. */
static void admit_with(struct filter *filter, int call, const struct sock_filter *check, size_t count)
{
    add(filter, (struct sock_filter)IF_EQUAL(call, 0, count));
    add_all(filter, check, count);
}

/* The whole argument, all 64 bits of it. */
static void admit_if_equal(struct filter *filter, int call, unsigned argument, uint64_t value)
{
    const struct sock_filter check[] = {
        LOAD(args[argument]), IF_EQUAL(value, 0, 3),
        LOAD_UPPER(args[argument]), IF_EQUAL(value >> 32, 0, 1), ADMIT,
        REFUSE,
    };
    admit_with(filter, call, check, COUNT(check));
}

/* For arguments of which the kernel itself takes 32 bits. */
static void admit_if_one_of(struct filter *filter, int call, unsigned argument, const unsigned *values,
                            size_t count)
{
    add(filter, (struct sock_filter)IF_EQUAL(call, 0, 2 * count + 2));
    add(filter, (struct sock_filter)LOAD(args[argument]));
    for (size_t i = 0; i < count; i++) {
        add(filter, (struct sock_filter)IF_EQUAL(values[i], 0, 1));
        add(filter, (struct sock_filter)ADMIT);
    }
    add(filter, (struct sock_filter)REFUSE);
}

static const struct sock_filter thread_check[] = {
    LOAD(args[0]),
    IF_ANY_BIT(NAMESPACE_FLAGS, 3, 0),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, THREAD_FLAGS),
    IF_EQUAL(THREAD_FLAGS, 0, 1),
    ADMIT,
    REFUSE,
};

static const struct sock_filter fork_check[] = {
    LOAD(args[0]),
    IF_ANY_BIT(NAMESPACE_FLAGS, 0, 1),
    REFUSE,
    ADMIT,
};

/* Nothing comes to lie on the path's page: neither there, nor across it from below, nor by growing
 * down to it from above. */
static const struct sock_filter mmap_check[] = {
    LOAD(args[3]),
    IF_ANY_BIT(MAP_GROWSDOWN, 8, 0),
    LOAD_UPPER(args[0]),
    IF_EQUAL(0, 0, 5),
    LOAD(args[0]),
    IF_AT_LEAST(PATH_PAGE + PATH_PAGE_SIZE, 3, 0),
    IF_EQUAL(0, 0, 3),
    LOAD(args[3]),
    IF_ANY_BIT(MAP_FIXED | MAP_FIXED_NOREPLACE, 1, 0),
    ADMIT,
    REFUSE,
};

static const struct sock_filter mremap_check[] = {
    LOAD(args[3]),
    IF_ANY_BIT(MREMAP_FIXED | 4 /* MREMAP_DONTUNMAP */, 0, 4),
    LOAD_UPPER(args[4]),
    IF_EQUAL(0, 0, 2),
    LOAD(args[4]),
    IF_AT_LEAST(PATH_PAGE + PATH_PAGE_SIZE, 0, 1),
    ADMIT,
    REFUSE,
};

static const struct sock_filter unix_socket_check[] = {
    LOAD(args[0]),
    IF_EQUAL(AF_UNIX, 0, 4),
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),
    IF_EQUAL(SOCK_STREAM, 0, 1),
    ADMIT,
    REFUSE,
};

static const unsigned descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL,
                                               F_SETFL, F_GETLK, F_SETLK, F_SETLKW};
static const unsigned terminal_questions[] = {TCGETS};
static const unsigned thread_names[] = {PR_SET_NAME};
static const unsigned recorder_settings[] = {PR_SET_NAME, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS,
                                             PR_SET_PDEATHSIG};

/* What every one of them admits. */
static void begin_run_filter(struct filter *filter, bool natively)
{
    begin_filter(filter);
    if (natively) admit(filter, admitted_natively, COUNT(admitted_natively));
    else admit(filter, admitted, COUNT(admitted));
    admit_if_one_of(filter, SYS_fcntl, 1, descriptor_commands, COUNT(descriptor_commands));
    admit_if_one_of(filter, SYS_ioctl, 1, terminal_questions, COUNT(terminal_questions));
    admit_if_equal(filter, SYS_prlimit64, 0, 0);
#ifdef __x86_64__
    const unsigned register_settings[] = {0x1002 /* ARCH_SET_FS */};
    admit_if_one_of(filter, SYS_arch_prctl, 0, register_settings, COUNT(register_settings));
#endif
}

static void admit_sockets(struct filter *filter)
{
    admit(filter, admitted_when_stepping, COUNT(admitted_when_stepping));
    admit_with(filter, SYS_socket, unix_socket_check, COUNT(unix_socket_check));
    admit_if_equal(filter, SYS_sendto, 4, 0); /* no address: to whom the socket is connected */
}

static void admit_program(struct filter *filter, bool natively)
{
    const uint64_t self = (uint64_t)getpid();
    if (!natively) admit_with(filter, SYS_clone, thread_check, COUNT(thread_check));
    admit_with(filter, SYS_mmap, mmap_check, COUNT(mmap_check));
    admit_with(filter, SYS_mremap, mremap_check, COUNT(mremap_check));
    admit_if_equal(filter, SYS_execve, 0, PATH_PAGE);
    admit_if_equal(filter, SYS_kill, 0, self);
    admit_if_equal(filter, SYS_tgkill, 0, self);
    admit_if_one_of(filter, SYS_prctl, 0, thread_names, COUNT(thread_names));
}

static void admit_recorder(struct filter *filter)
{
    const int calls[] = {SYS_mmap, SYS_mremap, SYS_execve, SYS_connect};
    admit(filter, calls, COUNT(calls));
    admit_with(filter, SYS_clone, fork_check, COUNT(fork_check));
    admit_if_one_of(filter, SYS_prctl, 0, recorder_settings, COUNT(recorder_settings));
}

static const char *path_on_its_page(const char *path)
{
    char *page = mmap((void *)PATH_PAGE, PATH_PAGE_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page != (char *)PATH_PAGE) fail("the page of the program's path");
    errno = ENAMETOOLONG;
    if (strlen(path) >= PATH_PAGE_SIZE) fail(path);
    return strcpy(page, path);
}

const char *install_run_filter(const char *name, const char *program)
{
    struct filter filter;
    bool records = !strcmp(name, "record"), steps = !strcmp(name, "run-stepping");
    bool natively = !strcmp(name, "run-native");
    errno = EINVAL;
    if (!records && !steps && !natively && strcmp(name, "run")) fail(name);
    const char *path = records ? program : path_on_its_page(program);
    begin_run_filter(&filter, natively);
    if (records || steps) admit_sockets(&filter);
    if (records) admit_recorder(&filter);
    else admit_program(&filter, natively);
    end_filter(&filter, SECCOMP_RET_ERRNO | EPERM);
    return path;
}

/* Our own Python, with all that its libraries may call: what a compiler may, and the checks on
 * processes and programs that users' programs have. */
const char *install_read_filter(const char *program)
{
    struct filter filter;
    const int others[] = {
        SYS_execveat,
        SYS_symlinkat, /* what it leaves is read by the server */
        SYS_sched_setaffinity,
#ifdef __x86_64__
        SYS_fork, SYS_vfork, SYS_symlink,
#endif
    };
    const char *path = path_on_its_page(program);
    begin_filter(&filter);
    refuse(&filter, others, COUNT(others));
    admit_with(&filter, SYS_clone, thread_check, COUNT(thread_check));
    admit_with(&filter, SYS_mmap, mmap_check, COUNT(mmap_check));
    admit_with(&filter, SYS_mremap, mremap_check, COUNT(mremap_check));
    admit_if_equal(&filter, SYS_execve, 0, PATH_PAGE);
    admit_if_equal(&filter, SYS_tgkill, 0, (uint64_t)getpid());
    /* The server may be of the same user, and only namespaces would hide it. */
    admit_if_equal(&filter, SYS_prlimit64, 0, 0);
    admit_if_equal(&filter, SYS_setpriority, 1, 0);
    admit_if_one_of(&filter, SYS_fcntl, 1, descriptor_commands, COUNT(descriptor_commands));
    end_compile_filter(&filter);
    return path;
}
