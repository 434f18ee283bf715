	.arch armv8-a+sve
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
	mov	x2, 0
	cntw	x3
	whilelo	p0.s, wzr, w1
	ptrue	p2.b, all
	mov	z1.s, #0
	.p2align 3,,7
.L3:
	.loc 1 6 13
	ld1w	z0.s, p0/z, [x0, x2, lsl 2]
	fcmgt	p1.s, p2/z, z0.s, #0.0
	sel	z0.s, p1, z0.s, z1.s
	.loc 1 6 10
	st1w	z0.s, p0, [x0, x2, lsl 2]
	.loc 1 5 21
	add	x2, x2, x3
	whilelo	p0.s, w2, w1
	b.any	.L3
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
	ble	.L10
	sxtw	x4, w1
	mov	x1, 0
	b	.L9
	.p2align 2,,3
.L8:
	.loc 1 10 21 is_stmt 0 discriminator 2
	add	x1, x1, 1
	cmp	x1, x4
	beq	.L10
.L9:
	.loc 1 11 8 is_stmt 1
	ldr	w3, [x0, x1, lsl 2]
	cmp	w3, w2
	bne	.L8
	mov	w0, w1
.LBE3:
	.loc 1 14 1
	ret
	.p2align 2,,3
.L10:
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
.LBB4:
	.loc 1 17 21
	cmp	w3, 0
	ble	.L12
.LBB5:
	.loc 1 18 28
	mov	x4, 0
.LBE5:
	.loc 1 17 21
	cntw	x5
	mov	z2.s, w2
	whilelo	p1.s, wzr, w3
.LBB6:
	.loc 1 18 24
	ptrue	p0.b, all
	.loc 1 18 35
	mov	z5.s, #16384
	mov	z4.s, #32768
	mov	z3.h, #32767
	.p2align 3,,7
.L14:
	.loc 1 18 24
	ld1sh	z0.s, p1/z, [x1, x4, lsl 1]
	.loc 1 18 35
	mad	z0.s, p0/m, z2.s, z5.s
	.loc 1 18 13
	asr	z0.s, z0.s, #15
	cmpne	p2.s, p0/z, z0.s, z4.s
	mov	z1.d, z0.d
	sel	z0.h, p2, z1.h, z3.h
	.loc 1 19 12
	st1h	z0.s, p1, [x0, x4, lsl 1]
.LBE6:
	.loc 1 17 21
	add	x4, x4, x5
	whilelo	p1.s, w4, w3
	b.any	.L14
.L12:
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
	ble	.L17
	mov	x2, 0
	cntd	x3
	whilelo	p0.d, wzr, w1
	.p2align 3,,7
.L19:
	.loc 1 26 13 discriminator 3
	ld1d	z1.d, p0/z, [x0, x2, lsl 3]
	.loc 1 25 21 discriminator 3
	add	x2, x2, x3
	.loc 1 26 17 discriminator 3
	fmul	z1.d, z1.d, z1.d
	.loc 1 26 9 discriminator 3
	fadda	d0, p0, d0, z1.d
	whilelo	p0.d, w2, w1
	b.any	.L19
	fcmp	d0, #0.0
	bpl	.L24
.LBE7:
	.loc 1 27 10
	b	sqrt
	.p2align 2,,3
.L24:
	fsqrt	d0, d0
.L17:
	.loc 1 28 1
	ret
	.cfi_endproc
.LFE3:
	.size	norm, .-norm
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/bits/mathcalls.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
