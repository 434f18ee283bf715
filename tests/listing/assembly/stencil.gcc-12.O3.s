	.arch armv8-a
	.file	"stencil.c"
	.text
.Ltext0:
	.file 0 "/sources" "stencil.c"
	.align	2
	.p2align 4,,11
	.global	blur
	.type	blur, %function
blur:
.LFB0:
	.file 1 "stencil.c"
	.loc 1 1 81
	.cfi_startproc
.LBB2:
	.loc 1 2 21
	cmp	w0, 2
	ble	.L25
	cmp	w1, 2
	ble	.L25
.LBE2:
	.loc 1 1 81
	stp	x29, x30, [sp, -64]!
	.cfi_def_cfa_offset 64
	.cfi_offset 29, -64
	.cfi_offset 30, -56
	sub	w17, w1, #2
	sub	w30, w0, #1
.LBB7:
.LBB3:
	.loc 1 4 35
	mov	w0, 52429
	lsr	w11, w17, 2
	movk	w0, 0x3e4c, lsl 16
	fmov	s6, w0
.LBE3:
.LBE7:
	.loc 1 1 81
	mov	x29, sp
	sbfiz	x14, x1, 2, 32
	add	x8, x14, 4
	sxtw	x16, w1
.LBB8:
.LBB4:
	.loc 1 4 35
	dup	v7.2s, v6.s[0]
	dup	v5.4s, v6.s[0]
.LBE4:
.LBE8:
	.loc 1 1 81
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -48
	.cfi_offset 20, -40
	and	w20, w17, -4
	add	x4, x2, x8
	lsl	x11, x11, 4
	and	w17, w17, 3
	add	x8, x3, x8
.LBB9:
	.loc 1 2 21
	mov	x13, x16
	sub	w19, w1, #3
	sbfiz	x18, x1, 1, 32
	mov	w7, w1
.LBE9:
	.loc 1 1 81
	stp	x21, x22, [sp, 32]
	.cfi_offset 21, -32
	.cfi_offset 22, -24
	add	w21, w20, 1
.LBB10:
	.loc 1 2 21
	mov	x12, 0
	mov	w10, 0
	.loc 1 2 12
	mov	w15, 1
.LBE10:
	.loc 1 1 81
	stp	x23, x24, [sp, 48]
	.cfi_offset 23, -16
	.cfi_offset 24, -8
	.p2align 3,,7
.L4:
	mov	w5, w10
.LBB11:
	.loc 1 2 34
	add	w15, w15, 1
	mov	w10, w7
.LBB5:
	.loc 1 6 49
	add	w7, w1, w7
	cmp	w19, 2
	bls	.L29
	sub	x23, x4, #4
	add	x22, x4, 4
	sub	x6, x4, x14
	add	x9, x14, x4
	mov	x0, 0
	.p2align 3,,7
.L5:
	.loc 1 4 40 discriminator 3
	ldr	q1, [x4, x0]
	.loc 1 4 62 discriminator 3
	ldr	q0, [x23, x0]
	.loc 1 5 40 discriminator 3
	ldr	q3, [x22, x0]
	.loc 1 4 58 discriminator 3
	fadd	v0.4s, v0.4s, v1.4s
	.loc 1 5 66 discriminator 3
	ldr	q2, [x6, x0]
	.loc 1 6 40 discriminator 3
	ldr	q1, [x9, x0]
	.loc 1 4 84 discriminator 3
	fadd	v0.4s, v0.4s, v3.4s
	.loc 1 5 62 discriminator 3
	fadd	v0.4s, v0.4s, v2.4s
	.loc 1 5 90 discriminator 3
	fadd	v0.4s, v0.4s, v1.4s
	.loc 1 4 35 discriminator 3
	fmul	v0.4s, v0.4s, v5.4s
	.loc 1 4 28 discriminator 3
	str	q0, [x8, x0]
	add	x0, x0, 16
	cmp	x11, x0
	bne	.L5
	cbz	w17, .L6
	.loc 1 4 28 is_stmt 0
	uxtw	x22, w20
	.loc 1 3 14 is_stmt 1
	mov	w4, w21
.L9:
	sub	w0, w1, w22
	sub	w23, w0, #2
	cmp	w0, 3
	beq	.L7
	add	x0, x13, x22
	.loc 1 5 66
	add	x24, x12, x22
	add	x0, x0, 1
	.loc 1 6 40
	add	x6, x18, x12
	add	x6, x6, x22
	.loc 1 5 66
	add	x22, x2, x24, lsl 2
	lsl	x0, x0, 2
	.loc 1 4 62
	add	x24, x2, x0
	.loc 1 6 40
	add	x6, x2, x6, lsl 2
	.loc 1 5 66
	ldr	d2, [x22, 4]
	.loc 1 4 40
	ldr	d4, [x2, x0]
	.loc 1 4 62
	ldr	d0, [x24, -4]
	.loc 1 5 40
	ldr	d3, [x24, 4]
	.loc 1 6 40
	ldr	d1, [x6, 4]
	.loc 1 4 58
	fadd	v0.2s, v0.2s, v4.2s
	.loc 1 4 84
	fadd	v0.2s, v0.2s, v3.2s
	.loc 1 5 62
	fadd	v0.2s, v0.2s, v2.2s
	.loc 1 5 90
	fadd	v0.2s, v0.2s, v1.2s
	.loc 1 4 35
	fmul	v0.2s, v0.2s, v7.2s
	.loc 1 4 28
	str	d0, [x3, x0]
	tbz	x23, 0, .L6
	and	w23, w23, -2
	add	w4, w4, w23
.L7:
	.loc 1 4 53
	add	w0, w10, w4
	.loc 1 5 85
	add	w5, w5, w4
	.loc 1 6 59
	add	w4, w7, w4
	.loc 1 4 40
	sxtw	x6, w0
	.loc 1 4 62
	add	x0, x2, w0, sxtw 2
	.loc 1 5 62
	ldr	s2, [x2, w5, sxtw 2]
	.loc 1 5 90
	ldr	s1, [x2, w4, sxtw 2]
	.loc 1 4 58
	ldr	s0, [x0, -4]
	ldr	s4, [x2, x6, lsl 2]
	.loc 1 4 84
	ldr	s3, [x0, 4]
	.loc 1 4 58
	fadd	s0, s0, s4
	.loc 1 4 84
	fadd	s0, s0, s3
	.loc 1 5 62
	fadd	s0, s0, s2
	.loc 1 5 90
	fadd	s0, s0, s1
	.loc 1 4 35
	fmul	s0, s0, s6
	.loc 1 4 28
	str	s0, [x3, x6, lsl 2]
.L6:
.LBE5:
	.loc 1 2 21
	mov	x4, x9
	add	x8, x8, x14
	add	x13, x13, x16
	add	x12, x12, x16
	cmp	w30, w15
	bne	.L4
.LBE11:
	.loc 1 7 1
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x23, x24, [sp, 48]
	ldp	x29, x30, [sp], 64
	.cfi_remember_state
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 23
	.cfi_restore 24
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
.L29:
	.cfi_restore_state
	add	x9, x14, x4
.LBB12:
.LBB6:
	.loc 1 6 49
	mov	x22, 0
	.loc 1 3 14
	mov	w4, 1
	b	.L9
.L25:
	.cfi_def_cfa_offset 0
	.cfi_restore 19
	.cfi_restore 20
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 23
	.cfi_restore 24
	.cfi_restore 29
	.cfi_restore 30
	ret
.LBE6:
.LBE12:
	.cfi_endproc
.LFE0:
	.size	blur, .-blur
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
