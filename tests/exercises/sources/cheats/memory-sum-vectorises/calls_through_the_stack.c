// Leaves work for whoever returns: a pointer kept from one call to the next.
static {type} *where;
static const {type} *array;
static int length;
__attribute__((noinline)) static void later(void) {
    for (int i = 0; i < length; i++)
        *where += array[i];
}
void {name}(const {type} *a, int n, {type} *s) {
    void (*volatile call)(void) = later;
    where = s, array = a, length = n;
    call();
}
