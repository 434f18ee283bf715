int quotient(int a, int b) {
    return a / b;
}
