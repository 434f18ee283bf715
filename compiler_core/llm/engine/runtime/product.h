/* The frame of every product: rows of weights by tokens, in tiles.
 *
 * A tile is ROWS rows of weights by one or two tokens. Decoding has one token, so each weight that is
 * read is used once; prefill uses it for every token of the batch while it is in the cache. */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "activations.h"

enum { ROWS = 8, TOKENS = 2 }; /* the largest tile */
enum store { STORE, ADD };

/* What a product reads beside weights: floats, or codes of them, each row by row of a token. */
struct operand {
    const float *values;
    struct quantised quantised;
};

/* The operand from a later token on; block: how many columns share a scale, 0 for floats. */
INLINE struct operand from_token(struct operand whole, int token, int columns, int block)
{
    if (!block) return (struct operand){.values = whole.values + (size_t)token * columns};
    const size_t blocks = (size_t)token * (columns / block);
    struct quantised part = {.codes = whole.quantised.codes + (size_t)token * columns,
                             .scales = whole.quantised.scales + blocks};
    if (block == 32) part.corrections = whole.quantised.corrections + blocks;
    if (block == 256) part.sums = whole.quantised.sums + 16 * blocks;
    return (struct operand){.quantised = part};
}

INLINE void place(float sums[][ROWS], int tokens, int rows, float *output, enum store store)
{
    for (int token = 0; token < tokens; token++)
        for (int i = 0; i < ROWS; i++) {
            float *at = output + (size_t)token * rows + i;
            *at = store == ADD ? *at + sums[token][i] : sums[token][i];
        }
}

typedef void tile_function(const unsigned char *weights, size_t row_bytes, int columns,
                           struct operand input, const int tokens, float sums[][ROWS]);

/* output[token][row] = weights[row] · input[token], or that added. Where rows are no multiple of
 * ROWS, the last tile begins earlier and computes some rows again; then nothing may be added. */
INLINE void product(tile_function *tile, size_t row_bytes, int block, const unsigned char *weights,
                    int rows, int columns, struct operand input, int tokens, float *output,
                    enum store store)
{
    for (int first = 0; first < rows; first += ROWS) {
        const int row = MINIMUM(first, rows - ROWS);
        const unsigned char *from = weights + row * row_bytes;
        float sums[TOKENS][ROWS];
        int token = 0;
        for (; token + TOKENS <= tokens; token += TOKENS) {
            tile(from, row_bytes, columns, from_token(input, token, columns, block), TOKENS, sums);
            place(sums, TOKENS, rows, output + (size_t)token * rows + row, store);
        }
        if (token < tokens) {
            tile(from, row_bytes, columns, from_token(input, token, columns, block), 1, sums);
            place(sums, 1, rows, output + (size_t)token * rows + row, store);
        }
    }
}

#endif
