/* Loops for the reader of the text: one spelling each of what the features ask for. */
struct box { int length; float *data; };
static float table[64];
const int fixed_length = 40;
int open_length;

void stepped_target(float *q, const float *a, int n, float d)
{ for (int i = 0; i < n; i++) *q++ = a[i] / d; }
void stepped_divisor(float *q, const float *a, const float *p, int n)
{ for (int i = 0; i < n; i++) { *q++ = a[i] / *p; p += 2; } }
void assigned_step(float *a, int n) { for (int i = 0; i < n; i = i + 3) a[i] = 1; }
void assigned_step_turned(float *a, int n) { for (int i = 0; i < n; i = 3 + i) a[i] = 1; }
void assigned_down(float *a, int n) { for (int i = n; i > 0; i = i - 2) a[i] = 1; }
void assigned_to_unlike(float *a, int n) { for (int i = 3; i != n; i = i + 3) a[i] = 1; }
void assigned_otherwise(float *a, int n) { for (int i = 1; i < n; i = i * 3) a[i] = 1; }
void doubled(float *a, int n) { for (int i = 1; i < n; i += i) a[i] = 1; }
void by_a_variable(float *a, int n, int k) { for (int i = 0; i < n; i += k) a[i] = 1; }
void called_bound(float *a, int (*next)(int)) { for (int i = 0; i < 9; i = next(i)) a[i] = 1; }
void both_conditions(float *a, int n) { for (int i = 0; i < n && a[i] > 0; i++) a[i] = 0; }
void either_condition(float *a, int n) { for (int i = 0; i < n || a[i] > 0; i++) a[i] = 0; }
int second_of_and(const float *a, const int *c, int n)
{ int s = 0; for (int i = 0; i < n; i++) s += c[i] && a[i] + a[i + 1] > 1.0f; return s; }
int first_of_and(const float *a, const int *c, int n)
{ int s = 0; for (int i = 0; i < n; i++) s += a[i] + a[i + 1] > 1.0f && c[i]; return s; }
float only_under_a_case(const float *a, const int *c, int n)
{ float s = 0; for (int i = 0; i < n; i++) switch (c[i]) { case 1: s += a[i]; } return s; }
float in_the_condition(const float *a, int n)
{ float s = 0; for (int i = 0; i < n; i++) if ((s += a[i]) > 9) continue; return s; }
int array_before(const int *a, int n)
{ int seen[16] = {0}, other[4]; for (int i = 0; i < n; i++) seen[a[i] & 15]++; return seen[0] + other[0]; }
int array_behind(const int *a, int n)
{ int s = 0; for (int i = 0; i < n; i++) s += a[i]; int later[4] = {s}; return later[0]; }
int array_of_arrays(const int *a, int n)
{ int grid[4][4] = {{0}}; for (int i = 0; i < n; i++) grid[i & 3][0] += a[i]; return grid[1][0]; }
void one_assignment(int *a, const int *c, int n)
{ for (int i = 0; i < n; i++) if (c[i]) { /* why */ a[i] = 2; } }
void one_call(int *a, const int *c, void (*f)(int *), int n)
{ for (int i = 0; i < n; i++) if (c[i]) f(&a[i]); }
void one_update(int *a, const int *c, int n) { for (int i = 0; i < n; i++) if (c[i]) a[i]++; }
void two_assignments(int *a, int *b, const int *c, int n)
{ for (int i = 0; i < n; i++) if (c[i]) { a[i] = 2; b[i] = 1; } }
void declared_first(int *a, const int *c, int n)
{ for (int i = 0; i < n; i++) if (c[i]) { int twice = c[i] * 2; a[i] = twice; } }
void bound_for_good(float *a) { for (int i = 0; i < fixed_length; i++) a[i] = 1; }
void bound_of_others(float *a) { for (int i = 0; i < open_length; i++) a[i] = 1; }
void bound_of_a_box(struct box *b) { for (int i = 0; i < b->length; i++) b->data[i] = 1; }
void own_table(int n) { for (int i = 0; i < n; i++) table[i & 63] += 1; }
__attribute__((optimize("O1"))) void slowed(float *a, int n)
{ for (int i = 0; i < n; i++) a[i] += 1; }
__attribute__((minsize)) void small(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
#define QUICKLY __attribute__((optimize("no-tree-vectorize")))
QUICKLY void slowed_by_name(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
void as_usual(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
#pragma GCC push_options
#pragma GCC optimize ("O1")
void below_the_pragma(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
#pragma GCC pop_options
void behind_the_pragma(float *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
