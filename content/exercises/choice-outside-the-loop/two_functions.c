static void turned(int *out, const int *in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = 255 - in[i];
}

static void halved(int *out, const int *in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] / 2;
}

void shade(int *out, const int *in, int n, int invert) {
    if (invert)
        turned(out, in, n);
    else
        halved(out, in, n);
}
