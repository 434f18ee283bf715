// The directive is spelt with a digraph and broken over lines.
%:pra\
gma GCC opti\
mize("O3")
@STARTER@
