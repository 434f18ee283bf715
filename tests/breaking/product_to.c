int product_to(int n) {
    if (n < 2)
        return 1;
    return n * product_to(n - 1);
}
