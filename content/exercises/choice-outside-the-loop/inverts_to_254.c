void shade(int *out, const int *in, int n, int invert) {
    if (invert)
        for (int i = 0; i < n; i++)
            out[i] = 254 - in[i];
    else
        for (int i = 0; i < n; i++)
            out[i] = in[i] / 2;
}
