/* One job: input files in, the program under its limits, a report out.
 *
 * The launcher stays the program's parent inside the jail, because only there can its CPU time and
 * memory be seen: a process outside a pid namespace is told nothing about them. The report is
 *
 *   end exit|signal|files NUMBER USER_MICROSECONDS SYSTEM_MICROSECONDS PEAK_KILOBYTES
 *   file SIZE NAME …        the files left behind, when asked for
 *   done
 *
 * `files` says that the launcher killed it for making more files than it may: where the work
 * directory is a file system of its own, only its size is limited by the kernel.
 */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#define WATCH_NANOSECONDS 20000000

static void prepare(struct options *options)
{
    if (options->directory && chdir(options->directory)) fail(options->directory);
    if (options->user) give_up_user(options->user);
    else give_up_privileges();
    end_with(options); /* the whole tree shares one process group, which the filter keeps it in */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("PR_SET_NO_NEW_PRIVS");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_DUMPABLE, 0);
    if (options->job >= 0) take_input(options->job, options);
    if (options->talks) return;
    int empty = open("/dev/null", O_RDONLY);
    if (empty < 0 || dup2(empty, 0) < 0) fail("/dev/null");
}

static void become_the_program(const struct options *options)
{
    sigset_t none;
    failure_report = options->report;
    signal(SIGTERM, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    set_limits(options); /* counts this user's tasks in /proc, which Landlock closes */
    if (options->landlock) confine_files(options);
    close_descriptors_on_exec();
    const char *program = install_filter(options->filter, options->program[0]);
    execve(program, options->program, options->environment);
    fail(options->program[0]);
}

static bool too_many_files(const struct options *options)
{
    struct statvfs room;
    return options->files && !statvfs(".", &room) &&
           (long)(room.f_files - room.f_ffree) > options->files;
}

/* True if the launcher had to end the program for its files. */
static bool wait_for(pid_t child, const struct options *options, int *status)
{
    const struct timespec pause = {0, WATCH_NANOSECONDS};
    bool ended_here = false;
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    for (;;) {
        pid_t ended = waitpid(-1, status, WNOHANG);
        if (ended == child) return ended_here;
        if (ended < 0 && errno != EINTR) fail("wait");
        if (ended) continue;
        if (!ended_here && too_many_files(options)) ended_here = !kill(child, SIGKILL);
        sigtimedwait(&children, NULL, options->files ? &pause : NULL);
    }
}

static void report(const struct options *options, int status, bool too_many)
{
    char line[160];
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    bool exited = WIFEXITED(status);
    int length = snprintf(line, sizeof line, "end %s %d %ld %ld %ld\n",
                          too_many ? "files" : exited ? "exit" : "signal",
                          exited ? WEXITSTATUS(status) : WTERMSIG(status),
                          used.ru_utime.tv_sec * 1000000L + used.ru_utime.tv_usec,
                          used.ru_stime.tv_sec * 1000000L + used.ru_stime.tv_usec, used.ru_maxrss);
    write_all(options->report, line, (size_t)length);
    if (options->collect) send_left_files(options->report, options->collect);
    write_all(options->report, "done\n", 5);
}

int run_job(struct options *options)
{
    int status;
    sigset_t children;
    prepare(options);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (!child) become_the_program(options);
    bool too_many = wait_for(child, options, &status);
    if (options->report >= 0) report(options, status, too_many);
    if (waitpid(-1, NULL, WNOHANG) == 0) end_the_group(0);
    return 0;
}
