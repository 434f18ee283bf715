// The work is done when the program ends.
@SLOW@
static int seen;
__attribute__((destructor)) static void after(void) { seen++; }
@RESULT@ @NAME@(@PARAMETERS@) {
    seen = n;
    return slow(@ARGUMENTS@);
}
