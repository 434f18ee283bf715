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
	mov	x6, x0
.LBB2:
	.loc 1 5 21
	cmp	w2, 0
	ble	.L4
	sxtw	x5, w2
.LBE2:
	.loc 1 4 11
	mov	w0, 0
.LBB3:
	.loc 1 5 21
	mov	x2, 0
	.p2align 3,,7
.L3:
	.loc 1 6 13 discriminator 3
	ldrsb	w4, [x6, x2]
	.loc 1 6 20 discriminator 3
	ldrsb	w3, [x1, x2]
	.loc 1 5 21 discriminator 3
	add	x2, x2, 1
	.loc 1 6 9 discriminator 3
	madd	w0, w4, w3, w0
	.loc 1 5 21 discriminator 3
	cmp	x5, x2
	bne	.L3
.LBE3:
	.loc 1 8 1
	ret
	.p2align 2,,3
.L4:
	.loc 1 4 11
	mov	w0, 0
	.loc 1 8 1
	ret
	.cfi_endproc
.LFE0:
	.size	dot, .-dot
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
