	.arch armv8-a
	.file	"conditions.c"
	.text
.Ltext0:
	.file 0 "/sources" "conditions.c"
	.align	2
	.p2align 4,,11
	.global	relu
	.type	relu, %function
relu:
.LFB0:
	.file 1 "conditions.c"
	.loc 1 4 28
	.cfi_startproc
.LBB2:
	.loc 1 5 21
	cmp	w1, 0
	ble	.L1
	.loc 1 6 28
	movi	v1.2s, #0
	add	x1, x0, w1, sxtw 2
	.p2align 3,,7
.L4:
	.loc 1 6 13
	ldr	s0, [x0]
	.loc 1 6 28
	fcmpe	s0, #0.0
	fcsel	s0, s0, s1, gt
	.loc 1 6 10
	str	s0, [x0], 4
	.loc 1 5 21
	cmp	x1, x0
	bne	.L4
.L1:
.LBE2:
	.loc 1 7 1
	ret
	.cfi_endproc
.LFE0:
	.size	relu, .-relu
	.align	2
	.p2align 4,,11
	.global	find
	.type	find, %function
find:
.LFB1:
	.loc 1 9 40
	.cfi_startproc
.LBB3:
	.loc 1 10 21
	cmp	w1, 0
	ble	.L11
	sxtw	x4, w1
	mov	x1, 0
	b	.L10
	.p2align 2,,3
.L9:
	.loc 1 10 21 is_stmt 0 discriminator 2
	add	x1, x1, 1
	cmp	x1, x4
	beq	.L11
.L10:
	.loc 1 11 8 is_stmt 1
	ldr	w3, [x0, x1, lsl 2]
	cmp	w3, w2
	bne	.L9
	mov	w0, w1
.LBE3:
	.loc 1 14 1
	ret
	.p2align 2,,3
.L11:
	.loc 1 13 10
	mov	w0, -1
	.loc 1 14 1
	ret
	.cfi_endproc
.LFE1:
	.size	find, .-find
	.align	2
	.p2align 4,,11
	.global	fixed_point
	.type	fixed_point, %function
fixed_point:
.LFB2:
	.loc 1 16 90
	.cfi_startproc
	.loc 1 16 90
	sxth	w2, w2
	sbfiz	x6, x3, 1, 32
.LBB4:
.LBB5:
	.loc 1 18 28
	mov	x4, 0
	.loc 1 19 12
	mov	w5, 32767
.LBE5:
	.loc 1 17 21
	cmp	w3, 0
	ble	.L13
	.p2align 3,,7
.L16:
.LBB6:
	.loc 1 18 24
	ldrsh	w3, [x1, x4]
	.loc 1 18 28
	mul	w3, w3, w2
	.loc 1 18 35
	add	w3, w3, 16384
	.loc 1 18 13
	asr	w3, w3, 15
	.loc 1 19 12
	cmp	w3, 32768
	csel	w3, w3, w5, ne
	strh	w3, [x0, x4]
.LBE6:
	.loc 1 17 21
	add	x4, x4, 2
	cmp	x6, x4
	bne	.L16
.L13:
.LBE4:
	.loc 1 21 1
	ret
	.cfi_endproc
.LFE2:
	.size	fixed_point, .-fixed_point
	.align	2
	.p2align 4,,11
	.global	norm
	.type	norm, %function
norm:
.LFB3:
	.loc 1 23 37
	.cfi_startproc
	.loc 1 24 10
	movi	d0, #0
.LBB7:
	.loc 1 25 21
	cmp	w1, 0
	ble	.L20
	add	x1, x0, w1, sxtw 3
	.p2align 3,,7
.L22:
	.loc 1 26 13 discriminator 3
	ldr	d1, [x0], 8
	.loc 1 26 9 discriminator 3
	fmadd	d0, d1, d1, d0
	.loc 1 25 21 discriminator 3
	cmp	x1, x0
	bne	.L22
	fcmp	d0, #0.0
	bpl	.L27
.LBE7:
	.loc 1 27 10
	b	sqrt
	.p2align 2,,3
.L27:
	fsqrt	d0, d0
.L20:
	.loc 1 28 1
	ret
	.cfi_endproc
.LFE3:
	.size	norm, .-norm
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/bits/mathcalls.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
