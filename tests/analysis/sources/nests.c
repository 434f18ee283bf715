enum { N = 64 };

void multiply(float c[restrict N][N], float a[N][N], float b[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

void row_sums(const int *m, int rows, int cols, int *out)
{
    for (int r = 0; r < rows; r++) {
        int s = 0;
        for (int c = 0; c < cols; c++)
            s += m[r * cols + c];
        out[r] = s;
    }
}

void smooth(int h, int w, float out[h][w], float in[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = 0.25f * (in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1]);
}

int pairs(const int *a, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) if (a[i] == a[j]) count++;
    return count;
}

void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int v = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > v) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = v;
    }
}

void small_inner(float *restrict out, const float *restrict in, int n)
{
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 3; k++)
            s += in[3 * i + k];
        out[i] = s;
    }
}

int sieve(unsigned char *composite, int n)
{
    int primes = 0;
    for (int i = 2; i < n; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = 2 * i; j < n; j += i)
            composite[j] = 1;
    }
    return primes;
}
