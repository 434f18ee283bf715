	.arch armv8-a
	.file	"switch_table.c"
	.text
.Ltext0:
	.file 0 "/sources" "switch_table.c"
	.align	2
	.global	run
	.type	run, %function
run:
.LFB0:
	.file 1 "switch_table.c"
	.loc 1 3 46
	.cfi_startproc
	stp	x29, x30, [sp, -64]!
	.cfi_def_cfa_offset 64
	.cfi_offset 29, -64
	.cfi_offset 30, -56
	mov	x29, sp
	str	x19, [sp, 16]
	.cfi_offset 19, -48
	str	x0, [sp, 40]
	str	w1, [sp, 36]
	.loc 1 4 7
	str	wzr, [sp, 60]
.LBB2:
	.loc 1 5 12
	str	wzr, [sp, 56]
	.loc 1 5 3
	b	.L2
.L27:
	.loc 1 6 20
	ldrsw	x0, [sp, 56]
	ldr	x1, [sp, 40]
	add	x0, x1, x0
	ldrb	w0, [x0]
	.loc 1 6 5
	cmp	w0, 19
	bhi	.L3
	adrp	x1, .L5
	add	x1, x1, :lo12:.L5
	ldr	w0, [x1,w0,uxtw #2]
	adr	x1, .Lrtx5
	add	x0, x1, w0, sxtw #2
	br	x0
.Lrtx5:
	.section	.rodata
	.align	0
	.align	2
.L5:
	.word	(.L24 - .Lrtx5) / 4
	.word	(.L23 - .Lrtx5) / 4
	.word	(.L22 - .Lrtx5) / 4
	.word	(.L21 - .Lrtx5) / 4
	.word	(.L20 - .Lrtx5) / 4
	.word	(.L19 - .Lrtx5) / 4
	.word	(.L18 - .Lrtx5) / 4
	.word	(.L17 - .Lrtx5) / 4
	.word	(.L16 - .Lrtx5) / 4
	.word	(.L15 - .Lrtx5) / 4
	.word	(.L14 - .Lrtx5) / 4
	.word	(.L13 - .Lrtx5) / 4
	.word	(.L12 - .Lrtx5) / 4
	.word	(.L11 - .Lrtx5) / 4
	.word	(.L10 - .Lrtx5) / 4
	.word	(.L9 - .Lrtx5) / 4
	.word	(.L8 - .Lrtx5) / 4
	.word	(.L7 - .Lrtx5) / 4
	.word	(.L6 - .Lrtx5) / 4
	.word	(.L4 - .Lrtx5) / 4
	.text
.L24:
	.loc 1 7 17
	mov	w0, 1
	bl	step
	str	w0, [sp, 60]
	.loc 1 7 26
	b	.L25
.L23:
	.loc 1 8 18
	ldr	w0, [sp, 60]
	bl	step
	mov	w1, w0
	.loc 1 8 15
	ldr	w0, [sp, 60]
	add	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 8 27
	b	.L25
.L22:
	.loc 1 9 18
	mov	w0, 3
	bl	step
	mov	w1, w0
	.loc 1 9 15
	ldr	w0, [sp, 60]
	sub	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 9 27
	b	.L25
.L21:
	.loc 1 10 18
	mov	w0, 4
	bl	step
	mov	w1, w0
	.loc 1 10 15
	ldr	w0, [sp, 60]
	mul	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 10 27
	b	.L25
.L20:
	.loc 1 11 18
	mov	w0, 5
	bl	step
	mov	w1, w0
	.loc 1 11 15
	ldr	w0, [sp, 60]
	eor	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 11 27
	b	.L25
.L19:
	.loc 1 12 18
	mov	w0, 6
	bl	step
	mov	w1, w0
	.loc 1 12 15
	ldr	w0, [sp, 60]
	orr	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 12 27
	b	.L25
.L18:
	.loc 1 13 18
	mov	w0, 7
	bl	step
	mov	w1, w0
	.loc 1 13 15
	ldr	w0, [sp, 60]
	and	w0, w0, w1
	str	w0, [sp, 60]
	.loc 1 13 27
	b	.L25
.L17:
	.loc 1 14 19
	mov	w0, 8
	bl	step
	.loc 1 14 27
	and	w0, w0, 31
	.loc 1 14 15
	ldr	w1, [sp, 60]
	lsl	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 14 33
	b	.L25
.L16:
	.loc 1 15 19
	mov	w0, 9
	bl	step
	.loc 1 15 27
	and	w0, w0, 31
	.loc 1 15 15
	ldr	w1, [sp, 60]
	asr	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 15 33
	b	.L25
.L15:
	.loc 1 16 18
	mov	w0, 10
	bl	step
	.loc 1 16 15
	neg	w0, w0
	str	w0, [sp, 60]
	.loc 1 16 28
	b	.L25
.L14:
	.loc 1 17 19
	mov	w0, 11
	bl	step
	.loc 1 17 16
	mvn	w0, w0
	str	w0, [sp, 60]
	.loc 1 17 29
	b	.L25
.L13:
	.loc 1 18 18
	mov	w0, 12
	bl	step
	.loc 1 18 16
	mov	w1, 21846
	movk	w1, 0x5555, lsl 16
	smull	x1, w0, w1
	lsr	x1, x1, 32
	asr	w0, w0, 31
	sub	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 18 32
	b	.L25
.L12:
	.loc 1 19 18
	mov	w0, 13
	bl	step
	mov	w1, w0
	.loc 1 19 16
	mov	w0, 26215
	movk	w0, 0x6666, lsl 16
	smull	x0, w1, w0
	lsr	x0, x0, 32
	asr	w2, w0, 1
	asr	w0, w1, 31
	sub	w2, w2, w0
	mov	w0, w2
	lsl	w0, w0, 2
	add	w0, w0, w2
	sub	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 19 32
	b	.L25
.L11:
	.loc 1 20 23
	mov	w0, 14
	bl	step
	.loc 1 20 21
	lsl	w0, w0, 1
	.loc 1 20 16
	ldr	w1, [sp, 60]
	add	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 20 33
	b	.L25
.L10:
	.loc 1 21 23
	mov	w0, 15
	bl	step
	mov	w1, w0
	.loc 1 21 21
	mov	w0, w1
	lsl	w0, w0, 1
	add	w0, w0, w1
	.loc 1 21 16
	ldr	w1, [sp, 60]
	sub	w0, w1, w0
	str	w0, [sp, 60]
	.loc 1 21 33
	b	.L25
.L9:
	.loc 1 22 19
	mov	w0, 16
	bl	step
	.loc 1 22 18
	cmp	w0, 0
	cset	w0, eq
	and	w0, w0, 255
	.loc 1 22 16
	str	w0, [sp, 60]
	.loc 1 22 29
	b	.L25
.L8:
	.loc 1 23 16
	ldr	w0, [sp, 60]
	add	w0, w0, 7
	str	w0, [sp, 60]
	.loc 1 23 22
	b	.L25
.L7:
	.loc 1 24 20
	ldr	w0, [sp, 60]
	mul	w19, w0, w0
	.loc 1 24 26
	mov	w0, 18
	bl	step
	.loc 1 24 16
	add	w0, w19, w0
	str	w0, [sp, 60]
	.loc 1 24 36
	b	.L25
.L6:
	.loc 1 25 18
	ldr	w0, [sp, 60]
	bl	step
	mov	w19, w0
	.loc 1 25 28
	mov	w0, 2
	bl	step
	.loc 1 25 16
	sub	w0, w19, w0
	str	w0, [sp, 60]
	.loc 1 25 37
	b	.L25
.L4:
	.loc 1 26 21
	ldr	w0, [sp, 60]
	b	.L26
.L3:
	.loc 1 27 15
	ldr	w0, [sp, 60]
	add	w0, w0, 1
	str	w0, [sp, 60]
.L25:
	.loc 1 5 27 discriminator 2
	ldr	w0, [sp, 56]
	add	w0, w0, 1
	str	w0, [sp, 56]
.L2:
	.loc 1 5 21 discriminator 1
	ldr	w1, [sp, 56]
	ldr	w0, [sp, 36]
	cmp	w1, w0
	blt	.L27
.LBE2:
	.loc 1 29 10
	ldr	w0, [sp, 60]
.L26:
	.loc 1 30 1
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 64
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	run, .-run
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
