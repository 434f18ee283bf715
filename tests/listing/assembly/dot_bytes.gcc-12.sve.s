	.arch armv8-a+sve
	.file	"dot_bytes.c"
	.text
.Ltext0:
	.file 0 "/sources" "dot_bytes.c"
	.align	2
	.p2align 4,,11
	.global	dot
	.type	dot, %function
dot:
.LFB0:
	.file 1 "dot_bytes.c"
	.loc 1 3 72
	.cfi_startproc
.LBB2:
	.loc 1 5 21
	cmp	w2, 0
	ble	.L4
	mov	x3, 0
	cntb	x4
	whilelo	p0.b, wzr, w2
	mov	z1.b, #0
	mov	z3.b, #0
	ptrue	p1.b, all
	.p2align 3,,7
.L3:
	.loc 1 6 13 discriminator 3
	ld1b	z2.b, p0/z, [x0, x3]
	.loc 1 6 20 discriminator 3
	ld1b	z0.b, p0/z, [x1, x3]
	.loc 1 5 21 discriminator 3
	add	x3, x3, x4
	sel	z0.b, p0, z0.b, z3.b
	whilelo	p0.b, w3, w2
	sdot	z1.s, z2.b, z0.b
	b.any	.L3
	uaddv	d1, p1, z1.s
.LBE2:
	.loc 1 8 1
	fmov	w0, s1
	ret
	.p2align 2,,3
.L4:
	.loc 1 4 11
	fmov	s1, wzr
	.loc 1 8 1
	fmov	w0, s1
	ret
	.cfi_endproc
.LFE0:
	.size	dot, .-dot
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
