// Loops of C++ as people write them.
#include <cstddef>
template <class T> void scaled(T *y, const T *x, std::size_t n) {
  for (std::size_t i{0}; i < n; ++i) y[i] = x[i] * 2;
}
template void scaled<float>(float *, const float *, std::size_t);

float range_for(const float (&x)[64]) { float s = 0; for (float v : x) s += v; return s; }

void range_for_reference(float (&x)[64], int n) {
  for (auto &v : x) v += static_cast<float>(n);
}

void references(float *y, const float *x, const int &n, float &total) {
  for (int i = 0; i < n; i++) total += x[i] * y[i];
}

auto closure = [](float *y, int n) { for (int i = 0; i < n; i++) y[i] *= 2; };
void use(float *y, int n) { closure(y, n); }

struct Filter {
  float *data; int size;
  void apply(float k) { for (int i = 0; i < size; i++) data[i] *= k; }
  void copy(const float *from, int count) const { for (int i = 0; i < count; i++) data[i] = from[i]; }
};
void filter(Filter &f, const float *x) { f.apply(2); f.copy(x, 3); }

void with_initialiser(int *x, int n) {
  for (int i = 0; i < n; i++) { if (int v = x[i]; v > 0) x[i] = v + 1; }
  for (auto i = 0u; i < 16u; i++) x[i] ^= 1;
}
const char *raw = R"(for (int i = 0; i < n; i++) {)"; void after_raw(int *x, int n) { for (int i = 0; i < n; i++) x[i]++; }
constexpr int big = 1'000; void separators(int *x, int n) { for (int i = 0; i < n; i++) x[i] += big; }
