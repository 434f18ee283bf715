int leaf(int a, int b) {
    return a * b + 7;
}
