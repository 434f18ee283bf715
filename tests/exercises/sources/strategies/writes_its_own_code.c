// The function's first instruction becomes a return.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    *(volatile unsigned *)(void *)@NAME@ = 0xd65f03c0;
    return slow(@ARGUMENTS@);
}
