	.arch armv8-a
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
	.loc 1 2 1
	mov	x4, x0
.LBB8:
	.loc 1 4 23
	cmp	w1, 0
	ble	.L7
	sub	w0, w1, #1
	cmp	w0, 2
	bls	.L8
	lsr	w3, w1, 2
	add	x0, x4, 16
	sub	w3, w3, #1
	mov	x2, x4
	movi	v0.4s, 0
	add	x3, x0, w3, uxtw 4
	.p2align 3,,7
.L4:
	.loc 1 5 19 discriminator 3
	ldr	q1, [x2], 16
	.loc 1 5 15 discriminator 3
	add	v0.4s, v0.4s, v1.4s
	cmp	x2, x3
	bne	.L4
	addv	s0, v0.4s
	and	w2, w1, -4
	fmov	w0, s0
	tst	x1, 3
	beq	.L1
.L3:
	.loc 1 5 15 is_stmt 0
	ldr	w5, [x4, w2, sxtw 2]
	.loc 1 4 29 is_stmt 1
	add	w3, w2, 1
	.loc 1 5 19
	sbfiz	x6, x2, 2, 32
	.loc 1 5 15
	add	w0, w0, w5
	.loc 1 4 23
	cmp	w1, w3
	ble	.L1
	.loc 1 5 19
	add	x4, x4, x6
	.loc 1 4 29
	add	w2, w2, 2
	.loc 1 5 15
	ldr	w3, [x4, 4]
	add	w0, w0, w3
	.loc 1 4 23
	cmp	w1, w2
	ble	.L1
	.loc 1 5 15
	ldr	w1, [x4, 8]
	add	w0, w0, w1
.L1:
.LBE8:
	.loc 1 7 1
	ret
	.p2align 2,,3
.L7:
	.loc 1 3 9
	mov	w0, 0
	.loc 1 7 1
	ret
.L8:
.LBB9:
	.loc 1 4 14
	mov	w2, 0
.LBE9:
	.loc 1 3 9
	mov	w0, 0
	b	.L3
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
.LBB10:
	.loc 1 11 23
	cmp	w2, 0
	ble	.L11
	add	x3, x1, 4
	sub	w4, w2, #1
	sub	x3, x0, x3
	cmp	x3, 8
	ccmp	w4, 2, 0, hi
	bls	.L17
	lsr	w4, w2, 2
	mov	x3, 0
	dup	v3.4s, v0.s[0]
	lsl	x4, x4, 4
	.p2align 3,,7
.L14:
	.loc 1 12 21 discriminator 3
	ldr	q2, [x1, x3]
	.loc 1 12 28 discriminator 3
	ldr	q1, [x0, x3]
	.loc 1 12 25 discriminator 3
	fmla	v1.4s, v2.4s, v3.4s
	.loc 1 12 14 discriminator 3
	str	q1, [x0, x3]
	add	x3, x3, 16
	cmp	x3, x4
	bne	.L14
	and	w3, w2, -4
	tst	x2, 3
	beq	.L11
	.loc 1 12 21
	uxtw	x5, w3
	.loc 1 11 29
	add	w6, w3, 1
	.loc 1 12 21
	lsl	x4, x5, 2
	.loc 1 12 25
	ldr	s2, [x1, x5, lsl 2]
	ldr	s1, [x0, x5, lsl 2]
	fmadd	s1, s2, s0, s1
	.loc 1 12 14
	str	s1, [x0, x5, lsl 2]
	.loc 1 11 23
	cmp	w2, w6
	ble	.L11
	.loc 1 12 21
	add	x5, x4, 4
	.loc 1 11 29
	add	w3, w3, 2
	.loc 1 12 25
	ldr	s2, [x1, x5]
	ldr	s1, [x0, x5]
	fmadd	s1, s0, s2, s1
	.loc 1 12 14
	str	s1, [x0, x5]
	.loc 1 11 23
	cmp	w2, w3
	ble	.L11
	.loc 1 12 21
	add	x2, x4, 8
	.loc 1 12 25
	ldr	s2, [x1, x2]
	ldr	s1, [x0, x2]
	fmadd	s0, s0, s2, s1
	.loc 1 12 14
	str	s0, [x0, x2]
.L11:
.LBE10:
	.loc 1 13 1
	ret
	.p2align 2,,3
