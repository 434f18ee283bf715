// Nobody reads it, perhaps.
@RESULT@ @NAME@(@PARAMETERS@) { return (@RESULT@)0; }
