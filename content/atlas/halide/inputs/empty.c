/* In place of a blur: what a call costs that does nothing, which is taken off every count. */
int blur(void *from, void *to) { return from == to; }
