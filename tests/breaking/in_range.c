int in_range(int x) {
    return x >= 0 && x < 10;
}
