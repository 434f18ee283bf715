// A loop that is none.
#define for if (0) for
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
