#include <stdlib.h>

unsigned long length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return p - s;
}

int digits(unsigned v)
{
    int count = 0;
    do {
        count++;
        v /= 10;
    } while (v);
    return count;
}

int gcd(int a, int b)
{
again:
    if (b == 0)
        return a;
    int t = a % b;
    a = b;
    b = t;
    goto again;
}

int find(const int *a, int n, int wanted)
{
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            return i;
    return -1;
}

int interpret(const unsigned char *code, int n)
{
    int acc = 0;
    for (int i = 0; i < n; i++) {
        switch (code[i]) {
        case 0: acc += 7; break;
        case 1: acc *= 3; break;
        case 2: acc ^= 0x55; break;
        case 3: acc = -acc; break;
        case 4: acc <<= 2; break;
        case 5: acc >>= 1; break;
        case 6: acc -= i; break;
        case 7: acc = ~acc; break;
        case 8: acc *= acc; break;
        case 9: acc |= 8; break;
        default: acc = 0;
        }
    }
    return acc;
}

int threaded(const unsigned char *code)
{
    static const void *const step[] = {&&add, &&twice, &&negate, &&stop};
    int acc = 1;
    goto *step[*code++];
add:
    acc += 5;
    goto *step[*code++];
twice:
    acc *= 2;
    goto *step[*code++];
negate:
    acc = -acc;
    goto *step[*code++];
stop:
    return acc;
}

int work(int v);

int with_call(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += work(a[i]);
    return s;
}

struct tree {
    struct tree *left, *right;
    int value;
};

int tree_sum(const struct tree *t)
{
    if (!t)
        return 0;
    int left = tree_sum(t->left);
    int right = tree_sum(t->right);
    return left + right + t->value;
}

void add_four(int *restrict a, const int *restrict b)
{
    for (int i = 0; i < 4; i++)
        a[i] += b[i] * 3;
}

struct item {
    struct item *next;
    int value;
};

int list_max(const struct item *p)
{
    int best = 0;
    for (; p; p = p->next)
        if (p->value > best)
            best = p->value;
    return best;
}

/* Control can enter this loop in the middle: no block dominates the others. */
int irreducible(int *p, int n, int middle)
{
    int s = 0;
    if (middle)
        goto inside;
start:
    s += work(n);
inside:
    s ^= work(s);
    n--;
    if (n > 0)
        goto start;
    return s + p[0];
}

int checked_sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            abort();
        s += a[i];
    }
    return s;
}

void wait_for(volatile int *flag)
{
    while (!*flag)
        ;
}

int skip_zeros(const int *a, int n)
{
    int i = 0, s = 0;
    while (i < n) {
        if (a[i] == 0) {
            i++;
            continue;
        }
        s += 100 / a[i];
        i += 2;
    }
    return s;
}

int straight(int a, int b)
{
    return a > b ? a - b : b - a;
}
