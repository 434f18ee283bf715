// Loops for the reader of the text, in what only C++ writes.
void word_or(float *a, int n) { for (int i = 0; i < n or a[i] > 0; i++) a[i] = 0; }
void word_and(float *a, int n) { for (int i = 0; i < n and a[i] > 0; i++) a[i] = 0; }
void declared_in_condition(int *a, const int *c, int n)
{ for (int i = 0; i < n; i++) if (int v = c[i]; v > 0) a[i] = v; }
void declared_as_condition(int *a, const int *c, int n)
{ for (int i = 0; i < n; i++) if (int v = c[i]) a[i] = v; }
namespace ns { struct box { int length; }; constexpr int few = 9; inline int many = 9; }
void bound_of_a_name(float *a) { for (int i = 0; i < ns::few; i++) a[i] = 1; }
void bound_of_a_variable(float *a) { for (int i = 0; i < ns::many; i++) a[i] = 1; }
template <typename T> void typed(T *a, int n) { for (int i = 0; i < n; i = i + 2) a[i] = T(1); }
