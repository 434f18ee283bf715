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
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	x2, [sp, 8]
.LBB2:
	.loc 1 5 14
	str	wzr, [sp, 44]
	.loc 1 5 5
	b	.L2
.L7:
.LBB3:
	.loc 1 6 18
	str	wzr, [sp, 40]
	.loc 1 6 9
	b	.L3
.L6:
.LBB4:
	.loc 1 7 19
	str	wzr, [sp, 36]
.LBB5:
	.loc 1 8 22
	str	wzr, [sp, 32]
	.loc 1 8 13
	b	.L4
.L5:
	.loc 1 9 23 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 8
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	.loc 1 9 26 discriminator 3
	ldrsw	x1, [sp, 32]
	ldr	s1, [x0, x1, lsl 2]
	.loc 1 9 33 discriminator 3
	ldrsw	x0, [sp, 32]
	lsl	x0, x0, 8
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 9 36 discriminator 3
	ldrsw	x1, [sp, 40]
	ldr	s0, [x0, x1, lsl 2]
	.loc 1 9 30 discriminator 3
	fmul	s0, s1, s0
	.loc 1 9 19 discriminator 3
	ldr	s1, [sp, 36]
	fadd	s0, s1, s0
	str	s0, [sp, 36]
	.loc 1 8 37 discriminator 3
	ldr	w0, [sp, 32]
	add	w0, w0, 1
	str	w0, [sp, 32]
.L4:
	.loc 1 8 31 discriminator 1
	ldr	w0, [sp, 32]
	cmp	w0, 63
	ble	.L5
.LBE5:
	.loc 1 10 14 discriminator 2
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 8
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 10 21 discriminator 2
	ldrsw	x1, [sp, 40]
	ldr	s0, [sp, 36]
	str	s0, [x0, x1, lsl 2]
.LBE4:
	.loc 1 6 33 discriminator 2
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L3:
	.loc 1 6 27 discriminator 1
	ldr	w0, [sp, 40]
	cmp	w0, 63
	ble	.L6
.LBE3:
	.loc 1 5 29 discriminator 2
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L2:
	.loc 1 5 23 discriminator 1
	ldr	w0, [sp, 44]
	cmp	w0, 63
	ble	.L7
.LBE2:
	.loc 1 12 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	str	w2, [sp, 16]
	str	x3, [sp, 8]
.LBB6:
	.loc 1 16 14
	str	wzr, [sp, 44]
	.loc 1 16 5
	b	.L9
.L12:
.LBB7:
	.loc 1 17 13
	str	wzr, [sp, 40]
.LBB8:
	.loc 1 18 18
	str	wzr, [sp, 36]
	.loc 1 18 9
	b	.L10
.L11:
	.loc 1 19 22 discriminator 3
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 16]
	mul	w1, w1, w0
	.loc 1 19 29 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 19 19 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 19 15 discriminator 3
	ldr	w1, [sp, 40]
	add	w0, w1, w0
	str	w0, [sp, 40]
	.loc 1 18 36 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w0, 1
	str	w0, [sp, 36]
.L10:
	.loc 1 18 27 discriminator 1
	ldr	w1, [sp, 36]
	ldr	w0, [sp, 16]
	cmp	w1, w0
	blt	.L11
.LBE8:
	.loc 1 20 12 discriminator 2
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 20 16 discriminator 2
	ldr	w1, [sp, 40]
	str	w1, [x0]
.LBE7:
	.loc 1 16 32 discriminator 2
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L9:
	.loc 1 16 23 discriminator 1
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L12
.LBE6:
	.loc 1 22 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	w0, [sp, 28]
	str	w1, [sp, 24]
	str	x2, [sp, 16]
	str	x3, [sp, 8]
	.loc 1 24 33
	ldr	w1, [sp, 24]
	sxtw	x0, w1
	sub	x0, x0, #1
	.loc 1 24 6
	str	x0, [sp, 48]
	sxtw	x0, w1
	mov	x10, x0
	mov	x11, 0
	lsr	x0, x10, 59
	lsl	x7, x11, 5
	orr	x7, x0, x7
	lsl	x6, x10, 5
	.loc 1 24 50
	ldr	w0, [sp, 24]
	sxtw	x2, w0
	sub	x2, x2, #1
	.loc 1 24 6
	str	x2, [sp, 40]
	sxtw	x2, w0
	mov	x8, x2
	mov	x9, 0
	lsr	x2, x8, 59
	lsl	x5, x9, 5
	orr	x5, x2, x5
	lsl	x4, x8, 5
.LBB9:
	.loc 1 26 14
	mov	w2, 1
	str	w2, [sp, 60]
	.loc 1 26 5
	b	.L14
.L17:
.LBB10:
	.loc 1 27 18
	mov	w2, 1
	str	w2, [sp, 56]
	.loc 1 27 9
	b	.L15
