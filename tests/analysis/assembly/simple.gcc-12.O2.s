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
	mov	x2, x0
.LBE8:
	.loc 1 3 9
	mov	w0, 0
	add	x3, x2, w1, sxtw 2
	.p2align 3,,7
.L3:
.LBB9:
	.loc 1 5 15 discriminator 3
	ldr	w1, [x2], 4
	add	w0, w0, w1
	.loc 1 4 23 discriminator 3
	cmp	x2, x3
	bne	.L3
.LBE9:
	.loc 1 7 1
	ret
	.p2align 2,,3
.L4:
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
.LBB10:
	.loc 1 11 23
	cmp	w2, 0
	ble	.L7
	sbfiz	x3, x2, 2, 32
	mov	x2, 0
	.p2align 3,,7
.L9:
	.loc 1 12 25 discriminator 3
	ldr	s2, [x1, x2]
	ldr	s1, [x0, x2]
	fmadd	s1, s2, s0, s1
	.loc 1 12 14 discriminator 3
	str	s1, [x0, x2]
	.loc 1 11 23 discriminator 3
	add	x2, x2, 4
	cmp	x3, x2
	bne	.L9
.L7:
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
	ble	.L11
	.loc 1 17 15
	mov	x3, 0
	.p2align 3,,7
.L13:
	.loc 1 18 20 discriminator 3
	ldr	d1, [x1, x3, lsl 3]
	fmul	d1, d1, d0
	.loc 1 18 16 discriminator 3
	str	d1, [x0, x3, lsl 3]
	.loc 1 17 29 discriminator 3
	add	x3, x3, 1
	.loc 1 17 24 discriminator 3
	cmp	x2, x3
	bne	.L13
.L11:
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
	subs	w2, w2, #1
	bmi	.L15
	sxtw	x2, w2
	.p2align 3,,7
.L17:
	.loc 1 24 24 discriminator 3
	ldr	w3, [x1, x2, lsl 2]
	.loc 1 23 27 discriminator 3
	sub	x2, x2, #1
	.loc 1 24 24 discriminator 3
	str	w3, [x0], 4
	.loc 1 23 27 discriminator 3
	tbz	w2, #31, .L17
.L15:
.LBE12:
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
.LBB13:
	.loc 1 29 23
	cmp	w1, 0
	ble	.L19
	add	x3, x0, w1, sxtw
.LBB14:
	.loc 1 31 30
	mov	w4, 255
	.p2align 3,,7
.L21:
	.loc 1 30 18 discriminator 3
	ldrb	w1, [x0]
	.loc 1 30 13 discriminator 3
	add	w1, w1, w2
	.loc 1 31 30 discriminator 3
	cmp	w1, 255
	csel	w1, w1, w4, le
	.loc 1 31 14 discriminator 3
	strb	w1, [x0], 1
.LBE14:
	.loc 1 29 23 discriminator 3
	cmp	x3, x0
	bne	.L21
.L19:
.LBE13:
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
.LBB15:
	.loc 1 38 23
	cmp	w2, 0
	ble	.L23
	sbfiz	x3, x2, 2, 32
	mov	x2, 0
	.p2align 3,,7
.L25:
	.loc 1 39 11 discriminator 3
	ldr	s2, [x0, x2]
	ldr	s1, [x1, x2]
	.loc 1 38 23 discriminator 3
	add	x2, x2, 4
	.loc 1 39 11 discriminator 3
	fmadd	s0, s2, s1, s0
	.loc 1 38 23 discriminator 3
	cmp	x3, x2
	bne	.L25
.L23:
.LBE15:
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
.LBB16:
	.loc 1 46 23
	cmp	w2, 1
	ble	.L29
	mov	x3, 1
	.p2align 3,,7
.L30:
	ldr	w4, [x5, x3, lsl 2]
	add	x3, x3, 1
	cmp	w0, w4
	csel	w0, w0, w4, le
	cmp	w2, w3
	bgt	.L30
.L31:
	add	x3, x1, w2, sxtw 2
	.p2align 3,,7
.L33:
.LBE16:
.LBB17:
	.loc 1 50 14 discriminator 3
	ldr	w2, [x1]
	sub	w2, w2, w0
	str	w2, [x1], 4
	.loc 1 49 23 discriminator 3
	cmp	x3, x1
	bne	.L33
.LBE17:
	.loc 1 52 1
	ret
	.p2align 2,,3
.L29:
.LBB18:
	.loc 1 49 23
	beq	.L31
.LBE18:
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
	sbfiz	x7, x2, 2, 32
.LBB19:
	.loc 1 56 23
	mov	x4, 0
	cmp	w2, 0
	ble	.L37
	.p2align 3,,7
.L41:
	.loc 1 58 14
	ldr	w2, [x0, x4]
	.loc 1 58 18
	cmp	w3, 0
	.loc 1 58 22
	ldr	w5, [x1, x4]
	.loc 1 58 18
	sub	w6, w2, w5
	add	w2, w2, w5
	csel	w2, w2, w6, eq
	str	w2, [x0, x4]
	.loc 1 56 23
	add	x4, x4, 4
	cmp	x4, x7
	bne	.L41
.L37:
.LBE19:
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
.LBB20:
.LBB21:
.LBB22:
	.loc 1 66 23
	cmp	w1, 0
	ble	.L50
	mov	x4, x0
.LBE22:
	.loc 1 65 10
	mov	x0, 0
	add	x5, x4, w1, sxtw 3
	.p2align 3,,7
.L47:
.LBB23:
	.loc 1 67 11
	ldr	x1, [x4], 8
	eor	x0, x0, x1
	.loc 1 66 23
	cmp	x4, x5
	bne	.L47
.L46:
.LBE23:
.LBE21:
.LBE20:
.LBB25:
.LBB26:
.LBB27:
	cmp	w3, 0
	ble	.L45
	add	x4, x2, w3, sxtw 3
.LBE27:
	.loc 1 65 10
	mov	x1, 0
	.p2align 3,,7
.L49:
.LBB28:
	.loc 1 67 11
	ldr	x3, [x2], 8
	eor	x1, x1, x3
	.loc 1 66 23
	cmp	x4, x2
	bne	.L49
.LBE28:
.LBE26:
.LBE25:
	.loc 1 73 27
	sub	x0, x0, x1
.L45:
	.loc 1 74 1
	ret
	.p2align 2,,3
.L50:
.LBB29:
.LBB24:
	.loc 1 65 10
	mov	x0, 0
	b	.L46
.LBE24:
.LBE29:
	.cfi_endproc
.LFE9:
	.size	both, .-both
.Letext0:
