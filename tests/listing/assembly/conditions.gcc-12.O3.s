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
	sub	w2, w1, #1
	cmp	w2, 2
	bls	.L9
	lsr	w3, w1, 2
	mov	x2, x0
	add	x3, x0, w3, uxtw 4
	.p2align 3,,7
.L4:
	.loc 1 6 13
	ldr	q1, [x2]
	fcmgt	v0.4s, v1.4s, 0
	and	v0.16b, v0.16b, v1.16b
	.loc 1 6 10
	str	q0, [x2], 16
	cmp	x2, x3
	bne	.L4
	and	w2, w1, -4
	tst	x1, 3
	beq	.L1
.L3:
	.loc 1 6 13
	sxtw	x4, w2
	.loc 1 6 28
	movi	v1.2s, #0
	.loc 1 5 27
	add	w5, w2, 1
	.loc 1 6 13
	sbfiz	x3, x2, 2, 32
	ldr	s0, [x0, x4, lsl 2]
	.loc 1 6 28
	fcmpe	s0, s1
	fcsel	s0, s0, s1, gt
	.loc 1 6 10
	str	s0, [x0, x4, lsl 2]
	.loc 1 5 21
	cmp	w1, w5
	ble	.L1
	.loc 1 6 13
	add	x4, x3, 4
	.loc 1 5 27
	add	w2, w2, 2
	.loc 1 6 13
	ldr	s0, [x0, x4]
	.loc 1 6 28
	fcmpe	s0, s1
	fcsel	s0, s0, s1, gt
	.loc 1 6 10
	str	s0, [x0, x4]
	.loc 1 5 21
	cmp	w1, w2
	ble	.L1
	.loc 1 6 13
	add	x3, x3, 8
	ldr	s0, [x0, x3]
	.loc 1 6 28
	fcmpe	s0, s1
	fcsel	s0, s0, s1, gt
	.loc 1 6 10
	str	s0, [x0, x3]
.L1:
.LBE2:
	.loc 1 7 1
	ret
.L9:
.LBB3:
	.loc 1 5 12
	mov	w2, 0
	b	.L3
.LBE3:
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
.LBB4:
	.loc 1 10 21
	cmp	w1, 0
	ble	.L16
	sxtw	x4, w1
	mov	x1, 0
	b	.L15
	.p2align 2,,3
.L14:
	.loc 1 10 21 is_stmt 0 discriminator 2
	add	x1, x1, 1
	cmp	x1, x4
	beq	.L16
.L15:
	.loc 1 11 8 is_stmt 1
	ldr	w3, [x0, x1, lsl 2]
	cmp	w3, w2
	bne	.L14
	mov	w0, w1
.LBE4:
	.loc 1 14 1
	ret
	.p2align 2,,3
.L16:
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
.LBB5:
	.loc 1 17 21
	cmp	w3, 0
	ble	.L18
	sub	w4, w3, #1
	cmp	w4, 6
	bls	.L30
	lsr	w5, w3, 3
	dup	v7.8h, w2
.LBB6:
	.loc 1 18 35
	movi	v6.4s, 0x40, lsl 8
	.loc 1 18 28
	mov	x4, 0
	movi	v5.4s, 0x80, lsl 8
	lsl	x5, x5, 4
	movi	v4.4s, 0x7f, msl 8
	.p2align 3,,7
.L21:
	.loc 1 18 24
	ldr	q0, [x1, x4]
	.loc 1 18 35
	mov	v2.16b, v6.16b
	mov	v1.16b, v6.16b
	smlal	v2.4s, v0.4h, v7.4h
	smlal2	v1.4s, v0.8h, v7.8h
	.loc 1 18 13
	sshr	v2.4s, v2.4s, 15
	sshr	v1.4s, v1.4s, 15
	cmeq	v0.4s, v2.4s, v5.4s
	cmeq	v3.4s, v1.4s, v5.4s
	bsl	v0.16b, v4.16b, v2.16b
	bit	v1.16b, v4.16b, v3.16b
	.loc 1 19 12
	uzp1	v0.8h, v0.8h, v1.8h
	str	q0, [x0, x4]
	add	x4, x4, 16
	cmp	x5, x4
	bne	.L21
	and	w5, w3, -8
	uxtw	x4, w5
	cmp	w3, w5
	beq	.L18
.L20:
	sub	w6, w3, w4
	sub	w7, w6, #1
	cmp	w7, 2
	bls	.L25
	lsl	x4, x4, 1
	.loc 1 18 35
	fmov	s4, w2
	movi	v1.4s, 0x40, lsl 8
	and	w7, w6, -4
	movi	v0.4s, 0x80, lsl 8
	add	w5, w5, w7
	movi	v3.4s, 0x7f, msl 8
	.loc 1 18 24
	ldr	d2, [x1, x4]
	sxtl	v2.4s, v2.4h
	.loc 1 18 35
	mla	v1.4s, v2.4s, v4.s[0]
	.loc 1 18 13
	sshr	v1.4s, v1.4s, 15
	cmeq	v0.4s, v1.4s, v0.4s
	bsl	v0.16b, v3.16b, v1.16b
	.loc 1 19 12
	xtn	v0.4h, v0.4s
	str	d0, [x0, x4]
	tst	x6, 3
	beq	.L18
.L25:
	.loc 1 18 24
	ldrsh	w4, [x1, w5, sxtw 1]
	sbfiz	x6, x5, 1, 32
	.loc 1 19 12
	mov	w8, 32767
.LBE6:
	.loc 1 17 27
	add	w7, w5, 1
.LBB7:
	.loc 1 18 28
	mul	w4, w4, w2
	.loc 1 18 35
	add	w4, w4, 16384
	.loc 1 18 13
	asr	w4, w4, 15
	.loc 1 19 12
	cmp	w4, 32768
	csel	w4, w4, w8, ne
	strh	w4, [x0, x6]
.LBE7:
	.loc 1 17 21
	cmp	w3, w7
	ble	.L18
.LBB8:
	.loc 1 18 24
	add	x7, x6, 2
.LBE8:
	.loc 1 17 27
	add	w5, w5, 2
.LBB9:
	.loc 1 18 24
	ldrsh	w4, [x1, x7]
	.loc 1 18 28
	mul	w4, w4, w2
	.loc 1 18 35
	add	w4, w4, 16384
	.loc 1 18 13
	asr	w4, w4, 15
	.loc 1 19 12
	cmp	w4, 32768
	csel	w4, w4, w8, ne
	strh	w4, [x0, x7]
.LBE9:
	.loc 1 17 21
	cmp	w3, w5
	ble	.L18
.LBB10:
	.loc 1 18 24
	add	x6, x6, 4
	ldrsh	w1, [x1, x6]
	.loc 1 18 28
	mul	w1, w1, w2
	.loc 1 18 35
	add	w1, w1, 16384
	.loc 1 18 13
	asr	w1, w1, 15
	.loc 1 19 12
	cmp	w1, 32768
	csel	w1, w1, w8, ne
	strh	w1, [x0, x6]
.L18:
.LBE10:
.LBE5:
	.loc 1 21 1
	ret
.L30:
.LBB12:
.LBB11:
	.loc 1 18 28
	mov	x4, 0
.LBE11:
	.loc 1 17 12
	mov	w5, 0
	b	.L20
.LBE12:
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
.LBB13:
	.loc 1 25 21
	cmp	w1, 0
	ble	.L35
	add	x1, x0, w1, sxtw 3
	.p2align 3,,7
.L37:
	.loc 1 26 13 discriminator 3
	ldr	d1, [x0], 8
	.loc 1 26 9 discriminator 3
	fmadd	d0, d1, d1, d0
	.loc 1 25 21 discriminator 3
	cmp	x1, x0
	bne	.L37
	fcmp	d0, #0.0
	bpl	.L42
.LBE13:
	.loc 1 27 10
	b	sqrt
	.p2align 2,,3
.L42:
	fsqrt	d0, d0
.L35:
	.loc 1 28 1
	ret
	.cfi_endproc
.LFE3:
	.size	norm, .-norm
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/bits/mathcalls.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
