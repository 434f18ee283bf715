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
	mov	w3, 3
	.loc 1 15 19
	mov	w5, 255
	smaddl	x6, w1, w3, x0
	.p2align 3,,7
.L3:
	.loc 1 15 37 discriminator 3
	ldrb	w4, [x0]
	.loc 1 14 21 discriminator 3
	add	x0, x0, 3
	.loc 1 16 39 discriminator 3
	ldrb	w3, [x0, -2]
	.loc 1 15 26 discriminator 3
	add	w4, w4, w2
	.loc 1 17 38 discriminator 3
	ldrb	w1, [x0, -1]
	.loc 1 15 19 discriminator 3
	cmp	w4, 255
	.loc 1 16 28 discriminator 3
	add	w3, w3, w2
	.loc 1 15 19 discriminator 3
	csel	w4, w4, w5, le
	.loc 1 17 27 discriminator 3
	add	w1, w1, w2
	.loc 1 15 19 discriminator 3
	cmp	w4, 0
	csel	w4, w4, wzr, ge
	.loc 1 16 21 discriminator 3
	cmp	w3, 255
	csel	w3, w3, w5, le
	.loc 1 15 19 discriminator 3
	strb	w4, [x0, -3]
	.loc 1 16 21 discriminator 3
	cmp	w3, 0
	csel	w3, w3, wzr, ge
	.loc 1 17 20 discriminator 3
	cmp	w1, 255
	csel	w1, w1, w5, le
	.loc 1 16 21 discriminator 3
	strb	w3, [x0, -2]
	.loc 1 17 20 discriminator 3
	cmp	w1, 0
	csel	w1, w1, wzr, ge
	strb	w1, [x0, -1]
	.loc 1 14 21 discriminator 3
	cmp	x6, x0
	bne	.L3
.L1:
.LBE24:
	.loc 1 19 1
	ret
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
.LBB25:
.LBB26:
.LBB27:
	.file 2 "/usr/aarch64-linux-gnu/include/c++/12/array"
	.loc 2 148 43
	add	x1, x0, 1024
	.p2align 3,,7
.L8:
.LBE27:
.LBE26:
	.loc 1 24 9 discriminator 3
	ldr	s1, [x0], 4
	fadd	s0, s0, s1
	.loc 1 23 22 discriminator 3
	cmp	x0, x1
	bne	.L8
.LBE25:
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
