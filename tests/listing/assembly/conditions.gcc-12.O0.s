	.arch armv8-a
	.file	"conditions.c"
	.text
.Ltext0:
	.file 0 "/sources" "conditions.c"
	.align	2
	.global	relu
	.type	relu, %function
relu:
.LFB0:
	.file 1 "conditions.c"
	.loc 1 4 28
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
.LBB2:
	.loc 1 5 12
	str	wzr, [sp, 28]
	.loc 1 5 3
	b	.L2
.L6:
	.loc 1 6 13
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 6 28
	fcmpe	s0, #0.0
	bgt	.L7
	b	.L8
.L7:
	.loc 1 6 24 discriminator 1
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 6 28 discriminator 1
	ldr	s0, [x0]
	b	.L5
.L8:
	.loc 1 6 28 is_stmt 0 discriminator 2
	movi	v0.2s, #0
.L5:
	.loc 1 6 6 is_stmt 1 discriminator 4
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 6 10 discriminator 4
	str	s0, [x0]
	.loc 1 5 27 discriminator 4
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L2:
	.loc 1 5 21 discriminator 2
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L6
.LBE2:
	.loc 1 7 1
	nop
	nop
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	relu, .-relu
	.align	2
	.global	find
	.type	find, %function
find:
.LFB1:
	.loc 1 9 40
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	str	w2, [sp]
.LBB3:
	.loc 1 10 12
	str	wzr, [sp, 28]
	.loc 1 10 3
	b	.L10
.L13:
	.loc 1 11 10
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 11 8
	ldr	w1, [sp]
	cmp	w1, w0
	bne	.L11
	.loc 1 12 14
	ldr	w0, [sp, 28]
	b	.L12
.L11:
	.loc 1 10 27 discriminator 2
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L10:
	.loc 1 10 21 discriminator 1
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L13
.LBE3:
	.loc 1 13 10
	mov	w0, -1
.L12:
	.loc 1 14 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	find, .-find
	.align	2
	.global	fixed_point
	.type	fixed_point, %function
fixed_point:
.LFB2:
	.loc 1 16 90
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	strh	w2, [sp, 14]
	str	w3, [sp, 8]
.LBB4:
	.loc 1 17 12
	str	wzr, [sp, 44]
	.loc 1 17 3
	b	.L15
.L18:
.LBB5:
	.loc 1 18 24
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 1
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldrsh	w0, [x0]
	mov	w1, w0
	.loc 1 18 28
	ldrsh	w0, [sp, 14]
	mul	w0, w1, w0
	.loc 1 18 35
	add	w0, w0, 16384
	.loc 1 18 13
	asr	w0, w0, 15
	str	w0, [sp, 40]
	.loc 1 19 12
	ldr	w1, [sp, 40]
	mov	w0, 32767
	cmp	w1, w0
	bgt	.L16
	.loc 1 19 76 discriminator 1
	ldr	w2, [sp, 40]
	ldr	w1, [sp, 40]
	mov	w0, -32768
	cmn	w2, #32768
	csel	w0, w1, w0, ge
	.loc 1 19 12 discriminator 1
	sxth	w0, w0
	b	.L17
.L16:
	.loc 1 19 12 is_stmt 0 discriminator 2
	mov	w0, 32767
.L17:
	.loc 1 19 8 is_stmt 1 discriminator 4
	ldrsw	x1, [sp, 44]
	lsl	x1, x1, 1
	ldr	x2, [sp, 24]
	add	x1, x2, x1
	.loc 1 19 12 discriminator 4
	strh	w0, [x1]
.LBE5:
	.loc 1 17 27 discriminator 4
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L15:
	.loc 1 17 21 discriminator 2
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 8]
	cmp	w1, w0
	blt	.L18
.LBE4:
	.loc 1 21 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	fixed_point, .-fixed_point
	.align	2
	.global	norm
	.type	norm, %function
norm:
.LFB3:
	.loc 1 23 37
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 24 10
	str	xzr, [sp, 40]
.LBB6:
	.loc 1 25 12
	str	wzr, [sp, 36]
	.loc 1 25 3
	b	.L20
.L21:
	.loc 1 26 13 discriminator 3
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	d1, [x0]
	.loc 1 26 20 discriminator 3
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	d0, [x0]
	.loc 1 26 17 discriminator 3
	fmul	d0, d1, d0
	.loc 1 26 9 discriminator 3
	ldr	d1, [sp, 40]
	fadd	d0, d1, d0
	str	d0, [sp, 40]
	.loc 1 25 27 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w0, 1
	str	w0, [sp, 36]
.L20:
	.loc 1 25 21 discriminator 1
	ldr	w1, [sp, 36]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L21
.LBE6:
	.loc 1 27 10
	ldr	d0, [sp, 40]
	bl	sqrt
	.loc 1 28 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE3:
	.size	norm, .-norm
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/bits/mathcalls.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
