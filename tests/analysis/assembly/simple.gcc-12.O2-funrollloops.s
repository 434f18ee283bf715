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
.LBB8:
	.loc 1 4 23
	cmp	w1, 0
	ble	.L4
	sbfiz	x3, x1, 2, 32
	add	x4, x0, w1, sxtw 2
	sub	x5, x3, #4
	mov	x2, x0
.LBE8:
	.loc 1 3 9
	mov	w0, 0
	lsr	x1, x5, 2
	add	x6, x1, 1
	ands	x7, x6, 7
	beq	.L3
	cmp	x7, 1
	beq	.L27
	cmp	x7, 2
	beq	.L28
	cmp	x7, 3
	beq	.L29
	cmp	x7, 4
	beq	.L30
	cmp	x7, 5
	beq	.L31
	cmp	x7, 6
	bne	.L42
.L32:
.LBB9:
	.loc 1 5 15
	ldr	w8, [x2], 4
	add	w0, w0, w8
.L31:
	ldr	w9, [x2], 4
	add	w0, w0, w9
.L30:
	ldr	w10, [x2], 4
	add	w0, w0, w10
.L29:
	ldr	w11, [x2], 4
	add	w0, w0, w11
.L28:
	ldr	w12, [x2], 4
	add	w0, w0, w12
.L27:
	ldr	w13, [x2], 4
	add	w0, w0, w13
	.loc 1 4 23
	cmp	x2, x4
	beq	.L1
.L3:
	.loc 1 5 15 discriminator 3
	mov	x14, x2
	ldr	w17, [x2, 4]
	ldp	w18, w3, [x2, 12]
	ldr	w15, [x14], 4
	ldp	w1, w5, [x2, 20]
	add	w0, w0, w15
	add	w6, w0, w17
	ldr	w12, [x2, 28]
	ldr	w16, [x14, 4]
	.loc 1 4 23 discriminator 3
	add	x2, x2, 32
	.loc 1 5 15 discriminator 3
	add	w7, w6, w16
	add	w8, w7, w18
	add	w9, w8, w3
	add	w10, w9, w1
	add	w11, w10, w5
	add	w0, w11, w12
	.loc 1 4 23 discriminator 3
	cmp	x2, x4
	bne	.L3
.L1:
.LBE9:
	.loc 1 7 1
	ret
	.p2align 2,,3
.L42:
.LBB10:
	.loc 1 5 15
	ldr	w0, [x2], 4
	b	.L32
	.p2align 2,,3
.L4:
.LBE10:
	.loc 1 3 9
	mov	w0, 0
	.loc 1 7 1
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
.LBB11:
	.loc 1 11 23
	cmp	w2, 0
	ble	.L43
	sbfiz	x4, x2, 2, 32
	mov	x2, 0
	sub	x3, x4, #4
	lsr	x5, x3, 2
	add	x6, x5, 1
	ands	x7, x6, 7
	beq	.L45
	cmp	x7, 1
	beq	.L68
	cmp	x7, 2
	beq	.L69
	cmp	x7, 3
	beq	.L70
	cmp	x7, 4
	beq	.L71
	cmp	x7, 5
	beq	.L72
	cmp	x7, 6
	bne	.L82
.L73:
	.loc 1 12 25
	ldr	s4, [x1, x2]
	ldr	s5, [x0, x2]
	fmadd	s6, s4, s0, s5
	.loc 1 12 14
	str	s6, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
.L72:
	.loc 1 12 25
	ldr	s7, [x1, x2]
	ldr	s16, [x0, x2]
	fmadd	s17, s7, s0, s16
	.loc 1 12 14
	str	s17, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
.L71:
	.loc 1 12 25
	ldr	s18, [x1, x2]
	ldr	s19, [x0, x2]
	fmadd	s20, s18, s0, s19
	.loc 1 12 14
	str	s20, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
.L70:
	.loc 1 12 25
	ldr	s21, [x1, x2]
	ldr	s22, [x0, x2]
	fmadd	s23, s21, s0, s22
	.loc 1 12 14
	str	s23, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
.L69:
	.loc 1 12 25
	ldr	s24, [x1, x2]
	ldr	s25, [x0, x2]
	fmadd	s26, s24, s0, s25
	.loc 1 12 14
	str	s26, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
.L68:
	.loc 1 12 25
	ldr	s27, [x1, x2]
	ldr	s28, [x0, x2]
	fmadd	s29, s27, s0, s28
	.loc 1 12 14
	str	s29, [x0, x2]
	.loc 1 11 23
	add	x2, x2, 4
	cmp	x4, x2
	beq	.L43