.L16:
	.loc 1 28 39 discriminator 3
	ldr	w2, [sp, 60]
	sub	w2, w2, #1
	sxtw	x3, w2
	.loc 1 28 36 discriminator 3
	sxtw	x2, w0
	mul	x2, x3, x2
	lsl	x2, x2, 2
	ldr	x3, [sp, 8]
	add	x2, x3, x2
	.loc 1 28 43 discriminator 3
	ldrsw	x3, [sp, 56]
	ldr	s1, [x2, x3, lsl 2]
	.loc 1 28 54 discriminator 3
	ldr	w2, [sp, 60]
	add	w2, w2, 1
	sxtw	x3, w2
	.loc 1 28 51 discriminator 3
	sxtw	x2, w0
	mul	x2, x3, x2
	lsl	x2, x2, 2
	ldr	x3, [sp, 8]
	add	x2, x3, x2
	.loc 1 28 58 discriminator 3
	ldrsw	x3, [sp, 56]
	ldr	s0, [x2, x3, lsl 2]
	.loc 1 28 47 discriminator 3
	fadd	s1, s1, s0
	.loc 1 28 66 discriminator 3
	ldrsw	x3, [sp, 60]
	sxtw	x2, w0
	mul	x2, x3, x2
	lsl	x2, x2, 2
	ldr	x3, [sp, 8]
	add	x2, x3, x2
	.loc 1 28 72 discriminator 3
	ldr	w3, [sp, 56]
	sub	w3, w3, #1
	.loc 1 28 69 discriminator 3
	sxtw	x3, w3
	ldr	s0, [x2, x3, lsl 2]
	.loc 1 28 62 discriminator 3
	fadd	s1, s1, s0
	.loc 1 28 81 discriminator 3
	ldrsw	x3, [sp, 60]
	sxtw	x2, w0
	mul	x2, x3, x2
	lsl	x2, x2, 2
	ldr	x3, [sp, 8]
	add	x2, x3, x2
	.loc 1 28 87 discriminator 3
	ldr	w3, [sp, 56]
	add	w3, w3, 1
	.loc 1 28 84 discriminator 3
	sxtw	x3, w3
	ldr	s0, [x2, x3, lsl 2]
	.loc 1 28 77 discriminator 3
	fadd	s1, s1, s0
	.loc 1 28 16 discriminator 3
	ldrsw	x3, [sp, 60]
	sxtw	x2, w1
	mul	x2, x3, x2
	lsl	x2, x2, 2
	ldr	x3, [sp, 16]
	add	x2, x3, x2
	.loc 1 28 31 discriminator 3
	fmov	s0, 2.5e-1
	fmul	s0, s1, s0
	.loc 1 28 23 discriminator 3
	ldrsw	x3, [sp, 56]
	str	s0, [x2, x3, lsl 2]
	.loc 1 27 37 discriminator 3
	ldr	w2, [sp, 56]
	add	w2, w2, 1
	str	w2, [sp, 56]
.L15:
	.loc 1 27 31 discriminator 1
	ldr	w2, [sp, 24]
	sub	w2, w2, #1
	.loc 1 27 27 discriminator 1
	ldr	w3, [sp, 56]
	cmp	w3, w2
	blt	.L16
.LBE10:
	.loc 1 26 33 discriminator 2
	ldr	w2, [sp, 60]
	add	w2, w2, 1
	str	w2, [sp, 60]
.L14:
	.loc 1 26 27 discriminator 1
	ldr	w2, [sp, 28]
	sub	w2, w2, #1
	.loc 1 26 23 discriminator 1
	ldr	w3, [sp, 60]
	cmp	w3, w2
	blt	.L17
.LBE9:
	.loc 1 29 1
	nop
	nop
	add	sp, sp, 64
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 33 9
	str	wzr, [sp, 28]
.LBB11:
	.loc 1 34 14
	str	wzr, [sp, 24]
	.loc 1 34 5
	b	.L19
.L23:
.LBB12:
	.loc 1 34 42 discriminator 10
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 20]
	.loc 1 34 33 discriminator 10
	b	.L20
.L22:
	.loc 1 34 70 discriminator 7
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w1, [x0]
	.loc 1 34 78 discriminator 7
	ldrsw	x0, [sp, 20]
	lsl	x0, x0, 2
	ldr	x2, [sp, 8]
	add	x0, x2, x0
	ldr	w0, [x0]
	.loc 1 34 68 discriminator 7
	cmp	w1, w0
	bne	.L21
	.loc 1 34 88 discriminator 3
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L21:
	.loc 1 34 61 discriminator 5
	ldr	w0, [sp, 20]
	add	w0, w0, 1
	str	w0, [sp, 20]
.L20:
	.loc 1 34 55 discriminator 6
	ldr	w1, [sp, 20]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L22
