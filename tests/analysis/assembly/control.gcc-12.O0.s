	.arch armv8-a
	.file	"control.c"
	.text
.Ltext0:
	.file 0 "." "control.c"
	.align	2
	.global	length
	.type	length, %function
length:
.LFB6:
	.file 1 "control.c"
	.loc 1 4 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	.loc 1 5 17
	ldr	x0, [sp, 8]
	str	x0, [sp, 24]
	.loc 1 6 11
	b	.L2
.L3:
	.loc 1 7 10
	ldr	x0, [sp, 24]
	add	x0, x0, 1
	str	x0, [sp, 24]
.L2:
	.loc 1 6 12
	ldr	x0, [sp, 24]
	ldrb	w0, [x0]
	cmp	w0, 0
	bne	.L3
	.loc 1 8 14
	ldr	x1, [sp, 24]
	ldr	x0, [sp, 8]
	sub	x0, x1, x0
	.loc 1 9 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE6:
	.size	length, .-length
	.align	2
	.global	digits
	.type	digits, %function
digits:
.LFB7:
	.loc 1 12 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, 12]
	.loc 1 13 9
	str	wzr, [sp, 28]
.L6:
	.loc 1 15 14 discriminator 1
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
	.loc 1 16 11 discriminator 1
	ldr	w1, [sp, 12]
	mov	w0, 52429
	movk	w0, 0xcccc, lsl 16
	umull	x0, w1, w0
	lsr	x0, x0, 32
	lsr	w0, w0, 3
	str	w0, [sp, 12]
	.loc 1 17 14 discriminator 1
	ldr	w0, [sp, 12]
	cmp	w0, 0
	bne	.L6
	.loc 1 18 12
	ldr	w0, [sp, 28]
	.loc 1 19 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE7:
	.size	digits, .-digits
	.align	2
	.global	gcd
	.type	gcd, %function
gcd:
.LFB8:
	.loc 1 22 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, 12]
	str	w1, [sp, 8]
.L9:
	.loc 1 24 8
	ldr	w0, [sp, 8]
	cmp	w0, 0
	bne	.L10
	.loc 1 25 16
	ldr	w0, [sp, 12]
	b	.L12
.L10:
	.loc 1 26 9
	ldr	w0, [sp, 12]
	ldr	w1, [sp, 8]
	sdiv	w2, w0, w1
	ldr	w1, [sp, 8]
	mul	w1, w2, w1
	sub	w0, w0, w1
	str	w0, [sp, 28]
	.loc 1 27 7
	ldr	w0, [sp, 8]
	str	w0, [sp, 12]
	.loc 1 28 7
	ldr	w0, [sp, 28]
	str	w0, [sp, 8]
	.loc 1 29 5
	b	.L9
.L12:
	.loc 1 30 1 discriminator 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE8:
	.size	gcd, .-gcd
	.align	2
	.global	find
	.type	find, %function
find:
.LFB9:
	.loc 1 33 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	str	w2, [sp]
.LBB2:
	.loc 1 34 14
	str	wzr, [sp, 28]
	.loc 1 34 5
	b	.L14
.L17:
	.loc 1 35 14
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 35 12
	ldr	w1, [sp]
	cmp	w1, w0
	bne	.L15
	.loc 1 36 20
	ldr	w0, [sp, 28]
	b	.L16
.L15:
	.loc 1 34 29 discriminator 2
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L14:
	.loc 1 34 23 discriminator 1
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L17
.LBE2:
	.loc 1 37 12
	mov	w0, -1
.L16:
	.loc 1 38 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE9:
	.size	find, .-find
	.align	2
	.global	interpret
	.type	interpret, %function
interpret:
.LFB10:
	.loc 1 41 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 42 9
	str	wzr, [sp, 28]
.LBB3:
	.loc 1 43 14
	str	wzr, [sp, 24]
	.loc 1 43 5
	b	.L19
.L32:
	.loc 1 44 21
	ldrsw	x0, [sp, 24]
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldrb	w0, [x0]
	.loc 1 44 9
	cmp	w0, 9
	beq	.L20
	cmp	w0, 9
	bgt	.L21
	cmp	w0, 8
	beq	.L22
	cmp	w0, 8
	bgt	.L21
	cmp	w0, 7
	beq	.L23
	cmp	w0, 7
	bgt	.L21
	cmp	w0, 6
	beq	.L24
	cmp	w0, 6
	bgt	.L21
	cmp	w0, 5
	beq	.L25
	cmp	w0, 5
	bgt	.L21
	cmp	w0, 4
	beq	.L26
	cmp	w0, 4
	bgt	.L21
	cmp	w0, 3
	beq	.L27
	cmp	w0, 3
	bgt	.L21
	cmp	w0, 2
	beq	.L28
	cmp	w0, 2
	bgt	.L21
	cmp	w0, 0
	beq	.L29
	cmp	w0, 1
	beq	.L30
	b	.L21
