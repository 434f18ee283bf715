/* System call filters, by name. A call that a filter does not admit is refused with EPERM.
 *
 * `compile` admits all but a list: it refuses what no compiler needs: network, other processes, namespaces, mounts, keys,
 * tracing, kernel interfaces with a history of holes, and leaving the process group (by which the
 * tree is killed). clone3 answers ENOSYS, for its flags lie in memory a filter cannot read; the C
 * library then uses clone. The filters for users' programs admit only a list: see run_filter.c.
 * `read`, for our own Python that reads what users and compilers wrote, is `compile` with threads of
 * its own but no other process and no other program: see run_filter.c too. */
#define _GNU_SOURCE
#include "filter.h"
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

void add(struct filter *filter, struct sock_filter instruction)
{
    errno = E2BIG;
    if (filter->length >= MAXIMUM_INSTRUCTIONS) fail("system call filter");
    filter->instructions[filter->length++] = instruction;
}

void add_all(struct filter *filter, const struct sock_filter *part, size_t count)
{
    for (size_t i = 0; i < count; i++) add(filter, part[i]);
}

/* Only this machine's own calling convention: another one numbers its calls differently. */
void begin_filter(struct filter *filter)
{
    const struct sock_filter guard[] = {
        LOAD(arch),
        IF_EQUAL(ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        IF_ANY_BIT(FOREIGN_BIT, 0, 1),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        IF_EQUAL(435 /* clone3 */, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    };
    filter->length = 0;
    add_all(filter, guard, sizeof guard / sizeof *guard);
}

void end_filter(struct filter *filter, unsigned answer)
{
    add(filter, (struct sock_filter)ANSWER(answer));
    struct sock_fprog program = {(unsigned short)filter->length, filter->instructions};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) fail("seccomp");
}

static const struct sock_filter namespace_guard[] = {
    IF_EQUAL(SYS_clone, 0, 4),
    LOAD(args[0]),
    IF_ANY_BIT(NAMESPACE_FLAGS, 0, 1),
    REFUSE,
    LOAD(nr),
};

/* TIOCSTI types into the terminal of whoever started the server. */
static const struct sock_filter terminal_guard[] = {
    IF_EQUAL(SYS_ioctl, 0, 4),
    LOAD(args[1]),
    IF_EQUAL(TIOCSTI, 0, 1),
    REFUSE,
    LOAD(nr),
};

void refuse(struct filter *filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(filter, (struct sock_filter)IF_EQUAL(calls[i], 0, 1));
        add(filter, (struct sock_filter)REFUSE);
    }
}

void end_compile_filter(struct filter *filter)
{
    add_all(filter, namespace_guard, sizeof namespace_guard / sizeof *namespace_guard);
    add_all(filter, terminal_guard, sizeof terminal_guard / sizeof *terminal_guard);
    refuse(filter, refused_when_compiling,
           sizeof refused_when_compiling / sizeof *refused_when_compiling);
    end_filter(filter, SECCOMP_RET_ALLOW);
}

static void install_compile_filter(void)
{
    struct filter filter;
    begin_filter(&filter);
    end_compile_filter(&filter);
}

const char *install_filter(const char *name, const char *program)
{
    if (!strcmp(name, "none")) return program;
    if (!strcmp(name, "read")) return install_read_filter(program);
    if (strcmp(name, "compile")) return install_run_filter(name, program);
    install_compile_filter();
    return program;
}
