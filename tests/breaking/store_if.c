void store_if(int *restrict y, const int *restrict x, int n) {
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            y[i] = x[i];
}