.L45:
	.loc 1 12 25 discriminator 3
	ldr	s30, [x1, x2]
	.loc 1 11 23 discriminator 3
	add	x11, x2, 4
	.loc 1 12 25 discriminator 3
	ldr	s31, [x0, x2]
	.loc 1 11 23 discriminator 3
	add	x10, x2, 8
	add	x9, x2, 12
	add	x8, x2, 16
	.loc 1 12 25 discriminator 3
	fmadd	s1, s30, s0, s31
	.loc 1 11 23 discriminator 3
	add	x12, x2, 20
	add	x13, x2, 24
	add	x14, x2, 28
	.loc 1 12 14 discriminator 3
	str	s1, [x0, x2]
	.loc 1 11 23 discriminator 3
	add	x2, x2, 32
	.loc 1 12 25 discriminator 3
	ldr	s2, [x1, x11]
	ldr	s3, [x0, x11]
	fmadd	s4, s2, s0, s3
	.loc 1 12 14 discriminator 3
	str	s4, [x0, x11]
	.loc 1 12 25 discriminator 3
	ldr	s5, [x1, x10]
	ldr	s6, [x0, x10]
	fmadd	s7, s5, s0, s6
	.loc 1 12 14 discriminator 3
	str	s7, [x0, x10]
	.loc 1 12 25 discriminator 3
	ldr	s16, [x1, x9]
	ldr	s17, [x0, x9]
	fmadd	s18, s16, s0, s17
	.loc 1 12 14 discriminator 3
	str	s18, [x0, x9]
	.loc 1 12 25 discriminator 3
	ldr	s19, [x1, x8]
	ldr	s20, [x0, x8]
	fmadd	s21, s19, s0, s20
	.loc 1 12 14 discriminator 3
	str	s21, [x0, x8]
	.loc 1 12 25 discriminator 3
	ldr	s22, [x1, x12]
	ldr	s23, [x0, x12]
	fmadd	s24, s22, s0, s23
	.loc 1 12 14 discriminator 3
	str	s24, [x0, x12]
	.loc 1 12 25 discriminator 3
	ldr	s25, [x1, x13]
	ldr	s26, [x0, x13]
	fmadd	s27, s25, s0, s26
	.loc 1 12 14 discriminator 3
	str	s27, [x0, x13]
	.loc 1 12 25 discriminator 3
	ldr	s28, [x1, x14]
	ldr	s29, [x0, x14]
	fmadd	s30, s28, s0, s29
	.loc 1 12 14 discriminator 3
	str	s30, [x0, x14]
	.loc 1 11 23 discriminator 3
	cmp	x4, x2
	bne	.L45
.L43:
.LBE11:
	.loc 1 13 1
	ret
	.p2align 2,,3
.L82:
.LBB12:
	.loc 1 12 25
	ldr	s2, [x1]
	.loc 1 11 23
	mov	x2, 4
	.loc 1 12 25
	ldr	s1, [x0]
	fmadd	s3, s2, s0, s1
	.loc 1 12 14
	str	s3, [x0]
	b	.L73
.LBE12:
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
.LBB13:
	.loc 1 17 24
	cmp	x2, 0
	ble	.L83
	ands	x4, x2, 7
	.loc 1 17 15
	mov	x3, 0
	beq	.L85
	cmp	x4, 1
	beq	.L108
	cmp	x4, 2
	beq	.L109
	cmp	x4, 3
	beq	.L110
	cmp	x4, 4
	beq	.L111
	cmp	x4, 5
	beq	.L112
	cmp	x4, 6
	bne	.L122
.L113:
	.loc 1 18 20
	ldr	d3, [x1, x3, lsl 3]
	fmul	d4, d3, d0
	.loc 1 18 16
	str	d4, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
.L112:
	.loc 1 18 20
	ldr	d5, [x1, x3, lsl 3]
	fmul	d6, d5, d0
	.loc 1 18 16
	str	d6, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
.L111:
	.loc 1 18 20
	ldr	d7, [x1, x3, lsl 3]
	fmul	d16, d7, d0
	.loc 1 18 16
	str	d16, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
.L110:
	.loc 1 18 20
	ldr	d17, [x1, x3, lsl 3]
	fmul	d18, d17, d0
	.loc 1 18 16
	str	d18, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
.L109:
	.loc 1 18 20
	ldr	d19, [x1, x3, lsl 3]
	fmul	d20, d19, d0
	.loc 1 18 16
	str	d20, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
.L108:
	.loc 1 18 20
	ldr	d21, [x1, x3, lsl 3]
	fmul	d22, d21, d0
	.loc 1 18 16
	str	d22, [x0, x3, lsl 3]
	.loc 1 17 29
	add	x3, x3, 1
	.loc 1 17 24
	cmp	x2, x3
	beq	.L83
