// The name that is asked for is another function's.
#define @NAME@ other
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
