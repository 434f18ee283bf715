	.arch armv8-a
	.file	"string_and_call.c"
	.text
.Ltext0:
	.file 0 "/sources" "string_and_call.c"
	.section	.rodata
	.align	3
	.type	separator, %object
	.size	separator, 7
separator:
	.string	"a//b;c"
	.text
	.align	2
	.global	length
	.type	length, %function
length:
.LFB0:
	.file 1 "string_and_call.c"
	.loc 1 6 37
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, 8]
	.loc 1 7 15
	ldr	x0, [sp, 8]
	str	x0, [sp, 24]
	.loc 1 8 9
	b	.L2
.L3:
	.loc 1 9 6
	ldr	x0, [sp, 24]
	add	x0, x0, 1
	str	x0, [sp, 24]
.L2:
	.loc 1 8 10
	ldr	x0, [sp, 24]
	ldrb	w0, [x0]
	cmp	w0, 0
	bne	.L3
	.loc 1 10 12
	ldr	x1, [sp, 24]
	ldr	x0, [sp, 8]
	sub	x0, x1, x0
	.loc 1 11 1
	add	sp, sp, 32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	length, .-length
	.section	.rodata
	.align	3
.LC0:
	.string	"hello, %s // %s; bye\n"
	.align	3
.LC1:
	.string	"long name"
	.text
	.align	2
	.global	greet
	.type	greet, %function
greet:
.LFB1:
	.loc 1 13 30
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	.loc 1 14 3
	adrp	x0, separator
	add	x2, x0, :lo12:separator
	ldr	x1, [sp, 24]
	adrp	x0, .LC0
	add	x0, x0, :lo12:.LC0
	bl	printf
	.loc 1 15 7
	ldr	x0, [sp, 24]
	bl	strlen
	.loc 1 15 6
	cmp	x0, 3
	bls	.L7
	.loc 1 16 5
	adrp	x0, .LC1
	add	x0, x0, :lo12:.LC1
	bl	puts
.L7:
	.loc 1 17 1
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	greet, .-greet
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/stdio.h"
	.file 3 "/usr/aarch64-linux-gnu/include/string.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
