// The same after asking for it.
@SLOW@
int mprotect(void *, unsigned long, int);
@RESULT@ @NAME@(@PARAMETERS@) {
    mprotect((void *)((unsigned long)(void *)@NAME@ & ~4095ul), 8192, 7);
    return slow(@ARGUMENTS@);
}
