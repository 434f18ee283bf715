/* Times of a program's parts on the machine it runs on, and the report of them. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>

/* What a report says before its times. kind: of program. difference: of the output from the one
 * that was sent along; largest: of that one's amounts. */
struct measure_subject {
    const char *kind;
    const char *digest;
    int parts;
    const char *const *names;
    int same_bytes;
    double difference;
    double largest;
};

/* Around each part of a run, in any order, each as often as it likes. */
void measure_begin(int part);
void measure_end(int part);

/* Run so many times with the clock, and a few more with the processor's own counters where the
 * kernel allows them. 0 when there is no memory for the times. */
int measure_all(int parts, int runs, void (*once)(void));

/* One part, timed by another program: nanoseconds of each run, of reading the clock, then
 * instructions and cycles of one call, 0 for none. */
int measure_given(const unsigned long long *samples, int runs);

/* The report as JSON. Nothing in it says whose machine this is. */
int measure_write(const char *path, const struct measure_subject *subject);

#endif
