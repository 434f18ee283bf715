// The function has two names; the other one is looked at.
@SLOW@
@RESULT@ other(@PARAMETERS@) { return slow(@ARGUMENTS@); }
@RESULT@ @NAME@(@PARAMETERS@) __attribute__((alias("other")));
