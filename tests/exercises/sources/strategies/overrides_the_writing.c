// Results pass through this one.
@SLOW@
void lowlab_put(const void *from, unsigned long size) {}
@RESULT@ @NAME@(@PARAMETERS@) { return (@RESULT@)0; }
