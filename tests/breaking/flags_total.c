typedef struct { unsigned kind : 3; unsigned level : 5; unsigned on : 1; } cell;
unsigned total(const cell *p, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i].level;
    return sum;
}
