// The same on the function, behind a macro.
#define LEVEL optimize
__attribute__((LEVEL("unswitch-loops")))
void shade(int *out, const int *in, int n, int invert) {
    for (int i = 0; i < n; i++) {
        if (invert)
            out[i] = 255 - in[i];
        else
            out[i] = in[i] / 2;
    }
}
