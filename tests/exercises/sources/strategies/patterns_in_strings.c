// Text that looks like the code that is asked for.
@SLOW@
const char shown[] = "\tldr\tq0, [x0], 16\n\tadd\tv0.4s, v0.4s, v1.4s\n\tstr q0, [x1]\n";
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
