extern int setting;

int twice(void) {
    return setting * 2;
}
