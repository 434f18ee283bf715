	.arch armv8-a
	.file	"simple.c"
	.text
.Ltext0:
	.file 0 "." "simple.c"
	.align	2
	.global	sum
	.type	sum, %function
sum:
.LFB0:
	.file 1 "simple.c"
	.loc 1 2 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 3 9
	str	wzr, [sp, 28]
.LBB2:
	.loc 1 4 14
	str	wzr, [sp, 24]
	.loc 1 4 5
	b	.L2
.L3:
	.loc 1 5 19 discriminator 3
	ldrsw	x0, [sp, 24]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 5 15 discriminator 3
	ldr	w1, [sp, 28]
	add	w0, w1, w0
	str	w0, [sp, 28]
	.loc 1 4 29 discriminator 3
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 24]
.L2:
	.loc 1 4 23 discriminator 1
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L3
.LBE2:
	.loc 1 6 12
	ldr	w0, [sp, 28]
	.loc 1 7 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.align	2
	.global	saxpy
	.type	saxpy, %function
saxpy:
.LFB1:
	.loc 1 10 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	s0, [sp, 12]
	str	w2, [sp, 8]
.LBB3:
	.loc 1 11 14
	str	wzr, [sp, 44]
	.loc 1 11 5
	b	.L6
.L7:
	.loc 1 12 21 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s1, [x0]
	.loc 1 12 18 discriminator 3
	ldr	s0, [sp, 12]
	fmul	s1, s1, s0
	.loc 1 12 28 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 12 10 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 12 25 discriminator 3
	fadd	s0, s1, s0
	.loc 1 12 14 discriminator 3
	str	s0, [x0]
	.loc 1 11 29 discriminator 3
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L6:
	.loc 1 11 23 discriminator 1
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 8]
	cmp	w1, w0
	blt	.L7
.LBE3:
	.loc 1 13 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	saxpy, .-saxpy
	.align	2
	.global	scale
	.type	scale, %function
scale:
.LFB2:
	.loc 1 16 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	d0, [sp, 8]
	str	x2, [sp]
.LBB4:
	.loc 1 17 15
	str	xzr, [sp, 40]
	.loc 1 17 5
	b	.L9
.L10:
	.loc 1 18 25 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 3
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	d1, [x0]
	.loc 1 18 12 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 18 20 discriminator 3
	ldr	d0, [sp, 8]
	fmul	d0, d1, d0
	.loc 1 18 16 discriminator 3
	str	d0, [x0]
	.loc 1 17 29 discriminator 3
	ldr	x0, [sp, 40]
	add	x0, x0, 1
	str	x0, [sp, 40]
.L9:
	.loc 1 17 24 discriminator 1
	ldr	x1, [sp, 40]
	ldr	x0, [sp]
	cmp	x1, x0
	blt	.L10
.LBE4:
	.loc 1 19 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	scale, .-scale
	.align	2
	.global	reverse_copy
	.type	reverse_copy, %function
reverse_copy:
.LFB3:
	.loc 1 22 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
.LBB5:
	.loc 1 23 14
	ldr	w0, [sp, 12]
	sub	w0, w0, #1
	str	w0, [sp, 44]
	.loc 1 23 5
	b	.L12
.L13:
	.loc 1 24 29 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x1, x1, x0
	.loc 1 24 15 discriminator 3
	ldr	w0, [sp, 12]
	sub	w2, w0, #1
	.loc 1 24 19 discriminator 3
	ldr	w0, [sp, 44]
	sub	w0, w2, w0
	sxtw	x0, w0
	.loc 1 24 12 discriminator 3
	lsl	x0, x0, 2
	ldr	x2, [sp, 24]
	add	x0, x2, x0
	.loc 1 24 29 discriminator 3
	ldr	w1, [x1]
	.loc 1 24 24 discriminator 3
	str	w1, [x0]
	.loc 1 23 34 discriminator 3
	ldr	w0, [sp, 44]
	sub	w0, w0, #1
	str	w0, [sp, 44]
.L12:
	.loc 1 23 27 discriminator 1
	ldr	w0, [sp, 44]
	cmp	w0, 0
	bge	.L13
.LBE5:
	.loc 1 25 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE3:
	.size	reverse_copy, .-reverse_copy
	.align	2
	.global	brighten
	.type	brighten, %function
brighten:
.LFB4:
	.loc 1 28 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	str	w2, [sp]
.LBB6:
	.loc 1 29 14
	str	wzr, [sp, 28]
	.loc 1 29 5
	b	.L15
.L16:
.LBB7:
	.loc 1 30 18 discriminator 3
	ldrsw	x0, [sp, 28]
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 30 13 discriminator 3
	ldr	w0, [sp]
	add	w0, w0, w1
	str	w0, [sp, 24]
	.loc 1 31 30 discriminator 3
	ldr	w2, [sp, 24]
	ldr	w1, [sp, 24]
	mov	w0, 255
	cmp	w2, 255
	csel	w2, w1, w0, le
	.loc 1 31 10 discriminator 3
	ldrsw	x0, [sp, 28]
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 31 14 discriminator 3
	and	w1, w2, 255
	strb	w1, [x0]
.LBE7:
	.loc 1 29 29 discriminator 3
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L15:
	.loc 1 29 23 discriminator 1
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L16
.LBE6:
	.loc 1 33 1
	nop
	nop
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE4:
	.size	brighten, .-brighten
	.align	2
	.global	dot
	.type	dot, %function
dot:
.LFB5:
	.loc 1 36 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
	.loc 1 37 11
	str	wzr, [sp, 44]
.LBB8:
	.loc 1 38 14
	str	wzr, [sp, 40]
	.loc 1 38 5
	b	.L18
.L19:
	.loc 1 39 15 discriminator 3
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	s1, [x0]
	.loc 1 39 22 discriminator 3
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 39 19 discriminator 3
	fmul	s0, s1, s0
	.loc 1 39 11 discriminator 3
	ldr	s1, [sp, 44]
	fadd	s0, s1, s0
	str	s0, [sp, 44]
	.loc 1 38 29 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L18:
	.loc 1 38 23 discriminator 1
	ldr	w1, [sp, 40]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L19
.LBE8:
	.loc 1 40 12
	ldr	s0, [sp, 44]
	.loc 1 41 1
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE5:
	.size	dot, .-dot
	.align	2
	.global	two_loops
	.type	two_loops, %function
two_loops:
.LFB6:
	.loc 1 44 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
	.loc 1 45 9
	ldr	x0, [sp, 24]
	ldr	w0, [x0]
	str	w0, [sp, 44]
.LBB9:
	.loc 1 46 14
	mov	w0, 1
	str	w0, [sp, 40]
	.loc 1 46 5
	b	.L22
.L24:
	.loc 1 47 14
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 47 12
	ldr	w1, [sp, 44]
	cmp	w1, w0
	ble	.L23
	.loc 1 48 22
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 48 19
	ldr	w0, [x0]
	str	w0, [sp, 44]
.L23:
	.loc 1 46 29 discriminator 2
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L22:
	.loc 1 46 23 discriminator 1
	ldr	w1, [sp, 40]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L24
.LBE9:
.LBB10:
	.loc 1 49 14
	str	wzr, [sp, 36]
	.loc 1 49 5
	b	.L25
.L26:
	.loc 1 50 10 discriminator 3
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	w2, [x0]
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	.loc 1 50 14 discriminator 3
	ldr	w1, [sp, 44]
	sub	w1, w2, w1
	str	w1, [x0]
	.loc 1 49 29 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w0, 1
	str	w0, [sp, 36]
.L25:
	.loc 1 49 23 discriminator 1
	ldr	w1, [sp, 36]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L26
.LBE10:
	.loc 1 51 12
	ldr	w0, [sp, 44]
	.loc 1 52 1
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE6:
	.size	two_loops, .-two_loops
	.align	2
	.global	unswitch
	.type	unswitch, %function
unswitch:
.LFB7:
	.loc 1 55 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
	str	w3, [sp, 8]
.LBB11:
	.loc 1 56 14
	str	wzr, [sp, 44]
	.loc 1 56 5
	b	.L29
.L32:
	.loc 1 57 12
	ldr	w0, [sp, 8]
	cmp	w0, 0
	beq	.L30
	.loc 1 58 14
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w2, [x0]
	.loc 1 58 22
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	w1, [x0]
	.loc 1 58 14
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x3, [sp, 24]
	add	x0, x3, x0
	.loc 1 58 18
	sub	w1, w2, w1
	str	w1, [x0]
	b	.L31
.L30:
	.loc 1 60 14
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w2, [x0]
	.loc 1 60 22
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldr	w1, [x0]
	.loc 1 60 14
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x3, [sp, 24]
	add	x0, x3, x0
	.loc 1 60 18
	add	w1, w2, w1
	str	w1, [x0]
.L31:
	.loc 1 56 29 discriminator 2
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L29:
	.loc 1 56 23 discriminator 1
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L32
.LBE11:
	.loc 1 61 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE7:
	.size	unswitch, .-unswitch
	.align	2
	.type	total_of, %function
total_of:
.LFB8:
	.loc 1 64 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 65 10
	str	xzr, [sp, 24]
.LBB12:
	.loc 1 66 14
	str	wzr, [sp, 20]
	.loc 1 66 5
	b	.L34
.L35:
	.loc 1 67 15 discriminator 3
	ldrsw	x0, [sp, 20]
	lsl	x0, x0, 3
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	x0, [x0]
	.loc 1 67 11 discriminator 3
	ldr	x1, [sp, 24]
	eor	x0, x1, x0
	str	x0, [sp, 24]
	.loc 1 66 29 discriminator 3
	ldr	w0, [sp, 20]
	add	w0, w0, 1
	str	w0, [sp, 20]
.L34:
	.loc 1 66 23 discriminator 1
	ldr	w1, [sp, 20]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L35
.LBE12:
	.loc 1 68 12
	ldr	x0, [sp, 24]
	.loc 1 69 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE8:
	.size	total_of, .-total_of
	.align	2
	.global	both
	.type	both, %function
both:
.LFB9:
	.loc 1 72 1
	.cfi_startproc
	stp	x29, x30, [sp, -64]!
	.cfi_def_cfa_offset 64
	.cfi_offset 29, -64
	.cfi_offset 30, -56
	mov	x29, sp
	str	x19, [sp, 16]
	.cfi_offset 19, -48
	str	x0, [sp, 56]
	str	w1, [sp, 52]
	str	x2, [sp, 40]
	str	w3, [sp, 48]
	.loc 1 73 12
	ldr	w1, [sp, 52]
	ldr	x0, [sp, 56]
	bl	total_of
	mov	x19, x0
	.loc 1 73 29
	ldr	w1, [sp, 48]
	ldr	x0, [sp, 40]
	bl	total_of
	.loc 1 73 27
	sub	x0, x19, x0
	.loc 1 74 1
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 64
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE9:
	.size	both, .-both
.Letext0:
