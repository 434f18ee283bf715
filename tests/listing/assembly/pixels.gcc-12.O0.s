	.arch armv8-a
	.file	"pixels.cpp"
	.text
.Ltext0:
	.file 0 "/sources" "pixels.cpp"
	.align	2
	.global	_ZN7picture8brightenEP5Pixelii
	.type	_ZN7picture8brightenEP5Pixelii, %function
_ZN7picture8brightenEP5Pixelii:
.LFB449:
	.file 1 "pixels.cpp"
	.loc 1 13 45
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	str	w1, [sp, 20]
	str	w2, [sp, 16]
.LBB2:
	.loc 1 14 12
	str	wzr, [sp, 44]
	.loc 1 14 3
	b	.L2
.L3:
	.loc 1 15 34 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 15 35 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 15 37 discriminator 3
	ldrb	w0, [x0]
	mov	w1, w0
	.loc 1 15 26 discriminator 3
	ldr	w0, [sp, 16]
	add	w0, w1, w0
	mov	w2, 255
	mov	w1, 0
	bl	_Z5clampIiET_S0_S0_S0_
	mov	w2, w0
	.loc 1 15 12 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 15 13 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 15 19 discriminator 3
	and	w1, w2, 255
	strb	w1, [x0]
	.loc 1 16 36 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 16 37 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 16 39 discriminator 3
	ldrb	w0, [x0, 1]
	mov	w1, w0
	.loc 1 16 28 discriminator 3
	ldr	w0, [sp, 16]
	add	w0, w1, w0
	mov	w2, 255
	mov	w1, 0
	bl	_Z5clampIiET_S0_S0_S0_
	mov	w2, w0
	.loc 1 16 12 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 16 13 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 16 21 discriminator 3
	and	w1, w2, 255
	strb	w1, [x0, 1]
	.loc 1 17 35 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 17 36 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 17 38 discriminator 3
	ldrb	w0, [x0, 2]
	mov	w1, w0
	.loc 1 17 27 discriminator 3
	ldr	w0, [sp, 16]
	add	w0, w1, w0
	mov	w2, 255
	mov	w1, 0
	bl	_Z5clampIiET_S0_S0_S0_
	mov	w2, w0
	.loc 1 17 12 discriminator 3
	ldrsw	x1, [sp, 44]
	.loc 1 17 13 discriminator 3
	mov	x0, x1
	lsl	x0, x0, 1
	add	x0, x0, x1
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 17 20 discriminator 3
	and	w1, w2, 255
	strb	w1, [x0, 2]
	.loc 1 14 3 discriminator 3
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L2:
	.loc 1 14 21 discriminator 1
	ldr	w1, [sp, 44]
	ldr	w0, [sp, 20]
	cmp	w1, w0
	blt	.L3
.LBE2:
	.loc 1 19 1
	nop
	nop
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE449:
	.size	_ZN7picture8brightenEP5Pixelii, .-_ZN7picture8brightenEP5Pixelii
	.align	2
	.global	_ZN7picture4meanERKSt5arrayIfLm256EE
	.type	_ZN7picture4meanERKSt5arrayIfLm256EE, %function
_ZN7picture4meanERKSt5arrayIfLm256EE:
.LFB450:
	.loc 1 21 50
	.cfi_startproc
	stp	x29, x30, [sp, -80]!
	.cfi_def_cfa_offset 80
	.cfi_offset 29, -80
	.cfi_offset 30, -72
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 1 22 9
	str	wzr, [sp, 76]
.LBB3:
	.loc 1 23 22
	ldr	x0, [sp, 24]
	str	x0, [sp, 56]
	ldr	x0, [sp, 56]
	bl	_ZNKSt5arrayIfLm256EE5beginEv
	str	x0, [sp, 64]
	ldr	x0, [sp, 56]
	bl	_ZNKSt5arrayIfLm256EE3endEv
	str	x0, [sp, 48]
	.loc 1 23 3
	b	.L5
.L6:
	.loc 1 23 14 discriminator 3
	ldr	x0, [sp, 64]
	ldr	s0, [x0]
	str	s0, [sp, 44]
	.loc 1 24 9 discriminator 3
	ldr	s1, [sp, 76]
	ldr	s0, [sp, 44]
	fadd	s0, s1, s0
	str	s0, [sp, 76]
	.loc 1 23 3 discriminator 3
	ldr	x0, [sp, 64]
	add	x0, x0, 4
	str	x0, [sp, 64]
.L5:
	.loc 1 23 22 discriminator 1
	ldr	x1, [sp, 64]
	ldr	x0, [sp, 48]
	cmp	x1, x0
	bne	.L6
.LBE3:
	.loc 1 25 27
	ldr	x0, [sp, 24]
	bl	_ZNKSt5arrayIfLm256EE4sizeEv
	.loc 1 25 14
	ucvtf	s0, x0
	.loc 1 25 28
	ldr	s1, [sp, 76]
	fdiv	s0, s1, s0
	.loc 1 26 1
	ldp	x29, x30, [sp], 80
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE450:
	.size	_ZN7picture4meanERKSt5arrayIfLm256EE, .-_ZN7picture4meanERKSt5arrayIfLm256EE
	.align	2
	.type	_Z5clampIiET_S0_S0_S0_, %function
_Z5clampIiET_S0_S0_S0_:
.LFB451:
	.loc 1 8 32
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, 12]
	str	w1, [sp, 8]
	str	w2, [sp, 4]
	.loc 1 9 22
	ldr	w1, [sp, 12]
	ldr	w0, [sp, 8]
	cmp	w1, w0
	blt	.L9
	.loc 1 9 43 discriminator 1
	ldr	w1, [sp, 12]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	ble	.L10
	.loc 1 9 43 is_stmt 0 discriminator 3
	ldr	w0, [sp, 4]
	.loc 1 9 52 is_stmt 1 discriminator 3
	b	.L13
.L10:
	.loc 1 9 43 discriminator 4
	ldr	w0, [sp, 12]
	.loc 1 9 52 discriminator 4
	b	.L13
.L9:
	.loc 1 9 22 discriminator 2
	ldr	w0, [sp, 8]
.L13:
	.loc 1 10 1 discriminator 9
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE451:
	.size	_Z5clampIiET_S0_S0_S0_, .-_Z5clampIiET_S0_S0_S0_
	.section	.text._ZNKSt5arrayIfLm256EE5beginEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE5beginEv,comdat
	.align	2
	.weak	_ZNKSt5arrayIfLm256EE5beginEv
	.type	_ZNKSt5arrayIfLm256EE5beginEv, %function
_ZNKSt5arrayIfLm256EE5beginEv:
.LFB452:
	.file 2 "/usr/aarch64-linux-gnu/include/c++/12/array"
	.loc 2 137 7
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 2 138 35
	ldr	x0, [sp, 24]
	bl	_ZNKSt5arrayIfLm256EE4dataEv
	.loc 2 138 40
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE452:
	.size	_ZNKSt5arrayIfLm256EE5beginEv, .-_ZNKSt5arrayIfLm256EE5beginEv
	.section	.text._ZNKSt5arrayIfLm256EE3endEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE3endEv,comdat
	.align	2
	.weak	_ZNKSt5arrayIfLm256EE3endEv
	.type	_ZNKSt5arrayIfLm256EE3endEv, %function
_ZNKSt5arrayIfLm256EE3endEv:
.LFB453:
	.loc 2 147 7
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 2 148 35
	ldr	x0, [sp, 24]
	bl	_ZNKSt5arrayIfLm256EE4dataEv
	.loc 2 148 43
	add	x0, x0, 1024
	.loc 2 148 46
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE453:
	.size	_ZNKSt5arrayIfLm256EE3endEv, .-_ZNKSt5arrayIfLm256EE3endEv
	.section	.text._ZNKSt5arrayIfLm256EE4sizeEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE4sizeEv,comdat
	.align	2
	.weak	_ZNKSt5arrayIfLm256EE4sizeEv
	.type	_ZNKSt5arrayIfLm256EE4sizeEv, %function
_ZNKSt5arrayIfLm256EE4sizeEv:
.LFB454:
	.loc 2 193 7
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	.loc 2 193 38
	mov	x0, 256
	.loc 2 193 43
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE454:
	.size	_ZNKSt5arrayIfLm256EE4sizeEv, .-_ZNKSt5arrayIfLm256EE4sizeEv
	.section	.text._ZNKSt5arrayIfLm256EE4dataEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE4dataEv,comdat
	.align	2
	.weak	_ZNKSt5arrayIfLm256EE4dataEv
	.type	_ZNKSt5arrayIfLm256EE4dataEv, %function
_ZNKSt5arrayIfLm256EE4dataEv:
.LFB455:
	.loc 2 288 7
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 2 289 33
	ldr	x0, [sp, 24]
	.loc 2 289 32
	bl	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.loc 2 289 44
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE455:
	.size	_ZNKSt5arrayIfLm256EE4dataEv, .-_ZNKSt5arrayIfLm256EE4dataEv
	.section	.text._ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf,"axG",@progbits,_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf,comdat
	.align	2
	.weak	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.type	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf, %function
_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf:
.LFB456:
	.loc 2 64 7
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	.loc 2 65 36
	ldr	x0, [sp, 8]
	.loc 2 65 39
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE456:
	.size	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf, .-_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.text
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
