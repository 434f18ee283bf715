	.arch armv8-a
	.file	"control.c"
	.text
.Ltext0:
	.file 0 "." "control.c"
	.align	2
	.p2align 4,,11
	.global	length
	.type	length, %function
length:
.LFB11:
	.file 1 "control.c"
	.loc 1 4 1
	.cfi_startproc
	.loc 1 6 12
	ldrb	w1, [x0]
	cbz	w1, .L4
	.loc 1 5 17
	mov	x1, x0
	.p2align 3,,7
.L3:
	.loc 1 6 12
	ldrb	w2, [x1, 1]!
	cbnz	w2, .L3
	.loc 1 8 14
	sub	x0, x1, x0
	.loc 1 9 1
	ret
	.p2align 2,,3
.L4:
	.loc 1 6 12
	mov	x0, 0
	.loc 1 9 1
	ret
	.cfi_endproc
.LFE11:
	.size	length, .-length
	.align	2
	.p2align 4,,11
	.global	digits
	.type	digits, %function
digits:
.LFB12:
	.loc 1 12 1
	.cfi_startproc
	.loc 1 16 11
	mov	w4, 52429
	.loc 1 12 1
	mov	w1, w0
	.loc 1 16 11
	movk	w4, 0xcccc, lsl 16
	.loc 1 13 9
	mov	w0, 0
	.p2align 3,,7
.L8:
	.loc 1 16 11 discriminator 1
	umull	x3, w1, w4
	mov	w2, w1
	.loc 1 15 14 discriminator 1
	add	w0, w0, 1
	.loc 1 16 11 discriminator 1
	lsr	x1, x3, 35
	.loc 1 17 14 discriminator 1
	cmp	w2, 9
	bhi	.L8
	.loc 1 19 1
	ret
	.cfi_endproc
.LFE12:
	.size	digits, .-digits
	.align	2
	.p2align 4,,11
	.global	gcd
	.type	gcd, %function
gcd:
.LFB13:
	.loc 1 22 1
	.cfi_startproc
	.loc 1 22 1
	mov	w2, w0
	.loc 1 24 8
	cbz	w1, .L10
	.p2align 3,,7
.L11:
	.loc 1 26 9
	sdiv	w3, w2, w1
	mov	w0, w1
	msub	w1, w3, w1, w2
	mov	w2, w0
	.loc 1 24 8
	cbnz	w1, .L11
.L10:
	.loc 1 30 1
	ret
	.cfi_endproc
.LFE13:
	.size	gcd, .-gcd
	.align	2
	.p2align 4,,11
	.global	find
	.type	find, %function
find:
.LFB14:
	.loc 1 33 1
	.cfi_startproc
.LBB2:
	.loc 1 34 23
	cmp	w1, 0
	ble	.L21
	sxtw	x4, w1
	mov	x1, 0
	b	.L20
	.p2align 2,,3
.L19:
	.loc 1 34 23 is_stmt 0 discriminator 2
	add	x1, x1, 1
	cmp	x1, x4
	beq	.L21
.L20:
	.loc 1 35 12 is_stmt 1
	ldr	w3, [x0, x1, lsl 2]
	cmp	w3, w2
	bne	.L19
	mov	w0, w1
.LBE2:
	.loc 1 38 1
	ret
	.p2align 2,,3
.L21:
	.loc 1 37 12
	mov	w0, -1
	.loc 1 38 1
	ret
	.cfi_endproc
.LFE14:
	.size	find, .-find
	.align	2
	.p2align 4,,11
	.global	interpret
	.type	interpret, %function
interpret:
.LFB15:
	.loc 1 41 1
	.cfi_startproc
	.loc 1 41 1
	mov	x4, x0
.LBB3:
	.loc 1 43 23
	cmp	w1, 0
	ble	.L40
	sxtw	x3, w1
	mov	x2, 0
.LBE3:
	.loc 1 42 9
	mov	w0, 0
	b	.L39
	.p2align 2,,3
.L43:
.LBB4:
	.loc 1 44 9
	cmp	w1, 2
	beq	.L27
	bls	.L42
	.loc 1 49 21
	cmp	w1, 3
	lsl	w1, w0, 2
	csneg	w0, w1, w0, ne
.L38:
	.loc 1 43 23 discriminator 2
	add	x2, x2, 1
	cmp	x2, x3
	beq	.L23
	.p2align 3,,7
