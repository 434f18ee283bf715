int share(int a, int b, int c) {
    int s = 0;
    if (c)
        s = a / b;
    return s + a / b;
}