.L85:
	.loc 1 17 29 discriminator 3
	add	x11, x3, 1
	add	x10, x3, 2
	.loc 1 18 20 discriminator 3
	ldr	d23, [x1, x3, lsl 3]
	.loc 1 17 29 discriminator 3
	add	x9, x3, 3
	add	x8, x3, 4
	add	x7, x3, 5
	.loc 1 18 20 discriminator 3
	ldr	d24, [x1, x11, lsl 3]
	.loc 1 17 29 discriminator 3
	add	x6, x3, 6
	.loc 1 18 20 discriminator 3
	ldr	d26, [x1, x10, lsl 3]
	fmul	d25, d23, d0
	ldr	d27, [x1, x9, lsl 3]
	.loc 1 17 29 discriminator 3
	add	x5, x3, 7
	.loc 1 18 20 discriminator 3
	ldr	d28, [x1, x8, lsl 3]
	fmul	d29, d24, d0
	ldr	d30, [x1, x7, lsl 3]
	fmul	d31, d26, d0
	ldr	d2, [x1, x6, lsl 3]
	fmul	d5, d27, d0
	ldr	d1, [x1, x5, lsl 3]
	fmul	d4, d28, d0
	.loc 1 18 16 discriminator 3
	str	d25, [x0, x3, lsl 3]
	.loc 1 18 20 discriminator 3
	fmul	d3, d30, d0
	.loc 1 18 16 discriminator 3
	str	d29, [x0, x11, lsl 3]
	.loc 1 18 20 discriminator 3
	fmul	d6, d2, d0
	.loc 1 18 16 discriminator 3
	str	d31, [x0, x10, lsl 3]
	.loc 1 18 20 discriminator 3
	fmul	d7, d1, d0
	.loc 1 18 16 discriminator 3
	str	d5, [x0, x9, lsl 3]
	.loc 1 17 29 discriminator 3
	add	x3, x3, 8
	.loc 1 18 16 discriminator 3
	str	d4, [x0, x8, lsl 3]
	str	d3, [x0, x7, lsl 3]
	str	d6, [x0, x6, lsl 3]
	str	d7, [x0, x5, lsl 3]
	.loc 1 17 24 discriminator 3
	cmp	x2, x3
	bne	.L85
.L83:
.LBE13:
	.loc 1 19 1
	ret
	.p2align 2,,3
.L122:
.LBB14:
	.loc 1 18 20
	ldr	d1, [x1]
	.loc 1 17 29
	mov	x3, 1
	.loc 1 18 20
	fmul	d2, d1, d0
	.loc 1 18 16
	str	d2, [x0]
	b	.L113
.LBE14:
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
.LBB15:
	.loc 1 23 27
	subs	w2, w2, #1
	bmi	.L123
	sxtw	x4, w2
	and	w3, w2, 7
	sub	x13, x4, #1
	.loc 1 24 24
	ldr	w5, [x1, x4, lsl 2]
	str	w5, [x0], 4
	.loc 1 23 27
	tbnz	w13, #31, .L123
	cbz	w3, .L125
	cmp	w3, 1
	beq	.L150
	cmp	w3, 2
	beq	.L151
	cmp	w3, 3
	beq	.L152
	cmp	w3, 4
	beq	.L153
	cmp	w3, 5
	beq	.L154
	cmp	w3, 6
	beq	.L155
	.loc 1 24 24
	ldr	w6, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w6, [x0], 4
.L155:
	ldr	w7, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w7, [x0], 4
.L154:
	ldr	w8, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w8, [x0], 4
.L153:
	ldr	w9, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w9, [x0], 4
.L152:
	ldr	w10, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w10, [x0], 4
.L151:
	ldr	w11, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w11, [x0], 4
.L150:
	ldr	w12, [x1, x13, lsl 2]
	.loc 1 23 27
	sub	x13, x13, #1
	.loc 1 24 24
	str	w12, [x0], 4
	.loc 1 23 27
	tbnz	w13, #31, .L123
.L125:
	.loc 1 24 24 discriminator 3
	mov	x14, x0
	.loc 1 23 27 discriminator 3
	sub	x15, x13, #1
	sub	x16, x13, #2
	.loc 1 24 24 discriminator 3
	ldr	w17, [x1, x13, lsl 2]
	.loc 1 23 27 discriminator 3
	sub	x18, x13, #3
	sub	x2, x13, #4
	sub	x3, x13, #5
	sub	x5, x13, #6
	sub	x10, x13, #7
	.loc 1 24 24 discriminator 3
	ldr	w4, [x1, x15, lsl 2]
	str	w17, [x14], 4
	.loc 1 23 27 discriminator 3
	sub	x13, x13, #8
	.loc 1 24 24 discriminator 3
	ldr	w9, [x1, x16, lsl 2]
	str	w4, [x0, 4]
	ldr	w8, [x1, x18, lsl 2]
	ldr	w7, [x1, x2, lsl 2]
	ldr	w6, [x1, x3, lsl 2]
	ldr	w11, [x1, x5, lsl 2]
	ldr	w12, [x1, x10, lsl 2]
	str	w9, [x14, 4]
	stp	w8, w7, [x0, 12]
	stp	w6, w11, [x0, 20]
	.loc 1 23 27 discriminator 3
	add	x0, x0, 32
	.loc 1 24 24 discriminator 3
	str	w12, [x0, -4]
	.loc 1 23 27 discriminator 3
	tbz	w13, #31, .L125
.L123:
.LBE15:
	.loc 1 25 1
	ret
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
	ble	.L163
	ands	x4, x1, 7
	add	x3, x0, w1, sxtw
.LBB17:
	.loc 1 31 30
	mov	w1, 255
	beq	.L165
	cmp	x4, 1
	beq	.L188
	cmp	x4, 2
	beq	.L189
	cmp	x4, 3
	beq	.L190
	cmp	x4, 4
	beq	.L191
	cmp	x4, 5
	beq	.L192
	cmp	x4, 6
	bne	.L202
