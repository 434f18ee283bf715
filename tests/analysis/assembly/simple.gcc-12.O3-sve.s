	.arch armv8-a+sve
	.file	"simple.c"
	.text
.Ltext0:
	.file 0 "." "simple.c"
	.align	2
	.p2align 4,,11
	.global	sum
	.type	sum, %function
sum:
.LFB0:
	.file 1 "simple.c"
	.loc 1 2 1
	.cfi_startproc
.LBB8:
	.loc 1 4 23
	cmp	w1, 0
	ble	.L4
	mov	x2, 0
	cntw	x3
	whilelo	p0.s, wzr, w1
	mov	z0.b, #0
	.p2align 3,,7
.L3:
	.loc 1 5 19 discriminator 3
	ld1w	z1.s, p0/z, [x0, x2, lsl 2]
	.loc 1 4 23 discriminator 3
	add	x2, x2, x3
	.loc 1 5 15 discriminator 3
	add	z0.s, p0/m, z0.s, z1.s
	whilelo	p0.s, w2, w1
	b.any	.L3
	ptrue	p0.b, all
	uaddv	d0, p0, z0.s
.LBE8:
	.loc 1 7 1
	fmov	w0, s0
	ret
	.p2align 2,,3
.L4:
	.loc 1 3 9
	fmov	s0, wzr
	.loc 1 7 1
	fmov	w0, s0
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.align	2
	.p2align 4,,11
	.global	saxpy
	.type	saxpy, %function
saxpy:
.LFB1:
	.loc 1 10 1
	.cfi_startproc
.LBB9:
	.loc 1 11 23
	cmp	w2, 0
	ble	.L7
	add	x3, x1, 4
	cntb	x4
	sub	x3, x0, x3
	sub	x4, x4, #8
	cmp	x3, x4
	bls	.L9
	mov	x3, 0
	cntw	x4
	mov	z0.s, s0
	whilelo	p0.s, wzr, w2
	.loc 1 12 25
	ptrue	p1.b, all
	.p2align 3,,7
.L10:
	.loc 1 12 21 discriminator 3
	ld1w	z1.s, p0/z, [x1, x3, lsl 2]
	.loc 1 12 28 discriminator 3
	ld1w	z2.s, p0/z, [x0, x3, lsl 2]
	.loc 1 12 25 discriminator 3
	fmad	z1.s, p1/m, z0.s, z2.s
	.loc 1 12 14 discriminator 3
	st1w	z1.s, p0, [x0, x3, lsl 2]
	.loc 1 11 23 discriminator 3
	add	x3, x3, x4
	whilelo	p0.s, w3, w2
	b.any	.L10
.L7:
.LBE9:
	.loc 1 13 1
	ret
	.p2align 2,,3
.L9:
	sbfiz	x2, x2, 2, 32
.LBB10:
	.loc 1 11 23
	mov	x3, 0
	.p2align 3,,7
.L12:
	.loc 1 12 25
	ldr	s2, [x1, x3]
	ldr	s1, [x0, x3]
	fmadd	s1, s2, s0, s1
	.loc 1 12 14
	str	s1, [x0, x3]
	.loc 1 11 23
	add	x3, x3, 4
	cmp	x2, x3
	bne	.L12
.LBE10:
	.loc 1 13 1
	ret
	.cfi_endproc
.LFE1:
	.size	saxpy, .-saxpy
	.align	2
	.p2align 4,,11
	.global	scale
	.type	scale, %function
scale:
.LFB2:
	.loc 1 16 1
	.cfi_startproc
.LBB11:
	.loc 1 17 24
	cmp	x2, 0
	ble	.L15
	mov	x3, 0
	cntd	x4
	mov	z0.d, d0
	whilelo	p0.d, xzr, x2
	.p2align 3,,7
.L17:
	.loc 1 18 25 discriminator 3
	ld1d	z1.d, p0/z, [x1, x3, lsl 3]
	.loc 1 18 20 discriminator 3
	fmul	z1.d, z0.d, z1.d
	.loc 1 18 16 discriminator 3
	st1d	z1.d, p0, [x0, x3, lsl 3]
	.loc 1 17 24 discriminator 3
	add	x3, x3, x4
	whilelo	p0.d, x3, x2
	b.any	.L17
.L15:
.LBE11:
	.loc 1 19 1
	ret
	.cfi_endproc
.LFE2:
	.size	scale, .-scale
	.align	2
	.p2align 4,,11
	.global	reverse_copy
	.type	reverse_copy, %function
reverse_copy:
.LFB3:
	.loc 1 22 1
	.cfi_startproc
.LBB12:
	.loc 1 23 27
	subs	w4, w2, #1
	bmi	.L19
	cntw	x7
	sub	w3, w7, #1
	cmp	w4, w3
	bcc	.L25
	cntb	x9
	neg	x8, x9
	add	x3, x8, w2, sxtw 2
	sub	w10, w2, w7
	add	x3, x1, x3
	mov	x6, x0
	mov	w5, 0
	.loc 1 24 29
	ptrue	p0.b, all
	.p2align 3,,7
.L22:
	.loc 1 24 29 is_stmt 0 discriminator 3
	ld1w	z0.s, p0/z, [x3]
	.loc 1 23 27 is_stmt 1 discriminator 3
	add	w5, w5, w7
	.loc 1 24 29 discriminator 3
	rev	z0.s, z0.s
	.loc 1 24 24 discriminator 3
	st1w	z0.s, p0, [x6]
	add	x3, x3, x8
	add	x6, x6, x9
	cmp	w10, w5
	bcs	.L22
	sub	w3, w4, w5
	cmp	w2, w5
	beq	.L19
.L21:
	sxtw	x2, w3
	sxtw	x4, w4
	sub	x4, x4, x2
	add	x0, x0, x4, lsl 2
	.p2align 3,,7
.L24:
	.loc 1 24 24 is_stmt 0
	ldr	w3, [x1, x2, lsl 2]
	.loc 1 23 27 is_stmt 1
	sub	x2, x2, #1
	.loc 1 24 24
	str	w3, [x0], 4
	.loc 1 23 27
	tbz	w2, #31, .L24
.L19:
.LBE12:
	.loc 1 25 1
	ret
.L25:
.LBB13:
	.loc 1 23 14
	mov	w3, w4
	b	.L21
.LBE13:
	.cfi_endproc
.LFE3:
	.size	reverse_copy, .-reverse_copy
	.align	2
	.p2align 4,,11
	.global	brighten
	.type	brighten, %function
brighten:
.LFB4:
	.loc 1 28 1
	.cfi_startproc
.LBB14:
	.loc 1 29 23
	cmp	w1, 0
	ble	.L28
	mov	x3, 0
	cntw	x4
	mov	z1.s, w2
	whilelo	p0.s, wzr, w1
.LBB15:
	.loc 1 30 18
	ptrue	p1.b, all
	.loc 1 31 30
	mov	z2.s, #255
	.p2align 3,,7
.L30:
	.loc 1 30 18 discriminator 3
	ld1b	z0.s, p0/z, [x0, x3]
	.loc 1 30 13 discriminator 3
	add	z0.s, z0.s, z1.s
	.loc 1 31 30 discriminator 3
	smin	z0.s, p1/m, z0.s, z2.s
	.loc 1 31 14 discriminator 3
	st1b	z0.s, p0, [x0, x3]
.LBE15:
	.loc 1 29 23 discriminator 3
	add	x3, x3, x4
	whilelo	p0.s, w3, w1
	b.any	.L30
.L28:
.LBE14:
	.loc 1 33 1
	ret
	.cfi_endproc
.LFE4:
	.size	brighten, .-brighten
	.align	2
	.p2align 4,,11
	.global	dot
	.type	dot, %function
dot:
.LFB5:
	.loc 1 36 1
	.cfi_startproc
	.loc 1 37 11
	movi	v0.2s, #0
.LBB16:
	.loc 1 38 23
	cmp	w2, 0
	ble	.L32
	mov	x3, 0
	cntw	x4
	whilelo	p0.s, wzr, w2
	.p2align 3,,7
.L34:
	.loc 1 39 15 discriminator 3
	ld1w	z2.s, p0/z, [x0, x3, lsl 2]
	.loc 1 39 22 discriminator 3
	ld1w	z1.s, p0/z, [x1, x3, lsl 2]
	.loc 1 38 23 discriminator 3
	add	x3, x3, x4
	.loc 1 39 19 discriminator 3
	fmul	z1.s, z1.s, z2.s
	.loc 1 39 11 discriminator 3
	fadda	s0, p0, s0, z1.s
	whilelo	p0.s, w3, w2
	b.any	.L34
.L32:
.LBE16:
	.loc 1 41 1
	ret
	.cfi_endproc
.LFE5:
	.size	dot, .-dot
	.align	2
	.p2align 4,,11
	.global	two_loops
	.type	two_loops, %function
two_loops:
.LFB6:
	.loc 1 44 1
	.cfi_startproc
	.loc 1 45 9
	ldr	s0, [x0]
.LBB17:
	.loc 1 46 23
	cmp	w2, 1
	ble	.L38
	add	x4, x0, 4
	cntw	x5
	mov	x0, 0
	sub	w3, w2, #1
	mov	z0.s, s0
	whilelo	p0.s, wzr, w3
	.p2align 3,,7
.L39:
	.loc 1 47 14
	ld1w	z1.s, p0/z, [x4, x0, lsl 2]
	.loc 1 46 23
	add	x0, x0, x5
	smin	z0.s, p0/m, z0.s, z1.s
	whilelo	p0.s, w0, w3
	b.any	.L39
	ptrue	p0.b, all
	sminv	s0, p0, z0.s
