/* Files into the job's directory and out of it, as `file SIZE NAME\n` followed by SIZE bytes, and
 * words for the program, as `word SIZE\n` followed by SIZE bytes. */
#define _GNU_SOURCE
#include "launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void write_all(int descriptor, const char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write");
        bytes += written;
        size -= (size_t)written;
    }
}

static void copy(int source, int destination, long size)
{
    char buffer[65536];
    while (size) {
        size_t wanted = size < (long)sizeof buffer ? (size_t)size : sizeof buffer;
        ssize_t got = read(source, buffer, wanted);
        if (got <= 0) fail("short file");
        write_all(destination, buffer, (size_t)got);
        size -= got;
    }
}

/* False at the end of the stream. */
static bool read_header(int source, char *header, size_t room)
{
    size_t length = 0;
    while (length + 1 < room && read(source, header + length, 1) == 1) {
        if (header[length] == '\n') { header[length] = 0; return true; }
        length++;
    }
    if (length) { errno = EINVAL; fail("file header"); }
    return false;
}

static void add_word(int source, struct options *options, long size)
{
    size_t count = 0;
    errno = E2BIG;
    if (size < 0 || size > LONGEST_WORD) fail("word");
    while (options->program[count]) count++;
    char *word = calloc((size_t)size + 1, 1);
    char **longer = malloc((count + 2) * sizeof *longer);
    if (!word || !longer) fail("word");
    for (long got = 0, more; got < size; got += more)
        if ((more = read(source, word + got, (size_t)(size - got))) <= 0) fail("short word");
    memcpy(longer, options->program, count * sizeof *longer);
    longer[count] = word;
    longer[count + 1] = NULL;
    options->program = longer;
}

void take_input(int source, struct options *options)
{
    char header[512], name[256];
    while (read_header(source, header, sizeof header)) {
        long size;
        errno = EINVAL;
        if (sscanf(header, "word %ld", &size) == 1) {
            add_word(source, options, size);
            continue;
        }
        if (sscanf(header, "file %ld %255[^\n]", &size, name) != 2 || size < 0) fail("file header");
        if (strchr(name, '/') || name[0] == '.') fail("file name");
        /* qemu starts no program that lacks the execute bit. */
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0755);
        if (file < 0) fail(name);
        copy(source, file, size);
        close(file);
    }
    close(source);
}

static long send_file(int directory, const char *name, int destination, long budget)
{
    char header[512];
    struct stat status;
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return 0;
    bool wanted = !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size <= budget;
    if (wanted) {
        int length = snprintf(header, sizeof header, "file %ld %s\n", (long)status.st_size, name);
        write_all(destination, header, (size_t)length);
        copy(file, destination, (long)status.st_size);
    }
    close(file);
    return wanted ? (long)status.st_size : 0;
}

/* All regular files of the job's directory, not of directories below it, while the budget lasts. */
void send_left_files(int destination, long budget)
{
    DIR *directory = opendir(".");
    if (!directory) return;
    for (struct dirent *entry; budget > 0 && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' || strchr(entry->d_name, '\n')) continue;
        budget -= send_file(dirfd(directory), entry->d_name, destination, budget);
    }
    closedir(directory);
}
