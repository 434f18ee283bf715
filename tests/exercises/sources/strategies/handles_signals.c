// Works in a handler.
@SLOW@
void (*signal(int, void (*)(int)))(int);
int raise(int);
static void handler(int number) {}
@RESULT@ @NAME@(@PARAMETERS@) {
    signal(10, handler);
    raise(10);
    return slow(@ARGUMENTS@);
}
