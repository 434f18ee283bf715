	.arch armv8-a+sve
	.file	"saxpy.c"
	.text
.Ltext0:
	.file 0 "/sources" "saxpy.c"
	.align	2
	.p2align 4,,11
	.global	saxpy
	.type	saxpy, %function
saxpy:
.LFB0:
	.file 1 "saxpy.c"
	.loc 1 3 57
	.cfi_startproc
.LBB2:
	.loc 1 4 24
	cbz	x0, .L1
	add	x3, x1, 4
	cntb	x4
	sub	x3, x2, x3
	sub	x4, x4, #8
	cmp	x3, x4
	.loc 1 4 15
	mov	x3, 0
	bls	.L3
	.loc 1 4 24
	cntw	x4
	mov	z0.s, s0
	whilelo	p0.s, xzr, x0
	.loc 1 5 21
	ptrue	p1.b, all
	.p2align 3,,7
.L4:
	.loc 1 5 17 discriminator 3
	ld1w	z1.s, p0/z, [x1, x3, lsl 2]
	.loc 1 5 24 discriminator 3
	ld1w	z2.s, p0/z, [x2, x3, lsl 2]
	.loc 1 5 21 discriminator 3
	fmad	z1.s, p1/m, z0.s, z2.s
	.loc 1 5 10 discriminator 3
	st1w	z1.s, p0, [x2, x3, lsl 2]
	.loc 1 4 24 discriminator 3
	add	x3, x3, x4
	whilelo	p0.s, x3, x0
	b.any	.L4
.L1:
.LBE2:
	.loc 1 6 1
	ret
	.p2align 2,,3
.L3:
.LBB3:
	.loc 1 5 21
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x2, x3, lsl 2]
	fmadd	s1, s2, s0, s1
	.loc 1 5 10
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 30
	add	x3, x3, 1
	.loc 1 4 24
	cmp	x0, x3
	beq	.L1
	.loc 1 5 21
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x2, x3, lsl 2]
	fmadd	s1, s2, s0, s1
	.loc 1 5 10
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 30
	add	x3, x3, 1
	.loc 1 4 24
	cmp	x0, x3
	bne	.L3
	b	.L1
.LBE3:
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
