/* What a generated driver calls. The runtime uses no header and no function of the C library, so
   that a user's function may be called write, index or link. */
#ifdef __cplusplus
extern "C" {
#endif
void lowlab_start(int count, char **arguments);
void lowlab_declare(int buffer, unsigned long length);
unsigned long lowlab_count(int buffer);
unsigned long lowlab_filled(int buffer);
void *lowlab_place(int buffer, unsigned long size);
void *lowlab_chunk(int buffer, unsigned long size);
void lowlab_keep(int buffer);
long lowlab_integer(int leaf, unsigned long size, int kind);
double lowlab_real(int leaf, unsigned long size);
void lowlab_begin(void);
void lowlab_end(void);
int lowlab_again(void);
void lowlab_open(const char *name, int kind, unsigned long size);
void lowlab_put(const void *from, unsigned long size);
void lowlab_close(void);
void lowlab_check(int buffer, const char *name);
long lowlab_where(const volatile void *address);
int lowlab_finish(void);
#ifdef __cplusplus
}
#endif
#define LOWLAB_KIND(T) \
    (__builtin_classify_type((T)0) == 8 ? 'f' : (T)2 == (T)1 ? 'b' : (T)-1 < (T)1 ? 'i' : 'u')
#define LOWLAB_DRAW(T, leaf) \
    (LOWLAB_KIND(T) == 'f' ? (T)lowlab_real(leaf, sizeof(T)) \
                           : (T)lowlab_integer(leaf, sizeof(T), LOWLAB_KIND(T)))
