/* The part that all drivers share. One unit of three files: this one has the arguments and the arena
   with the arrays, values.c the seeded values, results.c the marks around the call and what is
   written afterwards.

   Arguments, all decimal unless said otherwise:
     1       1 if every floating-point type of the source was made one size wider, else 0
     2       number of buffers, then one argument for each: count,margin,on,offset
               count: elements (0: as many as lowlab_declare says); margin: elements behind them
               that are filled too; on: an earlier buffer whose memory this one shares, -1 for
               none; offset: where in it, in elements, negative for before its start
     after   number of leaves, then one argument for each: its seed, a letter and up to three
               numbers
               d default   c constant   r least,greatest   o step   t length   b buffer
               m threshold,span,share: of 65536 elements `share` lie above the threshold and at most
               `span` from it, the others as near below it
               (a constant or bound of a floating-point leaf is the bits of a double in decimal)

   Output, to the file lowlab.results: frames. A frame is a line "array NAME KIND SIZE" followed by
   chunks, each a 4-byte length and so many bytes, the last of length 0; or "outside NAME INDEX"; or
   "fail TEXT". The last line is "end". Standard output is left to the user's function. */

#include "interface.h"

#define PAGE 4096UL
#define ARENA (192UL << 20)
#define MOST 64
#define FRONT (16UL * PAGE)
#define STAGGER 320UL /* Arrays begin five cache lines apart within their pages. */

struct buffer {
    unsigned long count, margin, size, base, kept, chunks;
    long on, offset;
};

struct leaf {
    int rule;
    long first, second, third;
    unsigned long state, drawn;
};

static unsigned char arena[ARENA] __attribute__((aligned(4096)));
static unsigned long used = PAGE;
static struct buffer buffers[MOST];
static struct leaf leaves[MOST];
static int buffer_count, leaf_count, widened;

#ifdef LOWLAB_TIMED
static long timed_runs;
#endif

static unsigned char chunk[65536];
static unsigned long chunk_used;

static int results = -1;

static long call_system(long number, long first, long second, long third, long fourth) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register long x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    register long x3 __asm__("x3") = fourth;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
}

static void write_all(const void *from, unsigned long size) {
    const char *at = (const char *)from;
    while (size > 0) {
        long written = call_system(64, results, (long)at, (long)size, 0);
        if (written <= 0) {
            return;
        }
        at += written;
        size -= (unsigned long)written;
    }
}

static void write_text(const char *text) {
    unsigned long size = 0;
    while (text[size] != 0) {
        size++;
    }
    write_all(text, size);
}

static void write_number(long value) {
    char digits[24];
    int at = 24;
    unsigned long left = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    write_all(digits + at, (unsigned long)(24 - at));
}

/* Opened after the user's function has run: openat in the current directory, made anew. */
static void open_results(void) {
    if (results < 0) {
        results = (int)call_system(56, -100, (long)"lowlab.results", 01 | 0100 | 01000, 0600);
    }
}

static void fail(const char *text) {
    open_results();
    write_text("fail ");
    write_text(text);
    write_text("\nend\n");
    for (;;) {
        call_system(94, 0, 0, 0, 0);
    }
}

static long read_number(char **text) {
    unsigned long value = 0;
    int negative = **text == '-';
    *text += negative;
    while (**text >= '0' && **text <= '9') {
        value = value * 10 + (unsigned long)(**text - '0');
        (*text)++;
    }
    *text += **text == ',';
    return (long)(negative ? 0UL - value : value);
}

static unsigned long mixed(unsigned long value) {
    value += 0x9e3779b97f4a7c15UL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9UL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebUL;
    return value ^ (value >> 31);
}

