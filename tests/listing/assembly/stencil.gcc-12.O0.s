	.arch armv8-a
	.file	"stencil.c"
	.text
.Ltext0:
	.file 0 "/sources" "stencil.c"
	.align	2
	.global	blur
	.type	blur, %function
blur:
.LFB0:
	.file 1 "stencil.c"
	.loc 1 1 81
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	w0, [sp, 28]
	str	w1, [sp, 24]
	str	x2, [sp, 16]
	str	x3, [sp, 8]
.LBB2:
	.loc 1 2 12
	mov	w0, 1
	str	w0, [sp, 44]
	.loc 1 2 3
	b	.L2
.L5:
.LBB3:
	.loc 1 3 14
	mov	w0, 1
	str	w0, [sp, 40]
	.loc 1 3 5
	b	.L3
.L4:
	.loc 1 4 43 discriminator 3
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 4 53 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 4 40 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s1, [x0]
	.loc 1 4 65 discriminator 3
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 4 75 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 4 62 discriminator 3
	lsl	x0, x0, 2
	sub	x0, x0, #4
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 4 58 discriminator 3
	fadd	s1, s1, s0
	.loc 1 5 43 discriminator 3
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 5 53 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	.loc 1 5 40 discriminator 3
	sxtw	x0, w0
	add	x0, x0, 1
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 4 84 discriminator 3
	fadd	s1, s1, s0
	.loc 1 5 70 discriminator 3
	ldr	w0, [sp, 44]
	sub	w1, w0, #1
	.loc 1 5 75 discriminator 3
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 5 85 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 5 66 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 5 62 discriminator 3
	fadd	s1, s1, s0
	.loc 1 6 44 discriminator 3
	ldr	w0, [sp, 44]
	add	w1, w0, 1
	.loc 1 6 49 discriminator 3
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 6 59 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 6 40 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 5 90 discriminator 3
	fadd	s0, s1, s0
	.loc 1 4 13 discriminator 3
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 24]
	mul	w1, w1, w0
	.loc 1 4 23 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 4 10 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 4 35 discriminator 3
	mov	w1, 52429
	movk	w1, 0x3e4c, lsl 16
	fmov	s1, w1
	fmul	s0, s0, s1
	.loc 1 4 28 discriminator 3
	str	s0, [x0]
	.loc 1 3 39 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L3:
	.loc 1 3 33 discriminator 1
	ldr	w0, [sp, 24]
	sub	w0, w0, #1
	.loc 1 3 23 discriminator 1
	ldr	w1, [sp, 40]
	cmp	w1, w0
	blt	.L4
.LBE3:
	.loc 1 2 34 discriminator 2
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L2:
	.loc 1 2 28 discriminator 1
	ldr	w0, [sp, 28]
	sub	w0, w0, #1
	.loc 1 2 21 discriminator 1
	ldr	w1, [sp, 44]
	cmp	w1, w0
	blt	.L5
.LBE2:
	.loc 1 7 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	blur, .-blur
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
