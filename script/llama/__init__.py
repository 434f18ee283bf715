"""llama.cpp, built by `script/oracles --llama`, to compare our decode engine with."""