.L193:
	.loc 1 30 18
	ldrb	w8, [x0]
	.loc 1 30 13
	add	w9, w8, w2
	.loc 1 31 30
	cmp	w9, 255
	csel	w10, w9, w1, le
	.loc 1 31 14
	strb	w10, [x0], 1
.L192:
	.loc 1 30 18
	ldrb	w11, [x0]
	.loc 1 30 13
	add	w12, w11, w2
	.loc 1 31 30
	cmp	w12, 255
	csel	w13, w12, w1, le
	.loc 1 31 14
	strb	w13, [x0], 1
.L191:
	.loc 1 30 18
	ldrb	w14, [x0]
	.loc 1 30 13
	add	w15, w14, w2
	.loc 1 31 30
	cmp	w15, 255
	csel	w16, w15, w1, le
	.loc 1 31 14
	strb	w16, [x0], 1
.L190:
	.loc 1 30 18
	ldrb	w17, [x0]
	.loc 1 30 13
	add	w18, w17, w2
	.loc 1 31 30
	cmp	w18, 255
	csel	w4, w18, w1, le
	.loc 1 31 14
	strb	w4, [x0], 1
.L189:
	.loc 1 30 18
	ldrb	w5, [x0]
	.loc 1 30 13
	add	w6, w5, w2
	.loc 1 31 30
	cmp	w6, 255
	csel	w7, w6, w1, le
	.loc 1 31 14
	strb	w7, [x0], 1
.L188:
	.loc 1 30 18
	ldrb	w8, [x0]
	.loc 1 30 13
	add	w9, w8, w2
	.loc 1 31 30
	cmp	w9, 255
	csel	w10, w9, w1, le
	.loc 1 31 14
	strb	w10, [x0], 1
.LBE17:
	.loc 1 29 23
	cmp	x3, x0
	beq	.L163
.L165:
.LBB18:
	.loc 1 30 18 discriminator 3
	ldrb	w11, [x0]
	.loc 1 31 14 discriminator 3
	mov	x12, x0
.LBE18:
	.loc 1 29 23 discriminator 3
	add	x0, x0, 8
.LBB19:
	.loc 1 30 13 discriminator 3
	add	w13, w11, w2
	.loc 1 31 30 discriminator 3
	cmp	w13, 255
	csel	w14, w13, w1, le
	.loc 1 31 14 discriminator 3
	strb	w14, [x12], 1
	.loc 1 30 18 discriminator 3
	ldrb	w15, [x0, -7]
	.loc 1 30 13 discriminator 3
	add	w16, w15, w2
	.loc 1 31 30 discriminator 3
	cmp	w16, 255
	csel	w17, w16, w1, le
	.loc 1 31 14 discriminator 3
	strb	w17, [x0, -7]
	.loc 1 30 18 discriminator 3
	ldrb	w18, [x12, 1]
	.loc 1 30 13 discriminator 3
	add	w4, w18, w2
	.loc 1 31 30 discriminator 3
	cmp	w4, 255
	csel	w5, w4, w1, le
	.loc 1 31 14 discriminator 3
	strb	w5, [x12, 1]
	.loc 1 30 18 discriminator 3
	ldrb	w6, [x0, -5]
	ldrb	w7, [x0, -4]
	ldrb	w9, [x0, -3]
	.loc 1 30 13 discriminator 3
	add	w8, w6, w2
	.loc 1 30 18 discriminator 3
	ldrb	w11, [x0, -2]
	.loc 1 31 30 discriminator 3
	cmp	w8, 255
	.loc 1 30 13 discriminator 3
	add	w10, w7, w2
	.loc 1 30 18 discriminator 3
	ldrb	w14, [x0, -1]
	.loc 1 31 30 discriminator 3
	csel	w12, w8, w1, le
	.loc 1 30 13 discriminator 3
	add	w13, w9, w2
	.loc 1 31 30 discriminator 3
	cmp	w10, 255
	.loc 1 30 13 discriminator 3
	add	w16, w11, w2
	.loc 1 31 30 discriminator 3
	csel	w15, w10, w1, le
	cmp	w13, 255
	csel	w17, w13, w1, le
	.loc 1 30 13 discriminator 3
	add	w18, w14, w2
	.loc 1 31 30 discriminator 3
	cmp	w16, 255
	.loc 1 31 14 discriminator 3
	strb	w12, [x0, -5]
	.loc 1 31 30 discriminator 3
	csel	w5, w16, w1, le
	cmp	w18, 255
	csel	w4, w18, w1, le
	.loc 1 31 14 discriminator 3
	strb	w15, [x0, -4]
	strb	w17, [x0, -3]
	strb	w5, [x0, -2]
	strb	w4, [x0, -1]
.LBE19:
	.loc 1 29 23 discriminator 3
	cmp	x3, x0
	bne	.L165
.L163:
.LBE16:
	.loc 1 33 1
	ret
	.p2align 2,,3
