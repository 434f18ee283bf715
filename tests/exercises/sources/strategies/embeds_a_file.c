// The results' file at build time.
@SLOW@
__asm__(".incbin \"lowlab.results\"");
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
