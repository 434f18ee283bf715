/* Packets of the remote protocol: `$text#sum`, acknowledged by `+`.
 *
 * QEMU 7.2 has no mode without acknowledgements, and reads one character for each after its answer;
 * so the `+` for one answer goes out together with the next request, in one write. */
#include "recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define REQUEST_BYTES 256
#define ANSWER_BYTES 16384
#define STRAY_BYTES 65536
#define LOOK_MILLISECONDS 100 /* how often the emulator's processor time is looked at */

static int stub = -1;
static struct timespec deadline;
static long processor_milliseconds;
static bool owes_acknowledgement;
static char input[4096];
static size_t input_used, input_length;
static char answer_text[ANSWER_BYTES + 1];

void open_packets(int socket, const struct plan *plan)
{
    stub = socket;
    processor_milliseconds = plan->processor_milliseconds;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += plan->milliseconds / 1000;
    deadline.tv_nsec += plan->milliseconds % 1000 * 1000000;
}

static long milliseconds_left(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = (deadline.tv_sec - now.tv_sec) * 1000 + (deadline.tv_nsec - now.tv_nsec) / 1000000;
    return left > 0 ? left : 0;
}

static bool processor_time_is_over(void)
{
    struct timespec own;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    long used = own.tv_sec * 1000 + own.tv_nsec / 1000000 + emulator_milliseconds();
    return used >= processor_milliseconds;
}

static _Noreturn void stub_gone(void)
{
    int number;
    const char *reason = emulator_end(&number);
    end_record(reason, (uint64_t)number);
}

/* For a moment at most: who waits looks again. */
static void wait_for(short events)
{
    struct pollfd waiting = {.fd = stub, .events = events};
    long left = milliseconds_left();
    if (!left) end_record("time", 0);
    if (processor_time_is_over()) end_record("processor", 0);
    int ready = poll(&waiting, 1, (int)(left < LOOK_MILLISECONDS ? left : LOOK_MILLISECONDS));
    if (ready < 0 && errno != EINTR) refuse("poll");
}

static char next_character(void)
{
    while (input_used == input_length) {
        ssize_t got = recv(stub, input, sizeof input, MSG_DONTWAIT);
        if (got > 0) {
            input_used = 0;
            input_length = (size_t)got;
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            stub_gone();
        } else {
            wait_for(POLLIN);
        }
    }
    return input[input_used++];
}

static void send_bytes(const char *bytes, size_t size)
{
    while (size) {
        ssize_t sent = send(stub, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            stub_gone();
        } else {
            wait_for(POLLOUT);
        }
    }
}

static void append(size_t *length, char character)
{
    if (*length >= ANSWER_BYTES) end_record("protocol", 0);
    answer_text[(*length)++] = character;
}

/* `}` escapes the next character; `x*n` repeats x; the sum is over the characters as sent. */
static size_t read_body(unsigned *sum)
{
    size_t length = 0;
    for (char character; (character = next_character()) != '#';) {
        *sum += (unsigned char)character;
        if (character == '}' || character == '*') {
            char next = next_character();
            *sum += (unsigned char)next;
            if (character == '}') { append(&length, (char)(next ^ 0x20)); continue; }
            if (!length || next < ' ' || next > '~') end_record("protocol", 0);
            char repeated = answer_text[length - 1];
            for (int count = next - 29; count > 0; count--) append(&length, repeated);
            continue;
        }
        append(&length, character);
    }
    return length;
}

static size_t read_packet(void)
{
    for (int stray = 0; next_character() != '$'; stray++)
        if (stray > STRAY_BYTES) end_record("protocol", 0);
    unsigned sum = 0;
    size_t length = read_body(&sum);
    int high = hex_digit(next_character()), low = hex_digit(next_character());
    if (high < 0 || low < 0 || (unsigned)(high << 4 | low) != (sum & 255))
        end_record("protocol", 0);
    owes_acknowledgement = true;
    answer_text[length] = 0;
    return length;
}

size_t ask(const char *request, const char **answer)
{
    char packet[REQUEST_BYTES];
    unsigned sum = 0;
    for (const char *at = request; *at; at++) sum += (unsigned char)*at;
    int length = snprintf(packet, sizeof packet, "%s$%s#%02x", owes_acknowledgement ? "+" : "",
                          request, sum & 255);
    if (length < 0 || (size_t)length >= sizeof packet) end_record("protocol", 0);
    owes_acknowledgement = false;
    send_bytes(packet, (size_t)length);
    *answer = answer_text;
    return read_packet();
}

size_t ask_number(const char *prefix, uint64_t number, const char *suffix, const char **answer)
{
    char request[128];
    snprintf(request, sizeof request, "%s%" PRIx64 "%s", prefix, number, suffix);
    return ask(request, answer);
}
