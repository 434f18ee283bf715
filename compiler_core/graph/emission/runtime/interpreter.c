/* interpreter PLAN WEIGHTS INPUT... OUTPUT...
 *
 * Runs a serialised plan: a list of operations with their sizes and places in the arena, read when
 * the program starts. One kernel per kind of operation serves every size, so nothing is known when
 * it is compiled: that is what compiled code is compared with.
 *
 * The plan is a row of 32-bit words: magic, arena bytes, inputs, outputs, operations; for each input
 * and output its place and bytes; for each operation its kind, the number of words that follow, and
 * those words. Place -1: no tensor. interpreted_plan.py writes it. */
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef ARENA_BYTES
#define ARENA_BYTES (16 << 20)
#endif
#define MAGIC 0x4c4c5031
#define KERNEL __attribute__((noinline))

enum { CONVOLUTION, LARGEST, MEAN, PRODUCT, CLIP, SUM, COPY, TRANSPOSE, SOFTMAX };

static _Alignas(64) unsigned char arena[ARENA_BYTES];
static const unsigned char *weights;

static float *at(int32_t place) { return (float *)(arena + place); }
static const float *constant(int32_t place) { return (const float *)(weights + place); }

/* A window over an image: sizes, strides between neighbours, and the window's geometry. */
struct window {
    int32_t batch, channels_in, height_in, width_in, channels_out, height_out, width_out;
    int32_t kernel_y, kernel_x, stride_y, stride_x, step_y, step_x, top, left, groups, last;
};

static int place_of(const struct window *w, int n, int c, int y, int x, int channels, int height,
                    int width)
{
    (void)w;
    return w->last ? ((n * height + y) * width + x) * channels + c
                   : ((n * channels + c) * height + y) * width + x;
}

KERNEL void run_convolution(const struct window *w, const float *x, const float *k, const float *bias,
                            float *out)
{
    int inner = w->channels_in / w->groups, outer = w->channels_out / w->groups;
    for (int n = 0; n < w->batch; n++)
        for (int c = 0; c < w->channels_out; c++)
            for (int oy = 0; oy < w->height_out; oy++)
                for (int ox = 0; ox < w->width_out; ox++) {
                    float sum = bias ? bias[c] : 0.0f;
                    for (int i = 0; i < inner; i++)
                        for (int ky = 0; ky < w->kernel_y; ky++)
                            for (int kx = 0; kx < w->kernel_x; kx++) {
                                int y = oy * w->stride_y + ky * w->step_y - w->top;
                                int z = ox * w->stride_x + kx * w->step_x - w->left;
                                if (y < 0 || y >= w->height_in || z < 0 || z >= w->width_in) continue;
                                int from = place_of(w, n, c / outer * inner + i, y, z, w->channels_in,
                                                    w->height_in, w->width_in);
                                sum += x[from] * k[((c * inner + i) * w->kernel_y + ky) * w->kernel_x + kx];
                            }
                    out[place_of(w, n, c, oy, ox, w->channels_out, w->height_out, w->width_out)] = sum;
                }
}

KERNEL void run_pool(const struct window *w, const float *x, float *out, int mean, int padded)
{
    for (int n = 0; n < w->batch; n++)
        for (int c = 0; c < w->channels_in; c++)
            for (int oy = 0; oy < w->height_out; oy++)
                for (int ox = 0; ox < w->width_out; ox++) {
                    float value = mean ? 0.0f : -INFINITY;
                    int count = 0;
                    for (int ky = 0; ky < w->kernel_y; ky++)
                        for (int kx = 0; kx < w->kernel_x; kx++) {
                            int y = oy * w->stride_y + ky * w->step_y - w->top;
                            int z = ox * w->stride_x + kx * w->step_x - w->left;
                            if (y < 0 || y >= w->height_in || z < 0 || z >= w->width_in) continue;
                            float one = x[place_of(w, n, c, y, z, w->channels_in, w->height_in, w->width_in)];
                            value = mean ? value + one : one > value ? one : value;
                            count++;
                        }
                    if (mean) value /= (float)(padded ? w->kernel_y * w->kernel_x : count);
                    out[place_of(w, n, c, oy, ox, w->channels_in, w->height_out, w->width_out)] = value;
                }
}

/* The weights' steps say whether they are stored by rows or by columns. */
KERNEL void run_product(const int32_t *size, const float *a, const float *b, const float *added,
                        float *out)
{
    int rows = size[0], inner = size[1], columns = size[2], step_inner = size[3], step_column = size[4];
    for (int m = 0; m < rows; m++)
        for (int n = 0; n < columns; n++) {
            float sum = 0.0f;
            for (int k = 0; k < inner; k++) sum += a[m * inner + k] * b[k * step_inner + n * step_column];
            out[m * columns + n] = added ? sum + added[n] : sum;
        }
}

KERNEL void run_clip(int count, float low, float high, const float *x, float *out)
{
    for (int i = 0; i < count; i++) out[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

KERNEL void run_sum(int count, const float *a, const float *b, float *out)
{
    for (int i = 0; i < count; i++) out[i] = a[i] + b[i];
}

KERNEL void run_transpose(const int32_t *size, const int32_t *step, const float *x, float *out)
{
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < size[1]; j++)
            for (int k = 0; k < size[2]; k++)
                for (int l = 0; l < size[3]; l++)
                    *out++ = x[i * step[0] + j * step[1] + k * step[2] + l * step[3]];
}

KERNEL void run_softmax(int outer, int count, int inner, const float *x, float *out)
{
    for (int o = 0; o < outer; o++)
        for (int i = 0; i < inner; i++) {
            const float *from = x + o * count * inner + i;
            float *to = out + o * count * inner + i, most = -INFINITY, sum = 0.0f;
            for (int k = 0; k < count; k++) most = from[k * inner] > most ? from[k * inner] : most;
            for (int k = 0; k < count; k++) sum += to[k * inner] = expf(from[k * inner] - most);
            for (int k = 0; k < count; k++) to[k * inner] /= sum;
        }
}

static float number(int32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void run_window(int kind, const int32_t *word)
{
    struct window window;
    memcpy(&window, word, sizeof window);
    word += sizeof window / sizeof *word;
    const float *bias = word[3] < 0 ? NULL : constant(word[3]);
    if (kind == CONVOLUTION) run_convolution(&window, at(word[0]), constant(word[2]), bias, at(word[1]));
    else run_pool(&window, at(word[0]), at(word[1]), kind == MEAN, word[2]);
}

static int run_operation(int kind, const int32_t *word)
{
    switch (kind) {
    case CONVOLUTION: case LARGEST: case MEAN: run_window(kind, word); return 0;
    case PRODUCT:
        run_product(word, at(word[5]), constant(word[7]), word[8] < 0 ? NULL : constant(word[8]),
                    at(word[6]));
        return 0;
    case CLIP: run_clip(word[0], number(word[1]), number(word[2]), at(word[3]), at(word[4])); return 0;
    case SUM: run_sum(word[0], at(word[1]), at(word[2]), at(word[3])); return 0;
    case COPY: memmove(at(word[2]), at(word[1]), (size_t)word[0]); return 0;
    case TRANSPOSE: run_transpose(word, word + 4, at(word[8]), at(word[9])); return 0;
    case SOFTMAX: run_softmax(word[0], word[1], word[2], at(word[3]), at(word[4])); return 0;
    default: return 1;
    }
}

static const void *mapped(const char *name)
{
    int file = open(name, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) || status.st_size == 0) return NULL;
    void *place = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return place == MAP_FAILED ? NULL : place;
}

static int moved(const char *name, const int32_t *tensor, int writes)
{
    FILE *file = fopen(name, writes ? "wb" : "rb");
    if (!file) return 1;
    size_t size = (size_t)tensor[1];
    size_t done = writes ? fwrite(at(tensor[0]), 1, size, file) : fread(at(tensor[0]), 1, size, file);
    return fclose(file) || done != size;
}

int main(int count, char **arguments)
{
    const int32_t *plan = count > 2 ? mapped(arguments[1]) : NULL;
    weights = count > 2 ? mapped(arguments[2]) : NULL;
    if (!plan || !weights || plan[0] != MAGIC || plan[1] > ARENA_BYTES) return 2;
    int inputs = plan[2], outputs = plan[3], operations = plan[4];
    if (count != 3 + inputs + outputs) return 2;
    const int32_t *tensors = plan + 5, *word = tensors + 2 * (inputs + outputs);
    for (int i = 0; i < inputs; i++)
        if (moved(arguments[3 + i], tensors + 2 * i, 0)) return 2;
    for (int i = 0; i < operations; i++, word += 2 + word[1])
        if (run_operation(word[0], word + 2)) return 3;
    for (int i = inputs; i < inputs + outputs; i++)
        if (moved(arguments[3 + i], tensors + 2 * i, 1)) return 2;
    return 0;
}