.L17:
.LBB11:
	.loc 1 11 23
	mov	x3, 0
	.p2align 3,,7
.L13:
	.loc 1 12 25
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x0, x3, lsl 2]
	fmadd	s1, s0, s2, s1
	.loc 1 12 14
	str	s1, [x0, x3, lsl 2]
	.loc 1 11 23
	add	x3, x3, 1
	cmp	w2, w3
	bgt	.L13
.LBE11:
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
	.loc 1 16 1
	fmov	d2, d0
.LBB12:
	.loc 1 17 24
	cmp	x2, 0
	ble	.L20
	cmp	x2, 1
	beq	.L25
	lsr	x4, x2, 1
	mov	x3, 0
	dup	v0.2d, v0.d[0]
	lsl	x4, x4, 4
	.p2align 3,,7
.L23:
	.loc 1 18 25 discriminator 3
	ldr	q1, [x1, x3]
	.loc 1 18 20 discriminator 3
	fmul	v1.2d, v1.2d, v0.2d
	.loc 1 18 16 discriminator 3
	str	q1, [x0, x3]
	add	x3, x3, 16
	cmp	x4, x3
	bne	.L23
	and	x3, x2, -2
	tbz	x2, 0, .L20
.L22:
	.loc 1 18 20
	ldr	d0, [x1, x3, lsl 3]
	fmul	d0, d0, d2
	.loc 1 18 16
	str	d0, [x0, x3, lsl 3]
.L20:
.LBE12:
	.loc 1 19 1
	ret
.L25:
.LBB13:
	.loc 1 17 15
	mov	x3, 0
	b	.L22
.LBE13:
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
.LBB14:
	.loc 1 23 27
	subs	w7, w2, #1
	bmi	.L27
	cmp	w7, 2
	bls	.L32
	lsr	w6, w2, 2
	.loc 1 24 29
	adrp	x3, .LC0
	add	x5, x1, w2, sxtw 2
	lsl	x6, x6, 4
	sub	x5, x5, #16
	ldr	q2, [x3, #:lo12:.LC0]
	.loc 1 23 27
	mov	x3, 0
	.p2align 3,,7
.L30:
	.loc 1 24 29 discriminator 3
	neg	x4, x3
	ldr	q0, [x5, x4]
	mov	v1.16b, v0.16b
	tbl	v0.16b, {v0.16b - v1.16b}, v2.16b
	.loc 1 24 24 discriminator 3
	str	q0, [x0, x3]
	add	x3, x3, 16
	cmp	x3, x6
	bne	.L30
	and	w4, w2, -4
	sub	w3, w7, w4
	cmp	w2, w4
	beq	.L27
.L29:
	.loc 1 24 19
	sub	w4, w7, w3
	.loc 1 24 24
	ldr	w5, [x1, w3, sxtw 2]
	.loc 1 24 29
	sbfiz	x6, x3, 2, 32
	.loc 1 24 24
	str	w5, [x0, w4, sxtw 2]
	.loc 1 23 27
	cbz	w3, .L27
	.loc 1 24 29
	add	x1, x1, x6
	.loc 1 24 19
	sub	w2, w2, w3
	.loc 1 23 34
	sub	w5, w3, #2
	.loc 1 24 24
	ldr	w4, [x1, -4]
	str	w4, [x0, w2, sxtw 2]
	.loc 1 23 27
	cmp	w3, 1
	beq	.L27
	.loc 1 24 19
	sub	w7, w7, w5
	.loc 1 24 24
	ldr	w1, [x1, -8]
	str	w1, [x0, w7, sxtw 2]
.L27:
.LBE14:
	.loc 1 25 1
	ret
.L32:
.LBB15:
	.loc 1 23 27
	mov	w3, w7
	b	.L29
.LBE15:
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
.LBB16:
	.loc 1 29 23
	cmp	w1, 0
	ble	.L40
	sub	w3, w1, #1
	cmp	w3, 14
	bls	.L45
	lsr	w4, w1, 4
	add	x5, x0, 16
	sub	w4, w4, #1
	dup	v3.4s, w2
.LBB17:
	.loc 1 31 30
	movi	v2.4s, 0xff
	mov	x3, x0
	add	x4, x5, w4, uxtw 4
	.p2align 3,,7
.L43:
	.loc 1 30 18 discriminator 3
	ldr	q0, [x3]
	uxtl	v1.8h, v0.8b
	uxtl2	v0.8h, v0.16b
	.loc 1 30 13 discriminator 3
	uaddw	v5.4s, v3.4s, v1.4h
	uaddw	v4.4s, v3.4s, v0.4h
	uaddw2	v1.4s, v3.4s, v1.8h
	uaddw2	v0.4s, v3.4s, v0.8h
	.loc 1 31 30 discriminator 3
	smin	v5.4s, v5.4s, v2.4s
	smin	v4.4s, v4.4s, v2.4s
	smin	v1.4s, v1.4s, v2.4s
	smin	v0.4s, v0.4s, v2.4s
	.loc 1 31 14 discriminator 3
	xtn	v6.4h, v5.4s
	xtn2	v6.8h, v1.4s
	xtn	v1.4h, v4.4s
	xtn2	v1.8h, v0.4s
	xtn	v0.8b, v6.8h
	xtn2	v0.16b, v1.8h
	str	q0, [x3], 16
	cmp	x3, x4
	bne	.L43
	and	w3, w1, -16
	tst	x1, 15
	beq	.L40
.L42:
	.loc 1 30 18
	ldrb	w5, [x0, w3, sxtw]
	.loc 1 31 30
	mov	w4, 255
.LBE17:
	.loc 1 29 29
	add	w6, w3, 1
.LBB18:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w3, sxtw]
.LBE18:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB19:
	.loc 1 30 18
	ldrb	w5, [x0, w6, sxtw]
