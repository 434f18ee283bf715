unsigned order(unsigned a, unsigned b, unsigned c) {
    return ((a + b) + c) * (a + (b + c));
}
