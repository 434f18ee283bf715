/* The last thing the function does is to call another. */
int work(int value);
int twice(int value) {
    int result = value * 2;
    return work(result);
}