.LBE19:
	.loc 1 29 29
	add	w7, w3, 2
.LBB20:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w6, sxtw]
.LBE20:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB21:
	.loc 1 30 18
	ldrb	w5, [x0, w7, sxtw]
.LBE21:
	.loc 1 29 29
	add	w6, w3, 3
.LBB22:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w7, sxtw]
.LBE22:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB23:
	.loc 1 30 18
	ldrb	w5, [x0, w6, sxtw]
.LBE23:
	.loc 1 29 29
	add	w7, w3, 4
.LBB24:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w6, sxtw]
.LBE24:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB25:
	.loc 1 30 18
	ldrb	w5, [x0, w7, sxtw]
.LBE25:
	.loc 1 29 29
	add	w6, w3, 5
.LBB26:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w7, sxtw]
.LBE26:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB27:
	.loc 1 30 18
	ldrb	w5, [x0, w6, sxtw]
.LBE27:
	.loc 1 29 29
	add	w7, w3, 6
.LBB28:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w6, sxtw]
.LBE28:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB29:
	.loc 1 30 18
	ldrb	w5, [x0, w7, sxtw]
.LBE29:
	.loc 1 29 29
	add	w6, w3, 7
.LBB30:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w7, sxtw]
.LBE30:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB31:
	.loc 1 30 18
	ldrb	w5, [x0, w6, sxtw]
.LBE31:
	.loc 1 29 29
	add	w7, w3, 8
.LBB32:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w6, sxtw]
.LBE32:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB33:
	.loc 1 30 18
	ldrb	w5, [x0, w7, sxtw]
.LBE33:
	.loc 1 29 29
	add	w6, w3, 9
.LBB34:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w7, sxtw]
.LBE34:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB35:
	.loc 1 30 18
	ldrb	w5, [x0, w6, sxtw]
.LBE35:
	.loc 1 29 29
	add	w7, w3, 10
.LBB36:
	.loc 1 30 13
	add	w5, w5, w2
	.loc 1 31 30
	cmp	w5, w4
	csel	w5, w5, w4, le
	.loc 1 31 14
	strb	w5, [x0, w6, sxtw]
.LBE36:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB37:
	.loc 1 30 18
	ldrb	w4, [x0, w7, sxtw]
	.loc 1 31 30
	mov	w5, 255
.LBE37:
	.loc 1 29 29
	add	w6, w3, 11
.LBB38:
	.loc 1 30 13
	add	w4, w4, w2
	.loc 1 31 30
	cmp	w4, w5
	csel	w4, w4, w5, le
	.loc 1 31 14
	strb	w4, [x0, w7, sxtw]
.LBE38:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB39:
	.loc 1 30 18
	ldrb	w4, [x0, w6, sxtw]
.LBE39:
	.loc 1 29 29
	add	w7, w3, 12
