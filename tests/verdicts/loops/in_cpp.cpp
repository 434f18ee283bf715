// Loops as C++ writes them.
#include <cstddef>

template <typename T> void scale(T *__restrict__ to, const T *__restrict__ from, T by, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * by;
}

template void scale<float>(float *__restrict__, const float *__restrict__, float, int);
template void scale<short>(short *__restrict__, const short *__restrict__, short, int);

struct span {
  const float *first;
  const float *last;
  const float *begin() const { return first; }
  const float *end() const { return last; }
};

float range_sum(span values) {
  float s = 0;
  for (float v : values)
    s += v;
  return s;
}

int range_array(const int (&values)[100]) {
  int s = 0;
  for (int v : values)
    s += v;
  return s;
}

void may_throw(int);

void calls_that_throw(const int *x, int n) {
  for (int i = 0; i < n; i++)
    may_throw(x[i]);
}

void throws_itself(int *x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      throw x[i];
    x[i] += 1;
  }
}

struct counter {
  int total;
  int *items;
  int length;
  void add_all();
};

void counter::add_all() {
  for (int i = 0; i < length; i++)
    total += items[i];
}

struct vector_like {
  int *items;
  std::size_t length;
  int &operator[](std::size_t i) { return items[i]; }
};

void add_one(vector_like &v) {
  for (std::size_t i = 0; i < v.length; i++)
    v[i] += 1;
}

template <typename F> inline void for_each(float *x, int n, F f) {
  for (int i = 0; i < n; i++)
    x[i] = f(x[i]);
}

void with_lambda(float *x, int n, float a) {
  for_each(x, n, [a](float v) { return a * v + 1.0f; });
}

struct shape {
  virtual float area() const = 0;
};

float total_area(shape **shapes, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += shapes[i]->area();
  return s;
}
