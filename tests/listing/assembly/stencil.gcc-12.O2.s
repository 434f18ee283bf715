	.arch armv8-a
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
.LBB3:
	.loc 1 3 33
	sub	w8, w1, #1
	mov	w4, 0
.LBE3:
	.loc 1 2 12
	mov	w10, 1
.L3:
	.loc 1 2 34
	add	w10, w10, 1
.LBB4:
	.loc 1 3 23
	cmp	w1, 2
	ble	.L9
	.loc 1 4 35
	mov	w0, 52429
	movk	w0, 0x3e4c, lsl 16
	fmov	s5, w0
	.p2align 3,,7
.L5:
	add	w9, w1, w4
	add	x4, x2, w4, sxtw 2
	.loc 1 6 49
	add	w7, w9, w1
	mov	x0, 1
	sbfiz	x5, x9, 2, 32
	add	x6, x2, x5
	ldr	s2, [x2, w9, sxtw 2]
	add	x5, x3, x5
	add	x7, x2, w7, sxtw 2
	ldr	s1, [x6, 4]!
	.p2align 3,,7
.L4:
	.loc 1 4 58 discriminator 3
	fadd	s0, s2, s1
	fmov	s2, s1
	.loc 1 5 40 discriminator 3
	ldr	s1, [x6, x0, lsl 2]
	.loc 1 5 62 discriminator 3
	ldr	s4, [x4, x0, lsl 2]
	.loc 1 5 90 discriminator 3
	ldr	s3, [x7, x0, lsl 2]
	.loc 1 4 84 discriminator 3
	fadd	s0, s0, s1
	.loc 1 5 62 discriminator 3
	fadd	s0, s0, s4
	.loc 1 5 90 discriminator 3
	fadd	s0, s0, s3
	.loc 1 4 35 discriminator 3
	fmul	s0, s0, s5
	.loc 1 4 28 discriminator 3
	str	s0, [x5, x0, lsl 2]
	.loc 1 3 23 discriminator 3
	add	x0, x0, 1
	cmp	w8, w0
	bgt	.L4
.LBE4:
	.loc 1 2 21
	mov	w4, w9
	cmp	w11, w10
	beq	.L1
	.loc 1 2 34
	add	w10, w10, 1
	b	.L5
.L9:
	.loc 1 2 21
	add	w4, w4, w1
	cmp	w11, w10
	bne	.L3
.L1:
.LBE2:
	.loc 1 7 1
	ret
	.cfi_endproc
.LFE0:
	.size	blur, .-blur
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
