// The elements are visited by code that the source does not hold.
@SLOW@
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int order(const void *one, const void *other) { return 0; }
@RESULT@ @NAME@(@PARAMETERS@) {
    qsort((void *)@POINTER@, (unsigned long)n, 4, order);
    return slow(@ARGUMENTS@);
}
