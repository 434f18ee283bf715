	.text
	.file	"dot_bytes.c"
	.globl	dot                             // -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    // @dot
.Lfunc_begin0:
	.file	0 "/sources" "dot_bytes.c" md5 0x2d5d95eb3f6e9df25649ab0aa5dd502c
	.loc	0 3 0                           // dot_bytes.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
.Ltmp1:
	.loc	0 4 11 prologue_end             // dot_bytes.c:4:11
	str	wzr, [sp, #8]
	.loc	0 5 12                          // dot_bytes.c:5:12
	str	wzr, [sp, #4]
	.loc	0 5 8 is_stmt 0                 // dot_bytes.c:5:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 19                          // dot_bytes.c:5:19
	ldr	w8, [sp, #4]
	.loc	0 5 23                          // dot_bytes.c:5:23
	ldr	w9, [sp, #12]
	.loc	0 5 3                           // dot_bytes.c:5:3
	subs	w8, w8, w9
	b.ge	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 6 12 is_stmt 1                // dot_bytes.c:6:12
	ldr	x8, [sp, #24]
	.loc	0 6 14 is_stmt 0                // dot_bytes.c:6:14
	ldrsw	x9, [sp, #4]
	.loc	0 6 12                          // dot_bytes.c:6:12
	ldrsb	w8, [x8, x9]
	.loc	0 6 19                          // dot_bytes.c:6:19
	ldr	x9, [sp, #16]
	.loc	0 6 21                          // dot_bytes.c:6:21
	ldrsw	x10, [sp, #4]
	.loc	0 6 19                          // dot_bytes.c:6:19
	ldrsb	w9, [x9, x10]
	.loc	0 6 17                          // dot_bytes.c:6:17
	mul	w9, w8, w9
	.loc	0 6 9                           // dot_bytes.c:6:9
	ldr	w8, [sp, #8]
	add	w8, w8, w9
	str	w8, [sp, #8]
	.loc	0 6 5                           // dot_bytes.c:6:5
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 27 is_stmt 1                // dot_bytes.c:5:27
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 5 3 is_stmt 0                 // dot_bytes.c:5:3
	b	.LBB0_1
.LBB0_4:
	.loc	0 7 10 is_stmt 1                // dot_bytes.c:7:10
	ldr	w0, [sp, #8]
	.loc	0 7 3 epilogue_begin is_stmt 0  // dot_bytes.c:7:3
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	dot, .Lfunc_end0-dot
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
