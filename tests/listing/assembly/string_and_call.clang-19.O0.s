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
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp1:
	.loc	0 7 19 prologue_end             // string_and_call.c:7:19
	ldr	x8, [sp, #8]
	.loc	0 7 15 is_stmt 0                // string_and_call.c:7:15
	str	x8, [sp]
	.loc	0 8 3 is_stmt 1                 // string_and_call.c:8:3
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 8 11 is_stmt 0                // string_and_call.c:8:11
	ldr	x8, [sp]
	.loc	0 8 10                          // string_and_call.c:8:10
	ldrb	w8, [x8]
	.loc	0 8 3                           // string_and_call.c:8:3
	cbz	w8, .LBB0_3
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 9 6 is_stmt 1                 // string_and_call.c:9:6
	ldr	x8, [sp]
	add	x8, x8, #1
	str	x8, [sp]
	.loc	0 8 3                           // string_and_call.c:8:3
	b	.LBB0_1
.LBB0_3:
	.loc	0 10 10                         // string_and_call.c:10:10
	ldr	x8, [sp]
	.loc	0 10 14 is_stmt 0               // string_and_call.c:10:14
	ldr	x9, [sp, #8]
	.loc	0 10 12                         // string_and_call.c:10:12
	subs	x0, x8, x9
	.loc	0 10 3 epilogue_begin           // string_and_call.c:10:3
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	length, .Lfunc_end0-length
	.cfi_endproc
                                        // -- End function
	.globl	greet                           // -- Begin function greet
	.p2align	2
	.type	greet,@function
greet:                                  // @greet
.Lfunc_begin1:
	.loc	0 13 0 is_stmt 1                // string_and_call.c:13:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x0, [sp, #8]
.Ltmp3:
	.loc	0 14 36 prologue_end            // string_and_call.c:14:36
	ldr	x1, [sp, #8]
	.loc	0 14 3 is_stmt 0                // string_and_call.c:14:3
	adrp	x0, .L.str
	add	x0, x0, :lo12:.L.str
	adrp	x2, separator
	add	x2, x2, :lo12:separator
	bl	printf
	.loc	0 15 14 is_stmt 1               // string_and_call.c:15:14
	ldr	x0, [sp, #8]
	.loc	0 15 7 is_stmt 0                // string_and_call.c:15:7
	bl	strlen
	subs	x8, x0, #3
	b.ls	.LBB1_2
	b	.LBB1_1
.LBB1_1:
	.loc	0 16 5 is_stmt 1                // string_and_call.c:16:5
	adrp	x0, .L.str.1
	add	x0, x0, :lo12:.L.str.1
	bl	puts
	b	.LBB1_2
.LBB1_2:
	.cfi_def_cfa wsp, 32
	.loc	0 17 1 epilogue_begin           // string_and_call.c:17:1
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp4:
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
	.addrsig_sym printf
	.addrsig_sym strlen
	.addrsig_sym puts
	.addrsig_sym separator
