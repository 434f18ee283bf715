	.arch armv8-a
	.file	"matrix_multiply.c"
	.text
.Ltext0:
	.file 0 "/sources" "matrix_multiply.c"
	.align	2
	.p2align 4,,11
	.global	multiply
	.type	multiply, %function
multiply:
.LFB0:
	.file 1 "matrix_multiply.c"
	.loc 1 3 81
	.cfi_startproc
	mov	x3, x1
	.loc 1 3 81
	mov	x7, x2
	add	x8, x1, 32768
	mov	x6, x0
	add	x5, x2, 512
.L2:
	mov	x2, x7
.LBB2:
.LBB3:
.LBB4:
.LBB5:
	.loc 1 8 17
	mov	x4, x6
	.p2align 3,,7
.L6:
.LBE5:
	.loc 1 6 14
	movi	d0, #0
.LBE4:
.LBE3:
.LBE2:
	.loc 1 3 81
	mov	x0, 0
	.p2align 3,,7
.L3:
.LBB10:
.LBB9:
.LBB7:
.LBB6:
	.loc 1 8 30 discriminator 3
	lsl	x1, x0, 9
	.loc 1 8 13 discriminator 3
	ldr	d2, [x3, x0, lsl 3]
	.loc 1 7 25 discriminator 3
	add	x0, x0, 1
	.loc 1 8 13 discriminator 3
	ldr	d1, [x2, x1]
	fmadd	d0, d2, d1, d0
	.loc 1 7 25 discriminator 3
	cmp	x0, 64
	bne	.L3
.LBE6:
.LBE7:
	.loc 1 5 23 discriminator 2
	add	x2, x2, 8
.LBB8:
	.loc 1 9 15 discriminator 2
	str	d0, [x4], 8
.LBE8:
	.loc 1 5 23 discriminator 2
	cmp	x5, x2
	bne	.L6
.LBE9:
	.loc 1 4 21 discriminator 2
	add	x3, x3, 512
	add	x6, x6, 512
	cmp	x8, x3
	bne	.L2
.LBE10:
	.loc 1 11 1
	ret
	.cfi_endproc
.LFE0:
	.size	multiply, .-multiply
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
