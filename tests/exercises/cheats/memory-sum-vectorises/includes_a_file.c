// Reads what lies beside it.
#include "reference.c"
