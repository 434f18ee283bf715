/* System call filters, by name. A filter is data: the calls it refuses with EPERM.
 *
 * `compile` refuses what no compiler needs: network, other processes, namespaces, mounts, keys,
 * tracing, kernel interfaces with a history of holes, and leaving the process group (by which the
 * tree is killed). clone3 answers ENOSYS, for its flags lie in memory a filter cannot read; the C
 * library then uses clone. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_BIT 0x40000000u /* x32 */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_BIT 0x80000000u
#else
#error "the system call filter knows x86-64 and AArch64 hosts only"
#endif

#define NAMESPACE_FLAGS \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
     CLONE_NEWNET)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)

static const int refused_when_compiling[] = {
    /* network */
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_recvmsg, SYS_recvmmsg,
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_kill, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_setsid, SYS_setpgid, 424 /* pidfd_send_signal */,
    434 /* pidfd_open */, 438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */,
    /* namespaces, mounts, identity */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */,
    429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, SYS_sethostname, SYS_setdomainname, SYS_mknodat,
    /* kernel interfaces */
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    447 /* memfd_secret */, SYS_fanotify_init, SYS_name_to_handle_at, SYS_open_by_handle_at,
    SYS_vmsplice, SYS_splice, SYS_tee, SYS_mq_open, SYS_shmget, SYS_semget, SYS_msgget,
    SYS_io_setup, SYS_quotactl, SYS_lookup_dcookie, SYS_nfsservctl, SYS_personality,
    /* the machine */
    SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_syslog, SYS_settimeofday, SYS_clock_settime,
    SYS_adjtimex, SYS_clock_adjtime, SYS_vhangup,
#ifdef __x86_64__
    SYS_mknod, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS__sysctl,
#endif
};

static size_t append(struct sock_filter *program, size_t length, const struct sock_filter *part,
                     size_t count)
{
    memcpy(program + length, part, count * sizeof *part);
    return length + count;
}

/* Only this machine's own calling convention: another one numbers its calls differently. */
static const struct sock_filter architecture_guard[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, FOREIGN_BIT, 0, 1),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
};

static const struct sock_filter clone_guard[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACE_FLAGS, 0, 1),
    REFUSE,
    LOAD(nr),
};

/* TIOCSTI types into the terminal of whoever started the server. */
static const struct sock_filter terminal_guard[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4),
    LOAD(args[1]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 0, 1),
    REFUSE,
    LOAD(nr),
};

static void install_refusals(const int *refused, size_t count)
{
    struct sock_filter program[512];
    const struct sock_filter refusal = REFUSE, permission = ANSWER(SECCOMP_RET_ALLOW);
    size_t length = append(program, 0, architecture_guard,
                           sizeof architecture_guard / sizeof *architecture_guard);
    length = append(program, length, clone_guard, sizeof clone_guard / sizeof *clone_guard);
    length = append(program, length, terminal_guard, sizeof terminal_guard / sizeof *terminal_guard);
    for (size_t i = 0; i < count; i++) {
        struct sock_filter test = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)refused[i], 0, 1);
        length = append(program, length, &test, 1);
        length = append(program, length, &refusal, 1);
    }
    length = append(program, length, &permission, 1);
    struct sock_fprog filter = {(unsigned short)length, program};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) fail("seccomp");
}

void install_filter(const char *name)
{
    errno = EINVAL;
    if (!strcmp(name, "none")) return;
    if (strcmp(name, "compile")) fail(name);
    install_refusals(refused_when_compiling,
                     sizeof refused_when_compiling / sizeof *refused_when_compiling);
}
