	.arch armv8-a
	.file	"dot_bytes.c"
	.text
.Ltext0:
	.file 0 "/sources" "dot_bytes.c"
	.align	2
	.global	dot
	.type	dot, %function
dot:
.LFB0:
	.file 1 "dot_bytes.c"
	.loc 1 3 72
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	w2, [sp, 12]
	.loc 1 4 11
	str	wzr, [sp, 44]
.LBB2:
	.loc 1 5 12
	str	wzr, [sp, 40]
	.loc 1 5 3
	b	.L2
.L3:
	.loc 1 6 13 discriminator 3
	ldrsw	x0, [sp, 40]
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldrsb	w0, [x0]
	mov	w2, w0
	.loc 1 6 20 discriminator 3
	ldrsw	x0, [sp, 40]
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldrsb	w0, [x0]
	.loc 1 6 17 discriminator 3
	mul	w0, w2, w0
	.loc 1 6 9 discriminator 3
	ldr	w1, [sp, 44]
	add	w0, w1, w0
	str	w0, [sp, 44]
	.loc 1 5 27 discriminator 3
	ldr	w0, [sp, 40]
	add	w0, w0, 1
	str	w0, [sp, 40]
.L2:
	.loc 1 5 21 discriminator 1
	ldr	w1, [sp, 40]
	ldr	w0, [sp, 12]
	cmp	w1, w0
	blt	.L3
.LBE2:
	.loc 1 7 10
	ldr	w0, [sp, 44]
	.loc 1 8 1
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	dot, .-dot
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