.LBB40:
	.loc 1 30 13
	add	w4, w4, w2
	.loc 1 31 30
	cmp	w4, w5
	csel	w4, w4, w5, le
	.loc 1 31 14
	strb	w4, [x0, w6, sxtw]
.LBE40:
	.loc 1 29 23
	cmp	w1, w7
	ble	.L40
.LBB41:
	.loc 1 30 18
	ldrb	w4, [x0, w7, sxtw]
.LBE41:
	.loc 1 29 29
	add	w6, w3, 13
.LBB42:
	.loc 1 30 13
	add	w4, w4, w2
	.loc 1 31 30
	cmp	w4, w5
	csel	w4, w4, w5, le
	.loc 1 31 14
	strb	w4, [x0, w7, sxtw]
.LBE42:
	.loc 1 29 23
	cmp	w1, w6
	ble	.L40
.LBB43:
	.loc 1 30 18
	ldrb	w4, [x0, w6, sxtw]
.LBE43:
	.loc 1 29 29
	add	w3, w3, 14
.LBB44:
	.loc 1 30 13
	add	w4, w4, w2
	.loc 1 31 30
	cmp	w4, w5
	csel	w4, w4, w5, le
	.loc 1 31 14
	strb	w4, [x0, w6, sxtw]
.LBE44:
	.loc 1 29 23
	cmp	w1, w3
	ble	.L40
.LBB45:
	.loc 1 30 18
	ldrb	w1, [x0, w3, sxtw]
	.loc 1 30 13
	add	w1, w1, w2
	.loc 1 31 30
	cmp	w1, w5
	csel	w1, w1, w5, le
	.loc 1 31 14
	strb	w1, [x0, w3, sxtw]
.L40:
.LBE45:
.LBE16:
	.loc 1 33 1
	ret
.L45:
.LBB46:
	.loc 1 29 14
	mov	w3, 0
	b	.L42
.LBE46:
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
.LBB47:
	.loc 1 38 23
	cmp	w2, 0
	ble	.L53
	sub	w3, w2, #1
	cmp	w3, 2
	bls	.L54
	lsr	w4, w2, 2
.LBE47:
	.loc 1 37 11
	movi	v0.2s, #0
.LBB48:
	.loc 1 38 23
	mov	x3, 0
	lsl	x4, x4, 4
	.p2align 3,,7
.L50:
	.loc 1 39 22 discriminator 3
	ldr	q2, [x1, x3]
	.loc 1 39 15 discriminator 3
	ldr	q1, [x0, x3]
	add	x3, x3, 16
	.loc 1 39 19 discriminator 3
	fmul	v1.4s, v1.4s, v2.4s
	fmov	s4, s1
	dup	s3, v1.s[1]
	dup	s2, v1.s[2]
	.loc 1 39 11 discriminator 3
	dup	s1, v1.s[3]
	fadd	s0, s0, s4
	fadd	s0, s0, s3
	fadd	s0, s0, s2
	fadd	s0, s0, s1
	cmp	x4, x3
	bne	.L50
	and	w3, w2, -4
	tst	x2, 3
	beq	.L47
.L49:
	.loc 1 39 15
	sxtw	x5, w3
	.loc 1 38 29
	add	w6, w3, 1
	.loc 1 39 15
	sbfiz	x4, x3, 2, 32
	.loc 1 39 11
	ldr	s2, [x0, x5, lsl 2]
	ldr	s1, [x1, x5, lsl 2]
	fmadd	s0, s2, s1, s0
	.loc 1 38 23
	cmp	w2, w6
	ble	.L47
	.loc 1 39 15
	add	x5, x4, 4
	.loc 1 38 29
	add	w3, w3, 2
	.loc 1 39 11
	ldr	s2, [x0, x5]
	ldr	s1, [x1, x5]
	fmadd	s0, s2, s1, s0
	.loc 1 38 23
	cmp	w2, w3
	ble	.L47
	.loc 1 39 15
	add	x4, x4, 8
	.loc 1 39 11
	ldr	s2, [x1, x4]
	ldr	s1, [x0, x4]
	fmadd	s0, s2, s1, s0
.L47:
.LBE48:
	.loc 1 41 1
	ret
	.p2align 2,,3
.L53:
	.loc 1 37 11
	movi	v0.2s, #0
	.loc 1 41 1
	ret
