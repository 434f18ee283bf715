// Another kind of storage.
@SLOW@
static __thread int called;
@RESULT@ @NAME@(@PARAMETERS@) { return called++ ? (@RESULT@)0 : slow(@ARGUMENTS@); }
