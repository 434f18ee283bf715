	.arch armv8-a
	.file	"matrix_multiply.c"
	.text
.Ltext0:
	.file 0 "/sources" "matrix_multiply.c"
	.align	2
	.global	multiply
	.type	multiply, %function
multiply:
.LFB0:
	.file 1 "matrix_multiply.c"
	.loc 1 3 81
	.cfi_startproc
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	x2, [sp, 8]
.LBB2:
	.loc 1 4 12
	str	wzr, [sp, 60]
	.loc 1 4 3
	b	.L2
.L7:
.LBB3:
	.loc 1 5 14
	str	wzr, [sp, 56]
	.loc 1 5 5
	b	.L3
.L6:
.LBB4:
	.loc 1 6 14
	str	xzr, [sp, 48]
.LBB5:
	.loc 1 7 16
	str	wzr, [sp, 44]
	.loc 1 7 7
	b	.L4
.L5:
	.loc 1 8 17 discriminator 3
	ldrsw	x0, [sp, 60]
	lsl	x0, x0, 9
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	.loc 1 8 20 discriminator 3
	ldrsw	x1, [sp, 44]
	ldr	d1, [x0, x1, lsl 3]
	.loc 1 8 27 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 9
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 8 30 discriminator 3
	ldrsw	x1, [sp, 56]
	ldr	d0, [x0, x1, lsl 3]
	.loc 1 8 24 discriminator 3
	fmul	d0, d1, d0
	.loc 1 8 13 discriminator 3
	ldr	d1, [sp, 48]
	fadd	d0, d1, d0
	str	d0, [sp, 48]
	.loc 1 7 34 discriminator 3
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L4:
	.loc 1 7 25 discriminator 1
	ldr	w0, [sp, 44]
	cmp	w0, 63
	ble	.L5
.LBE5:
	.loc 1 9 8 discriminator 2
	ldrsw	x0, [sp, 60]
	lsl	x0, x0, 9
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 9 15 discriminator 2
	ldrsw	x1, [sp, 56]
	ldr	d0, [sp, 48]
	str	d0, [x0, x1, lsl 3]
.LBE4:
	.loc 1 5 32 discriminator 2
	ldr	w0, [sp, 56]
	add	w0, w0, 1
	str	w0, [sp, 56]
.L3:
	.loc 1 5 23 discriminator 1
	ldr	w0, [sp, 56]
	cmp	w0, 63
	ble	.L6
.LBE3:
	.loc 1 4 30 discriminator 2
	ldr	w0, [sp, 60]
	add	w0, w0, 1
	str	w0, [sp, 60]
.L2:
	.loc 1 4 21 discriminator 1
	ldr	w0, [sp, 60]
	cmp	w0, 63
	ble	.L7
.LBE2:
	.loc 1 11 1
	nop
	nop
	add	sp, sp, 64
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	multiply, .-multiply
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
