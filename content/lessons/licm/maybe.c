void divide_some(int *restrict out, const int *restrict in, int n, int a, int b) {
    for (int i = 0; i < n; i++)
        if (in[i] > 0)
            out[i] = in[i] + a / b;
}
