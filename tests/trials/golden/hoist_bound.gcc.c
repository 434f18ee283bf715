struct buffer {
  int length;
  int *items;
};

void bound_in_structure(struct buffer *b) {
  const __typeof__(b->length) bound = b->length;
  for (int i = 0; i < bound; i++)
    b->items[i] += 1;
}
