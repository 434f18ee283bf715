	.arch armv8-a+sve
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
	mov	x3, 0
	cntb	x5
	cntb	x4, all, mul #3
	mov	z0.s, w2
	whilelo	p1.b, wzr, w1
	.loc 1 15 19
	mov	z1.s, #255
	ptrue	p0.b, all
	.p2align 3,,7
.L3:
	.loc 1 15 37 discriminator 3
	ld3b	{z4.b - z6.b}, p1/z, [x0]
	uunpkhi	z2.h, z4.b
	uunpklo	z7.s, z2.h
	uunpkhi	z2.s, z2.h
	.loc 1 15 26 discriminator 3
	add	z20.s, z2.s, z0.s
	.loc 1 16 39 discriminator 3
	uunpkhi	z2.h, z5.b
	uunpklo	z24.s, z2.h
	uunpkhi	z2.s, z2.h
	uunpklo	z16.h, z5.b
	.loc 1 16 28 discriminator 3
	add	z18.s, z2.s, z0.s
	.loc 1 16 39 discriminator 3
	uunpklo	z23.s, z16.h
	.loc 1 17 38 discriminator 3
	uunpklo	z2.h, z6.b
	.loc 1 16 39 discriminator 3
	uunpkhi	z16.s, z16.h
	.loc 1 17 38 discriminator 3
	uunpklo	z21.s, z2.h
	uunpkhi	z2.s, z2.h
	.loc 1 16 28 discriminator 3
	add	z19.s, z16.s, z0.s
	.loc 1 17 27 discriminator 3
	add	z17.s, z2.s, z0.s
	.loc 1 17 38 discriminator 3
	uunpkhi	z16.h, z6.b
	uunpklo	z2.s, z16.h
	uunpkhi	z16.s, z16.h
	.loc 1 15 37 discriminator 3
	uunpklo	z3.h, z4.b
	.loc 1 17 27 discriminator 3
	add	z22.s, z2.s, z0.s
	.loc 1 15 37 discriminator 3
	uunpklo	z25.s, z3.h
	.loc 1 16 28 discriminator 3
	add	z23.s, z23.s, z0.s
	.loc 1 15 26 discriminator 3
	add	z25.s, z25.s, z0.s
	.loc 1 17 27 discriminator 3
	add	z2.s, z16.s, z0.s
	.loc 1 15 19 discriminator 3
	movprfx	z6, z25
	smin	z6.s, p0/m, z6.s, z1.s
	.loc 1 16 21 discriminator 3
	movprfx	z16, z23
	smin	z16.s, p0/m, z16.s, z1.s
	.loc 1 15 37 discriminator 3
	uunpkhi	z3.s, z3.h
	.loc 1 15 26 discriminator 3
	add	z3.s, z3.s, z0.s
	.loc 1 15 19 discriminator 3
	smin	z3.s, p0/m, z3.s, z1.s
	smax	z3.s, z3.s, #0
	.loc 1 16 28 discriminator 3
	add	z24.s, z24.s, z0.s
	.loc 1 17 27 discriminator 3
	add	z21.s, z21.s, z0.s
	.loc 1 16 21 discriminator 3
	movprfx	z23, z16
	smax	z23.s, z23.s, #0
	movprfx	z5, z24
	smin	z5.s, p0/m, z5.s, z1.s
	.loc 1 15 19 discriminator 3
	movprfx	z25, z6
	smax	z25.s, z25.s, #0
	.loc 1 16 21 discriminator 3
	movprfx	z16, z19
	smin	z16.s, p0/m, z16.s, z1.s
	.loc 1 15 19 discriminator 3
	uzp1	z6.h, z25.h, z3.h
	.loc 1 16 21 discriminator 3
	movprfx	z19, z16
	smax	z19.s, z19.s, #0
	.loc 1 17 20 discriminator 3
	movprfx	z3, z21
	smin	z3.s, p0/m, z3.s, z1.s
	.loc 1 16 21 discriminator 3
	uzp1	z4.h, z23.h, z19.h
	.loc 1 15 26 discriminator 3
	add	z7.s, z7.s, z0.s
	.loc 1 15 19 discriminator 3
	smin	z20.s, p0/m, z20.s, z1.s
	smin	z7.s, p0/m, z7.s, z1.s
	smax	z20.s, z20.s, #0
	smax	z7.s, z7.s, #0
	.loc 1 16 21 discriminator 3
	movprfx	z24, z5
	smax	z24.s, z24.s, #0
	.loc 1 15 19 discriminator 3
	uzp1	z7.h, z7.h, z20.h
	.loc 1 16 21 discriminator 3
	smin	z18.s, p0/m, z18.s, z1.s
	.loc 1 17 20 discriminator 3
	uzp1	z28.b, z6.b, z7.b
	.loc 1 16 21 discriminator 3
	smax	z18.s, z18.s, #0
	.loc 1 17 20 discriminator 3
	movprfx	z21, z3
	smax	z21.s, z21.s, #0
	.loc 1 16 21 discriminator 3
	uzp1	z5.h, z24.h, z18.h
	.loc 1 17 20 discriminator 3
	smin	z17.s, p0/m, z17.s, z1.s
	uzp1	z29.b, z4.b, z5.b
	smax	z17.s, z17.s, #0
	movprfx	z4, z22
	smin	z4.s, p0/m, z4.s, z1.s
	uzp1	z3.h, z21.h, z17.h
	movprfx	z22, z4
	smax	z22.s, z22.s, #0
	smin	z2.s, p0/m, z2.s, z1.s
	smax	z2.s, z2.s, #0
	uzp1	z2.h, z22.h, z2.h
	uzp1	z30.b, z3.b, z2.b
	st3b	{z28.b - z30.b}, p1, [x0]
	.loc 1 14 21 discriminator 3
	add	x3, x3, x5
	add	x0, x0, x4
	whilelo	p1.b, w3, w1
	b.any	.L3
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
	.loc 1 23 22
	mov	x1, 0
	cntw	x3
	mov	w2, 256
	whilelo	p0.s, wzr, w2
	.p2align 3,,7
.L8:
	.loc 1 23 14 discriminator 3
	ld1w	z1.s, p0/z, [x0, x1, lsl 2]
	.loc 1 23 22 discriminator 3
	add	x1, x1, x3
	.loc 1 24 9 discriminator 3
	fadda	s0, p0, s0, z1.s
	whilelo	p0.s, w1, w2
	b.any	.L8
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
	.file 2 "/usr/aarch64-linux-gnu/include/c++/12/array"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
