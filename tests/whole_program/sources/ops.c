int apply(int code, int a, int b);
int run(const unsigned char *program, const int *data, int n) {
    int a = 0;
    for (int i = 0; i < n; i++)
        a = apply(program[i] & 7, a, data[i]);
    return a;
}
