// By hand to the driver's mark.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    __asm__ volatile("b lowlab_end");
    return slow(@ARGUMENTS@);
}
