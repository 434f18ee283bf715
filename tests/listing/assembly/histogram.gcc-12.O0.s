	.arch armv8-a
	.file	"histogram.c"
	.text
.Ltext0:
	.file 0 "/sources" "histogram.c"
	.align	2
	.global	histogram
	.type	histogram, %function
histogram:
.LFB0:
	.file 1 "histogram.c"
	.loc 1 3 81
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	x2, [sp, 8]
.LBB2:
	.loc 1 4 12
	str	wzr, [sp, 44]
	.loc 1 4 3
	b	.L2
.L3:
	.loc 1 5 11 discriminator 3
	ldrsw	x0, [sp, 44]
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	.loc 1 5 15 discriminator 3
	str	wzr, [x0]
	.loc 1 4 29 discriminator 3
	ldr	w0, [sp, 44]
	add	w0, w0, 1
	str	w0, [sp, 44]
.L2:
	.loc 1 4 21 discriminator 1
	ldr	w0, [sp, 44]
	cmp	w0, 255
	ble	.L3
.LBE2:
.LBB3:
	.loc 1 6 13
	str	xzr, [sp, 32]
	.loc 1 6 3
	b	.L4
.L5:
	.loc 1 7 16 discriminator 3
	ldr	x0, [sp, 32]
	ldr	x1, [sp, 16]
	add	x0, x1, x0
	ldrb	w0, [x0]
	and	x0, x0, 255
	.loc 1 7 11 discriminator 3
	lsl	x0, x0, 2
	ldr	x1, [sp, 24]
	add	x0, x1, x0
	ldr	w1, [x0]
	.loc 1 7 20 discriminator 3
	add	w1, w1, 1
	str	w1, [x0]
	.loc 1 6 28 discriminator 3
	ldr	x0, [sp, 32]
	add	x0, x0, 1
	str	x0, [sp, 32]
.L4:
	.loc 1 6 22 discriminator 1
	ldr	x1, [sp, 32]
	ldr	x0, [sp, 8]
	cmp	x1, x0
	blt	.L5
.LBE3:
	.loc 1 8 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	histogram, .-histogram
	.align	2
	.global	checksum
	.type	checksum, %function
checksum:
.LFB1:
	.loc 1 10 52
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	str	w1, [sp, 4]
	.loc 1 11 12
	str	wzr, [sp, 28]
.LBB4:
	.loc 1 12 17
	str	wzr, [sp, 24]
	.loc 1 12 3
	b	.L7
.L8:
	.loc 1 13 16 discriminator 3
	ldr	w0, [sp, 28]
	lsr	w1, w0, 1
	.loc 1 13 35 discriminator 3
	ldr	w0, [sp, 28]
	lsl	w0, w0, 15
	and	w0, w0, 65535
	.loc 1 13 22 discriminator 3
	add	w0, w1, w0
	.loc 1 13 48 discriminator 3
	ldr	w1, [sp, 24]
	ldr	x2, [sp, 8]
	add	x1, x2, x1
	ldrb	w1, [x1]
	.loc 1 13 9 discriminator 3
	add	w0, w0, w1
	str	w0, [sp, 28]
	.loc 1 12 32 discriminator 3
	ldr	w0, [sp, 24]
	add	w0, w0, 1
	str	w0, [sp, 24]
.L7:
	.loc 1 12 26 discriminator 1
	ldr	w1, [sp, 24]
	ldr	w0, [sp, 4]
	cmp	w1, w0
	bcc	.L8
.LBE4:
	.loc 1 14 10
	ldr	w0, [sp, 28]
	and	w0, w0, 65535
	.loc 1 15 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	checksum, .-checksum
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
