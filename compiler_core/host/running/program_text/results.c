/* The marks around the call, and what is written afterwards: see runtime.c, which stands before this
   file in one unit. */

#ifndef LOWLAB_TIMED /* A program for boards has the clock instead: timing.c. */
/* Counting starts and stops where these two begin; they must stay calls. */
__attribute__((noinline)) void lowlab_begin(void) { __asm__ volatile("" ::: "memory"); }

__attribute__((noinline)) void lowlab_end(void) { __asm__ volatile("nop" ::: "memory"); }

/* One call is all. */
int lowlab_again(void) { return 0; }
#endif

static void write_chunk(const void *from, unsigned long size) {
    unsigned char length[4];
    int index;
    for (index = 0; index < 4; index++) {
        length[index] = (unsigned char)(size >> (8 * index));
    }
    write_all(length, 4);
    write_all(from, size);
}

static void flush_chunk(void) {
    write_chunk(chunk, chunk_used);
    chunk_used = 0;
}

static void put_whole(const void *from, unsigned long size) {
    if (chunk_used > 0) {
        flush_chunk();
    }
    write_chunk(from, size);
}

void lowlab_open(const char *name, int kind, unsigned long size) {
    char letter[3];
    letter[0] = ' ';
    letter[1] = (char)kind;
    letter[2] = 0;
    open_results();
    write_text("array ");
    write_text(name);
    write_text(letter);
    write_text(" ");
    write_number((long)size);
    write_text("\n");
}

void lowlab_put(const void *from, unsigned long size) {
    const unsigned char *at = (const unsigned char *)from;
    unsigned long index;
    if (size >= sizeof chunk) {
        put_whole(from, size);
        return;
    }
    for (index = 0; index < size; index++) {
        if (chunk_used == sizeof chunk) {
            flush_chunk();
        }
        chunk[chunk_used++] = at[index];
    }
}

void lowlab_close(void) {
    if (chunk_used > 0) {
        flush_chunk();
    }
    flush_chunk();
}

/* Says which element behind the array, or before it, no longer holds what it did. */
void lowlab_check(int buffer, const char *name) {
    struct buffer *chosen = &buffers[buffer];
    unsigned long bytes = chosen->margin * chosen->size, index;
    const unsigned char *now = arena + chosen->base + chosen->count * chosen->size;
    const unsigned char *front = arena + chosen->base - FRONT;
    const unsigned long *words = (const unsigned long *)front;
    long place = 0;
    if (is_shared(buffer)) {
        return;
    }
    /* By words as far as they are zero, as nearly always: the emulator takes as long for a byte. */
    for (index = FRONT / sizeof *words; index > 0 && words[index - 1] == 0; index--) {
    }
    for (index *= sizeof *words; index > 0 && place == 0; index--) {
        if (front[index - 1] != 0) {
            place = -(long)((FRONT - index) / chosen->size) - 1;
        }
    }
    for (index = 0; index < bytes && place == 0; index++) {
        if (now[index] != arena[chosen->kept + index]) {
            place = (long)(chosen->count + index / chosen->size);
        }
    }
    if (place != 0) {
        open_results();
        write_text("outside ");
        write_text(name);
        write_text(" ");
        write_number(place);
        write_text("\n");
    }
}

/* An address as buffer and byte: addresses themselves differ from program to program. -1: null;
   -2: outside the arrays. */
long lowlab_where(const volatile void *address) {
    unsigned long at = (unsigned long)address, start = (unsigned long)arena;
    int index;
    if (at == 0) {
        return -1;
    }
    for (index = 0; index < buffer_count; index++) {
        unsigned long first = start + buffers[index].base;
        unsigned long size = lowlab_filled(index) * buffers[index].size;
        if (buffers[index].size != 0 && at >= first && at <= first + size) {
            return ((long)index << 40) + (long)(at - first);
        }
    }
    return -2;
}

int lowlab_finish(void) {
    open_results();
    write_text("end\n");
    return 0;
}
