// A second definition of the driver's mark.
@SLOW@
void lowlab_end(void) {}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
