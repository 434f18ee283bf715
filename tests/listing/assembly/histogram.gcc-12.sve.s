	.arch armv8-a+sve
	.file	"histogram.c"
	.text
.Ltext0:
	.file 0 "/sources" "histogram.c"
	.align	2
	.p2align 4,,11
	.global	histogram
	.type	histogram, %function
histogram:
.LFB0:
	.file 1 "histogram.c"
	.loc 1 3 81
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	mov	x19, x1
	mov	x20, x0
.LBB2:
	.loc 1 5 15
	mov	w1, 0
.LBE2:
	.loc 1 3 81
	str	x21, [sp, 32]
	.cfi_offset 21, -16
	.loc 1 3 81
	mov	x21, x2
.LBB3:
	.loc 1 5 15
	mov	x2, 1024
	bl	memset
.LBE3:
.LBB4:
	.loc 1 6 22
	cmp	x21, 0
	ble	.L1
	mov	x3, x19
	add	x0, x19, x21
	.p2align 3,,7
.L3:
	.loc 1 7 11 discriminator 3
	ldrb	w2, [x3], 1
	.loc 1 7 20 discriminator 3
	ldr	w1, [x20, x2, lsl 2]
	add	w1, w1, 1
	str	w1, [x20, x2, lsl 2]
	.loc 1 6 22 discriminator 3
	cmp	x0, x3
	bne	.L3
.L1:
.LBE4:
	.loc 1 8 1
	ldp	x19, x20, [sp, 16]
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	histogram, .-histogram
	.align	2
	.p2align 4,,11
	.global	checksum
	.type	checksum, %function
checksum:
.LFB1:
	.loc 1 10 52
	.cfi_startproc
.LBB5:
	.loc 1 12 26
	cbz	w1, .L10
	add	x4, x0, w1, uxtw
.LBE5:
	.loc 1 11 12
	mov	w2, 0
	.p2align 3,,7
.L9:
.LBB6:
	.loc 1 13 48 discriminator 3
	ldrb	w1, [x0], 1
	.loc 1 13 35 discriminator 3
	ubfiz	w3, w2, 15, 1
	.loc 1 13 22 discriminator 3
	add	w2, w3, w2, lsr 1
	.loc 1 13 9 discriminator 3
	add	w2, w1, w2
	.loc 1 12 26 discriminator 3
	cmp	x4, x0
	bne	.L9
.LBE6:
	.loc 1 14 10
	and	w0, w2, 65535
	.loc 1 15 1
	ret
	.p2align 2,,3
.L10:
.LBB7:
	.loc 1 12 26
	mov	w0, 0
.LBE7:
	.loc 1 15 1
	ret
	.cfi_endproc
.LFE1:
	.size	checksum, .-checksum
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
