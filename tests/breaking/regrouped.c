int regrouped(int a, int b) {
    return (a + b) - b;
}
