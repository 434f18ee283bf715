// The same with a mark as the preprocessor leaves it.
@SLOW@
# 20 "other.c" 2
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
