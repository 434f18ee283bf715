	.arch armv8-a
	.file	"pixels.cpp"
	.text
.Ltext0:
	.file 0 "/sources" "pixels.cpp"
	.align	2
	.p2align 4,,11
	.global	_ZN7picture8brightenEP5Pixelii
	.type	_ZN7picture8brightenEP5Pixelii, %function
_ZN7picture8brightenEP5Pixelii:
.LFB449:
	.file 1 "pixels.cpp"
	.loc 1 13 45
	.cfi_startproc
.LBB24:
	.loc 1 14 21
	cmp	w1, 0
	ble	.L1
	sub	w3, w1, #1
	cmp	w3, 14
	bls	.L6
	lsr	w4, w1, 4
	mov	w5, 48
	dup	v2.4s, w2
	mov	x3, x0
	.loc 1 15 19
	movi	v1.4s, 0xff
	movi	v0.4s, 0
	umaddl	x4, w4, w5, x0
	.p2align 3,,7
.L4:
	.loc 1 15 37 discriminator 3
	ldp	q5, q4, [x3]
	ldr	q3, [x3, 32]
	uxtl	v19.8h, v5.8b
	uxtl	v18.8h, v4.8b
	uxtl	v17.8h, v3.8b
	uxtl2	v5.8h, v5.16b
	uxtl2	v4.8h, v4.16b
	uxtl2	v3.8h, v3.16b
	.loc 1 15 26 discriminator 3
	uaddw	v16.4s, v2.4s, v19.4h
	uaddw	v22.4s, v2.4s, v5.4h
	uaddw	v7.4s, v2.4s, v18.4h
	uaddw	v21.4s, v2.4s, v4.4h
	uaddw	v6.4s, v2.4s, v17.4h
	uaddw	v20.4s, v2.4s, v3.4h
	uaddw2	v19.4s, v2.4s, v19.8h
	uaddw2	v5.4s, v2.4s, v5.8h
	uaddw2	v18.4s, v2.4s, v18.8h
	uaddw2	v4.4s, v2.4s, v4.8h
	uaddw2	v17.4s, v2.4s, v17.8h
	uaddw2	v3.4s, v2.4s, v3.8h
	.loc 1 15 19 discriminator 3
	smin	v16.4s, v16.4s, v1.4s
	smin	v19.4s, v19.4s, v1.4s
	smin	v22.4s, v22.4s, v1.4s
	smin	v5.4s, v5.4s, v1.4s
	smin	v7.4s, v7.4s, v1.4s
	smin	v18.4s, v18.4s, v1.4s
	smin	v21.4s, v21.4s, v1.4s
	smin	v4.4s, v4.4s, v1.4s
	smin	v6.4s, v6.4s, v1.4s
	smin	v17.4s, v17.4s, v1.4s
	smin	v20.4s, v20.4s, v1.4s
	smin	v3.4s, v3.4s, v1.4s
	smax	v16.4s, v16.4s, v0.4s
	smax	v19.4s, v19.4s, v0.4s
	smax	v22.4s, v22.4s, v0.4s
	smax	v5.4s, v5.4s, v0.4s
	smax	v7.4s, v7.4s, v0.4s
	smax	v18.4s, v18.4s, v0.4s
	smax	v21.4s, v21.4s, v0.4s
	smax	v4.4s, v4.4s, v0.4s
	smax	v6.4s, v6.4s, v0.4s
	smax	v17.4s, v17.4s, v0.4s
	smax	v20.4s, v20.4s, v0.4s
	smax	v3.4s, v3.4s, v0.4s
	uzp1	v16.8h, v16.8h, v19.8h
	uzp1	v22.8h, v22.8h, v5.8h
	uzp1	v7.8h, v7.8h, v18.8h
	uzp1	v21.8h, v21.8h, v4.8h
	uzp1	v6.8h, v6.8h, v17.8h
	uzp1	v20.8h, v20.8h, v3.8h
	uzp1	v16.16b, v16.16b, v22.16b
	uzp1	v7.16b, v7.16b, v21.16b
	uzp1	v6.16b, v6.16b, v20.16b
	stp	q16, q7, [x3]
	add	x3, x3, 48
	str	q6, [x3, -16]
	cmp	x4, x3
	bne	.L4
	and	w5, w1, -16
	tst	x1, 15
	beq	.L1
.L3:
	.loc 1 15 35
	sbfiz	x4, x5, 1, 32
	.loc 1 15 19
	mov	w3, 255
	.loc 1 15 35
	add	x4, x4, w5, sxtw
	.loc 1 14 3
	add	w9, w5, 1
	.loc 1 15 35
	add	x8, x0, x4
	.loc 1 15 37
	ldrb	w6, [x0, x4]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x4]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 3
	.loc 1 14 3
	add	w9, w5, 2
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 6
	.loc 1 14 3
	add	w9, w5, 3
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 9
	.loc 1 14 3
	add	w9, w5, 4
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 12
	.loc 1 14 3
	add	w9, w5, 5
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 15
	.loc 1 14 3
	add	w9, w5, 6
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 18
	.loc 1 14 3
	add	w9, w5, 7
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 21
	.loc 1 14 3
	add	w9, w5, 8
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 24
	.loc 1 14 3
	add	w9, w5, 9
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 27
	.loc 1 14 3
	add	w9, w5, 10
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 30
	.loc 1 15 19
	mov	w3, 255
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 14 3
	add	w9, w5, 11
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 33
	.loc 1 14 3
	add	w9, w5, 12
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 36
	.loc 1 14 3
	add	w9, w5, 13
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w9
	ble	.L1
	.loc 1 15 35
	add	x7, x4, 39
	.loc 1 14 3
	add	w5, w5, 14
	.loc 1 15 35
	add	x8, x0, x7
	.loc 1 15 37
	ldrb	w6, [x0, x7]
	.loc 1 15 26
	add	w6, w6, w2
	.loc 1 15 19
	cmp	w6, w3
	csel	w6, w6, w3, le
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x0, x7]
	.loc 1 16 39
	ldrb	w7, [x8, 1]
	.loc 1 17 38
	ldrb	w6, [x8, 2]
	.loc 1 16 28
	add	w7, w7, w2
	.loc 1 16 21
	cmp	w7, w3
	.loc 1 17 27
	add	w6, w6, w2
	.loc 1 16 21
	csel	w7, w7, w3, le
	cmp	w7, 0
	csel	w7, w7, wzr, ge
	.loc 1 17 20
	cmp	w6, w3
	csel	w6, w6, w3, le
	.loc 1 16 21
	strb	w7, [x8, 1]
	.loc 1 17 20
	cmp	w6, 0
	csel	w6, w6, wzr, ge
	strb	w6, [x8, 2]
	.loc 1 14 21
	cmp	w1, w5
	ble	.L1
	.loc 1 15 35
	add	x4, x4, 42
	add	x5, x0, x4
	.loc 1 15 37
	ldrb	w1, [x0, x4]
	.loc 1 15 26
	add	w1, w1, w2
	.loc 1 15 19
	cmp	w1, w3
	csel	w1, w1, w3, le
	cmp	w1, 0
	csel	w1, w1, wzr, ge
	strb	w1, [x0, x4]
	.loc 1 16 39
	ldrb	w1, [x5, 1]
	.loc 1 17 38
	ldrb	w0, [x5, 2]
	.loc 1 16 28
	add	w1, w1, w2
	.loc 1 16 21
	cmp	w1, w3
	.loc 1 17 27
	add	w0, w0, w2
	.loc 1 16 21
	csel	w1, w1, w3, le
	cmp	w1, 0
	csel	w1, w1, wzr, ge
	.loc 1 17 20
	cmp	w0, w3
	csel	w0, w0, w3, le
	.loc 1 16 21
	strb	w1, [x5, 1]
	.loc 1 17 20
	cmp	w0, 0
	csel	w0, w0, wzr, ge
	strb	w0, [x5, 2]
.L1:
.LBE24:
	.loc 1 19 1
	ret
.L6:
.LBB25:
	.loc 1 14 12
	mov	w5, 0
	b	.L3
.LBE25:
	.cfi_endproc
.LFE449:
	.size	_ZN7picture8brightenEP5Pixelii, .-_ZN7picture8brightenEP5Pixelii
	.align	2
	.p2align 4,,11
	.global	_ZN7picture4meanERKSt5arrayIfLm256EE
	.type	_ZN7picture4meanERKSt5arrayIfLm256EE, %function
_ZN7picture4meanERKSt5arrayIfLm256EE:
.LFB450:
	.loc 1 21 50
	.cfi_startproc
	.loc 1 22 9
	movi	v0.2s, #0
.LBB26:
.LBB27:
.LBB28:
	.file 2 "/usr/aarch64-linux-gnu/include/c++/12/array"
	.loc 2 148 43
	add	x1, x0, 1024
	.p2align 3,,7
.L11:
.LBE28:
.LBE27:
	.loc 1 24 9 discriminator 3
	ldr	s1, [x0], 4
	fadd	s0, s0, s1
	.loc 1 23 22 discriminator 3
	cmp	x0, x1
	bne	.L11
.LBE26:
	.loc 1 25 28
	mov	w0, 998244352
	fmov	s1, w0
	fmul	s0, s0, s1
	.loc 1 26 1
	ret
	.cfi_endproc
.LFE450:
	.size	_ZN7picture4meanERKSt5arrayIfLm256EE, .-_ZN7picture4meanERKSt5arrayIfLm256EE
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
