	.text
	.file	"string_and_call.c"
	.globl	length                          // -- Begin function length
	.p2align	2
	.type	length,@function
length:                                 // @length
.Lfunc_begin0:
	.file	0 "/sources" "string_and_call.c" md5 0x70a7c6cb6d0368711e5fb7d9b633f7e1
	.loc	0 6 0                           // string_and_call.c:6:0
	.cfi_startproc
// %bb.0:
	mov	x8, xzr
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
.Ltmp0:
	.loc	0 8 10 prologue_end             // string_and_call.c:8:10
	ldrb	w9, [x0, x8]
	.loc	0 8 3 is_stmt 0                 // string_and_call.c:8:3
	add	x8, x8, #1
	cbnz	w9, .LBB0_1
// %bb.2:
	.loc	0 10 3 is_stmt 1                // string_and_call.c:10:3
	sub	x0, x8, #1
	ret
.Ltmp1:
.Lfunc_end0:
	.size	length, .Lfunc_end0-length
	.cfi_endproc
                                        // -- End function
	.globl	greet                           // -- Begin function greet
	.p2align	2
	.type	greet,@function
greet:                                  // @greet
.Lfunc_begin1:
	.loc	0 13 0                          // string_and_call.c:13:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mov	x19, x0
.Ltmp2:
	.loc	0 14 3 prologue_end             // string_and_call.c:14:3
	adrp	x0, .L.str
	add	x0, x0, :lo12:.L.str
	adrp	x2, separator
	add	x2, x2, :lo12:separator
	mov	x1, x19
	bl	printf
.Ltmp3:
	.loc	0 15 7                          // string_and_call.c:15:7
	mov	x0, x19
	bl	strlen
.Ltmp4:
	cmp	x0, #4
	b.lo	.LBB1_2
// %bb.1:
	.loc	0 16 5                          // string_and_call.c:16:5
	adrp	x0, .L.str.1
	add	x0, x0, :lo12:.L.str.1
	.cfi_def_cfa wsp, 32
	.loc	0 16 5 epilogue_begin is_stmt 0 // string_and_call.c:16:5
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
.Ltmp5:
	b	puts
.Ltmp6:
.LBB1_2:
	.cfi_restore_state
	.cfi_def_cfa wsp, 32
	.loc	0 17 1 epilogue_begin is_stmt 1 // string_and_call.c:17:1
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp7:
.Lfunc_end1:
	.size	greet, .Lfunc_end1-greet
	.cfi_endproc
                                        // -- End function
	.type	.L.str,@object                  // @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"hello, %s // %s; bye\n"
	.size	.L.str, 22

	.type	separator,@object               // @separator
	.section	.rodata,"a",@progbits
separator:
	.asciz	"a//b;c"
	.size	separator, 7

	.type	.L.str.1,@object                // @.str.1
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.1:
	.asciz	"long name"
	.size	.L.str.1, 10

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym separator
