/* Who the process is, what it may use, and with whom it dies. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <dirent.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void give_up_user(uid_t user)
{
    if (setgroups(0, NULL)) fail("setgroups");
    if (setresgid(user, user, user)) fail("setresgid");
    if (setresuid(user, user, user)) fail("setresuid");
}

/* For a job that stays the server's own user: should that be root, then one without any of root's
 * powers, which no program that it starts gets back. Others have none to give up. */
void give_up_privileges(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    if (syscall(SYS_capset, &header, none)) fail("capset");
}

/* The kernel forgets the death signal when the user changes, so this comes after that. */
void follow_parent(pid_t parent, int signal_number)
{
    if (!parent) return;
    if (prctl(PR_SET_PDEATHSIG, signal_number)) fail("PR_SET_PDEATHSIG");
    if (getppid() != parent) _exit(125);
}

static void set_limit(int resource, const char *name, rlim_t soft, rlim_t hard)
{
    struct rlimit limit = {soft, hard};
    if (setrlimit(resource, &limit)) fail(name);
}

/* Tasks this user already has. The process limit counts per user, so without a user of its own
 * (and without a user namespace, which starts at zero) a job's allowance comes on top of them. */
static long tasks_of_this_user(void)
{
    DIR *processes = opendir("/proc");
    long tasks = 0;
    if (!processes) return 0;
    for (struct dirent *entry; (entry = readdir(processes));) {
        char path[300];
        struct stat status;
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (!stat(path, &status) && status.st_uid == getuid()) tasks += (long)status.st_nlink - 2;
    }
    closedir(processes);
    return tasks;
}

void set_limits(const struct options *options)
{
    /* Soft and hard limit alike, so that the end comes by SIGKILL: on the soft limit's own signal
     * Clang would spend another second on a stack trace. The time used tells the cause. */
    rlim_t cpu = (rlim_t)options->cpu_seconds;
    if (cpu) set_limit(RLIMIT_CPU, "RLIMIT_CPU", cpu, cpu);
    if (options->memory)
        set_limit(RLIMIT_AS, "RLIMIT_AS", (rlim_t)options->memory, (rlim_t)options->memory);
    if (options->file_size)
        set_limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", (rlim_t)options->file_size,
                  (rlim_t)options->file_size);
    if (options->processes) {
        long tasks = tasks_of_this_user(); /* this one among them, which is the job's */
        rlim_t allowed = (rlim_t)(options->processes + (tasks ? tasks - 1 : 0));
        set_limit(RLIMIT_NPROC, "RLIMIT_NPROC", allowed, allowed);
    }
    set_limit(RLIMIT_CORE, "RLIMIT_CORE", 0, 0);
    set_limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", 256, 256);
    set_limit(RLIMIT_MEMLOCK, "RLIMIT_MEMLOCK", 0, 0);
    set_limit(RLIMIT_MSGQUEUE, "RLIMIT_MSGQUEUE", 0, 0);
}

void close_descriptors_from(int first)
{
#ifdef SYS_close_range
    if (!syscall(SYS_close_range, (unsigned)first, ~0u, 0u)) return;
#endif
    for (int descriptor = first; descriptor < 1024; descriptor++) close(descriptor);
}

void close_descriptors_on_exec(void)
{
    for (int descriptor = 3; descriptor <= LAST_DESCRIPTOR; descriptor++)
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}
