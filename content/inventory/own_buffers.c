static int first[4096], second[4096], third[4096];

void layers(int *restrict out, const int *restrict in, int n)
{
    for (int i = 0; i < n; i++)
        first[i] = in[i] + 3;
    for (int i = 0; i < n; i++)
        second[i] = first[n - 1 - i] * 5;
    for (int i = 0; i < n; i++)
        third[i] = second[n - 1 - i] - 7;
    for (int i = 0; i < n; i++)
        out[i] = third[n - 1 - i] ^ 1;
}
