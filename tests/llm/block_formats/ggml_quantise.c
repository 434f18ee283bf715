/* Reads float32 values from the standard input and writes the blocks ggml makes of them.
   usage: ggml_quantise TYPE COUNT BYTES */
#include "ggml-quants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Named by the other quantisers of ggml-quants.c, which are never called here. */
void ggml_abort(const char * file, int line, const char * format, ...) {
    fprintf(stderr, "%s:%d: %s\n", file, line, format);
    abort();
}
size_t ggml_row_size(enum ggml_type type, int64_t count) { (void) type; (void) count; abort(); }
const char * ggml_type_name(enum ggml_type type) { (void) type; abort(); }
size_t ggml_type_size(enum ggml_type type) { (void) type; abort(); }

int main(int argc, char ** argv) {
    if (argc != 4) return 2;
    const long count = atol(argv[2]), bytes = atol(argv[3]);
    float * values = malloc(count * sizeof(float));
    void * blocks = calloc(1, bytes);
    if (fread(values, sizeof(float), count, stdin) != (size_t) count) return 3;
    if (!strcmp(argv[1], "Q4_0")) quantize_row_q4_0_ref(values, blocks, count);
    else if (!strcmp(argv[1], "Q8_0")) quantize_row_q8_0_ref(values, blocks, count);
    else if (!strcmp(argv[1], "Q4_K")) quantize_row_q4_K_ref(values, blocks, count);
    else if (!strcmp(argv[1], "Q6_K")) quantize_row_q6_K_ref(values, blocks, count);
    else if (!strcmp(argv[1], "Q8_K")) quantize_row_q8_K_ref(values, blocks, count);
    else return 4;
    return fwrite(blocks, 1, bytes, stdout) == (size_t) bytes ? 0 : 5;
}
