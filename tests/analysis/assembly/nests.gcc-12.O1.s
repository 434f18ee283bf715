	.arch armv8-a
	.file	"nests.c"
	.text
.Ltext0:
	.file 0 "." "nests.c"
	.align	2
	.global	multiply
	.type	multiply, %function
multiply:
.LFB0:
	.file 1 "nests.c"
	.loc 1 4 1
	.cfi_startproc
	mov	x8, x2
	mov	x9, x1
	mov	x7, x0
	add	x6, x1, 16384
	add	x5, x2, 256
.L2:
.LBB2:
.LBB3:
.LBB4:
.LBB5:
	.loc 1 9 23
	mov	x3, x9
	mov	x2, x8
	mov	x4, x7
.L6:
.LBE5:
.LBE4:
.LBE3:
.LBE2:
	.loc 1 4 1
	mov	x0, 0
.LBB9:
.LBB8:
.LBB7:
	.loc 1 7 19
	movi	v1.2s, #0
.L3:
.LBB6:
	.loc 1 9 36 discriminator 3
	lsl	x1, x0, 8
	.loc 1 9 30 discriminator 3
	ldr	s0, [x2, x1]
	ldr	s2, [x3, x0, lsl 2]
	fmul	s0, s0, s2
	.loc 1 9 19 discriminator 3
	fadd	s1, s1, s0
	.loc 1 8 31 discriminator 3
	add	x0, x0, 1
	cmp	x0, 64
	bne	.L3
.LBE6:
	.loc 1 10 21 discriminator 2
	str	s1, [x4], 4
.LBE7:
	.loc 1 6 27 discriminator 2
	add	x2, x2, 4
	cmp	x2, x5
	bne	.L6
.LBE8:
	.loc 1 5 23 discriminator 2
	add	x9, x9, 256
	add	x7, x7, 256
	cmp	x9, x6
	bne	.L2
.LBE9:
	.loc 1 12 1
	ret
	.cfi_endproc
.LFE0:
	.size	multiply, .-multiply
	.align	2
	.global	row_sums
	.type	row_sums, %function
row_sums:
.LFB1:
	.loc 1 15 1
	.cfi_startproc
.LBB10:
	.loc 1 16 23
	cmp	w1, 0
	ble	.L8
	mov	x7, x3
	add	x8, x3, w1, sxtw 2
	mov	w6, 0
	sxtw	x9, w2
	b	.L10
.L15:
	add	x1, x0, w6, sxtw 2
	add	x5, x9, w6, sxtw
	add	x5, x0, x5, lsl 2
.LBB11:
	.loc 1 17 13
	mov	w3, 0
.L11:
.LBB12:
	.loc 1 19 15 discriminator 3
	ldr	w4, [x1], 4
	add	w3, w3, w4
	.loc 1 18 27 discriminator 3
	cmp	x1, x5
	bne	.L11
.L13:
.LBE12:
	.loc 1 20 16 discriminator 2
	str	w3, [x7], 4
.LBE11:
	.loc 1 16 23 discriminator 2
	add	w6, w6, w2
	cmp	x7, x8
	beq	.L8
.L10:
.LBB14:
	.loc 1 17 13
	mov	w3, 0
.LBB13:
	.loc 1 18 27
	cmp	w2, 0
	bgt	.L15
	b	.L13
.L8:
.LBE13:
.LBE14:
.LBE10:
	.loc 1 22 1
	ret
	.cfi_endproc
.LFE1:
	.size	row_sums, .-row_sums
	.align	2
	.global	smooth
	.type	smooth, %function
smooth:
.LFB2:
	.loc 1 25 1
	.cfi_startproc
	.loc 1 24 6
	sxtw	x5, w1
.LBB15:
	.loc 1 26 23
	cmp	w0, 2
	ble	.L16
	lsl	x8, x5, 2
	sub	x4, x8, #4
	add	x4, x3, x4
	add	x6, x8, 4
	add	x3, x3, x6
	add	x9, x2, x8
	sub	w11, w0, #1
	neg	x5, x5, lsl 2
	.loc 1 26 14
	mov	w10, 1
.LBB16:
	.loc 1 27 31
	sub	w7, w1, #1
	.loc 1 28 36
	add	x12, x5, 4
	.loc 1 28 51
	mov	x13, x6
	.loc 1 28 31
	fmov	s2, 2.5e-1
	b	.L18
.L20:
	.loc 1 28 36
	add	x6, x12, x4
	.loc 1 28 51
	add	x5, x13, x4
	.loc 1 28 16
	mov	x2, x9
	mov	x0, 1
.L19:
	.loc 1 28 47 discriminator 3
	ldr	s0, [x6, x0, lsl 2]
	ldr	s1, [x5, x0, lsl 2]
	fadd	s0, s0, s1
	.loc 1 28 62 discriminator 3
	ldr	s1, [x4, x0, lsl 2]
	fadd	s0, s0, s1
	.loc 1 28 77 discriminator 3
	ldr	s1, [x3, x0, lsl 2]
	fadd	s0, s0, s1
	.loc 1 28 31 discriminator 3
	fmul	s0, s0, s2
	.loc 1 28 23 discriminator 3
	str	s0, [x2, x0, lsl 2]
	.loc 1 27 27 discriminator 3
	add	x0, x0, 1
	cmp	w7, w0
	bgt	.L19
.L21:
.LBE16:
	.loc 1 26 33 discriminator 2
	add	w10, w10, 1
	.loc 1 26 23 discriminator 2
	add	x4, x4, x8
	add	x3, x3, x8
	add	x9, x9, x8
	cmp	w10, w11
	beq	.L16
.L18:
.LBB17:
	.loc 1 27 27
	cmp	w1, 2
	bgt	.L20
	b	.L21
