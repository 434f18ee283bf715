#include <stddef.h>
#include <stdint.h>

int sum(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

int64_t sum_wide(const int32_t *a, int n) {
  int64_t total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

uint32_t sum_bytes(const uint8_t *a, size_t n) {
  uint32_t total = 0;
  for (size_t i = 0; i < n; i++) total += a[i];
  return total;
}

int32_t dot_bytes(const int8_t *a, const int8_t *b, size_t n) {
  int32_t total = 0;
  for (size_t i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

uint32_t dot_unsigned_bytes(const uint8_t *a, const uint8_t *b, size_t n) {
  uint32_t total = 0;
  for (size_t i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

int64_t dot_shorts(const int16_t *a, const int16_t *b, int n) {
  int64_t total = 0;
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

void add_bytes(uint8_t *restrict c, const uint8_t *a, const uint8_t *b, int n) {
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}

void average_bytes(uint8_t *restrict c, const uint8_t *a, const uint8_t *b, int n) {
  for (int i = 0; i < n; i++) c[i] = (a[i] + b[i] + 1) >> 1;
}

void saturating_add(int16_t *c, const int16_t *a, const int16_t *b, int n) {
  for (int i = 0; i < n; i++) {
    int t = a[i] + b[i];
    c[i] = t > 32767 ? 32767 : t < -32768 ? -32768 : t;
  }
}

void fixed_point_scale(int16_t *restrict c, const int16_t *a, int16_t k, int n) {
  for (int i = 0; i < n; i++) {
    int t = (a[i] * k + (1 << 14)) >> 15;
    c[i] = t > 32767 ? 32767 : t < -32768 ? -32768 : t;
  }
}

void clamp_to_bytes(uint8_t *restrict c, const int32_t *a, int n) {
  for (int i = 0; i < n; i++) c[i] = a[i] < 0 ? 0 : a[i] > 255 ? 255 : a[i];
}

int largest(const int *a, int n) {
  int best = a[0];
  for (int i = 1; i < n; i++) best = a[i] > best ? a[i] : best;
  return best;
}

unsigned smallest_unsigned(const unsigned *a, int n) {
  unsigned best = a[0];
  for (int i = 1; i < n; i++) best = a[i] < best ? a[i] : best;
  return best;
}

int64_t smallest_long(const int64_t *a, int n) {
  int64_t best = a[0];
  for (int i = 1; i < n; i++) best = a[i] < best ? a[i] : best;
  return best;
}

uint32_t absolute_differences(const uint8_t *a, const uint8_t *b, int n) {
  uint32_t total = 0;
  for (int i = 0; i < n; i++) total += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return total;
}

void absolute(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] < 0 ? -a[i] : a[i];
}

void shift_left(uint32_t *a, const uint32_t *by, int n) {
  for (int i = 0; i < n; i++) a[i] <<= by[i] & 31;
}

void shift_right(int32_t *a, const int32_t *by, int n) {
  for (int i = 0; i < n; i++) a[i] >>= by[i] & 31;
}

void shift_by_constant(int64_t *a, uint16_t *b, int8_t *c, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] >> 3;
    b[i] = b[i] << 5;
    c[i] = c[i] >> 1;
  }
}

void rotate(uint32_t *a, int n) {
  for (int i = 0; i < n; i++) a[i] = (a[i] << 7) | (a[i] >> 25);
}

uint64_t rotate_by(uint64_t a, unsigned by) { return (a >> (by & 63)) | (a << (-by & 63)); }

unsigned population(const uint64_t *a, int n) {
  unsigned total = 0;
  for (int i = 0; i < n; i++) total += __builtin_popcountll(a[i]);
  return total;
}

int leading_zeros(uint32_t a, uint64_t b) { return __builtin_clz(a) + __builtin_clzll(b); }

int trailing_zeros(uint32_t a, uint64_t b) { return __builtin_ctz(a) + __builtin_ctzll(b); }

uint32_t swap_bytes(uint32_t a, uint16_t b, uint64_t *c) {
  *c = __builtin_bswap64(*c);
  return __builtin_bswap32(a) + __builtin_bswap16(b);
}

void swap_array(uint32_t *a, uint16_t *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = __builtin_bswap32(a[i]);
    b[i] = __builtin_bswap16(b[i]);
  }
}

int divide(int a, int b) { return a / b + a % b; }

uint64_t divide_unsigned(uint64_t a, uint64_t b) { return a / b + a % b; }

int divide_by_constants(int a, unsigned b, int64_t c) {
  return a / 7 + a % 10 + b / 10 + (int)(c / 1000) + a / 8;
}

void divide_array(int *a, const int *b, int n) {
  for (int i = 0; i < n; i++) a[i] /= b[i];
}

void divide_by_seven(uint32_t *a, int n) {
  for (int i = 0; i < n; i++) a[i] /= 7;
}

unsigned __int128 multiply_wide(uint64_t a, uint64_t b, int64_t c) {
  return (unsigned __int128)a * b + (__int128)c * c;
}

__int128 shift_wide(__int128 a, int by) { return (a << by) - (a >> 3); }

int64_t multiply_mixed(int32_t a, int32_t b, uint32_t c, uint32_t d, int64_t e) {
  return (int64_t)a * b + (uint64_t)c * d - e * a - (int64_t)b * a + e;
}

void multiply_add(int32_t *a, const int32_t *b, const int32_t *c, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] * b[i] + c[i] * 5 - b[i];
}

void multiply_long(int64_t *a, const int64_t *b, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] * b[i];
}

int mod_exponent(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t result = 1;
  while (exponent) {
    if (exponent & 1) result = result * base % modulus;
    base = base * base % modulus;
    exponent >>= 1;
  }
  return (int)result;
}

uint64_t bit_fields(uint64_t a, uint32_t b, int32_t c) {
  uint64_t low = (a >> 12) & 0xff;
  int64_t high = (int64_t)(a << 20) >> 40;
  return low + high + ((uint64_t)(b & 0x3f) << 9) + (c << 24 >> 27) + ((int64_t)c << 3);
}

struct packed { unsigned mode : 3; int level : 7; unsigned flag : 1; unsigned rest : 21; };

void set_fields(struct packed *p, unsigned mode, int level) {
  p->mode = mode;
  p->level = level;
  p->flag = p->level > 3;
}

uint32_t logic(uint32_t a, uint32_t b, uint32_t c) {
  return ((a & ~b) | (c ^ ~a)) + (a | ~c) - ~b + (a & 0xff00ff) + (b ^ 0x7fff) + (c | 0xf0);
}

void logic_array(uint32_t *a, const uint32_t *b, const uint32_t *c, int n) {
  for (int i = 0; i < n; i++) a[i] = ((b[i] & ~c[i]) | (a[i] ^ b[i])) ^ ~(a[i] | 0x55);
}

void select_bits(uint32_t *a, const uint32_t *b, const uint32_t *mask, int n) {
  for (int i = 0; i < n; i++) a[i] = (a[i] & mask[i]) | (b[i] & ~mask[i]);
}

int overflow(int a, int b, int *result) { return __builtin_add_overflow(a, b, result); }
int overflow_sub(int64_t a, int64_t b, int64_t *r) { return __builtin_sub_overflow(a, b, r); }
int overflow_mul(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }

uint64_t constants(int which) {
  if (which == 1) return 0x123456789abcdef0u;
  if (which == 2) return 0xffffffffffff1234u;
  if (which == 3) return 0x5555555555555555u;
  return which == 4 ? 0xdeadbeef : 70000;
}

int64_t sign_extensions(int8_t a, int16_t b, int32_t c, uint8_t d, uint16_t e) {
  return a + b + (int64_t)c + d + e;
}

void narrow(int16_t *restrict c, const int32_t *a, int n) {
  for (int i = 0; i < n; i++) c[i] = (int16_t)(a[i] >> 4);
}

void narrow_to_bytes(uint8_t *restrict c, const uint64_t *a, int n) {
  for (int i = 0; i < n; i++) c[i] = (uint8_t)a[i];
}

void widen(int64_t *restrict c, const int8_t *a, const uint16_t *b, int n) {
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}

void increment(int *a, int n) {
  for (int i = 0; i < n; i++) a[i]++;
}

void fill_with_index(int *a, int64_t *b, int n) {
  for (int i = 0; i < n; i++) { a[i] = i * 3; b[i] = i; }
}

void fill(int16_t *a, int n, int16_t value) {
  for (int i = 0; i < n; i++) a[i] = value;
}

int64_t polynomial_hash(const char *text, size_t n) {
  int64_t hash = 5381;
  for (size_t i = 0; i < n; i++) hash = hash * 33 + text[i];
  return hash;
}

uint32_t crc(const uint8_t *data, size_t n) {
  uint32_t value = ~0u;
  for (size_t i = 0; i < n; i++) {
    value ^= data[i];
    for (int bit = 0; bit < 8; bit++) value = (value >> 1) ^ (0xedb88320u & -(value & 1));
  }
  return ~value;
}
