	.arch armv8-a
	.file	"modern.cpp"
	.text
.Ltext0:
	.file 0 "." "modern.cpp"
	.section	.text._Z6sum_ofIlET_PKS0_S2_,"axG",@progbits,_Z6sum_ofIlET_PKS0_S2_,comdat
	.align	2
	.p2align 4,,11
	.weak	_Z6sum_ofIlET_PKS0_S2_
	.type	_Z6sum_ofIlET_PKS0_S2_, %function
_Z6sum_ofIlET_PKS0_S2_:
.LFB457:
	.file 1 "modern.cpp"
	.loc 1 4 3
	.cfi_startproc
	.loc 1 4 3
	mov	x2, x0
	.loc 1 6 7
	mov	x0, 0
	.loc 1 7 18
	cmp	x2, x1
	beq	.L1
	.p2align 3,,7
.L3:
	.loc 1 8 11 discriminator 2
	ldr	x3, [x2], 8
	add	x0, x0, x3
	.loc 1 7 18 discriminator 2
	cmp	x1, x2
	bne	.L3
.L1:
	.loc 1 10 1
	ret
	.cfi_endproc
.LFE457:
	.size	_Z6sum_ofIlET_PKS0_S2_, .-_Z6sum_ofIlET_PKS0_S2_
	.section	.text._Z6sum_ofIdET_PKS0_S2_,"axG",@progbits,_Z6sum_ofIdET_PKS0_S2_,comdat
	.align	2
	.p2align 4,,11
	.weak	_Z6sum_ofIdET_PKS0_S2_
	.type	_Z6sum_ofIdET_PKS0_S2_, %function
_Z6sum_ofIdET_PKS0_S2_:
.LFB458:
	.loc 1 4 3
	.cfi_startproc
	.loc 1 6 7
	movi	d0, #0
	.loc 1 7 18
	cmp	x0, x1
	beq	.L7
	.p2align 3,,7
.L9:
	.loc 1 8 11 discriminator 2
	ldr	d1, [x0], 8
	fadd	d0, d0, d1
	.loc 1 7 18 discriminator 2
	cmp	x1, x0
	bne	.L9
.L7:
	.loc 1 10 1
	ret
	.cfi_endproc
.LFE458:
	.size	_Z6sum_ofIdET_PKS0_S2_, .-_Z6sum_ofIdET_PKS0_S2_
	.text
	.align	2
	.p2align 4,,11
	.global	_Z7largestRKSt5arrayIiLm100EE
	.type	_Z7largestRKSt5arrayIiLm100EE, %function
_Z7largestRKSt5arrayIiLm100EE:
.LFB449:
	.loc 1 16 1
	.cfi_startproc
.LBB29:
.LBB30:
.LBB31:
	.file 2 "/usr/aarch64-linux-gnu/include/c++/12/array"
	.loc 2 148 43
	add	x2, x0, 400
	mov	x1, x0
.LBE31:
.LBE30:
.LBE29:
	.loc 1 17 24
	ldr	w0, [x0]
	dup	v0.4s, w0
	.p2align 3,,7
.L14:
.LBB32:
	.loc 1 18 14 discriminator 3
	ldr	q1, [x1], 16
	smax	v0.4s, v0.4s, v1.4s
	cmp	x2, x1
	bne	.L14
	smaxv	s0, v0.4s
	fmov	w0, s0
.LBE32:
	.loc 1 22 1
	ret
	.cfi_endproc
.LFE449:
	.size	_Z7largestRKSt5arrayIiLm100EE, .-_Z7largestRKSt5arrayIiLm100EE
	.align	2
	.p2align 4,,11
	.global	_ZN9Histogram3addEPKhi
	.type	_ZN9Histogram3addEPKhi, %function
_ZN9Histogram3addEPKhi:
.LFB450:
	.loc 1 30 1
	.cfi_startproc
.LBB33:
	.loc 1 31 23
	cmp	w2, 0
	ble	.L16
	add	x4, x1, w2, sxtw
	.p2align 3,,7
.L18:
	ldrb	w3, [x1], 1
	.loc 1 32 19 discriminator 3
	ldr	w2, [x0, x3, lsl 2]
	add	w2, w2, 1
	str	w2, [x0, x3, lsl 2]
	.loc 1 31 23 discriminator 3
	cmp	x4, x1
	bne	.L18
.L16:
.LBE33:
	.loc 1 33 1
	ret
	.cfi_endproc
.LFE450:
	.size	_ZN9Histogram3addEPKhi, .-_ZN9Histogram3addEPKhi
	.align	2
	.p2align 4,,11
	.global	_Z5halvePfi
	.type	_Z5halvePfi, %function
_Z5halvePfi:
.LFB452:
	.loc 1 43 1
	.cfi_startproc
.LBB34:
.LBB35:
	.loc 1 38 23
	cmp	w1, 0
	ble	.L20
	add	x1, x0, w1, sxtw 2
.LBB36:
.LBB37:
	.loc 1 44 41
	fmov	s1, 5.0e-1
	.p2align 3,,7
.L22:
	ldr	s0, [x0]
	fmul	s0, s0, s1
.LBE37:
.LBE36:
	.loc 1 39 14
	str	s0, [x0], 4
	.loc 1 38 23
	cmp	x0, x1
	bne	.L22
.L20:
.LBE35:
.LBE34:
	.loc 1 45 1
	ret
	.cfi_endproc
.LFE452:
	.size	_Z5halvePfi, .-_Z5halvePfi
	.align	2
	.p2align 4,,11
	.global	_Z9may_throwPKii
	.type	_Z9may_throwPKii, %function
_Z9may_throwPKii:
.LFB456:
	.loc 1 48 1
	.cfi_startproc
.LBB38:
	.loc 1 50 23
	cmp	w1, 0
	ble	.L28
	mov	x2, x0
	.loc 1 53 18
	mov	w4, 100
	add	x3, x2, w1, sxtw 2
.LBE38:
	.loc 1 49 9
	mov	w0, 0
	.p2align 3,,7
.L27:
.LBB39:
	.loc 1 51 16
	ldr	w1, [x2]
	.loc 1 51 9
	cbz	w1, .L33
	.loc 1 53 18 discriminator 2
	sdiv	w1, w4, w1
	.loc 1 50 23 discriminator 2
	add	x2, x2, 4
	.loc 1 53 11 discriminator 2
	add	w0, w0, w1
	.loc 1 50 23 discriminator 2
	cmp	x2, x3
	bne	.L27
	ret
	.p2align 2,,3
.L28:
.LBE39:
	.loc 1 49 9
	mov	w0, 0
	.loc 1 56 1
	ret
.L33:
	.loc 1 48 1
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
.LBB40:
	.loc 1 52 19
	mov	x0, 4
.LBE40:
	.loc 1 48 1
	mov	x29, sp
.LBB41:
	.loc 1 52 19
	bl	__cxa_allocate_exception
	adrp	x1, :got:_ZTIi
	ldr	x1, [x1, :got_lo12:_ZTIi]
	.loc 1 52 13
	mov	w3, 1
	str	w3, [x0]
	.loc 1 52 19
	mov	x2, 0
	bl	__cxa_throw
.LBE41:
	.cfi_endproc
.LFE456:
	.size	_Z9may_throwPKii, .-_Z9may_throwPKii
.Letext0:
