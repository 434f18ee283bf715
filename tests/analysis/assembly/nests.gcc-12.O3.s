	.arch armv8-a
	.file	"nests.c"
	.text
.Ltext0:
	.file 0 "." "nests.c"
	.align	2
	.p2align 4,,11
	.global	multiply
	.type	multiply, %function
multiply:
.LFB0:
	.file 1 "nests.c"
	.loc 1 4 1
	.cfi_startproc
	mov	x5, x0
	mov	x3, x1
	.loc 1 4 1
	mov	x6, x2
	add	x7, x0, 16384
.L2:
.LBB2:
.LBB3:
.LBB4:
.LBB5:
	.loc 1 9 23
	mov	x4, 0
.L6:
.LBE5:
.LBE4:
.LBE3:
.LBE2:
	.loc 1 4 1
	movi	v0.4s, 0
	add	x2, x6, x4
	mov	x0, 0
	.p2align 3,,7
.L3:
.LBB9:
.LBB8:
.LBB7:
.LBB6:
	.loc 1 9 36 discriminator 3
	lsl	x1, x0, 8
	.loc 1 9 26 discriminator 3
	ldr	s2, [x3, x0, lsl 2]
	.loc 1 8 31 discriminator 3
	add	x0, x0, 1
	.loc 1 9 36 discriminator 3
	ldr	q1, [x2, x1]
	.loc 1 9 19 discriminator 3
	fmla	v0.4s, v1.4s, v2.s[0]
	.loc 1 8 31 discriminator 3
	cmp	x0, 64
	bne	.L3
.LBE6:
	.loc 1 10 21 discriminator 2
	str	q0, [x5, x4]
	add	x4, x4, 16
	cmp	x4, 256
	bne	.L6
.LBE7:
.LBE8:
	.loc 1 5 23 discriminator 2
	add	x5, x5, 256
	add	x3, x3, 256
	cmp	x5, x7
	bne	.L2
.LBE9:
	.loc 1 12 1
	ret
	.cfi_endproc
.LFE0:
	.size	multiply, .-multiply
	.align	2
	.p2align 4,,11
	.global	row_sums
	.type	row_sums, %function
row_sums:
.LFB1:
	.loc 1 15 1
	.cfi_startproc
.LBB10:
	.loc 1 16 23
	cmp	w1, 0
	ble	.L9
	lsr	w8, w2, 2
	mov	x5, x3
	add	x7, x3, w1, sxtw 2
	sub	w9, w2, #1
	lsl	x8, x8, 4
	and	w11, w2, -4
	and	w10, w2, 3
	mov	w4, 0
	.p2align 3,,7
.L11:
.LBB11:
	.loc 1 17 13
	fmov	s0, wzr
.LBB12:
	.loc 1 18 27
	cmp	w2, 0
	ble	.L16
	cmp	w9, 2
	bls	.L17
	.loc 1 19 22
	movi	v0.4s, 0
	add	x1, x0, w4, sxtw 2
	add	x3, x1, x8
	.p2align 3,,7
.L13:
	.loc 1 19 19 discriminator 3
	ldr	q1, [x1], 16
	.loc 1 19 15 discriminator 3
	add	v0.4s, v0.4s, v1.4s
	cmp	x1, x3
	bne	.L13
	addv	s0, v0.4s
	.loc 1 18 18
	mov	w1, w11
	cbz	w10, .L16
.L12:
	.loc 1 19 29
	add	w6, w4, w1
	.loc 1 18 36
	add	w3, w1, 1
	.loc 1 19 15
	ldr	w6, [x0, w6, sxtw 2]
	fmov	s1, w6
	add	v0.2s, v0.2s, v1.2s
	.loc 1 18 27
	cmp	w2, w3
	ble	.L16
	.loc 1 19 29
	add	w3, w4, w3
	.loc 1 18 36
	add	w1, w1, 2
	.loc 1 19 15
	ldr	w3, [x0, w3, sxtw 2]
	fmov	s1, w3
	add	v0.2s, v0.2s, v1.2s
	.loc 1 18 27
	cmp	w2, w1
	ble	.L16
	.loc 1 19 29
	add	w1, w4, w1
	.loc 1 19 15
	ldr	w1, [x0, w1, sxtw 2]
	fmov	s1, w1
	add	v0.2s, v0.2s, v1.2s
