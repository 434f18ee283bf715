	.arch armv8-a
	.file	"calls.c"
	.text
.Ltext0:
	.file 0 "." "calls.c"
	.align	2
	.p2align 4,,11
	.global	mixed
	.type	mixed, %function
mixed:
.LFB0:
	.file 1 "calls.c"
	.loc 1 15 1
	.cfi_startproc
	.loc 1 16 16
	fcvtzs	x3, d0
	.loc 1 16 31
	fcvtzs	x4, s1
	.loc 1 16 26
	ldrb	w1, [x1]
	.loc 1 16 14
	add	x0, x3, w0, sxtw
	.loc 1 16 24
	add	x0, x0, x1
	.loc 1 16 29
	add	x0, x0, x4
	.loc 1 17 1
	add	x0, x0, x2
	ret
	.cfi_endproc
.LFE0:
	.size	mixed, .-mixed
	.align	2
	.p2align 4,,11
	.global	many
	.type	many, %function
many:
.LFB1:
	.loc 1 20 1
	.cfi_startproc
	.loc 1 21 26
	add	w2, w2, w2, lsl 1
	.loc 1 21 14
	add	w1, w0, w1, lsl 1
	.loc 1 21 22
	add	w1, w1, w2
	.loc 1 21 42
	add	w4, w4, w4, lsl 2
	.loc 1 21 30
	add	w3, w1, w3, lsl 2
	.loc 1 21 50
	add	w5, w5, w5, lsl 1
	.loc 1 21 38
	add	w3, w3, w4
	.loc 1 20 1
	ldr	w0, [sp]
	.loc 1 21 46
	add	w5, w3, w5, lsl 1
	.loc 1 21 58
	add	w5, w5, w6, lsl 3
	.loc 1 21 54
	sub	w5, w5, w6
	.loc 1 21 74
	add	w0, w0, w0, lsl 3
	.loc 1 21 62
	add	w7, w5, w7, lsl 3
	.loc 1 22 1
	add	w0, w7, w0
	ret
	.cfi_endproc
.LFE1:
	.size	many, .-many
	.align	2
	.p2align 4,,11
	.global	floats
	.type	floats, %function
floats:
.LFB2:
	.loc 1 25 1
	.cfi_startproc
	.loc 1 26 22
	fcvt	d2, s2
	.loc 1 26 14
	fcvt	d0, s0
	.loc 1 26 22
	fmul	d2, d2, d3
	.loc 1 27 1
	fnmsub	d0, d0, d1, d2
	ret
	.cfi_endproc
.LFE2:
	.size	floats, .-floats
	.align	2
	.p2align 4,,11
	.global	choose
	.type	choose, %function
choose:
.LFB3:
	.loc 1 30 1
	.cfi_startproc
	.loc 1 31 25
	tst	w2, 255
	.loc 1 32 1
	csel	x0, x0, x1, ne
	ret
	.cfi_endproc
.LFE3:
	.size	choose, .-choose
	.align	2
	.p2align 4,,11
	.global	after_struct
	.type	after_struct, %function
after_struct:
.LFB4:
	.loc 1 35 1
	.cfi_startproc
	.loc 1 36 34
	asr	x3, x1, 32
	.loc 1 36 31
	mul	w2, w2, w3
	.loc 1 37 1
	madd	w0, w0, w1, w2
	ret
	.cfi_endproc
.LFE4:
	.size	after_struct, .-after_struct
	.align	2
	.p2align 4,,11
	.global	fill
	.type	fill, %function
fill:
.LFB5:
	.loc 1 40 1
	.cfi_startproc
.LBB2:
	.loc 1 41 26
	cbz	x1, .L10
	add	x1, x0, x1, lsl 2
	.p2align 3,,7
.L12:
	.loc 1 42 16 discriminator 3
	str	w2, [x0], 4
	.loc 1 41 26 discriminator 3
	cmp	x0, x1
	bne	.L12
.L10:
.LBE2:
	.loc 1 43 1
	ret
	.cfi_endproc
.LFE5:
	.size	fill, .-fill
	.align	2
	.p2align 4,,11
	.global	clear
	.type	clear, %function
clear:
.LFB6:
	.loc 1 46 1
	.cfi_startproc
	.loc 1 46 1
	mov	x2, x1
	.loc 1 47 5
	mov	w1, 0
	b	memset
	.cfi_endproc
.LFE6:
	.size	clear, .-clear
	.align	2
	.p2align 4,,11
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
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	mov	w19, w1
	str	x21, [sp, 32]
	.cfi_offset 21, -16
	.loc 1 51 1
	mov	w21, w0
	.loc 1 52 17
	bl	work
	mov	w20, w0
	.loc 1 53 18
	mov	w0, w19
	bl	work
	.loc 1 54 31
	mul	w0, w19, w0
	.loc 1 55 1
	madd	w0, w21, w20, w0
	ldp	x19, x20, [sp, 16]
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE7:
	.size	keep, .-keep
	.align	2
	.p2align 4,,11
	.global	horner
	.type	horner, %function
horner:
.LFB8:
	.loc 1 58 1
	.cfi_startproc
	.loc 1 59 12
	ldr	d1, [x0, w1, sxtw 3]
.LBB3:
	.loc 1 60 32
	subs	w2, w1, #1
	bmi	.L20
	sxtw	x1, w2
	.p2align 3,,7
.L22:
	.loc 1 61 11 discriminator 3
	ldr	d2, [x0, x1, lsl 3]
	.loc 1 60 32 discriminator 3
	sub	x1, x1, #1
	.loc 1 61 11 discriminator 3
	fmadd	d1, d0, d1, d2
	.loc 1 60 32 discriminator 3
	tbz	w1, #31, .L22
.L20:
.LBE3:
	.loc 1 63 1
	fmov	d0, d1
	ret
	.cfi_endproc
.LFE8:
	.size	horner, .-horner
	.align	2
	.p2align 4,,11
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
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	mov	w20, w1
.LBB4:
	.loc 1 68 23
	cmp	w1, 0
	ble	.L27
.LBE4:
	.loc 1 67 12
	movi	d0, #0
	stp	x21, x22, [sp, 32]
	.cfi_offset 22, -8
	.cfi_offset 21, -16
	mov	x21, x0
	sxtw	x22, w1
.LBB5:
	.loc 1 68 23
	mov	x19, 0
	.p2align 3,,7
.L26:
	.loc 1 69 13 discriminator 3
	ldr	d1, [x21, x19, lsl 3]
	mov	w0, w20
	.loc 1 68 23 discriminator 3
	add	x19, x19, 1
	.loc 1 69 13 discriminator 3
	bl	blend
	.loc 1 68 23 discriminator 3
	cmp	x19, x22
	bne	.L26
.LBE5:
	.loc 1 70 14
	scvtf	d1, w20
	.loc 1 71 1
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	.cfi_restore 22
	.cfi_restore 21
	fdiv	d0, d0, d1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L27:
	.cfi_def_cfa_offset 48
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	.loc 1 70 14
	scvtf	d1, w20
	.loc 1 67 12
	movi	d0, #0
	.loc 1 71 1
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	fdiv	d0, d0, d1
	ret
	.cfi_endproc
.LFE9:
	.size	mean_blend, .-mean_blend
	.align	2
	.p2align 4,,11
	.global	tail
	.type	tail, %function
tail:
.LFB10:
	.loc 1 74 1
	.cfi_startproc
	.loc 1 75 12
	sub	w0, w1, w0
	b	work
	.cfi_endproc
.LFE10:
	.size	tail, .-tail
	.align	2
	.p2align 4,,11
	.global	swap
	.type	swap, %function
swap:
.LFB11:
	.loc 1 79 1
	.cfi_startproc
	.loc 1 81 10
	ldr	w3, [x1]
	.loc 1 80 9
	ldr	w2, [x0]
	.loc 1 81 8
	str	w3, [x0]
	.loc 1 82 8
	str	w2, [x1]
	.loc 1 83 1
	ret
	.cfi_endproc
.LFE11:
	.size	swap, .-swap
	.align	2
	.p2align 4,,11
	.global	apply
	.type	apply, %function
apply:
.LFB12:
	.loc 1 86 1
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x2, x0
	.loc 1 87 12
	mov	w0, w1
	.loc 1 86 1
	mov	x29, sp
	.loc 1 87 12
	blr	x2
	.loc 1 88 1
	add	w0, w0, 1
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE12:
	.size	apply, .-apply
	.align	2
	.p2align 4,,11
	.global	big
	.type	big, %function
big:
.LFB13:
	.loc 1 91 1
	.cfi_startproc
	.loc 1 93 1
	mov	x0, 57072
	movk	x0, 0x9abc, lsl 16
	movk	x0, 0x5678, lsl 32
	movk	x0, 0x1234, lsl 48
	ret
	.cfi_endproc
.LFE13:
	.size	big, .-big
	.align	2
	.p2align 4,,11
	.global	crowded
	.type	crowded, %function
crowded:
.LFB14:
	.loc 1 97 1
	.cfi_startproc
	stp	x29, x30, [sp, -128]!
	.cfi_def_cfa_offset 128
	.cfi_offset 29, -128
	.cfi_offset 30, -120
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -112
	.cfi_offset 20, -104
	mov	w19, w1
	stp	x23, x24, [sp, 48]
	.cfi_offset 23, -80
	.cfi_offset 24, -72
	.loc 1 98 59
	ldp	w23, w1, [x0, 16]
	str	w1, [sp, 100]
	.loc 1 99 9
	ldr	w1, [x0, 28]
	str	w1, [sp, 104]
	.loc 1 99 19
	ldr	w1, [x0, 32]
	str	w1, [sp, 108]
	.loc 1 99 29
	ldr	w1, [x0, 36]
	str	w1, [sp, 112]
	.loc 1 99 39
	ldr	w1, [x0, 40]
	.loc 1 97 1
	stp	x21, x22, [sp, 32]
	.cfi_offset 21, -96
	.cfi_offset 22, -88
	.loc 1 98 69
	ldr	w22, [x0, 24]
	.loc 1 97 1
	stp	x25, x26, [sp, 64]
	.cfi_offset 25, -64
	.cfi_offset 26, -56
	.loc 1 98 19
	ldp	w21, w25, [x0]
	.loc 1 97 1
	stp	x27, x28, [sp, 80]
	.cfi_offset 27, -48
	.cfi_offset 28, -40
	.loc 1 98 39
	ldp	w24, w28, [x0, 8]
	.loc 1 99 39
	str	w1, [sp, 116]
	.loc 1 99 61
	ldp	w1, w0, [x0, 44]
	stp	w1, w0, [sp, 120]
.LBB6:
	.loc 1 101 23
	cmp	w19, 0
	ble	.L38
	eor	w20, w21, w25
	.loc 1 101 14
	mov	w27, 0
.LBE6:
	.loc 1 100 9
	mov	w26, 0
	.p2align 3,,7
.L37:
.LBB7:
	.loc 1 102 14 discriminator 3
	mov	w0, w27
	.loc 1 101 29 discriminator 3
	add	w27, w27, 1
	.loc 1 102 14 discriminator 3
	bl	work
	.loc 1 102 26 discriminator 3
	eor	w0, w0, w20
	.loc 1 102 11 discriminator 3
	add	w26, w26, w0
	.loc 1 101 23 discriminator 3
	cmp	w19, w27
	bne	.L37
.L36:
.LBE7:
	.loc 1 103 30
	ldr	w0, [sp, 100]
	.loc 1 103 14
	madd	w21, w21, w25, w26
	.loc 1 103 22
	msub	w24, w24, w28, w21
	.loc 1 103 46
	ldr	w1, [sp, 112]
	.loc 1 103 54
	ldr	w2, [sp, 120]
	.loc 1 104 1
	ldp	x19, x20, [sp, 16]
	.loc 1 103 30
	madd	w23, w23, w0, w24
	.loc 1 103 38
	ldr	w0, [sp, 104]
	.loc 1 104 1
	ldp	x25, x26, [sp, 64]
	ldp	x27, x28, [sp, 80]
	.loc 1 103 38
	msub	w22, w22, w0, w23
	.loc 1 103 46
	ldr	w0, [sp, 108]
	.loc 1 104 1
	ldp	x23, x24, [sp, 48]
	.loc 1 103 46
	madd	w0, w0, w1, w22
	.loc 1 103 54
	ldr	w1, [sp, 116]
	.loc 1 104 1
	ldp	x21, x22, [sp, 32]
	.loc 1 103 54
	msub	w0, w1, w2, w0
	.loc 1 104 1
	ldr	w1, [sp, 124]
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
	add	w0, w0, w1
	ret
	.p2align 2,,3
.L38:
	.cfi_restore_state
	.loc 1 100 9
	mov	w26, 0
	b	.L36
	.cfi_endproc
.LFE14:
	.size	crowded, .-crowded
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/string.h"
