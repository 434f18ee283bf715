/* The product is computed on one way in, and again after. */
int chosen(int a, int b, int flag) {
    int product = 0;
    if (flag)
        product = a * b;
    else
        product = a - b;
    return a * b + product;
}
