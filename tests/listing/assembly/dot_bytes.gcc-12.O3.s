	.arch armv8-a
	.file	"dot_bytes.c"
	.text
.Ltext0:
	.file 0 "/sources" "dot_bytes.c"
	.align	2
	.p2align 4,,11
	.global	dot
	.type	dot, %function
dot:
.LFB0:
	.file 1 "dot_bytes.c"
	.loc 1 3 72
	.cfi_startproc
	.loc 1 3 72
	mov	x7, x0
.LBB2:
	.loc 1 5 21
	cmp	w2, 0
	ble	.L9
	movi	v0.4s, 0
	sub	w0, w2, #1
	cmp	w0, 14
	bls	.L10
	and	x4, x2, 4294967280
	mov	x3, 0
	.p2align 3,,7
.L4:
	.loc 1 6 13 discriminator 3
	ldr	q1, [x7, x3]
	.loc 1 6 20 discriminator 3
	ldr	q3, [x1, x3]
	add	x3, x3, 16
	smull	v2.8h, v1.8b, v3.8b
	smull2	v1.8h, v1.16b, v3.16b
	saddw	v0.4s, v0.4s, v2.4h
	saddw2	v0.4s, v0.4s, v2.8h
	saddw	v0.4s, v0.4s, v1.4h
	saddw2	v0.4s, v0.4s, v1.8h
	cmp	x4, x3
	bne	.L4
	addv	s1, v0.4s
	and	w3, w2, -16
	mov	w4, w3
	fmov	w0, s1
	cmp	w2, w3
	beq	.L1
.L3:
	sub	w5, w2, w4
	sub	w6, w5, #1
	cmp	w6, 6
	bls	.L7
	.loc 1 6 13
	ldr	d2, [x7, w4, uxtw]
	and	w6, w5, -8
	.loc 1 6 20
	ldr	d1, [x1, w4, uxtw]
	add	w3, w3, w6
	.loc 1 6 17
	smull	v1.8h, v1.8b, v2.8b
	saddw	v0.4s, v0.4s, v1.4h
	saddw2	v0.4s, v0.4s, v1.8h
	addv	s0, v0.4s
	fmov	w0, s0
	tst	x5, 7
	beq	.L1
.L7:
	.loc 1 6 13
	ldrsb	w6, [x7, w3, sxtw]
	.loc 1 5 27
	add	w4, w3, 1
	.loc 1 6 20
	ldrsb	w5, [x1, w3, sxtw]
	.loc 1 6 9
	madd	w0, w6, w5, w0
	.loc 1 5 21
	cmp	w2, w4
	ble	.L1
	.loc 1 6 13
	ldrsb	w6, [x7, w4, sxtw]
	.loc 1 5 27
	add	w5, w3, 2
	.loc 1 6 20
	ldrsb	w4, [x1, w4, sxtw]
	.loc 1 6 9
	madd	w0, w6, w4, w0
	.loc 1 5 21
	cmp	w2, w5
	ble	.L1
	.loc 1 6 20
	ldrsb	w6, [x1, w5, sxtw]
	.loc 1 5 27
	add	w4, w3, 3
	.loc 1 6 13
	ldrsb	w5, [x7, w5, sxtw]
	.loc 1 6 9
	madd	w0, w6, w5, w0
	.loc 1 5 21
	cmp	w2, w4
	ble	.L1
	.loc 1 6 20
	ldrsb	w6, [x1, w4, sxtw]
	.loc 1 5 27
	add	w5, w3, 4
	.loc 1 6 13
	ldrsb	w4, [x7, w4, sxtw]
	.loc 1 6 9
	madd	w0, w6, w4, w0
	.loc 1 5 21
	cmp	w2, w5
	ble	.L1
	.loc 1 6 13
	ldrsb	w6, [x7, w5, sxtw]
	.loc 1 5 27
	add	w4, w3, 5
	.loc 1 6 20
	ldrsb	w5, [x1, w5, sxtw]
	.loc 1 6 9
	madd	w0, w6, w5, w0
	.loc 1 5 21
	cmp	w2, w4
	ble	.L1
	.loc 1 6 13
	ldrsb	w5, [x7, w4, sxtw]
	.loc 1 5 27
	add	w3, w3, 6
	.loc 1 6 20
	ldrsb	w4, [x1, w4, sxtw]
	.loc 1 6 9
	madd	w0, w5, w4, w0
	.loc 1 5 21
	cmp	w2, w3
	ble	.L1
	.loc 1 6 13
	ldrsb	w2, [x7, w3, sxtw]
	.loc 1 6 20
	ldrsb	w1, [x1, w3, sxtw]
	.loc 1 6 9
	madd	w0, w2, w1, w0
.L1:
.LBE2:
	.loc 1 8 1
	ret
	.p2align 2,,3
.L9:
	.loc 1 4 11
	mov	w0, 0
	.loc 1 8 1
	ret
.L10:
.LBB3:
	.loc 1 5 21
	mov	w4, 0
	.loc 1 5 12
	mov	w3, 0
.LBE3:
	.loc 1 4 11
	mov	w0, 0
	b	.L3
	.cfi_endproc
.LFE0:
	.size	dot, .-dot
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
