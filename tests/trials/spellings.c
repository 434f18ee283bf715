/* Loops as people write them: edits must find the right one, and what they make must compile. */
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define TWICE(x) ((x) * 2)
#define LONG_LOOP(i, n) \
    for (int i = 0; \
         i < (n); i++)
typedef float real;

void label_in_body(int *x, int n) {
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            goto next;
        x[i] += 5;
    next:;
    }
}

void label_on_loop(float *x, float *s, int n) {
again: for (int i = 0; i < n; i++) *s += x[i];
    if (*s < 0)
        goto again;
}

void from_macro(float *restrict y, const float *restrict x, int n) {
    EACH(i, n) y[i] = TWICE(x[i]);
    LONG_LOOP(k, n) y[k] += x[k];
}

void macro_in_loop(float *y, const float *x, int n) {
    for (int i = 0; i < n; i++)
        EACH(j, n) y[j] += x[i];
}

void several_on_a_line(float *a, float *b, int n) { for (int i = 0; i < n; i++) a[i] *= 2; for (int i = 0; i < n; i++) b[i] += a[i]; }

void nest_on_a_line(float *a, const float *b, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] += b[j * n + i]; }

void comments(float *y, const float *x, int n) { /* for (;;) */
    const char *text = "for (int i = 0; i < n; i++) { \" for"; // for (int i;;)
    (void)text; /* while (n) */ for (int i = 0; i < n; i++) /* for */ y[i] = x[i] + 'f'; // for
}

void by_goto(float *y, const float *x, int n) {
    int i = 0;
again:
    if (i < n) {
        y[i] = x[i] * 2;
        i++;
        goto again;
    }
}

	void tabs(float *y,	const float *x,	int n) {
	for	(int i = 0;	i < n;	i++)	{	y[i]	= x[i] - 1;	}
	}

int do_while(const int *x, int n) {
    int i = 0, s = 0;
    do s += x[i]; while (++i < n);
    do { s ^= x[--i]; } while (i > 0);
    return s;
}

int while_loop(const char *p, const char *e) { int k = 0; while (p != e) k += *p++ == 'a'; return k; }

void under_if(real *y, const real *x, int n, int flag) {
    if (flag) for (int i = 0; i < n; i++) y[i] = x[i]; else for (int i = 0; i < n; i++) y[i] = -x[i];
    if (flag > 1)
        for (int i = 0; i < n; i++)
            y[i] += 1;
}

void in_switch(real *y, const real *x, int n, int kind) {
    switch (kind) {
    case 1: for (int i = 0; i < n; i++) y[i] = x[i]; break;
    case 2:
        for (int i = 0; i < n; i++) y[i] = -x[i];
        break;
    default: for (int i = 0; i < n; i++) y[i] *= x[i];
    }
}

void bound_expression(float *y, const float *x, int n, int m) {
    for (int i = 0; i < n - 1; i++) y[i] = x[i + 1];
    for (int i = 0; i < (n | m); i++) y[i] += x[i];
    for (int i = 0; m > i; i++) y[i] -= x[i];
    for (int i = 0; i <= n; i++) y[i] *= x[i];
}

float float_bound(float *y, float n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += y[i];
    return s;
}

void pointer_bound(float *a, const float *e) { for (; a < e; a++) *a *= 2; }

void pointer_counter(float *begin, float *end) { for (float *p = begin; p < end; p++) *p = *p * *p; }

void shadowed(float *stop, const float *x, int n) {
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            break;
        stop[i] = x[i];
    }
}

struct box { int count; float *data; };
void in_structure(struct box *b, float *t) {
    for (int i = 0; i < b->count; i++)
        b->data[i] += 1;
    for (int i = 0; i < 8; i++) *t += b->data[i];
}

void array_parameters(int n, float a[restrict n], float b[n], float m[8][8]) {
    for (int i = 0; i < n; i++) a[i] = b[i] + m[i & 7][0];
}

int old_style(x, n) int *x; int n; { int i, s = 0; for (i = 0; i < n; i++) s += x[i]; return s; }

void guarded(float *y, const float *x, int n) {
    for (int i = 0; i < n; i++) { if (x[i] > 0) { y[i] = x[i]; } }
    for (int i = 0; i < n; i++) if (x[i] > 0) y[i] = x[i] > 1 ? 1 : x[i], y[i] += 1;
}

void preprocessed(float *y, const float *x, int n) {
    for (int i = 0; i < n; i++) {
#ifdef TRIPLE
        y[i] = x[i] * 3;
#else
        y[i] = x[i] * 2; \
        y[i] += 1;
#endif
    }
}

void counter_outside(float *y, int n) {
    int i, j;
    for (i = 0, j = n; i < j; i++, j--) y[i] = y[j];
    for (i = 0; i < n; i += 3) y[i] = 0;
    for (;;) { if (--n < 0) break; y[n] = 1; }
}

static int twice(int x) { static int calls; calls++; return 2 * x; }
void calling(int *x, int n) { for (int i = 0; i < n; i++) x[i] = twice(x[i]); }

void with_label_address(int *x, int n) {
    for (int i = 0; i < n; i++) {
        __label__ skip;
        if (x[i]) goto skip;
        x[i] = 1;
    skip: (void)0;
    }
}

void assembly_label(int *x, int n) {
    for (int i = 0; i < n; i++) { __asm__ volatile("only_once: nop" ::: "memory"); x[i]++; }
}
