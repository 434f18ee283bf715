// The same on the function, behind a macro.
#define LEVEL optimize
__attribute__((LEVEL("O3")))
@STARTER@
