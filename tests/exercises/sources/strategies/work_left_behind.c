// Counts on its caller to call it, through a pointer kept in memory.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    @RESULT@ (*volatile call)(@PARAMETERS@) = slow;
    return call(@ARGUMENTS@);
}