.L39:
	.loc 1 44 21
	ldrb	w1, [x4, x2]
	.loc 1 44 9
	cmp	w1, 5
	beq	.L25
	bls	.L43
	cmp	w1, 8
	beq	.L33
	bls	.L44
	orr	w0, w0, 8
	cmp	w1, 9
	.loc 1 43 23
	add	x2, x2, 1
	.loc 1 44 9
	csel	w0, w0, wzr, eq
	.loc 1 43 23
	cmp	x2, x3
	bne	.L39
.L23:
.LBE4:
	.loc 1 59 1
	ret
	.p2align 2,,3
.L42:
.LBB5:
	.loc 1 46 21
	cmp	w1, 0
	add	w1, w0, w0, lsl 1
	add	w0, w0, 7
	csel	w0, w0, w1, eq
	b	.L38
	.p2align 2,,3
.L44:
	.loc 1 52 21
	cmp	w1, 6
	sub	w1, w0, w2
	csinv	w0, w1, w0, eq
	b	.L38
	.p2align 2,,3
.L25:
	.loc 1 50 21
	asr	w0, w0, 1
	.loc 1 50 28
	b	.L38
	.p2align 2,,3
.L27:
	.loc 1 47 21
	mov	w1, 85
	eor	w0, w0, w1
	.loc 1 47 30
	b	.L38
	.p2align 2,,3
.L33:
	.loc 1 53 21
	mul	w0, w0, w0
	.loc 1 53 29
	b	.L38
	.p2align 2,,3
.L40:
.LBE5:
	.loc 1 42 9
	mov	w0, 0
	.loc 1 59 1
	ret
	.cfi_endproc
.LFE15:
	.size	interpret, .-interpret
	.align	2
	.p2align 4,,11
	.global	threaded
	.type	threaded, %function
threaded:
.LFB16:
	.loc 1 62 1
	.cfi_startproc
	.loc 1 65 16
	mov	x1, x0
	.loc 1 65 15
	adrp	x3, .LANCHOR0
	add	x3, x3, :lo12:.LANCHOR0
	.loc 1 64 9
	mov	w0, 1
	.loc 1 65 15
	ldrb	w2, [x1], 2
	ldr	x2, [x3, x2, lsl 3]
	br	x2
	.p2align 2,,3
.L51:
	.loc 1 77 1
	ret
	.p2align 2,,3
.L50:
	.loc 1 74 15
	ldrb	w2, [x1, -1]
	.loc 1 73 9
	neg	w0, w0
	add	x1, x1, 1
	.loc 1 74 15
	ldr	x2, [x3, x2, lsl 3]
	br	x2
	.p2align 2,,3
.L48:
	.loc 1 71 15
	ldrb	w2, [x1, -1]
	.loc 1 70 9
	lsl	w0, w0, 1
	add	x1, x1, 1
	.loc 1 71 15
	ldr	x2, [x3, x2, lsl 3]
	br	x2
	.p2align 2,,3
.L47:
	.loc 1 68 15
	ldrb	w2, [x1, -1]
	.loc 1 67 9
	add	w0, w0, 5
	add	x1, x1, 1
	.loc 1 68 15
	ldr	x2, [x3, x2, lsl 3]
	br	x2
	.cfi_endproc
.LFE16:
	.size	threaded, .-threaded
	.align	2
	.p2align 4,,11
	.global	with_call
	.type	with_call, %function
with_call:
.LFB17:
	.loc 1 82 1
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
.LBB6:
	.loc 1 84 23
	cmp	w1, 0
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	ble	.L60
	mov	x19, x0
	str	x21, [sp, 32]
	.cfi_offset 21, -16
	add	x21, x0, w1, sxtw 2
.LBE6:
	.loc 1 83 9
	mov	w20, 0
	.p2align 3,,7
.L59:
.LBB7:
	.loc 1 85 14 discriminator 3
	ldr	w0, [x19], 4
	bl	work
	.loc 1 85 11 discriminator 3
	add	w20, w20, w0
	.loc 1 84 23 discriminator 3
	cmp	x19, x21
	bne	.L59
	ldr	x21, [sp, 32]
	.cfi_restore 21
.LBE7:
	.loc 1 87 1
	mov	w0, w20
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L60:
	.cfi_def_cfa_offset 48
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	.loc 1 83 9
	mov	w20, 0
	.loc 1 87 1
	mov	w0, w20
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE17:
	.size	with_call, .-with_call
	.align	2
	.p2align 4,,11
	.global	tree_sum
	.type	tree_sum, %function
tree_sum:
.LFB18:
	.loc 1 95 1
	.cfi_startproc
	.loc 1 96 8
	cbz	x0, .L116
	.loc 1 95 1
	stp	x29, x30, [sp, -112]!
	.cfi_def_cfa_offset 112
	.cfi_offset 29, -112
	.cfi_offset 30, -104
	mov	x29, sp
	stp	x21, x22, [sp, 32]
	.cfi_offset 21, -80
	.cfi_offset 22, -72
	mov	x22, x0
	.loc 1 98 26
	ldr	x21, [x0]
	.loc 1 95 1
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -96
	.cfi_offset 20, -88
.LBB110:
.LBB111:
	.loc 1 97 16
	mov	w19, 0
.LBE111:
.LBE110:
	.loc 1 95 1
	stp	x23, x24, [sp, 48]
	stp	x25, x26, [sp, 64]
	stp	x27, x28, [sp, 80]
	.cfi_offset 23, -64
	.cfi_offset 24, -56
	.cfi_offset 25, -48
	.cfi_offset 26, -40
	.cfi_offset 27, -32
	.cfi_offset 28, -24
.LBB161:
.LBB160:
	.loc 1 96 8
	cbz	x21, .L65
	.loc 1 98 26
	ldr	x25, [x21]
.LBB112:
.LBB113:
	.loc 1 96 8
	cbz	x25, .L66
	.loc 1 98 26
	ldr	x23, [x25]
.LBB114:
.LBB115:
	.loc 1 96 8
	cbz	x23, .L67
	.loc 1 98 26
	ldr	x20, [x23]
.LBB116:
.LBB117:
	.loc 1 96 8
	cbz	x20, .L68
	.loc 1 98 26
	ldr	x24, [x20]
.LBB118:
.LBB119:
	.loc 1 96 8
	cbz	x24, .L69
	.loc 1 98 16
	ldr	x0, [x24]
	bl	tree_sum
	mov	w19, w0
	.loc 1 99 17
	ldr	x0, [x24, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w19, w19, w0
	.loc 1 100 25
	ldr	w1, [x24, 16]
	add	w19, w19, w1
.L69:
.LBE119:
.LBE118:
	.loc 1 99 27
	ldr	x26, [x20, 8]
.LBB120:
.LBB121:
	.loc 1 96 8
	cbz	x26, .L70
	.loc 1 98 16
	ldr	x0, [x26]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x26, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x26, 16]
	add	w24, w24, w1
.LBE121:
.LBE120:
	.loc 1 100 17
	add	w19, w19, w24
.L70:
	.loc 1 100 25
	ldr	w0, [x20, 16]
	add	w19, w19, w0
.L68:
.LBE117:
.LBE116:
	.loc 1 99 27
	ldr	x24, [x23, 8]
.LBB122:
.LBB123:
	.loc 1 96 8
	cbz	x24, .L71
	.loc 1 98 26
	ldr	x26, [x24]