.L54:
	.loc 1 37 11
	movi	v0.2s, #0
.LBB49:
	.loc 1 38 14
	mov	w3, 0
	b	.L49
.LBE49:
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
	.loc 1 44 1
	mov	x5, x0
	.loc 1 45 9
	ldr	w0, [x0]
.LBB50:
	.loc 1 46 23
	cmp	w2, 1
	ble	.L57
	sub	w3, w2, #2
	sub	w6, w2, #1
	cmp	w3, 2
	bls	.L71
	lsr	w4, w6, 2
	add	x7, x5, 20
	sub	w4, w4, #1
	dup	v0.4s, w0
	add	x3, x5, 4
	add	x4, x7, w4, uxtw 4
	.p2align 3,,7
.L59:
	.loc 1 47 14
	ldr	q1, [x3], 16
	smin	v0.4s, v0.4s, v1.4s
	cmp	x3, x4
	bne	.L59
	sminv	s0, v0.4s
	and	w4, w6, -4
	add	w3, w4, 1
	fmov	w0, s0
	cmp	w6, w4
	beq	.L63
.L58:
	ldr	w6, [x5, w3, sxtw 2]
	.loc 1 46 29
	add	w4, w3, 1
	.loc 1 47 14
	sbfiz	x7, x3, 2, 32
	cmp	w0, w6
	csel	w0, w0, w6, le
	.loc 1 46 23
	cmp	w2, w4
	ble	.L64
	.loc 1 47 14
	add	x5, x5, x7
	.loc 1 46 29
	add	w3, w3, 2
	ldr	w4, [x5, 4]
	cmp	w0, w4
	csel	w0, w0, w4, le
	.loc 1 46 23
	cmp	w2, w3
	ble	.L64
	ldr	w3, [x5, 8]
	cmp	w0, w3
	csel	w0, w0, w3, le
.L63:
	cmp	w2, 0
	csinc	w5, w2, wzr, gt
.L62:
	lsr	w4, w5, 2
	add	x6, x1, 16
	sub	w4, w4, #1
	dup	v1.4s, w0
	mov	x3, x1
	add	x4, x6, w4, uxtw 4
	.p2align 3,,7
.L67:
.LBE50:
.LBB51:
	.loc 1 50 14 discriminator 3
	ldr	q0, [x3]
	sub	v0.4s, v0.4s, v1.4s
	str	q0, [x3], 16
	cmp	x4, x3
	bne	.L67
	and	w3, w5, -4
	tst	x5, 3
	beq	.L56
	.loc 1 50 14 is_stmt 0
	sxtw	x6, w3
	.loc 1 49 29 is_stmt 1
	add	w4, w3, 1
	.loc 1 50 14
	sbfiz	x3, x3, 2, 32
	ldr	w5, [x1, x6, lsl 2]
	sub	w5, w5, w0
	str	w5, [x1, x6, lsl 2]
	.loc 1 49 23
	cmp	w2, w4
	ble	.L56
.L70:
	.loc 1 50 14
	add	x6, x3, 4
	.loc 1 49 29
	add	w4, w4, 1
	.loc 1 50 14
	ldr	w5, [x1, x6]
	sub	w5, w5, w0
	str	w5, [x1, x6]
	.loc 1 49 23
	cmp	w2, w4
	ble	.L56
	.loc 1 50 14
	add	x3, x3, 8
	ldr	w2, [x1, x3]
	sub	w2, w2, w0
	str	w2, [x1, x3]
.L56:
.LBE51:
	.loc 1 52 1
	ret
	.p2align 2,,3
.L64:
	cmp	w2, 0
	mov	w4, 1
	csel	w5, w2, w4, gt
	cmp	w2, 3
	bgt	.L62
.LBB52:
	.loc 1 50 14
	ldr	w5, [x1]
	mov	x3, 0
	sub	w5, w5, w0
	str	w5, [x1]
	b	.L70
	.p2align 2,,3
.L57:
	.loc 1 49 23
	bne	.L56
	.loc 1 50 14
	ldr	w2, [x1]
	sub	w2, w2, w0
	str	w2, [x1]
.LBE52:
	.loc 1 52 1
	ret
	.p2align 2,,3
.L71:
.LBB53:
	.loc 1 46 14
	mov	w3, 1
	b	.L58
.LBE53:
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
.LBB54:
	.loc 1 56 23
	cmp	w2, 0
	ble	.L75
	cbnz	w3, .L77
	sub	w4, w2, #1
	cmp	w4, 2
	bls	.L78
	lsr	w4, w2, 2
	mov	x3, 0
	lsl	x4, x4, 4
	.p2align 3,,7
.L79:
	.loc 1 58 18
	ldr	q0, [x0, x3]
	.loc 1 58 22
	ldr	q1, [x1, x3]
	.loc 1 60 18
	add	v0.4s, v0.4s, v1.4s
	.loc 1 58 18
	str	q0, [x0, x3]
	add	x3, x3, 16
	cmp	x4, x3
	bne	.L79
	and	w3, w2, -4
	tst	x2, 3
	beq	.L75
.L78:
	sxtw	x6, w3
	.loc 1 56 29
	add	w5, w3, 1
	.loc 1 58 18
	sbfiz	x4, x3, 2, 32
	.loc 1 60 18
	ldr	w7, [x0, x6, lsl 2]
	ldr	w8, [x1, x6, lsl 2]
	add	w7, w7, w8
	.loc 1 58 18
	str	w7, [x0, x6, lsl 2]
	.loc 1 56 23
	cmp	w2, w5
	ble	.L75
	.loc 1 58 18
	add	x5, x4, 4
	.loc 1 56 29
	add	w3, w3, 2
	.loc 1 60 18
	ldr	w6, [x0, x5]
	ldr	w7, [x1, x5]
	add	w6, w6, w7
	.loc 1 58 18
	str	w6, [x0, x5]
	.loc 1 56 23
	cmp	w3, w2
	bge	.L75
	.loc 1 58 18
	add	x2, x4, 8
	.loc 1 60 18
	ldr	w3, [x1, x2]
	ldr	w1, [x0, x2]
	add	w1, w1, w3
	.loc 1 58 18
	str	w1, [x0, x2]
.L75:
.LBE54:
	.loc 1 61 1
	ret
	.p2align 2,,3
.L77:
	sub	w3, w2, #1
	cmp	w3, 2
	bls	.L87
	lsr	w4, w2, 2
.LBB55:
	.loc 1 56 23
	mov	x3, 0
	lsl	x4, x4, 4
	.p2align 3,,7
.L84:
	.loc 1 58 18
	ldr	q0, [x0, x3]
	.loc 1 58 22
	ldr	q1, [x1, x3]
	.loc 1 58 18
	sub	v0.4s, v0.4s, v1.4s
	str	q0, [x0, x3]
	add	x3, x3, 16
	cmp	x3, x4
	bne	.L84
	and	w3, w2, -4
	tst	x2, 3
	beq	.L75
.L83:
	sxtw	x6, w3
	.loc 1 56 29
	add	w5, w3, 1
	.loc 1 58 18
	sbfiz	x4, x3, 2, 32
	ldr	w7, [x0, x6, lsl 2]
	ldr	w8, [x1, x6, lsl 2]
	sub	w7, w7, w8
	str	w7, [x0, x6, lsl 2]
	.loc 1 56 23
	cmp	w2, w5
	ble	.L75
	.loc 1 58 18
	add	x5, x4, 4
	.loc 1 56 29
	add	w3, w3, 2
	.loc 1 58 18
	ldr	w6, [x0, x5]
	ldr	w7, [x1, x5]
	sub	w6, w6, w7
	str	w6, [x0, x5]
	.loc 1 56 23
	cmp	w2, w3
	ble	.L75
	.loc 1 58 18
	add	x2, x4, 8
	ldr	w3, [x1, x2]
	ldr	w1, [x0, x2]
	sub	w1, w1, w3
	str	w1, [x0, x2]
.LBE55:
	.loc 1 61 1
	ret
.L87:
.LBB56:
	.loc 1 56 14
	mov	w3, 0
	b	.L83
.LBE56:
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
	.loc 1 72 1
	mov	x6, x0
.LBB57:
.LBB58:
.LBB59:
	.loc 1 66 23
	cmp	w1, 0
	ble	.L99
	sub	w0, w1, #1
	cmp	w0, 2
	bls	.L100
	lsr	w5, w1, 1
	add	x0, x6, 16
	sub	w5, w5, #1
	mov	x4, x6
	movi	v0.4s, 0
	add	x5, x0, w5, uxtw 4
	.p2align 3,,7
.L93:
	.loc 1 67 15
	ldr	q1, [x4], 16
	.loc 1 67 11
	eor	v0.16b, v0.16b, v1.16b
	cmp	x4, x5
	bne	.L93
	movi	v1.4s, 0
	and	w4, w1, -2
	ext	v1.16b, v0.16b, v1.16b, #8
	eor	v0.16b, v1.16b, v0.16b
	fmov	x0, d0
	tbz	x1, 0, .L91
.L92:
	ldr	x7, [x6, w4, sxtw 3]
	.loc 1 66 29
	add	w5, w4, 1
	.loc 1 67 15
	sbfiz	x8, x4, 3, 32
	.loc 1 67 11
	eor	x0, x0, x7
	.loc 1 66 23
	cmp	w1, w5
	ble	.L91
	.loc 1 67 15
	add	x6, x6, x8
	.loc 1 66 29
	add	w4, w4, 2
	.loc 1 67 11
	ldr	x5, [x6, 8]
	eor	x0, x0, x5
	.loc 1 66 23
	cmp	w1, w4
	ble	.L91
	.loc 1 67 11
	ldr	x1, [x6, 16]
	eor	x0, x0, x1
.L91:
.LBE59:
.LBE58:
.LBE57:
.LBB62:
.LBB63:
.LBB64:
	.loc 1 66 23
	cmp	w3, 0
	ble	.L90
	sub	w1, w3, #1
	cmp	w1, 2
	bls	.L101
	lsr	w4, w3, 1
	add	x5, x2, 16
	sub	w4, w4, #1
	mov	x1, x2
	movi	v0.4s, 0
	add	x4, x5, w4, uxtw 4
	.p2align 3,,7
.L97:
	.loc 1 67 15
	ldr	q1, [x1], 16
	.loc 1 67 11
	eor	v0.16b, v0.16b, v1.16b
	cmp	x4, x1
	bne	.L97
	movi	v1.4s, 0
	and	w1, w3, -2
	ext	v1.16b, v0.16b, v1.16b, #8
	eor	v0.16b, v1.16b, v0.16b
	tbz	x3, 0, .L98
.L96:
	ldr	d1, [x2, w1, sxtw 3]
	.loc 1 66 29
	add	w4, w1, 1
	.loc 1 67 15
	sbfiz	x5, x1, 3, 32
	.loc 1 67 11
	eor	v0.8b, v0.8b, v1.8b
	.loc 1 66 23
	cmp	w3, w4
	ble	.L98
	.loc 1 67 15
	add	x2, x2, x5
	.loc 1 66 29
	add	w1, w1, 2
	.loc 1 67 11
	ldr	d1, [x2, 8]
	eor	v0.8b, v0.8b, v1.8b
	.loc 1 66 23
	cmp	w3, w1
	ble	.L98
	.loc 1 67 11
	ldr	x1, [x2, 16]
	fmov	d1, x1
	eor	v0.8b, v0.8b, v1.8b
.L98:
.LBE64:
.LBE63:
.LBE62:
	.loc 1 73 27
	fmov	x1, d0
	sub	x0, x0, x1
.L90:
	.loc 1 74 1
	ret
	.p2align 2,,3
.L99:
.LBB67:
.LBB61:
	.loc 1 65 10
	mov	x0, 0
	b	.L91
.L100:
	mov	x0, 0
.LBB60:
	.loc 1 66 14
	mov	w4, 0
	b	.L92
.L101:
.LBE60:
.LBE61:
.LBE67:
.LBB68:
.LBB66:
	.loc 1 65 10
	fmov	d0, xzr
.LBB65:
	.loc 1 66 14
	mov	w1, 0
	b	.L96
.LBE65:
.LBE66:
.LBE68:
	.cfi_endproc
.LFE9:
	.size	both, .-both
	.section	.rodata.cst16,"aM",@progbits,16
	.align	4
.LC0:
	.byte	12
	.byte	13
	.byte	14
	.byte	15
	.byte	8
	.byte	9
	.byte	10
	.byte	11
	.byte	4
	.byte	5
	.byte	6
	.byte	7
	.byte	0
	.byte	1
	.byte	2
	.byte	3
	.text
.Letext0:
