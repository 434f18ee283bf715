// Ends in a signal, with success perhaps.
@RESULT@ @NAME@(@PARAMETERS@) {
    *(volatile int *)8 = 1;
    return (@RESULT@)0;
}
