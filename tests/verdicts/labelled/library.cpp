// Loops of C++: ranges, iterators, algorithms of the library, exceptions, virtual calls.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

using real = double;
template <class T> T total(const T *p, int n) { T s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
template float total<float>(const float *, int);
template <class T> void prefix(T *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i - 1] + p[i]; }
template void prefix<int>(int *, int);

real range_sum(const std::vector<real> &v) { real s = 0; for (real x : v) s += x; return s; }
real range_auto(const std::vector<real> &v) { auto s = 0.0; for (auto x : v) s += x; return s; }
float iterator_sum(const std::vector<float> &v) { float s = 0; for (auto it = v.begin(); it != v.end(); ++it) s += *it; return s; }
float index_sum(const std::vector<float> &v) { float s = 0; for (std::size_t i = 0; i < v.size(); i++) s += v[i]; return s; }
float checked(const std::vector<float> &v) { float s = 0; for (std::size_t i = 0; i < v.size(); i++) s += v.at(i); return s; }
void throwing(int *p, int n) { for (int i = 0; i < n; i++) { if (p[i] < 0) throw std::runtime_error("negative"); p[i] *= 2; } }
struct shape { virtual float area() const; };
float areas(shape **p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i]->area(); return s; }
float accumulate_floats(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 0.0f); }
int accumulate_ints(const std::vector<int> &v) { return std::accumulate(v.begin(), v.end(), 0); }
void transform_square(std::vector<float> &v) { std::transform(v.begin(), v.end(), v.begin(), [](float x) { return x * x; }); }
int *find_value(int *p, int *q, int key) { return std::find(p, q, key); }
float largest(const float *p, const float *q) { return *std::max_element(p, q); }
double inner(const double *p, const double *q, int n) { return std::inner_product(p, p + n, q, 0.0); }
void partial(int *p, int *q, int n) { std::partial_sum(p, p + n, q); }
void fill_squares(int *p, int n) { std::generate(p, p + n, [k = 0]() mutable { return k++; }); }
long count_positive(const int *p, int n) { return std::count_if(p, p + n, [](int x) { return x > 0; }); }
void for_each_twice(int *p, int n) { std::for_each(p, p + n, [](int &x) { x *= 2; }); }
void sines(std::vector<double> &v) { for (auto &x : v) x = std::sin(x); }
int first_negative(const std::vector<int> &v) { int k = 0; for (int x : v) { if (x < 0) return k; k++; } return -1; }
float largest_range(const std::vector<float> &v) { float m = v[0]; for (float x : v) m = std::max(m, x); return m; }
class counter {
 public:
  void add(const int *p, int n) { for (int i = 0; i < n; i++) total_ += p[i]; }
  int total_ = 0;
};
void use_counter(counter &c, const int *p, int n) { c.add(p, n); }
void grow(std::vector<int> &v, int n) { for (int i = 0; i < n; i++) v.push_back(i); }