.L16:
.LBE17:
.LBE15:
	.loc 1 29 1
	ret
	.cfi_endproc
.LFE2:
	.size	smooth, .-smooth
	.align	2
	.global	pairs
	.type	pairs, %function
pairs:
.LFB3:
	.loc 1 32 1
	.cfi_startproc
	mov	x5, x0
.LBB18:
	.loc 1 34 23
	cmp	w1, 0
	ble	.L28
	sxtw	x8, w1
	mov	x6, 1
.LBE18:
	.loc 1 33 9
	mov	w0, 0
.LBB21:
.LBB19:
	.loc 1 34 70
	sub	x7, x5, #4
	b	.L27
.L29:
.LBE19:
	mov	x6, x2
.L27:
.LBB20:
	.loc 1 34 55 discriminator 10
	cmp	w1, w6
	ble	.L23
	.loc 1 34 70
	ldr	w4, [x7, x6, lsl 2]
	mov	x2, x6
.L26:
	.loc 1 34 68 discriminator 7
	ldr	w3, [x5, x2, lsl 2]
	.loc 1 34 88 discriminator 7
	cmp	w4, w3
	cinc	w0, w0, eq
	.loc 1 34 55 discriminator 7
	add	x2, x2, 1
	cmp	w1, w2
	bgt	.L26
.LBE20:
	.loc 1 34 23
	add	x2, x6, 1
	cmp	x6, x8
	bne	.L29
	b	.L23
.L28:
.LBE21:
	.loc 1 33 9
	mov	w0, 0
.L23:
	.loc 1 36 1
	ret
	.cfi_endproc
.LFE3:
	.size	pairs, .-pairs
	.align	2
	.global	sort
	.type	sort, %function
sort:
.LFB4:
	.loc 1 39 1
	.cfi_startproc
.LBB22:
	.loc 1 40 23
	cmp	w1, 1
	ble	.L31
	add	x7, x0, 4
	.loc 1 40 14
	mov	w6, 1
	b	.L36
.L34:
.LBB23:
	.loc 1 47 14 discriminator 2
	str	w5, [x0, w2, sxtw 2]
.LBE23:
	.loc 1 40 29 discriminator 2
	add	w6, w6, 1
	.loc 1 40 23 discriminator 2
	add	x7, x7, 4
	cmp	w1, w6
	beq	.L31
.L36:
.LBB24:
	.loc 1 41 13
	ldr	w5, [x7]
	.loc 1 43 22
	mov	x3, x7
	mov	w2, w6
	cmp	w6, 0
	ble	.L34
.L33:
	.loc 1 43 26 discriminator 1
	ldr	w4, [x3, -4]
	.loc 1 43 22 discriminator 1
	cmp	w4, w5
	ble	.L34
	.loc 1 44 18
	str	w4, [x3], -4
	.loc 1 43 22
	subs	w2, w2, #1
	bne	.L33
	b	.L34
.L31:
.LBE24:
.LBE22:
	.loc 1 49 1
	ret
	.cfi_endproc
.LFE4:
	.size	sort, .-sort
	.align	2
	.global	small_inner
	.type	small_inner, %function
small_inner:
.LFB5:
	.loc 1 52 1
	.cfi_startproc
.LBB25:
	.loc 1 53 23
	cmp	w2, 0
	ble	.L40
	add	w4, w2, w2, lsl 1
	mov	w3, 0
	b	.L42
.L45:
.LBB26:
	.loc 1 57 16 discriminator 2
	str	s0, [x0], 4
.LBE26:
	.loc 1 53 23 discriminator 2
	add	w3, w3, 3
	add	x1, x1, 12
	cmp	w3, w4
	beq	.L40
.L42:
.LBE25:
	.loc 1 52 1
	mov	x2, 0
.LBB29:
.LBB28:
	.loc 1 54 15
	movi	v0.2s, #0
.L43:
.LBB27:
	.loc 1 56 15 discriminator 3
	ldr	s1, [x1, x2, lsl 2]
	fadd	s0, s0, s1
	.loc 1 55 27 discriminator 3
	add	x2, x2, 1
	cmp	x2, 3
	bne	.L43
	b	.L45
.L40:
.LBE27:
.LBE28:
.LBE29:
	.loc 1 59 1
	ret
	.cfi_endproc
.LFE5:
	.size	small_inner, .-small_inner
	.align	2
	.global	sieve
	.type	sieve, %function
sieve:
.LFB6:
	.loc 1 62 1
	.cfi_startproc
	mov	x4, x0
.LBB30:
	.loc 1 64 23
	cmp	w1, 2
	ble	.L51
	mov	w6, 4
	mov	x3, 2
.LBE30:
	.loc 1 63 9
	mov	w0, 0
.LBB33:
.LBB31:
	.loc 1 69 26
	mov	w5, 1
	b	.L50
.L48:
.LBE31:
	.loc 1 64 23 discriminator 2
	add	x3, x3, 1
	add	w6, w6, 2
	cmp	w1, w3
	ble	.L46
.L50:
	.loc 1 65 12
	ldrb	w2, [x4, x3]
	cbnz	w2, .L48
	.loc 1 67 15
	add	w0, w0, 1
.LBB32:
	.loc 1 68 31
	cmp	w1, w6
	ble	.L48
	sxtw	x2, w6
.L49:
	.loc 1 69 26 discriminator 3
	strb	w5, [x4, x2]
	.loc 1 68 31 discriminator 3
	add	x2, x2, x3
	cmp	w1, w2
	bgt	.L49
	b	.L48
.L51:
.LBE32:
.LBE33:
	.loc 1 63 9
	mov	w0, 0
.L46:
	.loc 1 72 1
	ret
	.cfi_endproc
.LFE6:
	.size	sieve, .-sieve
.Letext0:
