#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct point { float x, y, z; };
struct pixel { uint8_t red, green, blue, alpha; };
struct mixed { char tag; short kind; int count; double weight; char name[17]; };

void translate(struct point *p, int n, float dx) {
  for (int i = 0; i < n; i++) { p[i].x += dx; p[i].y -= dx; p[i].z *= dx; }
}

void grey(uint8_t *restrict out, const struct pixel *in, int n) {
  for (int i = 0; i < n; i++) out[i] = (77 * in[i].red + 150 * in[i].green + 29 * in[i].blue) >> 8;
}

void split(int *restrict a, int *restrict b, const int *in, int n) {
  for (int i = 0; i < n; i++) { a[i] = in[2 * i]; b[i] = in[2 * i + 1]; }
}

void split_three(uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b,
                 const uint8_t *in, int n) {
  for (int i = 0; i < n; i++) { r[i] = in[3 * i]; g[i] = in[3 * i + 1]; b[i] = in[3 * i + 2]; }
}

void interleave(int16_t *restrict out, const int16_t *a, const int16_t *b, int n) {
  for (int i = 0; i < n; i++) { out[2 * i] = a[i]; out[2 * i + 1] = b[i]; }
}

void interleave_four(float *restrict out, const float *a, int n) {
  for (int i = 0; i < n; i++) {
    out[4 * i] = a[i]; out[4 * i + 1] = 1; out[4 * i + 2] = a[i] * 2; out[4 * i + 3] = 0;
  }
}

void gather(float *restrict out, const float *table, const int *index, int n) {
  for (int i = 0; i < n; i++) out[i] = table[index[i]];
}

void gather_long(double *restrict out, const double *table, const int64_t *index, int n) {
  for (int i = 0; i < n; i++) out[i] = table[index[i]] + 1;
}

void scatter(int *restrict out, const int *in, const unsigned *index, int n) {
  for (int i = 0; i < n; i++) out[index[i]] = in[i];
}

void histogram(int *bins, const uint8_t *data, int n) {
  for (int i = 0; i < n; i++) bins[data[i]]++;
}

void strided(int *a, int stride, int n) {
  for (int i = 0; i < n; i++) a[i * stride] += 1;
}

size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

char *find(char *s, int c) {
  for (; *s; s++) if (*s == c) return s;
  return 0;
}

int same(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return (unsigned char)*a - (unsigned char)*b;
}

int count_words(const char *s) {
  int words = 0, inside = 0;
  for (; *s; s++) {
    int letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
    if (letter && !inside) words++;
    inside = letter;
  }
  return words;
}

void upper(char *s, int n) {
  for (int i = 0; i < n; i++) if (s[i] >= 'a' && s[i] <= 'z') s[i] -= 32;
}

void clear(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
void clear_fixed(int *a) { memset(a, 0, 200); }
void set_fixed(char *a) { memset(a, 7, 47); }
void copy_fixed(char *a, const char *b) { memcpy(a, b, 93); }
void copy_struct(struct mixed *a, const struct mixed *b) { *a = *b; }
void copy(char *a, const char *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }

double weigh(const struct mixed *m, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) if (m[i].tag == 'x') total += m[i].weight * m[i].count + m[i].kind;
  return total;
}

void conditional_store(int *restrict a, const int *b, int n) {
  for (int i = 0; i < n; i++) if (b[i] > 3) a[i] = b[i] * 2;
}

int conditional_sum(const int *a, const int *b, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) if (a[i] > b[i]) total += a[i];
  return total;
}

int index_of(const int *a, int n, int wanted) {
  for (int i = 0; i < n; i++) if (a[i] == wanted) return i;
  return -1;
}

int binary_search(const int *a, int n, int wanted) {
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < wanted) low = middle + 1; else high = middle;
  }
  return low;
}

void bubble(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int64_t factorial(int64_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int greatest_divisor(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }

int choose_case(int a, int b) {
  switch (a) {
    case 0: return b + 1;
    case 1: return b * 3;
    case 2: return b - 7;
    case 3: return b << 4;
    case 4: return b ^ 9;
    case 5: return -b;
    case 6: return b / 3;
    case 9: return b & 31;
    default: return 0;
  }
}

int interpreter(const uint8_t *code, int *stack) {
  int *top = stack;
  for (;;) {
    switch (*code++) {
      case 0: return *--top;
      case 1: *top++ = *code++; break;
      case 2: top--; top[-1] += *top; break;
      case 3: top--; top[-1] *= *top; break;
      case 4: top[-1] = -top[-1]; break;
      case 5: code += (int8_t)*code; break;
      case 6: if (*--top == 0) code += 2; break;
      case 7: top[0] = top[-1]; top++; break;
      default: return -1;
    }
  }
}

int sum_of(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}

int counter;
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
_Thread_local int local_counter;
extern int elsewhere(int, double);
const double scales[] = {1.5, 2.25, 1e10};

int bump(int by) { counter += by; return counter + table[by & 7] + ++local_counter; }
double scaled(double a, int k) { return a * scales[k] + 3.14159 + elsewhere(k, a); }

void atomic_work(atomic_int *a, _Atomic int64_t *b, atomic_uchar *flag) {
  atomic_fetch_add(a, 3);
  atomic_fetch_or_explicit(b, 8, memory_order_relaxed);
  atomic_exchange(b, 5);
  int expected = 4;
  atomic_compare_exchange_strong(a, &expected, 7);
  atomic_store(flag, 1);
  while (atomic_load_explicit(flag, memory_order_acquire)) {}
  atomic_thread_fence(memory_order_seq_cst);
}

int apply(int (*function)(int), int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += function(a[i]);
  return total;
}

int many_arguments(int a, int b, int c, int d, int e, int f, int g, int h, int i, int64_t j, char k) {
  return a + b * c - d + e * f - g + h + i + (int)j + k;
}
int call_many(int a) { return many_arguments(a, 1, 2, 3, 4, 5, 6, 7, 8, a, 10) + 1; }

struct node { struct node *next; int value; };
int list_sum(const struct node *n) {
  int total = 0;
  for (; n; n = n->next) total += n->value;
  return total;
}

void reverse_bytes(uint8_t *a, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) { uint8_t t = a[i]; a[i] = a[j]; a[j] = t; }
}

void prefix_sum(int *a, int n) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }

int sieve(uint8_t *composite, int n) {
  int count = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i]) continue;
    count++;
    for (int j = 2 * i; j < n; j += i) composite[j] = 1;
  }
  return count;
}

void prefetching(float *a, const float *b, int n) {
  for (int i = 0; i < n; i++) { __builtin_prefetch(b + i + 64); a[i] = b[i] + 1; }
}

void big_frame(int n, void (*use)(int *)) {
  int a[5000];
  for (int i = 0; i < 5000; i++) a[i] = n + i;
  use(a);
}

void variable_frame(int n, void (*use)(int *)) { int a[n]; a[0] = n; use(a); }

void volatile_loop(volatile int *a, int n) { for (int i = 0; i < n; i++) *a = i; }
float reinterpret(int a) { float f; memcpy(&f, &a, 4); return f; }
long double extended(long double a, int b) { return a * b; }
