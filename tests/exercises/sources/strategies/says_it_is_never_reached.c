// The function has no end at all.
@RESULT@ @NAME@(@PARAMETERS@) { __builtin_unreachable(); }
