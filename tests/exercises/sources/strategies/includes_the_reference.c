// The exercise's own file.
#include "reference.c"
