// What runs after main, through the library.
@SLOW@
int atexit(void (*)(void));
static void after(void) {}
@RESULT@ @NAME@(@PARAMETERS@) {
    atexit(after);
    return slow(@ARGUMENTS@);
}