.L202:
.LBB21:
.LBB20:
	.loc 1 30 18
	ldrb	w5, [x0]
	.loc 1 30 13
	add	w6, w5, w2
	.loc 1 31 30
	cmp	w6, 255
	csel	w7, w6, w1, le
	.loc 1 31 14
	strb	w7, [x0], 1
	b	.L193
.LBE20:
.LBE21:
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
.LBB22:
	.loc 1 38 23
	cmp	w2, 0
	ble	.L206
	sbfiz	x4, x2, 2, 32
.LBE22:
	.loc 1 37 11
	movi	v0.2s, #0
	sub	x3, x4, #4
.LBB23:
	.loc 1 38 23
	mov	x2, 0
	lsr	x5, x3, 2
	add	x6, x5, 1
	ands	x7, x6, 7
	beq	.L205
	cmp	x7, 1
	beq	.L229
	cmp	x7, 2
	beq	.L230
	cmp	x7, 3
	beq	.L231
	cmp	x7, 4
	beq	.L232
	cmp	x7, 5
	beq	.L233
	cmp	x7, 6
	bne	.L243
.L234:
	.loc 1 39 11
	ldr	s3, [x0, x2]
	ldr	s4, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s3, s4, s0
.L233:
	ldr	s5, [x0, x2]
	ldr	s6, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s5, s6, s0
.L232:
	ldr	s7, [x0, x2]
	ldr	s16, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s7, s16, s0
.L231:
	ldr	s17, [x0, x2]
	ldr	s18, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s17, s18, s0
.L230:
	ldr	s19, [x0, x2]
	ldr	s20, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s19, s20, s0
.L229:
	ldr	s21, [x0, x2]
	ldr	s22, [x1, x2]
	.loc 1 38 23
	add	x2, x2, 4
	.loc 1 39 11
	fmadd	s0, s21, s22, s0
	.loc 1 38 23
	cmp	x4, x2
	beq	.L203
.L205:
	.loc 1 39 11 discriminator 3
	ldr	s23, [x0, x2]
	.loc 1 38 23 discriminator 3
	add	x10, x2, 4
	.loc 1 39 11 discriminator 3
	ldr	s24, [x1, x2]
	.loc 1 38 23 discriminator 3
	add	x9, x2, 8
	add	x8, x2, 12
	add	x11, x2, 16
	.loc 1 39 11 discriminator 3
	ldr	s25, [x0, x10]
	.loc 1 38 23 discriminator 3
	add	x12, x2, 20
	.loc 1 39 11 discriminator 3
	fmadd	s0, s23, s24, s0
	ldr	s26, [x1, x10]
	ldr	s27, [x0, x9]
	.loc 1 38 23 discriminator 3
	add	x13, x2, 24
	.loc 1 39 11 discriminator 3
	ldr	s28, [x1, x9]
	.loc 1 38 23 discriminator 3
	add	x14, x2, 28
	.loc 1 39 11 discriminator 3
	ldr	s29, [x0, x8]
	.loc 1 38 23 discriminator 3
	add	x2, x2, 32
	.loc 1 39 11 discriminator 3
	fmadd	s30, s25, s26, s0
	ldr	s31, [x1, x8]
	ldr	s16, [x0, x11]
	ldr	s7, [x1, x11]
	ldr	s6, [x0, x12]
	fmadd	s1, s27, s28, s30
	ldr	s5, [x1, x12]
	ldr	s4, [x0, x13]
	ldr	s3, [x1, x13]
	ldr	s2, [x0, x14]
	fmadd	s17, s29, s31, s1
	ldr	s18, [x1, x14]
	fmadd	s19, s16, s7, s17
	fmadd	s20, s6, s5, s19
	fmadd	s21, s4, s3, s20
	fmadd	s0, s2, s18, s21
	.loc 1 38 23 discriminator 3
	cmp	x4, x2
	bne	.L205
.L203:
.LBE23:
	.loc 1 41 1
	ret
	.p2align 2,,3
.L243:
.LBB24:
	.loc 1 39 11
	ldr	s2, [x0]
	.loc 1 38 23
	mov	x2, 4
	.loc 1 39 11
	ldr	s1, [x1]
	fmadd	s0, s2, s1, s0
	b	.L234
	.p2align 2,,3
.L206:
.LBE24:
	.loc 1 37 11
	movi	v0.2s, #0
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
	.loc 1 44 1
	mov	x5, x0
	.loc 1 45 9
	ldr	w0, [x0]
.LBB25:
	.loc 1 46 23
	cmp	w2, 1
	ble	.L245
	sub	w3, w2, #1
	mov	x4, 1
	ands	w6, w3, 7
	beq	.L246
	cmp	w6, 1
	beq	.L294
	cmp	w6, 2
	beq	.L295
	cmp	w6, 3
	beq	.L296
	cmp	w6, 4
	beq	.L297
	cmp	w6, 5
	beq	.L298
	cmp	w6, 6
	bne	.L323
.L299:
	ldr	w8, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w8
	csel	w0, w0, w8, le
.L298:
	ldr	w9, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w9
	csel	w0, w0, w9, le
.L297:
	ldr	w10, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w10
	csel	w0, w0, w10, le
