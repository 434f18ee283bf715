/* Reads an image, calls the function that Halide made, and writes the result. Halide was asked to
   leave its run-time library out, so the three functions that a schedule may need are here: memory
   from one place, and the rounds of a shared loop one after another, since one thread is counted. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 256, HEIGHT = 192, MARGIN = 2, SPARE = 1 << 12, ARENA = 1 << 20, ALIGNMENT = 128 };

struct dimension { int32_t min, extent, stride; uint32_t flags; };
/* As Halide hands images over (halide_buffer_t in its HalideRuntime.h). */
struct image {
  uint64_t device;
  const void *device_interface;
  uint8_t *host;
  uint64_t flags;
  struct { uint8_t code, bits; uint16_t lanes; } type;
  int32_t dimensions;
  struct dimension *dimension;
  void *padding;
};

int blur(struct image *from, struct image *to);

static _Alignas(ALIGNMENT) uint8_t arena[ARENA];
static size_t used, live;

void *halide_malloc(void *user, size_t size) {
  size_t rounded = (size + ALIGNMENT) & ~(size_t)(ALIGNMENT - 1);
  (void)user;
  if (rounded > ARENA - used) return NULL;
  void *place = arena + used;
  used += rounded;
  live++;
  return place;
}

void halide_free(void *user, void *place) {
  (void)user;
  if (place && --live == 0) used = 0;
}

int halide_do_par_for(void *user, int (*task)(void *, int, uint8_t *), int first, int count,
                      uint8_t *shared) {
  for (int round = first; round < first + count; round++) {
    int status = task(user, round, shared);
    if (status) return status;
  }
  return 0;
}

__attribute__((noinline, noclone)) void blur_begins(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline, noclone)) void blur_ends(void) { __asm__ volatile("" ::: "memory"); }

/* A vector may read a little beyond what is needed of the last row. */
static uint16_t from[(WIDTH + MARGIN) * (HEIGHT + MARGIN) + SPARE], to[WIDTH * HEIGHT + SPARE];

int main(void) {
  const size_t pixels = (WIDTH + MARGIN) * (HEIGHT + MARGIN);
  FILE *file = fopen("image.bin", "rb");
  if (!file || fread(from, sizeof *from, pixels, file) != pixels) return 2;
  fclose(file);
  struct dimension wide[2] = {{0, WIDTH + MARGIN, 1, 0}, {0, HEIGHT + MARGIN, WIDTH + MARGIN, 0}};
  struct dimension plain[2] = {{0, WIDTH, 1, 0}, {0, HEIGHT, WIDTH, 0}};
  struct image given = {.host = (uint8_t *)from, .type = {1, 16, 1}, .dimensions = 2,
                        .dimension = wide};
  struct image made = {.host = (uint8_t *)to, .type = {1, 16, 1}, .dimensions = 2,
                       .dimension = plain};
  blur_begins();
  int status = blur(&given, &made);
  blur_ends();
  if (status) return 3;
  file = fopen("result.bin", "wb");
  if (!file) return 4;
  size_t written = fwrite(to, sizeof *to, WIDTH * HEIGHT, file);
  return fclose(file) == 0 && written == WIDTH * HEIGHT ? 0 : 4;
}
