// Calls of the library's algorithms: their loops stand in its headers, or are functions of its own.
#include <algorithm>
#include <numeric>

void sort_ints(int *p, int n) { std::sort(p, p + n); }
void sort_again(int *p, int n) { if (n > 3) std::sort(p, p + n); }
void nth(int *p, int n, int k) { std::nth_element(p, p + k, p + n); }
void heap(int *p, int n) { std::make_heap(p, p + n); }
bool equal_floats(const float *p, const float *q, int n) { return std::equal(p, p + n, q); }
void scale(float *p, const float *q, int n) { std::transform(q, q + n, p, [](float v) { return v * 2; }); }
double sum(const double *p, int n) { return std::accumulate(p, p + n, 0.0); }
void fill(float *p, int n) { std::fill(p, p + n, 1.5f); }
void reversed(int *p, int n) { std::reverse(p, p + n); }
bool any_negative(const int *p, int n) { return std::any_of(p, p + n, [](int v) { return v < 0; }); }
int *unique_ints(int *p, int n) { return std::unique(p, p + n); }
const int *lower(const int *p, int n, int k) { return std::lower_bound(p, p + n, k); }
void swapped(int *p, int *q, int n) { std::swap_ranges(p, p + n, q); }
int several(const int *p, int n) {
  int a = std::accumulate(p, p + n, 0);
  int b = *std::min_element(p, p + n);
  return a * b + std::count(p, p + n, 7);
}
int two_on_a_line(const int *p, int n) { return std::accumulate(p, p + n, 0) * *std::max_element(p, p + n); }
int over_lines(const int *p,
               int n) {
  return std::accumulate(
      p, p + n, 0,
      [](int total, int value) {
        return total * 3 + value;
      });
}
using namespace std;
void unqualified(float *p, int n) { sort(p, p + n, greater<float>()); reverse(p, p + n); }
#define SUM(p, n) ({ int s = 0; for (int i = 0; i < n; i++) s ^= p[i] * i; s; })
int by_macro(const int *p, int n) { return SUM(p, n); }
