/* Loops of everyday programs, labelled before any answer was seen. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

double horner(const double *c, int n, double x) { double s = 0; for (int i = 0; i < n; i++) s = s * x + c[i]; return s; }
void fibonacci(unsigned *a, int n) { for (int i = 2; i < n; i++) a[i] = a[i - 1] + a[i - 2]; }
void bubble(int *a, int n) { for (int i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } }
int lower_bound(const int *a, int n, int key) { int low = 0, high = n; while (low < high) { int middle = low + (high - low) / 2; if (a[middle] < key) low = middle + 1; else high = middle; } return low; }
int collatz(unsigned n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
size_t length(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
void sieve(char *composite, int n, int prime) { for (int k = prime * prime; k < n; k += prime) composite[k] = 1; }
void running_maximum(const int *a, int *m, int n) { int best = a[0]; for (int i = 0; i < n; i++) { best = a[i] > best ? a[i] : best; m[i] = best; } }
void low_pass(float *restrict y, const float *restrict x, float k, int n) { for (int i = 1; i < n; i++) y[i] = y[i - 1] + k * (x[i] - y[i - 1]); }
unsigned greatest_divisor(unsigned a, unsigned b) { while (b) { unsigned r = a % b; a = b; b = r; } return a; }
int root(const int *parent, int x) { while (parent[x] != x) x = parent[x]; return x; }
float trace(const float *m, int n) { float s = 0; for (int i = 0; i < n; i++) s += m[i * 9]; return s; }
void encode(char *restrict out, const unsigned char *restrict in, const char *restrict table, int n) { for (int i = 0; i < n; i++) out[i] = table[in[i] & 63]; }
void permute(float *restrict out, const float *restrict in, const int *restrict order, int n) { for (int i = 0; i < n; i++) out[order[i]] = in[i]; }
void wrap_angles(double *a, int n) { for (int i = 0; i < n; i++) a[i] = fmod(a[i], 6.283185307179586); }
void count_together(int *counter, const int *a, int n) { for (int i = 0; i < n; i++) if (a[i]) __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }
int same_text(const char *a, const char *b, int n) { for (int i = 0; i < n; i++) if (a[i] != b[i]) return 0; return 1; }
double logistic(double x, int n) { for (int i = 0; i < n; i++) x = 3.9 * x * (1 - x); return x; }
int trim(const char *s, int n) { while (n > 0 && s[n - 1] == ' ') n--; return n; }
int squeeze(char *out, const char *in, int n) { int k = 0; for (int i = 0; i < n; i++) if (in[i] != ' ') out[k++] = in[i]; return k; }
uint32_t adler_low(const uint8_t *p, int n) { uint32_t a = 1; for (int i = 0; i < n; i++) a = (a + p[i]) % 65521; return a; }
void carry_over(uint32_t *a, const uint32_t *b, int n) { uint64_t carry = 0; for (int i = 0; i < n; i++) { carry += (uint64_t)a[i] + b[i]; a[i] = (uint32_t)carry; carry >>= 32; } }
int last_match(const int *a, int n, int key) { int at = -1; for (int i = 0; i < n; i++) if (a[i] == key) at = i; return at; }
float smallest_gap(const float *a, int n) { float best = 1e30f; for (int i = 0; i + 1 < n; i++) { float gap = a[i + 1] - a[i]; if (gap < best) best = gap; } return best; }
struct node { struct node *next; int value; };
int list_total(const struct node *p) { int s = 0; for (; p; p = p->next) s += p->value; return s; }
void decrypt(uint8_t *p, int n, uint8_t key) { for (int i = 0; i < n; i++) { p[i] ^= key; key = (uint8_t)(key * 5 + 1); } }
double guarded_sine(const double *p, int n) { double s = 0; for (int i = 0; i < n; i++) if (p[i] > 0) s += sin(p[i]); return s; }
void guarded_callback(int *p, int n, int (*f)(int)) { for (int i = 0; i < n; i++) if (p[i]) p[i] = f(p[i]); }
int pure_function(int) __attribute__((pure));
int guarded_pure(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) if (p[i] > 3) s += pure_function(p[i]); return s; }
void guarded_assembly(int *p, int n) { for (int i = 0; i < n; i++) if (p[i]) __asm__ volatile("nop" ::: "memory"); }
void guarded_volatile(volatile int *port, const int *p, int n) { for (int i = 0; i < n; i++) if (p[i]) *port = i; }
double guarded_root(const double *p, int n) { double s = 0; for (int i = 0; i < n; i++) if (p[i] > 0) s += sqrt(p[i]); return s; }
int constant_function(int) __attribute__((const));
void guarded_constant(int *p, int n) { for (int i = 0; i < n; i++) if (p[i] > 3) p[i] = constant_function(p[i]); }
