	.arch armv8-a+sve
	.file	"matrix_multiply.c"
	.text
.Ltext0:
	.file 0 "/sources" "matrix_multiply.c"
	.align	2
	.p2align 4,,11
	.global	multiply
	.type	multiply, %function
multiply:
.LFB0:
	.file 1 "matrix_multiply.c"
	.loc 1 3 81
	.cfi_startproc
.LBB2:
.LBB3:
.LBB4:
.LBB5:
	.loc 1 7 25
	cntd	x3
.LBE5:
.LBE4:
.LBE3:
.LBE2:
	.loc 1 3 81
	mov	x10, x1
	lsl	x4, x3, 9
.LBB14:
.LBB11:
.LBB8:
	.loc 1 9 8
	mov	x9, 0
.LBE8:
.LBE11:
.LBE14:
	.loc 1 3 81
	mov	x11, x0
	mov	x7, x2
.LBB15:
.LBB12:
.LBB9:
.LBB6:
	.loc 1 8 30
	mov	x0, 512
	mov	w2, 64
	index	z3.d, #0, x0
	whilelo	p2.d, wzr, w2
.L2:
.LBE6:
	.loc 1 9 8
	add	x8, x11, x9
	add	x5, x10, x9
	mov	x6, 0
	.p2align 3,,7
.L6:
	.loc 1 6 14
	movi	d1, #0
	add	x1, x7, x6
.LBE9:
.LBE12:
.LBE15:
	.loc 1 3 81
	mov	x0, 0
	mov	p0.b, p2.b
	.p2align 3,,7
.L3:
.LBB16:
.LBB13:
.LBB10:
.LBB7:
	.loc 1 8 20 discriminator 3
	ld1d	z2.d, p0/z, [x5, x0, lsl 3]
	.loc 1 8 30 discriminator 3
	ld1d	z0.d, p0/z, [x1, z3.d]
	.loc 1 7 25 discriminator 3
	add	x0, x0, x3
	.loc 1 8 24 discriminator 3
	fmul	z0.d, z0.d, z2.d
	add	x1, x1, x4
	.loc 1 8 13 discriminator 3
	fadda	d1, p0, d1, z0.d
	whilelo	p0.d, w0, w2
	b.any	.L3
.LBE7:
	.loc 1 9 15 discriminator 2
	str	d1, [x8, x6]
.LBE10:
	.loc 1 5 23 discriminator 2
	add	x6, x6, 8
	cmp	x6, 512
	bne	.L6
.LBE13:
	.loc 1 4 21 discriminator 2
	add	x9, x9, 512
	cmp	x9, 32768
	bne	.L2
.LBE16:
	.loc 1 11 1
	ret
	.cfi_endproc
.LFE0:
	.size	multiply, .-multiply
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