.L40:
	mov	x0, 0
.LBE17:
.LBB18:
	.loc 1 49 23
	cntw	x3
	mov	z2.s, s0
	whilelo	p0.s, wzr, w2
	.p2align 3,,7
.L42:
	.loc 1 50 10 discriminator 3
	ld1w	z1.s, p0/z, [x1, x0, lsl 2]
	.loc 1 50 14 discriminator 3
	sub	z1.s, z1.s, z2.s
	st1w	z1.s, p0, [x1, x0, lsl 2]
	.loc 1 49 23 discriminator 3
	add	x0, x0, x3
	whilelo	p0.s, w0, w2
	b.any	.L42
.LBE18:
	.loc 1 52 1
	fmov	w0, s0
	ret
	.p2align 2,,3
.L38:
.LBB19:
	.loc 1 49 23
	beq	.L40
.LBE19:
	.loc 1 52 1
	fmov	w0, s0
	ret
	.cfi_endproc
.LFE6:
	.size	two_loops, .-two_loops
	.align	2
	.p2align 4,,11
	.global	unswitch
	.type	unswitch, %function
unswitch:
.LFB7:
	.loc 1 55 1
	.cfi_startproc
.LBB20:
	.loc 1 56 23
	cmp	w2, 0
	ble	.L46
	cbnz	w3, .L48
	mov	x3, 0
	cntw	x4
	whilelo	p0.s, wzr, w2
	.p2align 3,,7
.L49:
	.loc 1 58 14
	ld1w	z0.s, p0/z, [x0, x3, lsl 2]
	.loc 1 58 22
	ld1w	z1.s, p0/z, [x1, x3, lsl 2]
	.loc 1 60 18
	add	z0.s, z0.s, z1.s
	.loc 1 58 18
	st1w	z0.s, p0, [x0, x3, lsl 2]
	.loc 1 56 23
	add	x3, x3, x4
	whilelo	p0.s, w3, w2
	b.any	.L49
.L46:
.LBE20:
	.loc 1 61 1
	ret
	.p2align 2,,3
.L48:
.LBB21:
	.loc 1 56 23
	mov	x3, 0
	cntw	x4
	whilelo	p0.s, wzr, w2
	.p2align 3,,7
.L51:
	.loc 1 58 14
	ld1w	z0.s, p0/z, [x0, x3, lsl 2]
	.loc 1 58 22
	ld1w	z1.s, p0/z, [x1, x3, lsl 2]
	.loc 1 58 18
	sub	z0.s, z0.s, z1.s
	st1w	z0.s, p0, [x0, x3, lsl 2]
	.loc 1 56 23
	add	x3, x3, x4
	whilelo	p0.s, w3, w2
	b.any	.L51
.LBE21:
	.loc 1 61 1
	ret
	.cfi_endproc
.LFE7:
	.size	unswitch, .-unswitch
	.align	2
	.p2align 4,,11
	.global	both
	.type	both, %function
both:
.LFB9:
	.loc 1 72 1
	.cfi_startproc
.LBB22:
.LBB23:
.LBB24:
	.loc 1 66 23
	cmp	w1, 0
	ble	.L59
	mov	x4, 0
	cntd	x5
	whilelo	p0.d, wzr, w1
	mov	z0.b, #0
	.p2align 3,,7
.L56:
	.loc 1 67 15
	ld1d	z1.d, p0/z, [x0, x4, lsl 3]
	.loc 1 66 23
	add	x4, x4, x5
	.loc 1 67 11
	eor	z0.d, p0/m, z0.d, z1.d
	whilelo	p0.d, w4, w1
	b.any	.L56
	ptrue	p0.b, all
	eorv	d0, p0, z0.d
.L55:
.LBE24:
.LBE23:
.LBE22:
.LBB26:
.LBB27:
	.loc 1 66 23
	cmp	w3, 0
	ble	.L54
	mov	x0, 0
	cntd	x1
	whilelo	p0.d, wzr, w3
	mov	z1.b, #0
	.p2align 3,,7
.L58:
	.loc 1 67 15
	ld1d	z2.d, p0/z, [x2, x0, lsl 3]
	.loc 1 66 23
	add	x0, x0, x1
	.loc 1 67 11
	eor	z1.d, p0/m, z1.d, z2.d
	whilelo	p0.d, w0, w3
	b.any	.L58
	ptrue	p0.b, all
	eorv	d1, p0, z1.d
.LBE27:
.LBE26:
	.loc 1 73 27
	sub	d0, d0, d1
.L54:
	.loc 1 74 1
	fmov	x0, d0
	ret
	.p2align 2,,3
.L59:
.LBB28:
.LBB25:
	.loc 1 65 10
	fmov	d0, xzr
	b	.L55
.LBE25:
.LBE28:
	.cfi_endproc
.LFE9:
	.size	both, .-both
.Letext0:
