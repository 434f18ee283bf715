// The attribute as C23 writes it, with digraphs.
<:<:gnu::optimize("O3"):>:>
@STARTER@
