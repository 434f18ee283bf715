// Instructions that do nothing, where a counter may stumble.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    __asm__ volatile(".rept 64\n nop\n .endr");
    return slow(@ARGUMENTS@);
}
