int larger(int a, int b) {
    if (a > b)
        return a;
    return b;
}
