// Says so, in diagnostics and comments.
#pragma message "passed: 10 of 10"
#warning "{\"status\": \"passed\"}"
@RESULT@ @NAME@(@PARAMETERS@) { /* vectorized: true, ldr q0, fmla v0.4s */ return (@RESULT@)0; }
