/* The launcher: a small static program that stands between the server and a compiler.
 *
 *   launcher follow [options] -- program arguments… run the program (bwrap, a worker) until it ends,
 *                                                   the caller's thread is gone, or its time is over
 *   launcher job  [options] -- program arguments…   write the input files, start the program under
 *                                                   all limits, wait for it, report how it ended
 *   launcher confine --filter NAME -- program …     put a narrower filter on top, then exec
 *   launcher probe CHECK…                           the self-test, run in the compiler's place
 *
 * It links nothing but libc, so that a jail needs no more than this one file to start.
 */
#ifndef LOWLAB_LAUNCHER_H
#define LOWLAB_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define MAXIMUM_PATHS 32
#define LONGEST_WORD (1 << 17) /* of an argument, the kernel's own limit */
#define LAST_DESCRIPTOR 4 /* 0-2, the job's input files and the report; nothing else comes in */

struct options {
    uid_t user;               /* 0: stay who we are */
    pid_t parent;             /* 0: not watched; else end when its thread that started us is gone */
    const char *directory;    /* change to it while still privileged; NULL: stay */
    const char *filter;       /* name of a system call filter, see filter.c */
    int job;                  /* descriptor with the input files, -1: none */
    int report;               /* descriptor for the report, -1: none */
    long wall_seconds;        /* all limits: 0 means unlimited */
    long cpu_seconds;
    long memory;
    long processes;
    long file_size;
    long files;               /* so many may be in the work directory, a file system of its own */
    long collect;             /* at most so many bytes of the files left behind go in the report */
    bool landlock;
    bool talks;               /* standard input is a pipe from the server, not empty */
    const char *listed;       /* a directory whose names may be seen, not its files; NULL: none */
    const char *writable;     /* a directory besides the job's own; NULL: none */
    const char *readable[MAXIMUM_PATHS];
    int readable_count;
    char *environment[MAXIMUM_PATHS];
    int environment_count;
    char **program;
};

/* launcher.c: say what failed and end with status 125. Once failure_report is a descriptor, it gets
 * the line `failed` too: the caller then knows that the program itself was never started. */
extern int failure_report;
_Noreturn void fail(const char *what);

/* limits.c */
void give_up_user(uid_t user);
void give_up_privileges(void);
void follow_parent(pid_t parent, int signal_number);
void set_limits(const struct options *options);
void close_descriptors_from(int first);
void close_descriptors_on_exec(void);

/* confine.c: Landlock rules for this process and its children. */
void confine_files(const struct options *options);

/* filter.c: install the seccomp filter of this name ("none" installs none). The program's path comes
 * back where exec may name it from then on. */
const char *install_filter(const char *name, const char *program);

/* files.c: `file SIZE NAME\n` and the bytes, repeated; the same form in both directions. Inwards also
 * `word SIZE\n` and the bytes: one more argument of the program. */
void take_input(int source, struct options *options);
void send_left_files(int destination, long budget);
void write_all(int descriptor, const char *bytes, size_t size);

/* follow.c */
_Noreturn void end_the_group(int signal_number);
void end_with(const struct options *options);
_Noreturn void run_following(const struct options *options);

/* job.c */
int run_job(struct options *options);

/* probe.c */
int run_probe(int count, char **checks);

#endif
