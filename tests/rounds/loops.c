/* Loops of which a round of the code does another number of iterations than one. */
#include <stdint.h>
int dot_signed(const int8_t *a, const int8_t *b, int n) {
    int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s;
}
unsigned dot_unsigned(const uint8_t *a, const uint8_t *b, int n) {
    unsigned s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s;
}
void saxpy(float *restrict y, const float *restrict x, float k, int n) {
    for (int i = 0; i < n; i++) y[i] += k * x[i];
}
void widen_short(int *restrict d, const short *restrict s, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i];
}
void widen_float(double *restrict d, const float *restrict s, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i];
}
void narrow(int8_t *restrict d, const int *restrict s, int n) {
    for (int i = 0; i < n; i++) d[i] = (int8_t)s[i];
}
int sum_int(const int *a, int n) {
    int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s;
}
long sum_bytes(const uint8_t *a, int n) {
    long s = 0; for (int i = 0; i < n; i++) s += a[i]; return s;
}
int maximum(const short *a, int n) {
    short m = 0; for (int i = 0; i < n; i++) if (a[i] > m) m = a[i]; return m;
}
void complex_split(float *restrict re, float *restrict im, const float *restrict z, int n) {
    for (int i = 0; i < n; i++) { re[i] = z[2*i]; im[i] = z[2*i+1]; }
}
void grey(uint8_t *restrict g, const uint8_t *restrict p, int n) {
    for (int i = 0; i < n; i++) g[i] = (p[3*i] + 2 * p[3*i+1] + p[3*i+2]) >> 2;
}
struct point { float x, y, z; };
void norm(float *restrict d, const struct point *restrict p, int n) {
    for (int i = 0; i < n; i++) d[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}
void gather(float *restrict d, const float *restrict s, const int *restrict k, int n) {
    for (int i = 0; i < n; i++) d[i] = s[k[i]];
}
void outer(float m[64][64], float *restrict r) { for (int j = 0; j < 64; j++) { float s = 0; for (int i = 0; i < 64; i++) s += m[i][j]; r[j] = s; } }
void slp(int *restrict d, const int *restrict s, int n) {
    for (int i = 0; i < n; i++) { d[4*i] = s[4*i] + 1; d[4*i+1] = s[4*i+1] + 2; d[4*i+2] = s[4*i+2] + 3; d[4*i+3] = s[4*i+3] + 4; }
}
void exclusive(uint32_t *restrict a, const uint32_t *restrict b, int n) {
    for (int i = 0; i < n; i++) a[i] ^= b[i];
}
void copy16(uint16_t *restrict a, const uint16_t *restrict b) {
    for (int i = 0; i < 1003; i++) a[i] = b[i] + 1;
}
void fixed(float *a) {
    for (int i = 0; i < 1024; i++) a[i] *= 2;
}
void pop(uint32_t *restrict a, const uint32_t *restrict b, int n) {
    for (int i = 0; i < n; i++) a[i] = __builtin_popcount(b[i]);
}
void mixed(double *restrict d, const int *restrict k, const short *restrict h, int n) {
    for (int i = 0; i < n; i++) d[i] = k[i] + h[i];
}
void backwards(int *restrict a, const int *restrict b, int n) {
    for (int i = n - 1; i >= 0; i--) a[i] = b[i];
}
float sumf(const float *a, int n) {
    float s = 0; for (int i = 0; i < n; i++) s += a[i]; return s;
}
void selected(int *restrict a, const char *restrict c, int n) {
    for (int i = 0; i < n; i++) a[i] = c[i] ? a[i] : 0;
}
double dotd(const double *a, const double *b, int n) {
    double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s;
}
int conditional_count(const uint8_t *a, int n) {
    int s = 0; for (int i = 0; i < n; i++) s += a[i] == 10; return s;
}
int column(const int *a, int n, int m, int j) {
    int s = 0; for (int k = 0; k < n; k++) s += a[k*m + j]; return s;
}
unsigned no_memory(int n) {
    unsigned s = 0; for (int i = 0; i < n; i++) s += i & 3 ? 0 : i; return s;
}
