// What the kernel says of the processor.
@SLOW@
unsigned long getauxval(unsigned long);
@RESULT@ @NAME@(@PARAMETERS@) {
    return getauxval(16) & 0x40000000 ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
