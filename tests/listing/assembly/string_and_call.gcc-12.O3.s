	.arch armv8-a
	.file	"string_and_call.c"
	.text
.Ltext0:
	.file 0 "/sources" "string_and_call.c"
	.align	2
	.p2align 4,,11
	.global	length
	.type	length, %function
length:
.LFB11:
	.file 1 "string_and_call.c"
	.loc 1 6 37
	.cfi_startproc
	.loc 1 8 10
	ldrb	w1, [x0]
	cbz	w1, .L4
	.loc 1 7 15
	mov	x1, x0
	.p2align 3,,7
.L3:
	.loc 1 8 10
	ldrb	w2, [x1, 1]!
	cbnz	w2, .L3
	.loc 1 10 12
	sub	x0, x1, x0
	.loc 1 11 1
	ret
	.p2align 2,,3
.L4:
	.loc 1 8 10
	mov	x0, 0
	.loc 1 11 1
	ret
	.cfi_endproc
.LFE11:
	.size	length, .-length
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align	3
.LC0:
	.string	"hello, %s // %s; bye\n"
	.align	3
.LC1:
	.string	"long name"
	.text
	.align	2
	.p2align 4,,11
	.global	greet
	.type	greet, %function
greet:
.LFB12:
	.loc 1 13 30
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	.loc 1 14 3
	mov	x1, x0
	adrp	x2, .LANCHOR0
	add	x2, x2, :lo12:.LANCHOR0
	.loc 1 13 30
	mov	x29, sp
	str	x19, [sp, 16]
	.cfi_offset 19, -16
	.loc 1 13 30
	mov	x19, x0
	.loc 1 14 3
	adrp	x0, .LC0
	add	x0, x0, :lo12:.LC0
	bl	printf
	.loc 1 15 7
	mov	x0, x19
	bl	strlen
	.loc 1 15 6
	cmp	x0, 3
	bhi	.L10
	.loc 1 17 1
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	.cfi_remember_state
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	ret
	.p2align 2,,3
.L10:
	.cfi_restore_state
	ldr	x19, [sp, 16]
	.loc 1 16 5
	adrp	x0, .LC1
	.loc 1 17 1
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	.loc 1 16 5
	add	x0, x0, :lo12:.LC1
	b	puts
	.cfi_endproc
.LFE12:
	.size	greet, .-greet
	.section	.rodata
	.align	3
	.set	.LANCHOR0,. + 0
	.type	separator, %object
	.size	separator, 7
separator:
	.string	"a//b;c"
	.text
.Letext0:
	.file 2 "/usr/aarch64-linux-gnu/include/stdio.h"
	.file 3 "/usr/aarch64-linux-gnu/include/string.h"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
