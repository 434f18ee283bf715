// A section's name goes on behind its line.
@SLOW@
__attribute__((section(".text.x\n\tmov w9, w9\n//"))) int hidden = 1;
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
