/* Starting the emulator with its stub on a socket in the work directory.
 *
 * The guest's system calls reach the kernel as the emulator's own. So the emulator must not have
 * what only the recorder needs: connecting to sockets, starting programs. The plan's command
 * therefore begins with the launcher, which installs the stricter filter and then starts it. */
#define _GNU_SOURCE
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SOCKET_NAME "stub"
#define CONNECT_PAUSE_NANOSECONDS 500000
#define SCHEDULER_CLOCK 2 /* CPUCLOCK_SCHED, linux/posix-timers.h */

static pid_t emulator;

/* Standard output carries the record, so the program must not have it. */
static _Noreturn void become_the_emulator(const struct plan *plan)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) refuse("/dev/null");
    for (int descriptor = 0; descriptor <= 2; descriptor++) dup2(nothing, descriptor);
    if (nothing > 2) close(nothing);
    execv(plan->command[0], plan->command);
    _exit(127);
}

/* When the emulator is gone before it listens, waiting longer is in vain. */
static bool emulator_gone(void)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)emulator, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

static int connect_to_stub(long milliseconds)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SOCKET_NAME};
    struct timespec pause = {0, CONNECT_PAUSE_NANOSECONDS};
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) refuse("socket");
    for (long tries = 0; tries < 2 * milliseconds; tries++) {
        if (!connect(connection, (struct sockaddr *)&address, sizeof address)) return connection;
        if (errno != ENOENT && errno != ECONNREFUSED) refuse("connect");
        if (emulator_gone()) break;
        nanosleep(&pause, NULL);
    }
    int number;
    emulator_end(&number);
    end_record("unstarted", (uint64_t)number);
}

int start_emulator(const struct plan *plan)
{
    unlink(SOCKET_NAME);
    emulator = fork();
    if (emulator < 0) refuse("fork");
    if (!emulator) become_the_emulator(plan);
    return connect_to_stub(plan->milliseconds);
}

/* The clock of another process, made as clock_getcpuclockid(3) makes it. */
long emulator_milliseconds(void)
{
    struct timespec used = {0};
    clockid_t clock = (clockid_t)(~(unsigned)emulator << 3 | SCHEDULER_CLOCK);
    if (clock_gettime(clock, &used)) return 0;
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

const char *emulator_end(int *number)
{
    siginfo_t info = {0};
    struct timespec pause = {0, CONNECT_PAUSE_NANOSECONDS};
    for (int tries = 0; tries < 200; tries++) {
        if (!waitid(P_PID, (id_t)emulator, &info, WEXITED | WNOHANG) && info.si_pid) {
            *number = info.si_status;
            return info.si_code == CLD_EXITED ? "exited" : "ended";
        }
        nanosleep(&pause, NULL);
    }
    *number = 0;
    return "closed";
}
