typedef unsigned long size_type;
template <typename T> T total(const T *a, int n) {
  T sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum;
}
template int total<int>(const int *, int);
template double total<double>(const double *, int);
template unsigned char total<unsigned char>(const unsigned char *, int);
template short total<short>(const short *, int);

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
  virtual void grow(double by) = 0;
};
struct Circle : Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3.141592653589793 * radius * radius; }
  void grow(double by) override { radius *= by; }
};
struct Rectangle : Shape {
  double width, height;
  Rectangle(double w, double h) : width(w), height(h) {}
  double area() const override { return width * height; }
  void grow(double by) override { width *= by; height *= by; }
};
double total_area(Shape *const *shapes, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += shapes[i]->area();
  return sum;
}
Shape *make(int kind) {
  if (kind == 0) return new Circle(2);
  return new Rectangle(1, 2);
}
struct Guard { int *count; ~Guard() { --*count; } };
int risky(int a, int *count) {
  Guard guard{count};
  if (a < 0) throw a;
  return a * 2;
}
int careful(int a, int *count) {
  try { return risky(a, count); } catch (int value) { return -value; }
}
template <typename T, int N> struct Vector {
  T values[N];
  T &operator[](int i) { return values[i]; }
};
template <typename T, int N> Vector<T, N> operator+(const Vector<T, N> &a, const Vector<T, N> &b) {
  Vector<T, N> c;
  for (int i = 0; i < N; i++) c.values[i] = a.values[i] + b.values[i];
  return c;
}
Vector<float, 8> add(const Vector<float, 8> &a, const Vector<float, 8> &b) { return a + b; }
Vector<int, 3> add3(const Vector<int, 3> &a, const Vector<int, 3> &b) { return a + b; }
static int initialise(); static int value = initialise(); extern int external();
static int initialise() { return external() + 1; }
int once() { static int state = external(); return state + value; }
template <typename F> void each(int *a, int n, F f) { for (int i = 0; i < n; i++) a[i] = f(a[i]); }
void scale(int *a, int n, int k) { each(a, n, [k](int v) { return v * k + 1; }); }
void square_if_odd(int *a, int n) { each(a, n, [](int v) { return v & 1 ? v * v : v; }); }
bool any_negative(const long *a, int n) {
  for (int i = 0; i < n; i++) if (a[i] < 0) return true;
  return false;
}
struct Complex { float real, imaginary; };
Complex product(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
int (Shape::*unused)() = nullptr;
void swap_all(int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
}
