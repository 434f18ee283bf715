unsigned rest(unsigned x) {
    return x % 8;
}
