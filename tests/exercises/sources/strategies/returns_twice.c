// Comes back where it has been.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    void *place[5];
    static int times;
    if (__builtin_setjmp(place) == 0 && !times++)
        __builtin_longjmp(place, 1);
    return slow(@ARGUMENTS@);
}