.L296:
	ldr	w11, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w11
	csel	w0, w0, w11, le
.L295:
	ldr	w12, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w12
	csel	w0, w0, w12, le
.L294:
	ldr	w13, [x5, x4, lsl 2]
	add	x4, x4, 1
	cmp	w0, w13
	csel	w0, w0, w13, le
	cmp	w2, w4
	ble	.L247
.L246:
	add	x14, x4, 1
	ldr	w15, [x5, x4, lsl 2]
	add	x16, x4, 2
	add	x17, x4, 3
	cmp	w0, w15
	add	x18, x4, 4
	ldr	w8, [x5, x14, lsl 2]
	csel	w0, w0, w15, le
	ldr	w7, [x5, x16, lsl 2]
	add	x10, x4, 5
	cmp	w0, w8
	ldr	w6, [x5, x17, lsl 2]
	csel	w3, w0, w8, le
	ldr	w11, [x5, x18, lsl 2]
	cmp	w3, w7
	add	x9, x4, 6
	csel	w12, w3, w7, le
	ldr	w13, [x5, x10, lsl 2]
	cmp	w12, w6
	add	x14, x4, 7
	csel	w15, w12, w6, le
	ldr	w16, [x5, x9, lsl 2]
	cmp	w15, w11
	add	x4, x4, 8
	csel	w17, w15, w11, le
	ldr	w18, [x5, x14, lsl 2]
	cmp	w17, w13
	csel	w8, w17, w13, le
	cmp	w8, w16
	csel	w0, w8, w16, le
	cmp	w0, w18
	csel	w0, w0, w18, le
	cmp	w2, w4
	bgt	.L246
.L247:
	sbfiz	x5, x2, 2, 32
	add	x2, x1, w2, sxtw 2
	sub	x4, x5, #4
	lsr	x7, x4, 2
	add	x10, x7, 1
	ands	x6, x10, 7
	beq	.L249
	cmp	x6, 1
	beq	.L300
	cmp	x6, 2
	beq	.L301
	cmp	x6, 3
	beq	.L302
	cmp	x6, 4
	beq	.L303
	cmp	x6, 5
	beq	.L304
	cmp	x6, 6
	bne	.L324
.L305:
.LBE25:
.LBB26:
	.loc 1 50 14
	ldr	w9, [x1]
	sub	w12, w9, w0
	str	w12, [x1], 4
.L304:
	ldr	w13, [x1]
	sub	w14, w13, w0
	str	w14, [x1], 4
.L303:
	ldr	w15, [x1]
	sub	w16, w15, w0
	str	w16, [x1], 4
.L302:
	ldr	w17, [x1]
	sub	w18, w17, w0
	str	w18, [x1], 4
.L301:
	ldr	w8, [x1]
	sub	w5, w8, w0
	str	w5, [x1], 4
.L300:
	ldr	w4, [x1]
	sub	w7, w4, w0
	str	w7, [x1], 4
	.loc 1 49 23
	cmp	x2, x1
	beq	.L244
.L249:
	.loc 1 50 14 discriminator 3
	mov	x10, x1
	ldr	w6, [x1]
	sub	w3, w6, w0
	str	w3, [x10], 4
	ldr	w11, [x1, 4]
	sub	w9, w11, w0
	str	w9, [x1, 4]
	ldr	w12, [x10, 4]
	sub	w13, w12, w0
	str	w13, [x10, 4]
	ldp	w14, w15, [x1, 12]
	ldp	w16, w17, [x1, 20]
	sub	w8, w14, w0
	ldr	w18, [x1, 28]
	sub	w7, w15, w0
	sub	w5, w16, w0
	sub	w4, w17, w0
	sub	w10, w18, w0
	stp	w8, w7, [x1, 12]
	stp	w5, w4, [x1, 20]
	.loc 1 49 23 discriminator 3
	add	x1, x1, 32
	.loc 1 50 14 discriminator 3
	str	w10, [x1, -4]
	.loc 1 49 23 discriminator 3
	cmp	x2, x1
	bne	.L249
.L244:
.LBE26:
	.loc 1 52 1
	ret
	.p2align 2,,3
.L323:
	ldr	w7, [x5, 4]
.LBB27:
	.loc 1 46 23
	mov	x4, 2
	cmp	w0, w7
	csel	w0, w0, w7, le
	b	.L299
	.p2align 2,,3
.L324:
.LBE27:
.LBB28:
	.loc 1 50 14
	ldr	w3, [x1]
	sub	w11, w3, w0
	str	w11, [x1], 4
	b	.L305
	.p2align 2,,3
.L245:
	.loc 1 49 23
	beq	.L247
.LBE28:
	.loc 1 52 1
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
	sbfiz	x5, x2, 2, 32
.LBB29:
	.loc 1 56 23
	mov	x4, 0
	cmp	w2, 0
	ble	.L325
	sub	x2, x5, #4
	lsr	x6, x2, 2
	add	x7, x6, 1
	ands	x8, x7, 7
	beq	.L329
	cmp	x8, 1
	beq	.L355
	cmp	x8, 2
	beq	.L356
	cmp	x8, 3
	beq	.L357
	cmp	x8, 4
	beq	.L358
	cmp	x8, 5
	beq	.L359
	cmp	x8, 6
	bne	.L369
