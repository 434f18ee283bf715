// The whole function by hand.
__asm__(".text\n.globl @NAME@\n@NAME@:\n mov w0, wzr\n ret");
@RESULT@ @NAME@(@PARAMETERS@);
@SLOW@
