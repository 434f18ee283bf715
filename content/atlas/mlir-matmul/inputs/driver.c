/* Reads both factors, calls the function that MLIR made, and writes the product. MLIR hands a matrix
   over as what was allocated, where it begins, an offset, two sizes and two strides. */
#include <stdint.h>
#include <stdio.h>

enum { ROWS = 2, DEPTH = 2816, COLUMNS = 1280 };

void matmul(uint16_t *, uint16_t *, int64_t, int64_t, int64_t, int64_t, int64_t,
            uint16_t *, uint16_t *, int64_t, int64_t, int64_t, int64_t, int64_t,
            float *, float *, int64_t, int64_t, int64_t, int64_t, int64_t);

static uint16_t a[ROWS * DEPTH], b[DEPTH * COLUMNS];
static float c[ROWS * COLUMNS];

static int fill(const char *name, uint16_t *numbers, size_t count) {
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  size_t read = fread(numbers, sizeof *numbers, count, file);
  fclose(file);
  return read == count;
}

int main(void) {
  if (!fill("a.bin", a, ROWS * DEPTH) || !fill("b.bin", b, DEPTH * COLUMNS)) return 2;
  matmul(a, a, 0, ROWS, DEPTH, DEPTH, 1, b, b, 0, DEPTH, COLUMNS, COLUMNS, 1,
         c, c, 0, ROWS, COLUMNS, COLUMNS, 1);
  FILE *file = fopen("c.bin", "wb");
  if (!file) return 3;
  size_t written = fwrite(c, sizeof *c, ROWS * COLUMNS, file);
  return fclose(file) == 0 && written == ROWS * COLUMNS ? 0 : 4;
}