.L360:
	.loc 1 58 14
	ldr	w14, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w15, [x1, x4]
	.loc 1 58 18
	sub	w16, w14, w15
	add	w17, w14, w15
	csel	w18, w17, w16, eq
	str	w18, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
.L359:
	.loc 1 58 14
	ldr	w2, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w6, [x1, x4]
	.loc 1 58 18
	sub	w7, w2, w6
	add	w8, w2, w6
	csel	w9, w8, w7, eq
	str	w9, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
.L358:
	.loc 1 58 14
	ldr	w10, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w11, [x1, x4]
	.loc 1 58 18
	sub	w12, w10, w11
	add	w13, w10, w11
	csel	w14, w13, w12, eq
	str	w14, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
.L357:
	.loc 1 58 14
	ldr	w15, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w16, [x1, x4]
	.loc 1 58 18
	sub	w17, w15, w16
	add	w18, w15, w16
	csel	w2, w18, w17, eq
	str	w2, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
.L356:
	.loc 1 58 14
	ldr	w8, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w6, [x1, x4]
	.loc 1 58 18
	sub	w7, w8, w6
	add	w9, w8, w6
	csel	w10, w9, w7, eq
	str	w10, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
.L355:
	.loc 1 58 14
	ldr	w11, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w12, [x1, x4]
	.loc 1 58 18
	sub	w13, w11, w12
	add	w14, w11, w12
	csel	w15, w14, w13, eq
	str	w15, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
	cmp	x4, x5
	beq	.L325
.L329:
	.loc 1 58 14
	ldr	w16, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w17, [x1, x4]
	.loc 1 56 23
	add	x18, x4, 4
	add	x11, x4, 8
	add	x10, x4, 12
	.loc 1 58 18
	sub	w8, w16, w17
	add	w2, w16, w17
	csel	w6, w2, w8, eq
	str	w6, [x0, x4]
	.loc 1 58 22
	ldr	w13, [x1, x18]
	.loc 1 56 23
	add	x9, x4, 16
	.loc 1 58 14
	ldr	w15, [x0, x18]
	.loc 1 56 23
	add	x16, x4, 20
	.loc 1 58 22
	ldr	w12, [x1, x11]
	.loc 1 56 23
	add	x7, x4, 24
	.loc 1 58 18
	sub	w14, w15, w13
	add	w17, w15, w13
	csel	w8, w17, w14, eq
	str	w8, [x0, x18]
	.loc 1 58 22
	ldr	w18, [x1, x10]
	.loc 1 56 23
	add	x6, x4, 28
	.loc 1 58 14
	ldr	w2, [x0, x11]
	.loc 1 56 23
	add	x4, x4, 32
	.loc 1 58 22
	ldr	w13, [x1, x9]
	.loc 1 58 18
	sub	w15, w2, w12
	add	w12, w2, w12
	csel	w14, w12, w15, eq
	str	w14, [x0, x11]
	.loc 1 58 22
	ldr	w17, [x1, x16]
	.loc 1 58 14
	ldr	w8, [x0, x10]
	.loc 1 58 22
	ldr	w11, [x1, x7]
	.loc 1 58 18
	sub	w15, w8, w18
	add	w18, w8, w18
	csel	w2, w18, w15, eq
	str	w2, [x0, x10]
	.loc 1 58 22
	ldr	w10, [x1, x6]
	.loc 1 58 14
	ldr	w12, [x0, x9]
	.loc 1 58 18
	sub	w14, w12, w13
	add	w13, w12, w13
	csel	w8, w13, w14, eq
	str	w8, [x0, x9]
	.loc 1 58 14
	ldr	w15, [x0, x16]
	.loc 1 58 18
	sub	w9, w15, w17
	add	w17, w15, w17
	csel	w18, w17, w9, eq
	str	w18, [x0, x16]
	.loc 1 58 14
	ldr	w16, [x0, x7]
	.loc 1 58 18
	sub	w12, w16, w11
	add	w11, w16, w11
	csel	w2, w11, w12, eq
	str	w2, [x0, x7]
	.loc 1 58 14
	ldr	w14, [x0, x6]
	.loc 1 58 18
	sub	w7, w14, w10
	add	w10, w14, w10
	csel	w13, w10, w7, eq
	str	w13, [x0, x6]
	.loc 1 56 23
	cmp	x4, x5
	bne	.L329
.L325:
.LBE29:
	.loc 1 61 1
	ret
	.p2align 2,,3
.L369:
.LBB30:
	.loc 1 58 14
	ldr	w9, [x0]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w10, [x1]
	.loc 1 56 23
	mov	x4, 4
	.loc 1 58 18
	sub	w11, w9, w10
	add	w12, w9, w10
	csel	w13, w12, w11, eq
	str	w13, [x0]
	b	.L360