.LBE12:
	.loc 1 34 29 discriminator 8
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 24]
.L19:
	.loc 1 34 23 discriminator 9
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L23
.LBE11:
	.loc 1 35 12
	ldr	w0, [sp, 28]
	.loc 1 36 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
.LBB13:
	.loc 1 40 14
	mov	w0, 1
	str	w0, [sp, 28]
	.loc 1 40 5
	b	.L26
.L30:
.LBB14:
	.loc 1 41 18
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 41 13
	ldr	w0, [x0]
	str	w0, [sp, 20]
	.loc 1 42 13
	ldr	w0, [sp, 28]
	str	w0, [sp, 24]
	.loc 1 43 15
	b	.L27
.L29:
	.loc 1 44 21
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	sub	x0, x0, #4
	ldr	x1, [sp, 8]
	add	x1, x1, x0
	.loc 1 44 14
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	ldr	x2, [sp, 8]
	add	x0, x2, x0
	.loc 1 44 21
	ldr	w1, [x1]
	.loc 1 44 18
	str	w1, [x0]
	.loc 1 45 14
	ldr	w0, [sp, 24]
	sub	w0, w0, #1
	str	w0, [sp, 24]
.L27:
	.loc 1 43 22
	ldr	w0, [sp, 24]
	cmp	w0, 0
	ble	.L28
	.loc 1 43 26 discriminator 1
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	sub	x0, x0, #4
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 43 22 discriminator 1
	ldr	w1, [sp, 20]
	cmp	w1, w0
	blt	.L29
.L28:
	.loc 1 47 10 discriminator 2
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 47 14 discriminator 2
	ldr	w1, [sp, 20]
	str	w1, [x0]
.LBE14:
	.loc 1 40 29 discriminator 2
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L26:
	.loc 1 40 23 discriminator 1
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L30
.LBE13:
	.loc 1 49 1
	nop
	nop
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
.LBB15:
	.loc 1 53 14
	str	wzr, [sp, 44]
	.loc 1 53 5
	b	.L32
.L35:
.LBB16:
	.loc 1 54 15
	str	wzr, [sp, 40]
.LBB17:
	.loc 1 55 18
	str	wzr, [sp, 36]
	.loc 1 55 9
	b	.L33
.L34:
	.loc 1 56 23 discriminator 3
	ldr	w1, [sp, 44]
	mov	w0, w1
	lsl	w0, w0, 1
	add	w1, w0, w1
	.loc 1 56 27 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w1, w0
	sxtw	x0, w0
	.loc 1 56 20 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 56 15 discriminator 3
	ldr	s1, [sp, 40]
	fadd	s0, s1, s0
	str	s0, [sp, 40]
	.loc 1 55 33 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w0, 1
	str	w0, [sp, 36]
.L33:
	.loc 1 55 27 discriminator 1
	ldr	w0, [sp, 36]
	cmp	w0, 2
	ble	.L34
.LBE17:
	.loc 1 57 12 discriminator 2
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 57 16 discriminator 2
	ldr	s0, [sp, 40]
	str	s0, [x0]
.LBE16:
	.loc 1 53 29 discriminator 2
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L32:
	.loc 1 53 23 discriminator 1
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L35
.LBE15:
	.loc 1 59 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 63 9
	str	wzr, [sp, 28]
.LBB18:
	.loc 1 64 14
	mov	w0, 2
	str	w0, [sp, 24]
	.loc 1 64 5
	b	.L37
.L42:
	.loc 1 65 22
	ldrsw	x0, [sp, 24]
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldrb	w0, [x0]
	.loc 1 65 12
	cmp	w0, 0
	bne	.L44
	.loc 1 67 15
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.LBB19:
	.loc 1 68 18
	ldr	w0, [sp, 24]
	lsl	w0, w0, 1
	str	w0, [sp, 20]
	.loc 1 68 9
	b	.L40
.L41:
	.loc 1 69 22 discriminator 3
	ldrsw	x0, [sp, 20]
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 69 26 discriminator 3
	mov	w1, 1
	strb	w1, [x0]
	.loc 1 68 38 discriminator 3
	ldr	w1, [sp, 20]
	ldr	w0, [sp, 24]
	add	w0, w1, w0
	str	w0, [sp, 20]
.L40:
	.loc 1 68 31 discriminator 1
	ldr	w1, [sp, 20]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L41
	b	.L39
.L44:
.LBE19:
	.loc 1 66 13
	nop
.L39:
	.loc 1 64 29 discriminator 2
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 24]
.L37:
	.loc 1 64 23 discriminator 1
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L42
.LBE18:
	.loc 1 71 12
	ldr	w0, [sp, 28]
	.loc 1 72 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE6:
	.size	sieve, .-sieve
.Letext0:
