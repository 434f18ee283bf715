	.arch armv8-a
	.file	"switch_table.c"
	.text
.Ltext0:
	.file 0 "/sources" "switch_table.c"
	.align	2
	.p2align 4,,11
	.global	run
	.type	run, %function
run:
.LFB0:
	.file 1 "switch_table.c"
	.loc 1 3 46
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
.LBB2:
	.loc 1 5 21
	cmp	w1, 0
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	ble	.L26
	mov	x19, x0
	stp	x21, x22, [sp, 32]
	.cfi_offset 22, -8
	.cfi_offset 21, -16
	.loc 1 6 5
	adrp	x22, .L4
	add	x21, x0, w1, sxtw
	add	x22, x22, :lo12:.L4
.LBE2:
	.loc 1 4 7
	mov	w20, 0
	.p2align 3,,7
.L25:
.LBB3:
	.loc 1 6 5
	ldrb	w0, [x19]
	cmp	w0, 19
	bls	.L32
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 27 15
	add	w20, w20, 1
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	.p2align 3,,7
.L30:
	ldp	x21, x22, [sp, 32]
	.cfi_restore 22
	.cfi_restore 21
.L1:
.LBE3:
	.loc 1 30 1
	mov	w0, w20
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L32:
	.cfi_def_cfa_offset 48
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 21, -16
	.cfi_offset 22, -8
	.cfi_offset 29, -48
	.cfi_offset 30, -40
.LBB4:
	.loc 1 6 5
	ldrh	w0, [x22,w0,uxtw #1]
	adr	x1, .Lrtx4
	add	x0, x1, w0, sxth #2
	br	x0
.Lrtx4:
	.section	.rodata
	.align	0
	.align	2
.L4:
	.2byte	(.L23 - .Lrtx4) / 4
	.2byte	(.L22 - .Lrtx4) / 4
	.2byte	(.L21 - .Lrtx4) / 4
	.2byte	(.L20 - .Lrtx4) / 4
	.2byte	(.L19 - .Lrtx4) / 4
	.2byte	(.L18 - .Lrtx4) / 4
	.2byte	(.L17 - .Lrtx4) / 4
	.2byte	(.L16 - .Lrtx4) / 4
	.2byte	(.L15 - .Lrtx4) / 4
	.2byte	(.L14 - .Lrtx4) / 4
	.2byte	(.L13 - .Lrtx4) / 4
	.2byte	(.L12 - .Lrtx4) / 4
	.2byte	(.L11 - .Lrtx4) / 4
	.2byte	(.L10 - .Lrtx4) / 4
	.2byte	(.L9 - .Lrtx4) / 4
	.2byte	(.L8 - .Lrtx4) / 4
	.2byte	(.L7 - .Lrtx4) / 4
	.2byte	(.L6 - .Lrtx4) / 4
	.2byte	(.L5 - .Lrtx4) / 4
	.2byte	(.L30 - .Lrtx4) / 4
	.text
	.p2align 2,,3
.L5:
	.loc 1 25 18
	mov	w0, w20
	bl	step
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 25 18
	mov	w20, w0
	.loc 1 25 28
	mov	w0, 2
	bl	step
	.loc 1 25 16
	sub	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L6:
	.loc 1 24 20
	mul	w20, w20, w20
	.loc 1 24 26
	mov	w0, 18
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 24 26
	bl	step
	.loc 1 24 16
	add	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L7:
	add	x19, x19, 1
	.loc 1 23 16
	add	w20, w20, 7
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L8:
	.loc 1 22 19
	mov	w0, 16
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 22 19
	bl	step
	.loc 1 22 18
	cmp	w0, 0
	cset	w20, eq
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L9:
	.loc 1 21 23
	mov	w0, 15
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 21 23
	bl	step
	.loc 1 21 21
	add	w0, w0, w0, lsl 1
	.loc 1 21 16
	sub	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L10:
	.loc 1 20 23
	mov	w0, 14
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 20 23
	bl	step
	.loc 1 20 16
	add	w20, w20, w0, lsl 1
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L11:
	.loc 1 19 18
	mov	w0, 13
	bl	step
	.loc 1 19 16
	mov	w1, 26215
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 19 16
	movk	w1, 0x6666, lsl 16
	smull	x20, w0, w1
	asr	x20, x20, 33
	sub	w20, w20, w0, asr 31
	add	w20, w20, w20, lsl 2
	sub	w20, w0, w20
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L12:
	.loc 1 18 18
	mov	w0, 12
	bl	step
	.loc 1 18 16
	mov	w1, 21846
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 18 16
	movk	w1, 0x5555, lsl 16
	smull	x1, w0, w1
	lsr	x1, x1, 32
	sub	w20, w1, w0, asr 31
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L13:
	.loc 1 17 19
	mov	w0, 11
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 17 19
	bl	step
	.loc 1 17 16
	mvn	w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L14:
	.loc 1 16 18
	mov	w0, 10
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 16 18
	bl	step
	.loc 1 16 15
	neg	w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L15:
	.loc 1 15 19
	mov	w0, 9
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 15 19
	bl	step
	.loc 1 15 15
	asr	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L16:
	.loc 1 14 19
	mov	w0, 8
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 14 19
	bl	step
	.loc 1 14 15
	lsl	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L17:
	.loc 1 13 18
	mov	w0, 7
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 13 18
	bl	step
	.loc 1 13 15
	and	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L18:
	.loc 1 12 18
	mov	w0, 6
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 12 18
	bl	step
	.loc 1 12 15
	orr	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L19:
	.loc 1 11 18
	mov	w0, 5
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 11 18
	bl	step
	.loc 1 11 15
	eor	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L20:
	.loc 1 10 18
	mov	w0, 4
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 10 18
	bl	step
	.loc 1 10 15
	mul	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L21:
	.loc 1 9 18
	mov	w0, 3
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 9 18
	bl	step
	.loc 1 9 15
	sub	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L22:
	.loc 1 8 18
	mov	w0, w20
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 8 18
	bl	step
	.loc 1 8 15
	add	w20, w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
	.p2align 2,,3
.L23:
	.loc 1 7 17
	mov	w0, 1
	.loc 1 5 21
	add	x19, x19, 1
	.loc 1 7 17
	bl	step
	mov	w20, w0
	.loc 1 5 21
	cmp	x19, x21
	bne	.L25
	b	.L30
.L26:
	.cfi_restore 21
	.cfi_restore 22
.LBE4:
	.loc 1 4 7
	mov	w20, 0
	b	.L1
	.cfi_endproc
.LFE0:
	.size	run, .-run
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