void lowlab_start(int count, char **arguments) {
    int at = 1, index;
    if (count < 4) {
        fail("the driver was started without its arguments");
    }
#ifdef LOWLAB_TIMED
    timed_runs = read_number(&arguments[--count]);
#endif
    widened = (int)read_number(&arguments[at++]);
    buffer_count = (int)read_number(&arguments[at++]);
    for (index = 0; index < buffer_count && index < MOST; index++) {
        char *text = arguments[at++];
        buffers[index].count = (unsigned long)read_number(&text);
        buffers[index].margin = (unsigned long)read_number(&text);
        buffers[index].on = read_number(&text);
        buffers[index].offset = read_number(&text);
    }
    leaf_count = (int)read_number(&arguments[at++]);
    for (index = 0; index < leaf_count && index < MOST; index++) {
        char *text = arguments[at++];
        leaves[index].state = mixed((unsigned long)read_number(&text)) | 1;
        leaves[index].rule = *text++;
        leaves[index].first = read_number(&text);
        leaves[index].second = read_number(&text);
        leaves[index].third = read_number(&text);
    }
}

void lowlab_declare(int buffer, unsigned long length) {
    if (buffers[buffer].count == 0) {
        buffers[buffer].count = length;
    }
}

unsigned long lowlab_count(int buffer) { return buffers[buffer].count; }

/* How many elements this buffer's own filling covers: of one that shares memory only those before
   the other's start. */
unsigned long lowlab_filled(int buffer) {
    const struct buffer *chosen = &buffers[buffer];
    if (chosen->on >= 0) {
        return chosen->offset < 0 ? (unsigned long)-chosen->offset : 0;
    }
    return chosen->count + chosen->margin;
}

static int is_shared(int buffer) {
    int index;
    for (index = 0; index < buffer_count; index++) {
        if (buffers[index].on == buffer) {
            return 1;
        }
    }
    return buffers[buffer].on >= 0;
}

static unsigned long take(unsigned long bytes) {
    unsigned long base = used;
    if (bytes > ARENA || used > ARENA - bytes) {
        fail("the arrays need more memory than there is; give a smaller n");
    }
    used += bytes;
    return base;
}

static void forbid_page(unsigned long at) {
    call_system(226, (long)(arena + at), (long)PAGE, 0, 0);
}

/* A page that may not be touched, zeros, the elements, the rest of their last page, and a page that
   may not be touched. */
static unsigned long fenced(int buffer, unsigned long bytes) {
    unsigned long stagger = STAGGER * (unsigned long)(buffer % 8);
    unsigned long whole = (stagger + bytes + PAGE - 1) / PAGE * PAGE;
    unsigned long start = take(whole + FRONT + 2 * PAGE);
    forbid_page(start);
    forbid_page(start + PAGE + FRONT + whole);
    return start + PAGE + FRONT + stagger;
}

void *lowlab_place(int buffer, unsigned long size) {
    struct buffer *chosen = &buffers[buffer];
    unsigned long room = lowlab_filled(buffer);
    chosen->size = size;
    if (chosen->on >= 0) {
        struct buffer *other = &buffers[chosen->on];
        if (chosen->offset < 0 && size * (unsigned long)(-chosen->offset) > FRONT) {
            fail("the arrays cannot lie so far apart");
        }
        chosen->base = other->base + (unsigned long)(chosen->offset * (long)size);
        return arena + chosen->base;
    }
    if (size != 0 && room > ARENA / size) {
        fail("the arrays need more memory than there is; give a smaller n");
    }
    chosen->base = fenced(buffer, room * size);
    return arena + chosen->base;
}

/* One array for each element of another: all side by side. */
void *lowlab_chunk(int buffer, unsigned long size) {
    struct buffer *chosen = &buffers[buffer];
    unsigned long bytes = (lowlab_filled(buffer) * size + 63) / 64 * 64;
    unsigned long at = take(bytes);
    chosen->size = size;
    if (chosen->chunks++ == 0) {
        chosen->base = at;
    }
    return arena + at;
}

void lowlab_keep(int buffer) {
    struct buffer *chosen = &buffers[buffer];
    unsigned long bytes = chosen->margin * chosen->size, index;
    unsigned char *from = arena + chosen->base + chosen->count * chosen->size;
    if (is_shared(buffer)) {
        return;
    }
    chosen->kept = take((bytes + 63) / 64 * 64);
    for (index = 0; index < bytes; index++) {
        arena[chosen->kept + index] = from[index];
    }
}
