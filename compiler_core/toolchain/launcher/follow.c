/* A program that ends with who asked for it.
 *
 * The launcher stays: parent of the program, leader of its process group, and the one whom the
 * kernel tells that the caller is gone. It then ends the whole group at once. Handing the death
 * signal on from program to program would not do: bubblewrap's second process waits for its first
 * before it asks to die with it, so a first that is killed meanwhile leaves it waiting for ever. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn void end_the_group(int signal_number)
{
    (void)signal_number;
    kill(0, SIGKILL);
    _exit(125);
}

/* After the user has changed: the kernel forgets a death signal when the user changes. The caller
 * enforces the time limit itself; here it counts only for one that has stopped doing so. */
void end_with(const struct options *options)
{
    signal(SIGTERM, end_the_group);
    signal(SIGALRM, end_the_group);
    alarm((unsigned)options->wall_seconds);
    follow_parent(options->parent, SIGTERM);
}

static void become(const struct options *options, pid_t launcher)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL)) fail("PR_SET_PDEATHSIG");
    if (getppid() != launcher) _exit(125);
    execve(options->program[0], options->program, environ);
    fail(options->program[0]);
}

/* End as the program ended, for the caller's eyes. */
static _Noreturn void end_as(int status)
{
    const struct rlimit none = {0, 0};
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    _exit(125);
}

_Noreturn void run_following(const struct options *options)
{
    int status;
    sigset_t none;
    pid_t launcher = getpid();
    if (getpgrp() != launcher && setpgid(0, 0)) fail("setpgid");
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (options->user) give_up_user(options->user);
    end_with(options);
    pid_t program = vfork(); /* a copy of this process would cost as much as the rest of it */
    if (program < 0) fail("vfork");
    if (!program) become(options, launcher);
    close_descriptors_from(0); /* a pipe ends when the program closes it */
    while (waitpid(program, &status, 0) < 0)
        if (errno != EINTR) _exit(125);
    end_as(status);
}
