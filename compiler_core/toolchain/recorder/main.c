/* Command line of the recorder; see recorder.h. */
#include "recorder.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Noreturn void refuse(const char *what)
{
    fprintf(stderr, "recorder: %s: %s\n", what, strerror(errno));
    _exit(125);
}

int main(int count, char **arguments)
{
    static struct plan plan;
    errno = EINVAL;
    if (count < 3) refuse("usage: recorder PLAN COMMAND…");
    signal(SIGPIPE, SIG_IGN);
    read_plan(arguments[1], &plan);
    plan.command = arguments + 2;
    limit_record(plan.output_bytes);
    open_packets(start_emulator(&plan), &plan);
    record_run(&plan);
}