.LBB124:
.LBB125:
	.loc 1 97 16
	mov	w20, 0
	.loc 1 96 8
	cbz	x26, .L72
	.loc 1 98 16
	ldr	x0, [x26]
	bl	tree_sum
	mov	w20, w0
	.loc 1 99 17
	ldr	x0, [x26, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w20, w20, w0
	.loc 1 100 25
	ldr	w1, [x26, 16]
	add	w20, w20, w1
.L72:
.LBE125:
.LBE124:
	.loc 1 99 27
	ldr	x27, [x24, 8]
.LBB126:
.LBB127:
	.loc 1 96 8
	cbz	x27, .L73
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w26, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w26, w26, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w26, w26, w1
.LBE127:
.LBE126:
	.loc 1 100 17
	add	w20, w20, w26
.L73:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w20, w20, w0
.LBE123:
.LBE122:
	.loc 1 100 17
	add	w19, w19, w20
.L71:
	.loc 1 100 25
	ldr	w0, [x23, 16]
	add	w19, w19, w0
.L67:
.LBE115:
.LBE114:
	.loc 1 99 27
	ldr	x23, [x25, 8]
.LBB128:
.LBB129:
	.loc 1 96 8
	cbz	x23, .L74
	.loc 1 98 26
	ldr	x24, [x23]
.LBB130:
.LBB131:
	.loc 1 97 16
	mov	w20, 0
	.loc 1 96 8
	cbz	x24, .L75
	.loc 1 98 26
	ldr	x26, [x24]
.LBB132:
.LBB133:
	.loc 1 96 8
	cbz	x26, .L76
	.loc 1 98 16
	ldr	x0, [x26]
	bl	tree_sum
	mov	w20, w0
	.loc 1 99 17
	ldr	x0, [x26, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w20, w20, w0
	.loc 1 100 25
	ldr	w1, [x26, 16]
	add	w20, w20, w1
.L76:
.LBE133:
.LBE132:
	.loc 1 99 27
	ldr	x27, [x24, 8]
.LBB134:
.LBB135:
	.loc 1 96 8
	cbz	x27, .L77
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w26, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w26, w26, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w26, w26, w1
.LBE135:
.LBE134:
	.loc 1 100 17
	add	w20, w20, w26
.L77:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w20, w20, w0
.L75:
.LBE131:
.LBE130:
	.loc 1 99 27
	ldr	x26, [x23, 8]
.LBB136:
.LBB137:
	.loc 1 96 8
	cbz	x26, .L78
	.loc 1 98 16
	ldr	x0, [x26]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x26, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x26, 16]
	add	w24, w24, w1
.LBE137:
.LBE136:
	.loc 1 100 17
	add	w20, w20, w24
.L78:
	.loc 1 100 25
	ldr	w0, [x23, 16]
	add	w20, w20, w0
.LBE129:
.LBE128:
	.loc 1 100 17
	add	w19, w19, w20
.L74:
	.loc 1 100 25
	ldr	w0, [x25, 16]
	add	w19, w19, w0
.L66:
.LBE113:
.LBE112:
	.loc 1 99 27
	ldr	x26, [x21, 8]
.LBB138:
.LBB139:
	.loc 1 96 8
	cbz	x26, .L79
	.loc 1 98 26
	ldr	x23, [x26]
.LBB140:
.LBB141:
	.loc 1 97 16
	mov	w20, 0
	.loc 1 96 8
	cbz	x23, .L80
	.loc 1 98 26
	ldr	x24, [x23]
.LBB142:
.LBB143:
	.loc 1 96 8
	cbz	x24, .L81
	.loc 1 98 26
	ldr	x25, [x24]
.LBB144:
.LBB145:
	.loc 1 96 8
	cbz	x25, .L82
	.loc 1 98 16
	ldr	x0, [x25]
	bl	tree_sum
	mov	w20, w0
	.loc 1 99 17
	ldr	x0, [x25, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w20, w20, w0
	.loc 1 100 25
	ldr	w1, [x25, 16]
	add	w20, w20, w1
.L82:
.LBE145:
.LBE144:
	.loc 1 99 27
	ldr	x27, [x24, 8]
.LBB146:
.LBB147:
	.loc 1 96 8
	cbz	x27, .L83
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w25, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w25, w25, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w25, w25, w1
.LBE147:
.LBE146:
	.loc 1 100 17
	add	w20, w20, w25
.L83:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w20, w20, w0
.L81:
.LBE143:
.LBE142:
	.loc 1 99 27
	ldr	x25, [x23, 8]
.LBB148:
.LBB149:
	.loc 1 96 8
	cbz	x25, .L84
	.loc 1 98 16
	ldr	x0, [x25]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x25, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x25, 16]
	add	w24, w24, w1
.LBE149:
.LBE148:
	.loc 1 100 17
	add	w20, w20, w24
.L84:
	.loc 1 100 25
	ldr	w0, [x23, 16]
	add	w20, w20, w0
.L80:
.LBE141:
.LBE140:
	.loc 1 99 27
	ldr	x24, [x26, 8]
.LBB150:
.LBB151:
	.loc 1 96 8
	cbz	x24, .L85
	.loc 1 98 26
	ldr	x25, [x24]
.LBB152:
.LBB153:
	.loc 1 97 16
	mov	w23, 0
	.loc 1 96 8
	cbz	x25, .L86
	.loc 1 98 26
	ldr	x27, [x25]
.LBB154:
.LBB155:
	.loc 1 96 8
	cbz	x27, .L87
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w23, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w23, w23, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w23, w23, w1
.L87:
.LBE155:
.LBE154:
	.loc 1 99 27
	ldr	x28, [x25, 8]
.LBB156:
.LBB157:
	.loc 1 96 8
	cbz	x28, .L88
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w27, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w27, w27, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w27, w27, w1
.LBE157:
.LBE156:
	.loc 1 100 17
	add	w23, w23, w27
.L88:
	.loc 1 100 25
	ldr	w0, [x25, 16]
	add	w23, w23, w0
.L86:
.LBE153:
.LBE152:
	.loc 1 99 27
	ldr	x27, [x24, 8]
.LBB158:
.LBB159:
	.loc 1 96 8
	cbz	x27, .L89
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w25, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w25, w25, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w25, w25, w1
.LBE159:
.LBE158:
	.loc 1 100 17
	add	w23, w23, w25
.L89:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w23, w23, w0
.LBE151:
.LBE150:
	.loc 1 100 17
	add	w20, w20, w23
.L85:
	.loc 1 100 25
	ldr	w0, [x26, 16]
	add	w20, w20, w0
.LBE139:
.LBE138:
	.loc 1 100 17
	add	w19, w19, w20
.L79:
	.loc 1 100 25
	ldr	w0, [x21, 16]
	add	w19, w19, w0
.L65:
.LBE160:
.LBE161:
	.loc 1 99 27
	ldr	x23, [x22, 8]
.LBB162:
.LBB163:
	.loc 1 96 8
	cbz	x23, .L90
	.loc 1 98 26
	ldr	x25, [x23]
.LBB164:
.LBB165:
	.loc 1 97 16
	mov	w20, 0
	.loc 1 96 8
	cbz	x25, .L91
	.loc 1 98 26
	ldr	x24, [x25]
.LBB166:
.LBB167:
	.loc 1 96 8
	cbz	x24, .L92
	.loc 1 98 26
	ldr	x21, [x24]
.LBB168:
.LBB169:
	.loc 1 96 8
	cbz	x21, .L93
	.loc 1 98 16
	ldr	x0, [x21]
	bl	tree_sum
	mov	w20, w0
	.loc 1 99 17
	ldr	x0, [x21, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w20, w20, w0
	.loc 1 100 25
	ldr	w1, [x21, 16]
	add	w20, w20, w1
.L93:
.LBE169:
.LBE168:
	.loc 1 99 27
	ldr	x26, [x24, 8]
.LBB170:
.LBB171:
	.loc 1 96 8
	cbz	x26, .L94
	.loc 1 98 26
	ldr	x27, [x26]
.LBB172:
.LBB173:
	.loc 1 97 16
	mov	w21, 0
	.loc 1 96 8
	cbz	x27, .L95
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w21, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w21, w21, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w21, w21, w1
.L95:
.LBE173:
.LBE172:
	.loc 1 99 27
	ldr	x28, [x26, 8]
.LBB174:
.LBB175:
	.loc 1 96 8
	cbz	x28, .L96
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w27, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w27, w27, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w27, w27, w1
.LBE175:
.LBE174:
	.loc 1 100 17
	add	w21, w21, w27
.L96:
	.loc 1 100 25
	ldr	w0, [x26, 16]
	add	w21, w21, w0
.LBE171:
.LBE170:
	.loc 1 100 17
	add	w20, w20, w21
.L94:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w20, w20, w0
.L92:
.LBE167:
.LBE166:
	.loc 1 99 27
	ldr	x26, [x25, 8]
.LBB176:
.LBB177:
	.loc 1 96 8
	cbz	x26, .L97
	.loc 1 98 26
	ldr	x24, [x26]
.LBB178:
.LBB179:
	.loc 1 97 16
	mov	w21, 0
	.loc 1 96 8
	cbz	x24, .L98
	.loc 1 98 26
	ldr	x27, [x24]
.LBB180:
.LBB181:
	.loc 1 96 8
	cbz	x27, .L99
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w21, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w21, w21, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w21, w21, w1
.L99:
.LBE181:
.LBE180:
	.loc 1 99 27
	ldr	x28, [x24, 8]
.LBB182:
.LBB183:
	.loc 1 96 8
	cbz	x28, .L100
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w27, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w27, w27, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w27, w27, w1
.LBE183:
.LBE182:
	.loc 1 100 17
	add	w21, w21, w27
.L100:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w21, w21, w0
.L98:
.LBE179:
.LBE178:
	.loc 1 99 27
	ldr	x27, [x26, 8]
.LBB184:
.LBB185:
	.loc 1 96 8
	cbz	x27, .L101
	.loc 1 98 26
	ldr	x28, [x27]
.LBB186:
.LBB187:
	.loc 1 97 16
	mov	w24, 0
	.loc 1 96 8
	cbz	x28, .L102
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w24, w24, w1
.L102:
.LBE187:
.LBE186:
	.loc 1 99 27
	ldr	x1, [x27, 8]
.LBB188:
.LBB189:
	.loc 1 96 8
	cbz	x1, .L103
	.loc 1 98 16
	ldr	x0, [x1]
	str	x1, [sp, 96]
	bl	tree_sum
	mov	w28, w0
	.loc 1 99 17
	ldr	x1, [sp, 96]
	ldr	x0, [x1, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w28, w28, w0
	.loc 1 100 25
	ldr	x1, [sp, 96]
	ldr	w1, [x1, 16]
	add	w28, w28, w1
.LBE189:
.LBE188:
	.loc 1 100 17
	add	w24, w24, w28
.L103:
	.loc 1 100 25
	ldr	w0, [x27, 16]
	add	w24, w24, w0
.LBE185:
.LBE184:
	.loc 1 100 17
	add	w21, w21, w24
.L101:
	.loc 1 100 25
	ldr	w0, [x26, 16]
	add	w21, w21, w0
.LBE177:
.LBE176:
	.loc 1 100 17
	add	w20, w20, w21
.L97:
	.loc 1 100 25
	ldr	w0, [x25, 16]
	add	w20, w20, w0
.L91:
.LBE165:
.LBE164:
	.loc 1 99 27
	ldr	x26, [x23, 8]
.LBB190:
.LBB191:
	.loc 1 96 8
	cbz	x26, .L104
	.loc 1 98 26
	ldr	x25, [x26]
.LBB192:
.LBB193:
	.loc 1 97 16
	mov	w21, 0
	.loc 1 96 8
	cbz	x25, .L105
	.loc 1 98 26
	ldr	x24, [x25]
.LBB194:
.LBB195:
	.loc 1 96 8
	cbz	x24, .L106
	.loc 1 98 26
	ldr	x27, [x24]
.LBB196:
.LBB197:
	.loc 1 96 8
	cbz	x27, .L107
	.loc 1 98 16
	ldr	x0, [x27]
	bl	tree_sum
	mov	w21, w0
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w21, w21, w0
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w21, w21, w1
.L107:
.LBE197:
.LBE196:
	.loc 1 99 27
	ldr	x28, [x24, 8]
.LBB198:
.LBB199:
	.loc 1 96 8
	cbz	x28, .L108
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w27, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w27, w27, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w27, w27, w1
.LBE199:
.LBE198:
	.loc 1 100 17
	add	w21, w21, w27
.L108:
	.loc 1 100 25
	ldr	w0, [x24, 16]
	add	w21, w21, w0
.L106:
.LBE195:
.LBE194:
	.loc 1 99 27
	ldr	x27, [x25, 8]
.LBB200:
.LBB201:
	.loc 1 96 8
	cbz	x27, .L109
	.loc 1 98 26
	ldr	x28, [x27]
.LBB202:
.LBB203:
	.loc 1 97 16
	mov	w24, 0
	.loc 1 96 8
	cbz	x28, .L110
	.loc 1 98 16
	ldr	x0, [x28]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x28, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x28, 16]
	add	w24, w24, w1
.L110:
.LBE203:
.LBE202:
	.loc 1 99 17
	ldr	x0, [x27, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w0, w0, w24
	.loc 1 100 25
	ldr	w1, [x27, 16]
	add	w0, w0, w1
.LBE201:
.LBE200:
	.loc 1 100 17
	add	w21, w21, w0
.L109:
	.loc 1 100 25
	ldr	w0, [x25, 16]
	add	w21, w21, w0
.L105:
.LBE193:
.LBE192:
	.loc 1 99 27
	ldr	x27, [x26, 8]
.LBB204:
.LBB205:
	.loc 1 96 8
	cbz	x27, .L111
	.loc 1 98 26
	ldr	x25, [x27]
.LBB206:
.LBB207:
	.loc 1 97 16
	mov	w24, 0
	.loc 1 96 8
	cbz	x25, .L112
	.loc 1 98 16
	ldr	x0, [x25]
	bl	tree_sum
	mov	w24, w0
	.loc 1 99 17
	ldr	x0, [x25, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w24, w24, w0
	.loc 1 100 25
	ldr	w1, [x25, 16]
	add	w24, w24, w1
.L112:
.LBE207:
.LBE206:
	.loc 1 99 27
	ldr	x28, [x27, 8]
.LBB208:
.LBB209:
	.loc 1 96 8
	cbz	x28, .L113
	.loc 1 98 26
	ldr	x1, [x28]
.LBB210:
.LBB211:
	.loc 1 97 16
	mov	w25, 0
	.loc 1 96 8
	cbz	x1, .L114
	.loc 1 98 16
	ldr	x0, [x1]
	str	x1, [sp, 96]
	bl	tree_sum
	mov	w25, w0
	.loc 1 99 17
	ldr	x1, [sp, 96]
	ldr	x0, [x1, 8]
	bl	tree_sum
	.loc 1 100 17
	add	w25, w25, w0
	.loc 1 100 25
	ldr	x1, [sp, 96]
	ldr	w1, [x1, 16]
	add	w25, w25, w1
.L114:
.LBE211:
.LBE210:
	.loc 1 99 27
	ldr	x2, [x28, 8]
.LBB212:
.LBB213:
	.loc 1 96 8
	cbz	x2, .L115
	.loc 1 98 16
	ldr	x0, [x2]
	str	x2, [sp, 96]
	bl	tree_sum
	mov	w1, w0
	.loc 1 99 17
	ldr	x2, [sp, 96]
	.loc 1 98 16
	str	w1, [sp, 96]
	.loc 1 99 17
	str	x2, [sp, 104]
	ldr	x0, [x2, 8]
	bl	tree_sum
	.loc 1 100 25
	ldr	x2, [sp, 104]
	.loc 1 100 17
	ldr	w1, [sp, 96]
	.loc 1 100 25
	ldr	w2, [x2, 16]
	.loc 1 100 17
	add	w1, w1, w0
	.loc 1 100 25
	add	w1, w1, w2
.LBE213:
.LBE212:
	.loc 1 100 17
	add	w25, w25, w1
.L115:
	.loc 1 100 25
	ldr	w0, [x28, 16]
	add	w25, w25, w0
.LBE209:
.LBE208:
	.loc 1 100 17
	add	w24, w24, w25
.L113:
	.loc 1 100 25
	ldr	w0, [x27, 16]
	add	w24, w24, w0
.LBE205:
.LBE204:
	.loc 1 100 17
	add	w21, w21, w24
.L111:
	.loc 1 100 25
	ldr	w0, [x26, 16]
	add	w21, w21, w0
.LBE191:
.LBE190:
	.loc 1 100 17
	add	w20, w20, w21
.L104:
	.loc 1 100 25
	ldr	w0, [x23, 16]
	add	w20, w20, w0
.LBE163:
.LBE162:
	.loc 1 100 17
	add	w19, w19, w20
.L90:
	.loc 1 100 25
	ldr	w0, [x22, 16]
	.loc 1 101 1
	ldp	x21, x22, [sp, 32]
	.loc 1 100 25
	add	w0, w19, w0
	.loc 1 101 1
	ldp	x19, x20, [sp, 16]
	ldp	x23, x24, [sp, 48]
	ldp	x25, x26, [sp, 64]
	ldp	x27, x28, [sp, 80]
	ldp	x29, x30, [sp], 112
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
.L116:
	.loc 1 97 16
	mov	w0, 0
	.loc 1 101 1
	ret
	.cfi_endproc
.LFE18:
	.size	tree_sum, .-tree_sum
	.align	2
	.p2align 4,,11
	.global	add_four
	.type	add_four, %function
add_four:
.LFB19:
	.loc 1 104 1
	.cfi_startproc
.LBB214:
	.loc 1 106 18
	ldr	q1, [x1]
	.loc 1 106 10
	ldr	q2, [x0]
	.loc 1 106 22
	shl	v0.4s, v1.4s, 1
	add	v0.4s, v0.4s, v1.4s
	.loc 1 106 14
	add	v0.4s, v0.4s, v2.4s
	str	q0, [x0]
.LBE214:
	.loc 1 107 1
	ret
	.cfi_endproc
.LFE19:
	.size	add_four, .-add_four
	.align	2
	.p2align 4,,11
	.global	list_max
	.type	list_max, %function
list_max:
.LFB20:
	.loc 1 115 1
	.cfi_startproc
	.loc 1 115 1
	mov	x1, x0
	.loc 1 116 9
	mov	w0, 0
	.loc 1 117 12
	cbz	x1, .L249
	.p2align 3,,7
.L251:
	ldr	w2, [x1, 8]
	.loc 1 117 17
	ldr	x1, [x1]
	cmp	w0, w2
	csel	w0, w0, w2, ge
	.loc 1 117 12
	cbnz	x1, .L251
.L249:
	.loc 1 121 1
	ret
	.cfi_endproc
.LFE20:
	.size	list_max, .-list_max
	.align	2
	.p2align 4,,11
	.global	irreducible
	.type	irreducible, %function
irreducible:
.LFB21:
	.loc 1 125 1
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
	mov	w19, w2
	stp	x21, x22, [sp, 32]
	.cfi_offset 21, -16
	.cfi_offset 22, -8
	.loc 1 125 1
	mov	x22, x0
	mov	w21, 0
	.loc 1 127 8
	cbz	w2, .L256
.L255:
	.loc 1 132 10
	mov	w0, w21
	.loc 1 133 6
	sub	w20, w20, #1
	.loc 1 132 10
	bl	work
	.loc 1 132 7
	eor	w19, w21, w0
	.loc 1 134 8
	cmp	w20, 0
	bgt	.L256
	.loc 1 136 14
	ldr	w0, [x22]
	.loc 1 137 1
	ldp	x21, x22, [sp, 32]
	add	w0, w19, w0
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	.cfi_remember_state
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L256:
	.cfi_restore_state
	.loc 1 130 10
	mov	w0, w20
	bl	work
	.loc 1 130 7
	add	w21, w19, w0
	b	.L255
	.cfi_endproc
.LFE21:
	.size	irreducible, .-irreducible
	.align	2
	.p2align 4,,11
	.global	checked_sum
	.type	checked_sum, %function
checked_sum:
.LFB22:
	.loc 1 140 1
	.cfi_startproc
.LBB215:
	.loc 1 142 23
	cmp	w1, 0
	ble	.L264
	mov	x2, x0
.LBE215:
	.loc 1 141 9
	mov	w0, 0
	add	x3, x2, w1, sxtw 2
	.p2align 3,,7
.L263:
.LBB216:
	.loc 1 143 14
	ldr	w1, [x2]
	.loc 1 143 12
	tbnz	w1, #31, .L269
	.loc 1 142 23 discriminator 2
	add	x2, x2, 4
	.loc 1 145 11 discriminator 2
	add	w0, w0, w1
	.loc 1 142 23 discriminator 2
	cmp	x2, x3
	bne	.L263
	ret
	.p2align 2,,3
.L264:
.LBE216:
	.loc 1 141 9
	mov	w0, 0
	.loc 1 148 1
	ret
.L269:
	.loc 1 140 1
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
.LBB217:
	.loc 1 144 13
	bl	abort
.LBE217:
	.cfi_endproc
.LFE22:
	.size	checked_sum, .-checked_sum
	.align	2
	.p2align 4,,11
	.global	wait_for
	.type	wait_for, %function
wait_for:
.LFB23:
	.loc 1 151 1
	.cfi_startproc
	.p2align 3,,7
.L271:
	.loc 1 152 13 discriminator 1
	ldr	w1, [x0]
	.loc 1 152 12 discriminator 1
	cbz	w1, .L271
	.loc 1 154 1
	ret
	.cfi_endproc
.LFE23:
	.size	wait_for, .-wait_for
	.align	2
	.p2align 4,,11
	.global	skip_zeros
	.type	skip_zeros, %function
skip_zeros:
.LFB24:
	.loc 1 157 1
	.cfi_startproc
	.loc 1 157 1
	mov	x4, x0
	.loc 1 158 16
	mov	w0, 0
	.loc 1 159 14
	cmp	w1, 0
	ble	.L274
	.loc 1 158 9
	mov	w2, 0
	.loc 1 164 18
	mov	w5, 100
	b	.L278
	.p2align 2,,3
.L276:
	sdiv	w3, w5, w3
	.loc 1 165 11
	add	w2, w2, 2
	.loc 1 164 11
	add	w0, w0, w3
	.loc 1 159 14
	cmp	w2, w1
	bge	.L274
.L278:
	.loc 1 160 14
	ldr	w3, [x4, w2, sxtw 2]
	.loc 1 160 12
	cbnz	w3, .L276
	.loc 1 161 14 discriminator 1
	add	w2, w2, 1
	.loc 1 159 14 discriminator 1
	cmp	w2, w1
	blt	.L278
.L274:
	.loc 1 168 1
	ret
	.cfi_endproc
.LFE24:
	.size	skip_zeros, .-skip_zeros
	.align	2
	.p2align 4,,11
	.global	straight
	.type	straight, %function
straight:
.LFB25:
	.loc 1 171 1
	.cfi_startproc
	.loc 1 172 26
	subs	w2, w0, w1
	sub	w0, w1, w0
	.loc 1 173 1
	csel	w0, w0, w2, le
	ret
	.cfi_endproc
.LFE25:
	.size	straight, .-straight
	.section	.data.rel.ro.local,"aw"
	.align	4
	.set	.LANCHOR0,. + 0
	.type	step.0, %object
	.size	step.0, 32
step.0:
	.xword	.L47
	.xword	.L48
	.xword	.L50
	.xword	.L51
	.text
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/stdlib.h"