.LBE30:
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
.LBB31:
.LBB32:
.LBB33:
	.loc 1 66 23
	cmp	w1, 0
	ble	.L375
	sbfiz	x5, x1, 3, 32
	add	x6, x0, w1, sxtw 3
	sub	x7, x5, #8
	mov	x4, x0
.LBE33:
	.loc 1 65 10
	mov	x0, 0
	lsr	x1, x7, 3
	add	x8, x1, 1
	ands	x9, x8, 7
	beq	.L372
	cmp	x9, 1
	beq	.L420
	cmp	x9, 2
	beq	.L421
	cmp	x9, 3
	beq	.L422
	cmp	x9, 4
	beq	.L423
	cmp	x9, 5
	beq	.L424
	cmp	x9, 6
	bne	.L449
.L425:
.LBB34:
	.loc 1 67 11
	ldr	x10, [x4], 8
	eor	x0, x0, x10
.L424:
	ldr	x11, [x4], 8
	eor	x0, x0, x11
.L423:
	ldr	x12, [x4], 8
	eor	x0, x0, x12
.L422:
	ldr	x13, [x4], 8
	eor	x0, x0, x13
.L421:
	ldr	x14, [x4], 8
	eor	x0, x0, x14
.L420:
	ldr	x15, [x4], 8
	eor	x0, x0, x15
	.loc 1 66 23
	cmp	x4, x6
	beq	.L371
.L372:
	.loc 1 67 11
	mov	x16, x4
	ldp	x8, x1, [x4, 24]
	ldr	x17, [x16], 8
	ldr	x18, [x4, 8]
	eor	x0, x0, x17
	ldr	x5, [x16, 8]
	eor	x9, x0, x18
	ldp	x14, x15, [x4, 48]
	eor	x10, x9, x5
	ldr	x7, [x4, 40]
	eor	x11, x10, x8
	eor	x12, x11, x1
	.loc 1 66 23
	add	x4, x4, 64
	.loc 1 67 11
	eor	x13, x12, x7
	eor	x16, x13, x14
	eor	x0, x16, x15
	.loc 1 66 23
	cmp	x4, x6
	bne	.L372
.L371:
.LBE34:
.LBE32:
.LBE31:
.LBB38:
.LBB39:
.LBB40:
	cmp	w3, 0
	ble	.L370
	sbfiz	x6, x3, 3, 32
.LBE40:
	.loc 1 65 10
	mov	x1, 0
	sub	x17, x6, #8
	add	x3, x2, w3, sxtw 3
	lsr	x18, x17, 3
	add	x8, x18, 1
	ands	x9, x8, 7
	beq	.L374
	cmp	x9, 1
	beq	.L426
	cmp	x9, 2
	beq	.L427
	cmp	x9, 3
	beq	.L428
	cmp	x9, 4
	beq	.L429
	cmp	x9, 5
	beq	.L430
	cmp	x9, 6
	bne	.L450
.L431:
.LBB41:
	.loc 1 67 11
	ldr	x7, [x2], 8
	eor	x1, x1, x7
.L430:
	ldr	x5, [x2], 8
	eor	x1, x1, x5
.L429:
	ldr	x10, [x2], 8
	eor	x1, x1, x10
.L428:
	ldr	x11, [x2], 8
	eor	x1, x1, x11
.L427:
	ldr	x12, [x2], 8
	eor	x1, x1, x12
.L426:
	ldr	x13, [x2], 8
	eor	x1, x1, x13
	.loc 1 66 23
	cmp	x3, x2
	beq	.L448
.L374:
	.loc 1 67 11
	mov	x14, x2
	ldr	x4, [x2, 8]
	ldr	x15, [x14], 8
	ldp	x7, x10, [x2, 32]
	eor	x16, x1, x15
	ldr	x6, [x14, 8]
	eor	x18, x16, x4
	ldr	x17, [x2, 24]
	eor	x8, x18, x6
	ldr	x5, [x2, 48]
	eor	x9, x8, x17
	ldr	x1, [x2, 56]
	eor	x11, x9, x7
	eor	x12, x11, x10
	.loc 1 66 23
	add	x2, x2, 64
	.loc 1 67 11
	eor	x13, x12, x5
	eor	x1, x13, x1
	.loc 1 66 23
	cmp	x3, x2
	bne	.L374
.L448:
.LBE41:
.LBE39:
.LBE38:
	.loc 1 73 27
	sub	x0, x0, x1
.L370:
	.loc 1 74 1
	ret
	.p2align 2,,3
.L449:
.LBB44:
.LBB36:
.LBB35:
	.loc 1 67 11
	ldr	x0, [x4], 8
	b	.L425
	.p2align 2,,3
.L450:
.LBE35:
.LBE36:
.LBE44:
.LBB45:
.LBB43:
.LBB42:
	ldr	x1, [x2], 8
	b	.L431
	.p2align 2,,3
.L375:
.LBE42:
.LBE43:
.LBE45:
.LBB46:
.LBB37:
	.loc 1 65 10
	mov	x0, 0
	b	.L371
.LBE37:
.LBE46:
	.cfi_endproc
.LFE9:
	.size	both, .-both
.Letext0:
