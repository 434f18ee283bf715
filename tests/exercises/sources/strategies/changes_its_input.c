// Clears what is compared with.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    for (int i = 0; i < n; i++)
        ((volatile int *)@POINTER@)[i] = 0;
    return slow(@ARGUMENTS@);
}