.L29:
	.loc 1 45 21
	ldr	w0, [sp, 28]
	add	w0, w0, 7
	str	w0, [sp, 28]
	.loc 1 45 27
	b	.L31
.L30:
	.loc 1 46 21
	ldr	w1, [sp, 28]
	mov	w0, w1
	lsl	w0, w0, 1
	add	w0, w0, w1
	str	w0, [sp, 28]
	.loc 1 46 27
	b	.L31
.L28:
	.loc 1 47 21
	ldr	w1, [sp, 28]
	mov	w0, 85
	eor	w0, w1, w0
	str	w0, [sp, 28]
	.loc 1 47 30
	b	.L31
.L27:
	.loc 1 48 21
	ldr	w0, [sp, 28]
	neg	w0, w0
	str	w0, [sp, 28]
	.loc 1 48 29
	b	.L31
.L26:
	.loc 1 49 21
	ldr	w0, [sp, 28]
	lsl	w0, w0, 2
	str	w0, [sp, 28]
	.loc 1 49 28
	b	.L31
.L25:
	.loc 1 50 21
	ldr	w0, [sp, 28]
	asr	w0, w0, 1
	str	w0, [sp, 28]
	.loc 1 50 28
	b	.L31
.L24:
	.loc 1 51 21
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 24]
	sub	w0, w1, w0
	str	w0, [sp, 28]
	.loc 1 51 27
	b	.L31
.L23:
	.loc 1 52 21
	ldr	w0, [sp, 28]
	mvn	w0, w0
	str	w0, [sp, 28]
	.loc 1 52 29
	b	.L31
.L22:
	.loc 1 53 21
	ldr	w0, [sp, 28]
	mul	w0, w0, w0
	str	w0, [sp, 28]
	.loc 1 53 29
	b	.L31
.L20:
	.loc 1 54 21
	ldr	w0, [sp, 28]
	orr	w0, w0, 8
	str	w0, [sp, 28]
	.loc 1 54 27
	b	.L31
.L21:
	.loc 1 55 22
	str	wzr, [sp, 28]
.L31:
	.loc 1 43 29 discriminator 2
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 24]
.L19:
	.loc 1 43 23 discriminator 1
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L32
.LBE3:
	.loc 1 58 12
	ldr	w0, [sp, 28]
	.loc 1 59 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE10:
	.size	interpret, .-interpret
	.align	2
	.global	threaded
	.type	threaded, %function
threaded:
.LFB11:
	.loc 1 62 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	.loc 1 64 9
	mov	w0, 1
	str	w0, [sp, 28]
	.loc 1 65 21
	ldr	x0, [sp, 8]
	add	x1, x0, 1
	str	x1, [sp, 8]
	.loc 1 65 16
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 65 15
	adrp	x0, step.0
	add	x0, x0, :lo12:step.0
	sxtw	x1, w1
	ldr	x0, [x0, x1, lsl 3]
	.loc 1 65 5
	b	.L35
.L36:
	.loc 1 67 9
	ldr	w0, [sp, 28]
	add	w0, w0, 5
	str	w0, [sp, 28]
	.loc 1 68 21
	ldr	x0, [sp, 8]
	add	x1, x0, 1
	str	x1, [sp, 8]
	.loc 1 68 16
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 68 15
	adrp	x0, step.0
	add	x0, x0, :lo12:step.0
	sxtw	x1, w1
	ldr	x0, [x0, x1, lsl 3]
	.loc 1 68 5
	nop
.L35:
	br	x0
.L37:
	.loc 1 70 9
	ldr	w0, [sp, 28]
	lsl	w0, w0, 1
	str	w0, [sp, 28]
	.loc 1 71 21
	ldr	x0, [sp, 8]
	add	x1, x0, 1
	str	x1, [sp, 8]
	.loc 1 71 16
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 71 15
	adrp	x0, step.0
	add	x0, x0, :lo12:step.0
	sxtw	x1, w1
	ldr	x0, [x0, x1, lsl 3]
	.loc 1 71 5
	b	.L35
.L38:
	.loc 1 73 9
	ldr	w0, [sp, 28]
	neg	w0, w0
	str	w0, [sp, 28]
	.loc 1 74 21
	ldr	x0, [sp, 8]
	add	x1, x0, 1
	str	x1, [sp, 8]
	.loc 1 74 16
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 74 15
	adrp	x0, step.0
	add	x0, x0, :lo12:step.0
	sxtw	x1, w1
	ldr	x0, [x0, x1, lsl 3]
	.loc 1 74 5
	b	.L35
.L39:
	.loc 1 76 12
	ldr	w0, [sp, 28]
	.loc 1 77 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE11:
	.size	threaded, .-threaded
	.align	2
	.global	with_call
	.type	with_call, %function
with_call:
.LFB12:
	.loc 1 82 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 83 9
	str	wzr, [sp, 44]
.LBB4:
	.loc 1 84 14
	str	wzr, [sp, 40]
	.loc 1 84 5
	b	.L42
.L43:
	.loc 1 85 20 discriminator 3
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 85 14 discriminator 3
	ldr	w0, [x0]
	bl	work
	mov	w1, w0
	.loc 1 85 11 discriminator 3
	ldr	w0, [sp, 44]
	add	w0, w0, w1
	str	w0, [sp, 44]
	.loc 1 84 29 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L42:
	.loc 1 84 23 discriminator 1
	ldr	w1, [sp, 40]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L43
.LBE4:
	.loc 1 86 12
	ldr	w0, [sp, 44]
	.loc 1 87 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE12:
	.size	with_call, .-with_call
	.align	2
	.global	tree_sum
	.type	tree_sum, %function
tree_sum:
.LFB13:
	.loc 1 95 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 1 96 8
	ldr	x0, [sp, 24]
	cmp	x0, 0
	bne	.L46
	.loc 1 97 16
	mov	w0, 0
	b	.L47
.L46:
	.loc 1 98 26
	ldr	x0, [sp, 24]
	ldr	x0, [x0]
	.loc 1 98 16
	bl	tree_sum
	str	w0, [sp, 44]
	.loc 1 99 27
	ldr	x0, [sp, 24]
	ldr	x0, [x0, 8]
	.loc 1 99 17
	bl	tree_sum
	str	w0, [sp, 40]
	.loc 1 100 17
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 40]
	add	w1, w1, w0
	.loc 1 100 28
	ldr	x0, [sp, 24]
	ldr	w0, [x0, 16]
	.loc 1 100 25
	add	w0, w1, w0
.L47:
	.loc 1 101 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE13:
	.size	tree_sum, .-tree_sum
	.align	2
	.global	add_four
	.type	add_four, %function
add_four:
.LFB14:
	.loc 1 104 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	x1, [sp]
.LBB5:
	.loc 1 105 14
	str	wzr, [sp, 28]
	.loc 1 105 5
	b	.L49
.L50:
	.loc 1 106 10 discriminator 3
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w2, [x0]
	.loc 1 106 18 discriminator 3
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp]
	add	x0, x1, x0
	ldr	w1, [x0]
	.loc 1 106 22 discriminator 3
	mov	w0, w1
	lsl	w0, w0, 1
	add	w1, w0, w1
	.loc 1 106 10 discriminator 3
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x3, [sp, 8]
	add	x0, x3, x0
	.loc 1 106 14 discriminator 3
	add	w1, w2, w1
	str	w1, [x0]
	.loc 1 105 29 discriminator 3
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
.L49:
	.loc 1 105 23 discriminator 1
	ldr	w0, [sp, 28]
	cmp	w0, 3
	ble	.L50
.LBE5:
	.loc 1 107 1
	nop
	nop
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE14:
	.size	add_four, .-add_four
	.align	2
	.global	list_max
	.type	list_max, %function
list_max:
.LFB15:
	.loc 1 115 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	.loc 1 116 9
	str	wzr, [sp, 28]
	.loc 1 117 5
	b	.L52
.L54:
	.loc 1 118 14
	ldr	x0, [sp, 8]
	ldr	w0, [x0, 8]
	.loc 1 118 12
	ldr	w1, [sp, 28]
	cmp	w1, w0
	bge	.L53
	.loc 1 119 18
	ldr	x0, [sp, 8]
	ldr	w0, [x0, 8]
	str	w0, [sp, 28]
.L53:
	.loc 1 117 17
	ldr	x0, [sp, 8]
	ldr	x0, [x0]
	str	x0, [sp, 8]
.L52:
	.loc 1 117 12 discriminator 1
	ldr	x0, [sp, 8]
	cmp	x0, 0
	bne	.L54
	.loc 1 120 12
	ldr	w0, [sp, 28]
	.loc 1 121 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE15:
	.size	list_max, .-list_max
	.align	2
	.global	irreducible
	.type	irreducible, %function
irreducible:
.LFB16:
	.loc 1 125 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	str	w2, [sp, 16]
	.loc 1 126 9
	str	wzr, [sp, 44]
	.loc 1 127 8
	ldr	w0, [sp, 16]
	cmp	w0, 0
	bne	.L61
	.loc 1 129 1
	nop
	b	.L57
.L62:
	.loc 1 135 9
	nop
.L57:
	.loc 1 130 10
	ldr	w0, [sp, 20]
	bl	work
	mov	w1, w0
	.loc 1 130 7
	ldr	w0, [sp, 44]
	add	w0, w0, w1
	str	w0, [sp, 44]
	b	.L58
.L61:
	.loc 1 128 9
	nop
.L58:
	.loc 1 132 10
	ldr	w0, [sp, 44]
	bl	work
	mov	w1, w0
	.loc 1 132 7
	ldr	w0, [sp, 44]
	eor	w0, w0, w1
	str	w0, [sp, 44]
	.loc 1 133 6
	ldr	w0, [sp, 20]
	sub	w0, w0, #1
	str	w0, [sp, 20]
	.loc 1 134 8
	ldr	w0, [sp, 20]
	cmp	w0, 0
	bgt	.L62
	.loc 1 136 17
	ldr	x0, [sp, 24]
	ldr	w1, [x0]
	.loc 1 136 14
	ldr	w0, [sp, 44]
	add	w0, w1, w0
	.loc 1 137 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE16:
	.size	irreducible, .-irreducible
	.align	2
	.global	checked_sum
	.type	checked_sum, %function
checked_sum:
.LFB17:
	.loc 1 140 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	.loc 1 141 9
	str	wzr, [sp, 44]
.LBB6:
	.loc 1 142 14
	str	wzr, [sp, 40]
	.loc 1 142 5
	b	.L64
.L66:
	.loc 1 143 14
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 143 12
	cmp	w0, 0
	bge	.L65
	.loc 1 144 13
	bl	abort
.L65:
	.loc 1 145 15 discriminator 2
	ldrsw	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 145 11 discriminator 2
	ldr	w1, [sp, 44]
	add	w0, w1, w0
	str	w0, [sp, 44]
	.loc 1 142 29 discriminator 2
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L64:
	.loc 1 142 23 discriminator 1
	ldr	w1, [sp, 40]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L66
.LBE6:
	.loc 1 147 12
	ldr	w0, [sp, 44]
	.loc 1 148 1
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE17:
	.size	checked_sum, .-checked_sum
	.align	2
	.global	wait_for
	.type	wait_for, %function
wait_for:
.LFB18:
	.loc 1 151 1
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	.loc 1 152 11
	nop
.L69:
	.loc 1 152 13 discriminator 1
	ldr	x0, [sp, 8]
	ldr	w0, [x0]
	.loc 1 152 12 discriminator 1
	cmp	w0, 0
	beq	.L69
	.loc 1 154 1
	nop
	nop
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE18:
	.size	wait_for, .-wait_for
	.align	2
	.global	skip_zeros
	.type	skip_zeros, %function
skip_zeros:
.LFB19:
	.loc 1 157 1
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 158 9
	str	wzr, [sp, 28]
	.loc 1 158 16
	str	wzr, [sp, 24]
	.loc 1 159 11
	b	.L71
.L73:
	.loc 1 160 14
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 160 12
	cmp	w0, 0
	bne	.L72
	.loc 1 161 14 discriminator 1
	ldr	w0, [sp, 28]
	add	w0, w0, 1
	str	w0, [sp, 28]
	.loc 1 162 13 discriminator 1
	b	.L71
.L72:
	.loc 1 164 21
	ldrsw	x0, [sp, 28]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	w0, [x0]
	.loc 1 164 18
	mov	w1, 100
	sdiv	w0, w1, w0
	.loc 1 164 11
	ldr	w1, [sp, 24]
	add	w0, w1, w0
	str	w0, [sp, 24]
	.loc 1 165 11
	ldr	w0, [sp, 28]
	add	w0, w0, 2
	str	w0, [sp, 28]
.L71:
	.loc 1 159 14
	ldr	w1, [sp, 28]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	blt	.L73
	.loc 1 167 12
	ldr	w0, [sp, 24]
	.loc 1 168 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE19:
	.size	skip_zeros, .-skip_zeros
	.align	2
	.global	straight
	.type	straight, %function
straight:
.LFB20:
	.loc 1 171 1
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, 12]
	str	w1, [sp, 8]
	.loc 1 172 26
	ldr	w1, [sp, 12]
	ldr	w0, [sp, 8]
	cmp	w1, w0
	ble	.L76
	.loc 1 172 26 is_stmt 0 discriminator 1
	ldr	w1, [sp, 12]
	ldr	w0, [sp, 8]
	sub	w0, w1, w0
	b	.L78
.L76:
	.loc 1 172 26 discriminator 2
	ldr	w1, [sp, 8]
	ldr	w0, [sp, 12]
	sub	w0, w1, w0
.L78:
	.loc 1 173 1 is_stmt 1 discriminator 5
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE20:
	.size	straight, .-straight
	.section	.data.rel.ro.local,"aw"
	.align	3
	.type	step.0, %object
	.size	step.0, 32
step.0:
	.xword	.L36
	.xword	.L37
	.xword	.L38
	.xword	.L39
	.text
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/stdlib.h"
