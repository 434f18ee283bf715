// The same as an operator, its words put together by the preprocessor.
#define TEXT(x) _Pragma(#x)
#define LEVEL(x) TEXT(x)
#define WHOSE GCC
LEVEL(WHOSE optimize("O3"))
void shade(int *out, const int *in, int n, int invert) {
    for (int i = 0; i < n; i++) {
        if (invert)
            out[i] = 255 - in[i];
        else
            out[i] = in[i] / 2;
    }
}
