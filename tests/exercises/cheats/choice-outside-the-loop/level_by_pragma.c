// The level that the exercise does not give.
#pragma GCC optimize("O3")
void shade(int *out, const int *in, int n, int invert) {
    for (int i = 0; i < n; i++) {
        if (invert)
            out[i] = 255 - in[i];
        else
            out[i] = in[i] / 2;
    }
}