.L16:
.LBE12:
	.loc 1 20 16 discriminator 2
	str	s0, [x5], 4
.LBE11:
	.loc 1 16 23 discriminator 2
	add	w4, w4, w2
	cmp	x5, x7
	bne	.L11
.L9:
.LBE10:
	.loc 1 22 1
	ret
.L17:
.LBB15:
.LBB14:
.LBB13:
	.loc 1 18 18
	mov	w1, 0
.LBE13:
	.loc 1 17 13
	fmov	s0, wzr
	b	.L12
.LBE14:
.LBE15:
	.cfi_endproc
.LFE1:
	.size	row_sums, .-row_sums
	.align	2
	.p2align 4,,11
	.global	smooth
	.type	smooth, %function
smooth:
.LFB2:
	.loc 1 25 1
	.cfi_startproc
.LBB16:
	.loc 1 26 23
	cmp	w0, 2
	ble	.L48
.LBB17:
	.loc 1 27 31
	sub	w12, w1, #1
	cmp	w1, 2
	ble	.L48
.LBE17:
.LBE16:
	.loc 1 25 1
	stp	x29, x30, [sp, -128]!
	.cfi_def_cfa_offset 128
	.cfi_offset 29, -128
	.cfi_offset 30, -120
	sub	w30, w0, #1
	sub	w0, w1, #2
	mov	x29, sp
	sxtw	x18, w1
	stp	x25, x26, [sp, 64]
	.cfi_offset 25, -64
	.cfi_offset 26, -56
	and	w25, w0, -4
	sub	w4, w1, w25
	lsl	x14, x18, 2
	lsr	w17, w0, 2
	str	w4, [sp, 116]
	sub	w4, w4, #2
	sub	x8, x14, #4
	add	x9, x14, 4
	mov	x16, 1
.LBB25:
.LBB18:
	.loc 1 28 31
	fmov	v6.2s, 2.5e-1
.LBE18:
.LBE25:
	.loc 1 25 1
	stp	x23, x24, [sp, 48]
	.cfi_offset 23, -80
	.cfi_offset 24, -72
	lsl	x24, x18, 3
.LBB26:
.LBB19:
	.loc 1 28 31
	fmov	v5.4s, 2.5e-1
	str	w4, [sp, 120]
	add	w4, w25, 1
	lsl	x17, x17, 4
	add	x8, x3, x8
	add	x9, x3, x9
	add	x5, x3, 4
	sub	w26, w1, #3
.LBE19:
.LBE26:
	.loc 1 25 1
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -112
	.cfi_offset 20, -104
	add	x20, x24, 4
	sub	x19, x2, x3
	stp	x21, x22, [sp, 32]
	.cfi_offset 21, -96
	.cfi_offset 22, -88
	add	x22, x16, w1, sxtw 1
	sub	x21, x24, #4
	str	w4, [sp, 112]
	add	x4, x2, x14
.LBB27:
.LBB20:
	.loc 1 27 31
	mov	x15, 0
	.loc 1 28 31
	fmov	s4, 2.5e-1
.LBE20:
.LBE27:
	.loc 1 25 1
	stp	x27, x28, [sp, 80]
	.cfi_offset 27, -48
	.cfi_offset 28, -40
	str	w0, [sp, 124]
	and	w0, w0, 3
	str	w0, [sp, 108]
	.p2align 3,,7
.L25:
	mov	x10, x15
.LBB28:
	.loc 1 26 33
	add	w16, w16, 1
.LBB21:
	.loc 1 28 36
	sub	x6, x5, #4
	add	x15, x15, x18
	.loc 1 28 51
	add	x7, x21, x5
	cmp	w1, 3
	beq	.L37
	sub	x0, x4, x5
	add	x11, x4, 4
	cmp	x0, 8
	add	x0, x20, x5
	ccmp	x19, 16, 0, hi
	sub	x0, x11, x0
	ccmp	x0, 8, 0, hi
	bhi	.L34
.L37:
	.loc 1 28 16
	mov	x0, 1
	.p2align 3,,7
.L31:
	.loc 1 28 47
	ldr	s0, [x7, x0, lsl 2]
	ldr	s3, [x6, x0, lsl 2]
	.loc 1 28 62
	ldr	s2, [x8, x0, lsl 2]
	.loc 1 28 77
	ldr	s1, [x9, x0, lsl 2]
	.loc 1 28 47
	fadd	s0, s0, s3
	.loc 1 28 62
	fadd	s0, s0, s2
	.loc 1 28 77
	fadd	s0, s0, s1
	.loc 1 28 31
	fmul	s0, s0, s4
	.loc 1 28 23
	str	s0, [x4, x0, lsl 2]
	.loc 1 27 27
	add	x0, x0, 1
	cmp	w12, w0
	bgt	.L31
.L32:
.LBE21:
	.loc 1 26 23
	add	x8, x8, x14
	add	x9, x9, x14
	add	x4, x4, x14
	add	x5, x5, x14
	cmp	w30, w16
	bne	.L25
.L22:
.LBE28:
	.loc 1 29 1
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x23, x24, [sp, 48]
	ldp	x25, x26, [sp, 64]
	ldp	x27, x28, [sp, 80]
	ldp	x29, x30, [sp], 128
	.cfi_remember_state
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 27
	.cfi_restore 28
	.cfi_restore 25
	.cfi_restore 26
	.cfi_restore 23
	.cfi_restore 24
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L34:
	.cfi_restore_state
.LBB29:
.LBB22:
	.loc 1 28 66
	add	x13, x8, 4
	cmp	w26, 2
	bls	.L26
	add	x27, x5, x24
	add	x23, x8, 12
	mov	x0, 0
	.p2align 3,,7
.L27:
	.loc 1 28 58 discriminator 3
	ldr	q1, [x27, x0]
	.loc 1 28 43 discriminator 3
	ldr	q0, [x5, x0]
	.loc 1 28 69 discriminator 3
	ldr	q2, [x13, x0]
	.loc 1 28 47 discriminator 3
	fadd	v0.4s, v0.4s, v1.4s
	.loc 1 28 84 discriminator 3
	ldr	q1, [x23, x0]
	.loc 1 28 62 discriminator 3
	fadd	v0.4s, v0.4s, v2.4s
	.loc 1 28 77 discriminator 3
	fadd	v0.4s, v0.4s, v1.4s
	.loc 1 28 31 discriminator 3
	fmul	v0.4s, v0.4s, v5.4s
	.loc 1 28 23 discriminator 3
	str	q0, [x11, x0]
	add	x0, x0, 16
	cmp	x17, x0
	bne	.L27
	ldr	w0, [sp, 108]
	cbz	w0, .L32
	ldp	w11, w0, [sp, 116]
	cmp	w11, 3
	beq	.L36
	.loc 1 27 18
	ldr	w23, [sp, 112]
	.loc 1 28 23
	uxtw	x11, w25
.L35:
	.loc 1 28 58
	add	x28, x22, x11
	.loc 1 28 43
	add	x27, x11, x10
	.loc 1 28 58
	add	x10, x28, x10
	add	x11, x15, x11
	.loc 1 28 43
	add	x27, x3, x27, lsl 2
	.loc 1 28 58
	lsl	x10, x10, 2
	lsl	x11, x11, 2
	.loc 1 28 84
	add	x28, x3, x11
	.loc 1 28 43
	ldr	d0, [x27, 4]
	.loc 1 28 23
	add	x27, x2, x11
	.loc 1 28 58
	ldr	d3, [x3, x10]
	.loc 1 28 69
	ldr	d2, [x3, x11]
	.loc 1 28 84
	ldr	d1, [x28, 8]
	.loc 1 28 47
	fadd	v0.2s, v0.2s, v3.2s
	.loc 1 28 62
	fadd	v0.2s, v0.2s, v2.2s
	.loc 1 28 77
	fadd	v0.2s, v0.2s, v1.2s
	.loc 1 28 31
	fmul	v0.2s, v0.2s, v6.2s
	.loc 1 28 23
	str	d0, [x27, 4]
	tbz	x0, 0, .L32
	and	w0, w0, -2
	add	w0, w0, w23
