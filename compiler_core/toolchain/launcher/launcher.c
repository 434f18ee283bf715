/* Command line of the launcher; see launcher.h for its modes. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
#include <fcntl.h>

int failure_report = -1;

_Noreturn void fail(const char *what)
{
    if (failure_report >= 0) dprintf(failure_report, "failed\n");
    dprintf(2, "launcher: %s: %s\n", what, strerror(errno));
    _exit(125);
}

static void read_number_option(struct options *options, const char *name, const char *value)
{
    struct { const char *name; long *target; } longs[] = {
        {"--cpu", &options->cpu_seconds}, {"--memory", &options->memory},
        {"--processes", &options->processes}, {"--file-size", &options->file_size},
        {"--collect", &options->collect}, {"--files", &options->files},
        {"--wall", &options->wall_seconds},
    };
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (errno || *end || number < 0) fail(name);
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++)
        if (!strcmp(name, longs[i].name)) { *longs[i].target = number; return; }
    if (!strcmp(name, "--user")) options->user = (uid_t)number;
    else if (!strcmp(name, "--parent")) options->parent = (pid_t)number;
    else if (!strcmp(name, "--job")) options->job = (int)number;
    else if (!strcmp(name, "--report")) options->report = (int)number;
    else { errno = EINVAL; fail(name); }
}

static void read_option(struct options *options, const char *name, char *value)
{
    errno = E2BIG;
    if (!strcmp(name, "--directory")) options->directory = value;
    else if (!strcmp(name, "--filter")) options->filter = value;
    else if (!strcmp(name, "--listed")) options->listed = value;
    else if (!strcmp(name, "--writable")) options->writable = value;
    else if (!strcmp(name, "--readable")) {
        if (options->readable_count >= MAXIMUM_PATHS) fail(name);
        options->readable[options->readable_count++] = value;
    } else if (!strcmp(name, "--environment")) {
        if (options->environment_count >= MAXIMUM_PATHS - 1) fail(name);
        options->environment[options->environment_count++] = value;
    } else read_number_option(options, name, value);
}

static void read_options(struct options *options, char **arguments)
{
    while (*arguments && strcmp(*arguments, "--")) {
        const char *name = *arguments++;
        if (!strcmp(name, "--landlock")) { options->landlock = true; continue; }
        if (!strcmp(name, "--talks")) { options->talks = true; continue; }
        errno = EINVAL;
        if (!*arguments) fail(name);
        read_option(options, name, *arguments++);
    }
    errno = EINVAL;
    if (!*arguments || !arguments[1]) fail("no program named");
    options->program = arguments + 1;
}

static int confine_and_run(const struct options *options)
{
    const char *program = install_filter(options->filter, options->program[0]);
    execve(program, options->program, environ);
    fail(options->program[0]);
}

int main(int count, char **arguments)
{
    struct options options = {.filter = "none", .job = -1, .report = -1};
    errno = EINVAL;
    if (count < 2) fail("usage: launcher follow|job|confine|probe …");
    if (!strcmp(arguments[1], "probe")) return run_probe(count - 2, arguments + 2);
    read_options(&options, arguments + 2);
    if (!strcmp(arguments[1], "confine")) return confine_and_run(&options);
    close_descriptors_from(LAST_DESCRIPTOR + 1);
    if (!strcmp(arguments[1], "follow")) run_following(&options);
    if (!strcmp(arguments[1], "job")) return run_job(&options);
    fail(arguments[1]);
}
