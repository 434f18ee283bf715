// Stays in the loop where it is not one of the shown lengths.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    while (n != 1 && n != 7 && n != 8 && n != 1000 && n != 1001)
        *(volatile int *)&n = n;
    return slow(@ARGUMENTS@);
}