.L29:
	sxtw	x10, w0
	add	x0, x13, w0, sxtw 2
.LBE22:
	.loc 1 26 23
	add	x8, x8, x14
	add	x9, x9, x14
	add	x5, x5, x14
.LBB23:
	.loc 1 28 47
	ldr	s0, [x6, x10, lsl 2]
	ldr	s3, [x7, x10, lsl 2]
	.loc 1 28 62
	ldr	s2, [x0, -4]
	.loc 1 28 77
	ldr	s1, [x0, 4]
	.loc 1 28 47
	fadd	s0, s0, s3
	.loc 1 28 62
	fadd	s0, s0, s2
	.loc 1 28 77
	fadd	s0, s0, s1
	.loc 1 28 31
	fmul	s0, s0, s4
	.loc 1 28 23
	str	s0, [x4, x10, lsl 2]
.LBE23:
	.loc 1 26 23
	add	x4, x4, x14
	cmp	w30, w16
	bne	.L25
	b	.L22
.L26:
	ldr	w0, [sp, 124]
.LBB24:
	.loc 1 28 66
	mov	x11, 0
	.loc 1 27 18
	mov	w23, 1
	b	.L35
.L36:
	ldr	w0, [sp, 112]
	b	.L29
.L48:
	.cfi_def_cfa_offset 0
	.cfi_restore 19
	.cfi_restore 20
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 23
	.cfi_restore 24
	.cfi_restore 25
	.cfi_restore 26
	.cfi_restore 27
	.cfi_restore 28
	.cfi_restore 29
	.cfi_restore 30
	ret
.LBE24:
.LBE29:
	.cfi_endproc
.LFE2:
	.size	smooth, .-smooth
	.align	2
	.p2align 4,,11
	.global	pairs
	.type	pairs, %function
pairs:
.LFB3:
	.loc 1 32 1
	.cfi_startproc
	.loc 1 32 1
	mov	x8, x0
.LBB30:
	.loc 1 34 23
	cmp	w1, 0
	ble	.L63
.LBB31:
	.loc 1 34 55
	cmp	w1, 1
	beq	.L63
	.loc 1 34 42
	mov	w4, 1
	sub	w10, w1, #1
	mov	w11, w4
	add	x6, x0, 4
.LBE31:
.LBE30:
	.loc 1 33 9
	mov	w0, 0
	.p2align 3,,7
.L62:
	subs	w5, w1, w4
	sub	w2, w10, w4
	csel	w5, w5, w11, gt
	cmp	w2, 2
.LBB34:
.LBB32:
	.loc 1 34 70
	ldr	w7, [x6, -4]
	ccmp	w1, w4, 4, hi
	ble	.L64
	lsr	w3, w5, 2
	dup	v2.4s, w7
	movi	v1.4s, 0
	mov	x2, x6
	add	x3, x6, w3, uxtw 4
	.p2align 3,,7
.L56:
	.loc 1 34 78
	ldr	q0, [x2], 16
	cmeq	v0.4s, v0.4s, v2.4s
	sub	v1.4s, v1.4s, v0.4s
	cmp	x3, x2
	bne	.L56
	addv	s0, v1.4s
	and	w3, w5, -4
	add	w3, w3, w4
	fmov	w2, s0
	add	w0, w0, w2
	tst	x5, 3
	beq	.L57
.L55:
	.loc 1 34 68
	ldr	w9, [x8, w3, sxtw 2]
	.loc 1 34 61
	add	w5, w3, 1
	.loc 1 34 78
	sbfiz	x2, x3, 2, 32
	.loc 1 34 88
	cmp	w7, w9
	cinc	w0, w0, eq
	.loc 1 34 55
	cmp	w1, w5
	ble	.L57
	.loc 1 34 78
	add	x2, x8, x2
	.loc 1 34 61
	add	w3, w3, 2
	.loc 1 34 68
	ldr	w5, [x2, 4]
	.loc 1 34 88
	cmp	w7, w5
	cinc	w0, w0, eq
	.loc 1 34 55
	cmp	w1, w3
	ble	.L57
	.loc 1 34 68
	ldr	w2, [x2, 8]
	.loc 1 34 88
	cmp	w7, w2
	cinc	w0, w0, eq
.L57:
	.loc 1 34 42
	add	w4, w4, 1
	.loc 1 34 55
	add	x6, x6, 4
	cmp	w1, w4
	bne	.L62
.LBE32:
.LBE34:
	.loc 1 36 1
	ret
.L64:
.LBB35:
.LBB33:
	.loc 1 34 70
	mov	w3, w4
	b	.L55
.L63:
.LBE33:
.LBE35:
	.loc 1 33 9
	mov	w0, 0
	.loc 1 36 1
	ret
	.cfi_endproc
.LFE3:
	.size	pairs, .-pairs
	.align	2
	.p2align 4,,11
	.global	sort
	.type	sort, %function
sort:
.LFB4:
	.loc 1 39 1
	.cfi_startproc
	add	x6, x0, 4
.LBB36:
	.loc 1 40 14
	mov	w7, 1
	.loc 1 40 23
	cmp	w1, w7
	ble	.L70
	.p2align 3,,7
.L75:
.LBB37:
	.loc 1 41 13
	ldr	w5, [x6]
	mov	x2, x6
	b	.L72
	.p2align 2,,3
.L74:
	.loc 1 44 18
	str	w3, [x2]
	.loc 1 43 22
	sub	x2, x4, #4
	cmp	x0, x2
	beq	.L77
.L72:
	.loc 1 43 26 discriminator 1
	ldr	w3, [x2, -4]
	mov	x4, x2
	.loc 1 43 22 discriminator 1
	cmp	w3, w5
	bgt	.L74
.LBE37:
	.loc 1 40 29 discriminator 2
	add	w7, w7, 1
.LBB38:
	.loc 1 47 14 discriminator 2
	str	w5, [x4]
.LBE38:
	.loc 1 40 23 discriminator 2
	add	x6, x6, 4
	cmp	w1, w7
	bne	.L75
.L70:
.LBE36:
	.loc 1 49 1
	ret
	.p2align 2,,3
.L77:
.LBB41:
.LBB39:
	mov	x4, x0
.LBE39:
	.loc 1 40 29
	add	w7, w7, 1
	.loc 1 40 23
	add	x6, x6, 4
.LBB40:
	.loc 1 47 14
	str	w5, [x4]
.LBE40:
	.loc 1 40 23
	cmp	w1, w7
	bne	.L75
	b	.L70
.LBE41:
	.cfi_endproc
.LFE4:
	.size	sort, .-sort
	.align	2
	.p2align 4,,11
	.global	small_inner
	.type	small_inner, %function
small_inner:
.LFB5:
	.loc 1 52 1
	.cfi_startproc
.LBB42:
	.loc 1 53 23
	cmp	w2, 0
	ble	.L80
	sub	w3, w2, #1
	cmp	w3, 2
	bls	.L85
	lsr	w5, w2, 2
	mov	x4, x1
.LBB43:
.LBB44:
	.loc 1 56 15
	movi	v4.4s, 0
	mov	x3, x0
	add	x5, x0, w5, uxtw 4
	.p2align 3,,7
.L83:
	.loc 1 56 20
	ld3	{v1.4s - v3.4s}, [x4], 48
	.loc 1 56 15
	fadd	v0.4s, v4.4s, v1.4s
	fadd	v0.4s, v0.4s, v2.4s
	fadd	v0.4s, v0.4s, v3.4s
.LBE44:
	.loc 1 57 16
	str	q0, [x3], 16
	cmp	x3, x5
	bne	.L83
	and	w3, w2, -4
	tst	x2, 3
	beq	.L80
.L82:
.LBB45:
	.loc 1 56 23
	add	w4, w3, w3, lsl 1
	.loc 1 56 15
	movi	v2.2s, #0
	.loc 1 56 27
	add	w7, w4, 1
.LBE45:
.LBE43:
	.loc 1 53 29
	add	w5, w3, 1
.LBB51:
.LBB46:
	.loc 1 56 20
	sbfiz	x6, x4, 2, 32
.LBE46:
	.loc 1 57 12
	sbfiz	x9, x3, 2, 32
.LBB47:
	.loc 1 56 15
	ldr	s0, [x1, w4, sxtw 2]
	.loc 1 56 20
	add	x8, x1, w7, sxtw 2
	.loc 1 56 15
	ldr	s3, [x1, w7, sxtw 2]
	fadd	s0, s0, s2
	ldr	s1, [x8, 4]
	fadd	s0, s0, s3
	fadd	s0, s1, s0
.LBE47:
	.loc 1 57 16
	str	s0, [x0, w3, sxtw 2]
.LBE51:
	.loc 1 53 23
	cmp	w2, w5
	ble	.L80
.LBB52:
.LBB48:
	.loc 1 56 20
	add	x6, x1, x6
	.loc 1 56 27
	add	w5, w4, 4
.LBE48:
	.loc 1 57 16
	add	x0, x0, x9
.LBE52:
	.loc 1 53 29
	add	w3, w3, 2
.LBB53:
.LBB49:
	.loc 1 56 20
	add	x7, x1, w5, sxtw 2
	.loc 1 56 15
	ldr	s0, [x6, 12]
	ldr	s3, [x1, w5, sxtw 2]
	ldr	s1, [x7, 4]
	fadd	s0, s0, s2
	fadd	s0, s0, s3
	fadd	s0, s1, s0
.LBE49:
	.loc 1 57 16
	str	s0, [x0, 4]
.LBE53:
	.loc 1 53 23
	cmp	w2, w3
	ble	.L80
.LBB54:
.LBB50:
	.loc 1 56 15
	ldr	s0, [x6, 24]
	.loc 1 56 27
	add	w4, w4, 7
	.loc 1 56 20
	add	x2, x1, w4, sxtw 2
	.loc 1 56 15
	fadd	s0, s0, s2
	ldr	s2, [x1, w4, sxtw 2]
	ldr	s1, [x2, 4]
	fadd	s0, s0, s2
	fadd	s0, s1, s0
.LBE50:
	.loc 1 57 16
	str	s0, [x0, 8]
.L80:
.LBE54:
.LBE42:
	.loc 1 59 1
	ret
.L85:
.LBB55:
	.loc 1 53 14
	mov	w3, 0
	b	.L82
.LBE55:
	.cfi_endproc
.LFE5:
	.size	small_inner, .-small_inner
	.align	2
	.p2align 4,,11
	.global	sieve
	.type	sieve, %function
sieve:
.LFB6:
	.loc 1 62 1
	.cfi_startproc
	.loc 1 62 1
	mov	x4, x0
.LBB56:
	.loc 1 64 23
	cmp	w1, 2
	ble	.L93
	mov	w6, 4
	mov	x3, 2
.LBE56:
	.loc 1 63 9
	mov	w0, 0
.LBB59:
.LBB57:
	.loc 1 69 26
	mov	w5, 1
	b	.L92
	.p2align 2,,3
.L89:
.LBE57:
	.loc 1 64 23 discriminator 2
	add	x3, x3, 1
	add	w6, w6, 2
	cmp	w1, w3
	ble	.L87
.L92:
	.loc 1 65 12
	ldrb	w2, [x4, x3]
	cbnz	w2, .L89
	.loc 1 67 15
	add	w0, w0, 1
.LBB58:
	.loc 1 68 31
	cmp	w1, w6
	ble	.L89
	uxtw	x2, w6
	.p2align 3,,7
.L91:
	.loc 1 69 26 discriminator 3
	strb	w5, [x4, x2]
	.loc 1 68 31 discriminator 3
	add	x2, x2, x3
	cmp	w1, w2
	bgt	.L91
.LBE58:
	.loc 1 64 23
	add	x3, x3, 1
	add	w6, w6, 2
	cmp	w1, w3
	bgt	.L92
.L87:
.LBE59:
	.loc 1 72 1
	ret
.L93:
	.loc 1 63 9
	mov	w0, 0
	.loc 1 72 1
	ret
	.cfi_endproc
.LFE6:
	.size	sieve, .-sieve
.Letext0:
