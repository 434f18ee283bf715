	.arch armv8-a
	.file	"calls.c"
	.text
.Ltext0:
	.file 0 "." "calls.c"
	.align	2
	.global	mixed
	.type	mixed, %function
mixed:
.LFB0:
	.file 1 "calls.c"
	.loc 1 15 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, 28]
	str	d0, [sp, 16]
	str	x1, [sp, 8]
	str	s1, [sp, 24]
	str	x2, [sp]
	.loc 1 16 14
	ldrsw	x0, [sp, 28]
	.loc 1 16 16
	ldr	d0, [sp, 16]
	fcvtzs	d0, d0
	.loc 1 16 14
	fmov	x1, d0
	add	x1, x0, x1
	.loc 1 16 26
	ldr	x0, [sp, 8]
	ldrb	w0, [x0]
	and	x0, x0, 255
	.loc 1 16 24
	add	x1, x1, x0
	.loc 1 16 31
	ldr	s0, [sp, 24]
	fcvtzs	x0, s0
	.loc 1 16 29
	add	x1, x1, x0
	.loc 1 16 39
	ldr	x0, [sp]
	add	x0, x1, x0
	.loc 1 17 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	mixed, .-mixed
	.align	2
	.global	many
	.type	many, %function
many:
.LFB1:
	.loc 1 20 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, 28]
	str	w1, [sp, 24]
	str	w2, [sp, 20]
	str	w3, [sp, 16]
	str	w4, [sp, 12]
	str	w5, [sp, 8]
	str	w6, [sp, 4]
	str	w7, [sp]
	.loc 1 21 18
	ldr	w0, [sp, 24]
	lsl	w1, w0, 1
	.loc 1 21 14
	ldr	w0, [sp, 28]
	add	w2, w1, w0
	.loc 1 21 26
	ldr	w1, [sp, 20]
	mov	w0, w1
	lsl	w0, w0, 1
	add	w0, w0, w1
	.loc 1 21 22
	add	w1, w2, w0
	.loc 1 21 34
	ldr	w0, [sp, 16]
	lsl	w0, w0, 2
	.loc 1 21 30
	add	w2, w1, w0
	.loc 1 21 42
	ldr	w1, [sp, 12]
	mov	w0, w1
	lsl	w0, w0, 2
	add	w0, w0, w1
	.loc 1 21 38
	add	w2, w2, w0
	.loc 1 21 50
	ldr	w1, [sp, 8]
	mov	w0, w1
	lsl	w0, w0, 1
	add	w0, w0, w1
	lsl	w0, w0, 1
	.loc 1 21 46
	add	w2, w2, w0
	.loc 1 21 58
	ldr	w1, [sp, 4]
	mov	w0, w1
	lsl	w0, w0, 3
	sub	w0, w0, w1
	.loc 1 21 54
	add	w1, w2, w0
	.loc 1 21 66
	ldr	w0, [sp]
	lsl	w0, w0, 3
	.loc 1 21 62
	add	w2, w1, w0
	.loc 1 21 74
	ldr	w1, [sp, 32]
	mov	w0, w1
	lsl	w0, w0, 3
	add	w0, w0, w1
	.loc 1 21 70
	add	w0, w2, w0
	.loc 1 22 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	many, .-many
	.align	2
	.global	floats
	.type	floats, %function
floats:
.LFB2:
	.loc 1 25 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	s0, [sp, 28]
	str	d1, [sp, 16]
	str	s2, [sp, 24]
	str	d3, [sp, 8]
	.loc 1 26 14
	ldr	s0, [sp, 28]
	fcvt	d1, s0
	ldr	d0, [sp, 16]
	fmul	d1, d1, d0
	.loc 1 26 22
	ldr	s0, [sp, 24]
	fcvt	d2, s0
	ldr	d0, [sp, 8]
	fmul	d0, d2, d0
	.loc 1 26 18
	fsub	d0, d1, d0
	.loc 1 27 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	floats, .-floats
	.align	2
	.global	choose
	.type	choose, %function
choose:
.LFB3:
	.loc 1 30 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	strb	w2, [sp, 15]
	.loc 1 31 25
	ldrb	w0, [sp, 15]
	cmp	w0, 0
	beq	.L8
	.loc 1 31 25 is_stmt 0 discriminator 1
	ldr	x0, [sp, 24]
	b	.L10
.L8:
	.loc 1 31 25 discriminator 2
	ldr	x0, [sp, 16]
.L10:
	.loc 1 32 1 is_stmt 1 discriminator 5
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE3:
	.size	choose, .-choose
	.align	2
	.global	after_struct
	.type	after_struct, %function
after_struct:
.LFB4:
	.loc 1 35 1
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, 12]
	str	x1, [sp]
	str	w2, [sp, 8]
	.loc 1 36 21
	ldr	w1, [sp]
	.loc 1 36 18
	ldr	w0, [sp, 12]
	mul	w1, w1, w0
	.loc 1 36 34
	ldr	w2, [sp, 4]
	.loc 1 36 31
	ldr	w0, [sp, 8]
	mul	w0, w2, w0
	.loc 1 36 24
	add	w0, w1, w0
	.loc 1 37 1
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE4:
	.size	after_struct, .-after_struct
	.align	2
	.global	fill
	.type	fill, %function
fill:
.LFB5:
	.loc 1 40 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
.LBB2:
	.loc 1 41 17
	str	xzr, [sp, 40]
	.loc 1 41 5
	b	.L14
.L15:
	.loc 1 42 12 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 42 16 discriminator 3
	ldr	w1, [sp, 12]
	str	w1, [x0]
	.loc 1 41 36 discriminator 3
	ldr	x0, [sp, 40]
	add	x0, x0, 1
	str	x0, [sp, 40]
.L14:
	.loc 1 41 26 discriminator 1
	ldr	x1, [sp, 40]
	ldr	x0, [sp, 16]
	cmp	x1, x0
	bcc	.L15
.LBE2:
	.loc 1 43 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE5:
	.size	fill, .-fill
	.align	2
	.global	clear
	.type	clear, %function
clear:
.LFB6:
	.loc 1 46 1
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	.loc 1 47 5
	ldr	x2, [sp, 16]
	mov	w1, 0
	ldr	x0, [sp, 24]
	bl	memset
	.loc 1 48 1
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE6:
	.size	clear, .-clear
	.align	2
	.global	keep
	.type	keep, %function
keep:
.LFB7:
	.loc 1 51 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	w0, [sp, 28]
	str	w1, [sp, 24]
	.loc 1 52 17
	ldr	w0, [sp, 28]
	bl	work
	str	w0, [sp, 44]
	.loc 1 53 18
	ldr	w0, [sp, 24]
	bl	work
	str	w0, [sp, 40]
	.loc 1 54 18
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 28]
	mul	w1, w1, w0
	.loc 1 54 31
	ldr	w2, [sp, 40]
	ldr	w0, [sp, 24]
	mul	w0, w2, w0
	.loc 1 54 22
	add	w0, w1, w0
	.loc 1 55 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE7:
	.size	keep, .-keep
	.align	2
	.global	horner
	.type	horner, %function
horner:
.LFB8:
	.loc 1 58 1
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	str	d0, [sp, 8]
	.loc 1 59 17
	ldrsw	x0, [sp, 20]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 59 12
	ldr	d0, [x0]
	str	d0, [sp, 40]
.LBB3:
	.loc 1 60 14
	ldr	w0, [sp, 20]
	sub	w0, w0, #1
	str	w0, [sp, 36]
	.loc 1 60 5
	b	.L20
.L21:
	.loc 1 61 15 discriminator 3
	ldr	d1, [sp, 40]
	ldr	d0, [sp, 8]
	fmul	d1, d1, d0
	.loc 1 61 22 discriminator 3
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	d0, [x0]
	.loc 1 61 11 discriminator 3
	fadd	d0, d1, d0
	str	d0, [sp, 40]
	.loc 1 60 39 discriminator 3
	ldr	w0, [sp, 36]
	sub	w0, w0, #1
	str	w0, [sp, 36]
.L20:
	.loc 1 60 32 discriminator 1
	ldr	w0, [sp, 36]
	cmp	w0, 0
	bge	.L21
.LBE3:
	.loc 1 62 12
	ldr	d0, [sp, 40]
	.loc 1 63 1
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE8:
	.size	horner, .-horner
	.align	2
	.global	mean_blend
	.type	mean_blend, %function
mean_blend:
.LFB9:
	.loc 1 66 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 67 12
	str	xzr, [sp, 40]
.LBB4:
	.loc 1 68 14
	str	wzr, [sp, 36]
	.loc 1 68 5
	b	.L24
.L25:
	.loc 1 69 23 discriminator 3
	ldrsw	x0, [sp, 36]
	lsl	x0, x0, 3
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 69 13 discriminator 3
	ldr	d0, [x0]
	ldr	w0, [sp, 20]
	fmov	d1, d0
	ldr	d0, [sp, 40]
	bl	blend
	str	d0, [sp, 40]
	.loc 1 68 29 discriminator 3
	ldr	w0, [sp, 36]
	add	w0, w0, 1
	str	w0, [sp, 36]
.L24:
	.loc 1 68 23 discriminator 1
	ldr	w1, [sp, 36]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L25
.LBE4:
	.loc 1 70 14
	ldr	w0, [sp, 20]
	scvtf	d0, w0
	ldr	d1, [sp, 40]
	fdiv	d0, d1, d0
	.loc 1 71 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE9:
	.size	mean_blend, .-mean_blend
	.align	2
	.global	tail
	.type	tail, %function
tail:
.LFB10:
	.loc 1 74 1
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	w0, [sp, 28]
	str	w1, [sp, 24]
	.loc 1 75 12
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 28]
	sub	w0, w1, w0
	bl	work
	.loc 1 76 1
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE10:
	.size	tail, .-tail
	.align	2
	.global	swap
	.type	swap, %function
swap:
.LFB11:
	.loc 1 79 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	x1, [sp]
	.loc 1 80 9
	ldr	x0, [sp, 8]
	ldr	w0, [x0]
	str	w0, [sp, 28]
	.loc 1 81 10
	ldr	x0, [sp]
	ldr	w1, [x0]
	.loc 1 81 8
	ldr	x0, [sp, 8]
	str	w1, [x0]
	.loc 1 82 8
	ldr	x0, [sp]
	ldr	w1, [sp, 28]
	str	w1, [x0]
	.loc 1 83 1
	nop
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE11:
	.size	swap, .-swap
	.align	2
	.global	apply
	.type	apply, %function
apply:
.LFB12:
	.loc 1 86 1
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 87 12
	ldr	x1, [sp, 24]
	ldr	w0, [sp, 20]
	blr	x1
.LVL0:
	.loc 1 87 17
	add	w0, w0, 1
	.loc 1 88 1
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE12:
	.size	apply, .-apply
	.align	2
	.global	big
	.type	big, %function
big:
.LFB13:
	.loc 1 91 1
	.cfi_startproc
	.loc 1 92 12
	mov	x0, 57072
	movk	x0, 0x9abc, lsl 16
	movk	x0, 0x5678, lsl 32
	movk	x0, 0x1234, lsl 48
	.loc 1 93 1
	ret
	.cfi_endproc
.LFE13:
	.size	big, .-big
	.align	2
	.global	crowded
	.type	crowded, %function
crowded:
.LFB14:
	.loc 1 97 1
	.cfi_startproc
	stp	x29, x30, [sp, -96]!
	.cfi_def_cfa_offset 96
	.cfi_offset 29, -96
	.cfi_offset 30, -88
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 98 9
	ldr	x0, [sp, 24]
	ldr	w0, [x0]
	str	w0, [sp, 84]
	.loc 1 98 24
	ldr	x0, [sp, 24]
	add	x0, x0, 4
	.loc 1 98 19
	ldr	w0, [x0]
	str	w0, [sp, 80]
	.loc 1 98 34
	ldr	x0, [sp, 24]
	add	x0, x0, 8
	.loc 1 98 29
	ldr	w0, [x0]
	str	w0, [sp, 76]
	.loc 1 98 44
	ldr	x0, [sp, 24]
	add	x0, x0, 12
	.loc 1 98 39
	ldr	w0, [x0]
	str	w0, [sp, 72]
	.loc 1 98 54
	ldr	x0, [sp, 24]
	add	x0, x0, 16
	.loc 1 98 49
	ldr	w0, [x0]
	str	w0, [sp, 68]
	.loc 1 98 64
	ldr	x0, [sp, 24]
	add	x0, x0, 20
	.loc 1 98 59
	ldr	w0, [x0]
	str	w0, [sp, 64]
	.loc 1 98 74
	ldr	x0, [sp, 24]
	add	x0, x0, 24
	.loc 1 98 69
	ldr	w0, [x0]
	str	w0, [sp, 60]
	.loc 1 99 14
	ldr	x0, [sp, 24]
	add	x0, x0, 28
	.loc 1 99 9
	ldr	w0, [x0]
	str	w0, [sp, 56]
	.loc 1 99 24
	ldr	x0, [sp, 24]
	add	x0, x0, 32
	.loc 1 99 19
	ldr	w0, [x0]
	str	w0, [sp, 52]
	.loc 1 99 34
	ldr	x0, [sp, 24]
	add	x0, x0, 36
	.loc 1 99 29
	ldr	w0, [x0]
	str	w0, [sp, 48]
	.loc 1 99 44
	ldr	x0, [sp, 24]
	add	x0, x0, 40
	.loc 1 99 39
	ldr	w0, [x0]
	str	w0, [sp, 44]
	.loc 1 99 55
	ldr	x0, [sp, 24]
	add	x0, x0, 44
	.loc 1 99 50
	ldr	w0, [x0]
	str	w0, [sp, 40]
	.loc 1 99 66
	ldr	x0, [sp, 24]
	add	x0, x0, 48
	.loc 1 99 61
	ldr	w0, [x0]
	str	w0, [sp, 36]
	.loc 1 100 9
	str	wzr, [sp, 92]
.LBB5:
	.loc 1 101 14
	str	wzr, [sp, 88]
	.loc 1 101 5
	b	.L35
.L36:
	.loc 1 102 14 discriminator 3
	ldr	w0, [sp, 88]
	bl	work
	mov	w1, w0
	.loc 1 102 22 discriminator 3
	ldr	w0, [sp, 84]
	eor	w1, w1, w0
	.loc 1 102 26 discriminator 3
	ldr	w0, [sp, 80]
	eor	w0, w1, w0
	.loc 1 102 11 discriminator 3
	ldr	w1, [sp, 92]
	add	w0, w1, w0
	str	w0, [sp, 92]
	.loc 1 101 29 discriminator 3
	ldr	w0, [sp, 88]
	add	w0, w0, 1
	str	w0, [sp, 88]
.L35:
	.loc 1 101 23 discriminator 1
	ldr	w1, [sp, 88]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L36
.LBE5:
	.loc 1 103 18
	ldr	w1, [sp, 84]
	ldr	w0, [sp, 80]
	mul	w1, w1, w0
	.loc 1 103 14
	ldr	w0, [sp, 92]
	add	w1, w1, w0
	.loc 1 103 26
	ldr	w2, [sp, 76]
	ldr	w0, [sp, 72]
	mul	w0, w2, w0
	.loc 1 103 22
	sub	w1, w1, w0
	.loc 1 103 34
	ldr	w2, [sp, 68]
	ldr	w0, [sp, 64]
	mul	w0, w2, w0
	.loc 1 103 30
	add	w1, w1, w0
	.loc 1 103 42
	ldr	w2, [sp, 60]
	ldr	w0, [sp, 56]
	mul	w0, w2, w0
	.loc 1 103 38
	sub	w1, w1, w0
	.loc 1 103 50
	ldr	w2, [sp, 52]
	ldr	w0, [sp, 48]
	mul	w0, w2, w0
	.loc 1 103 46
	add	w1, w1, w0
	.loc 1 103 58
	ldr	w2, [sp, 44]
	ldr	w0, [sp, 40]
	mul	w0, w2, w0
	.loc 1 103 54
	sub	w1, w1, w0
	.loc 1 103 62
	ldr	w0, [sp, 36]
	add	w0, w1, w0
	.loc 1 104 1
	ldp	x29, x30, [sp], 96
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE14:
	.size	crowded, .-crowded
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/string.h"
