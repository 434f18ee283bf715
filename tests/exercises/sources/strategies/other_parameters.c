// A driver made from these would pass other arrays.
@RESULT@ @NAME@(double only) { return (@RESULT@)0; }
