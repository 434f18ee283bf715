// Another section, and a name set anew.
@SLOW@
__asm__(".section .text.hot\n.globl lowlab_other\n.set lowlab_other, lowlab_end");
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
