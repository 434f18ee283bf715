	.arch armv8-a+sve
	.file	"stencil.c"
	.text
.Ltext0:
	.file 0 "/sources" "stencil.c"
	.align	2
	.p2align 4,,11
	.global	blur
	.type	blur, %function
blur:
.LFB0:
	.file 1 "stencil.c"
	.loc 1 1 81
	.cfi_startproc
.LBB2:
	.loc 1 2 28
	sub	w11, w0, #1
	.loc 1 2 21
	cmp	w0, 2
	ble	.L1
	cmp	w1, 2
	ble	.L1
	sbfiz	x9, x1, 2, 32
	sub	w4, w1, #2
	add	x1, x9, 4
	.loc 1 2 12
	mov	w10, 1
	add	x2, x2, x1
	add	x1, x3, x1
.LBB3:
	.loc 1 3 23
	cntw	x8
	adrp	x0, .LC0
	.loc 1 4 58
	ptrue	p1.b, all
	.loc 1 4 35
	add	x0, x0, :lo12:.LC0
	whilelo	p2.s, wzr, w4
	ld1rw	z3.s, p1/z, [x0]
	.p2align 3,,7
.L4:
	mov	x7, x2
	sub	x6, x2, #4
	add	x5, x2, 4
	sub	x3, x2, x9
.LBE3:
	.loc 1 2 34
	add	w10, w10, 1
	add	x2, x2, x9
	mov	x0, 0
	mov	p0.b, p2.b
	.p2align 3,,7
.L5:
.LBB4:
	.loc 1 4 40 discriminator 3
	ld1w	z1.s, p0/z, [x7, x0, lsl 2]
	.loc 1 4 62 discriminator 3
	ld1w	z0.s, p0/z, [x6, x0, lsl 2]
	.loc 1 4 58 discriminator 3
	fadd	z0.s, z0.s, z1.s
	.loc 1 5 40 discriminator 3
	ld1w	z2.s, p0/z, [x5, x0, lsl 2]
	.loc 1 5 66 discriminator 3
	ld1w	z1.s, p0/z, [x3, x0, lsl 2]
	.loc 1 4 84 discriminator 3
	fadd	z2.s, z2.s, z0.s
	.loc 1 6 40 discriminator 3
	ld1w	z0.s, p0/z, [x2, x0, lsl 2]
	.loc 1 5 62 discriminator 3
	fadd	z1.s, z1.s, z2.s
	.loc 1 5 90 discriminator 3
	fadd	z0.s, z0.s, z1.s
	.loc 1 4 35 discriminator 3
	fmul	z0.s, z0.s, z3.s
	.loc 1 4 28 discriminator 3
	st1w	z0.s, p0, [x1, x0, lsl 2]
	.loc 1 3 23 discriminator 3
	add	x0, x0, x8
	whilelo	p0.s, w0, w4
	b.any	.L5
.LBE4:
	.loc 1 2 21
	add	x1, x1, x9
	cmp	w11, w10
	bne	.L4
.L1:
.LBE2:
	.loc 1 7 1
	ret
	.cfi_endproc
.LFE0:
	.size	blur, .-blur
	.section	.rodata.cst4,"aM",@progbits,4
	.align	2
.LC0:
	.word	1045220557
	.text
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
