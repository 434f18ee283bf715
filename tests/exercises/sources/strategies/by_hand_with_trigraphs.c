// The word is broken where only old compilers join it.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    __as\
m__ volatile("nop");
    return slow(@ARGUMENTS@);
}
