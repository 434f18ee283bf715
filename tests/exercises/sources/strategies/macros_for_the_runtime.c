// Names of the driver, redefined.
#define lowlab_end lowlab_begin
#define main lowlab_main
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
