	.text
	.file	"matrix_multiply.c"
	.globl	multiply                        // -- Begin function multiply
	.p2align	2
	.type	multiply,@function
multiply:                               // @multiply
.Lfunc_begin0:
	.file	0 "/sources" "matrix_multiply.c" md5 0x724ef822744a496b5305330f9f64818e
	.loc	0 3 0                           // matrix_multiply.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
.Ltmp1:
	.loc	0 4 12 prologue_end             // matrix_multiply.c:4:12
	str	wzr, [sp, #20]
	.loc	0 4 8 is_stmt 0                 // matrix_multiply.c:4:8
	b	.LBB0_1
.LBB0_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_3 Depth 2
                                        //       Child Loop BB0_5 Depth 3
	.loc	0 4 19                          // matrix_multiply.c:4:19
	ldr	w8, [sp, #20]
	.loc	0 4 3                           // matrix_multiply.c:4:3
	subs	w8, w8, #64
	b.ge	.LBB0_12
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 14 is_stmt 1                // matrix_multiply.c:5:14
	str	wzr, [sp, #16]
	.loc	0 5 10 is_stmt 0                // matrix_multiply.c:5:10
	b	.LBB0_3
.LBB0_3:                                //   Parent Loop BB0_1 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB0_5 Depth 3
	.loc	0 5 21                          // matrix_multiply.c:5:21
	ldr	w8, [sp, #16]
	.loc	0 5 5                           // matrix_multiply.c:5:5
	subs	w8, w8, #64
	b.ge	.LBB0_10
	b	.LBB0_4
.LBB0_4:                                //   in Loop: Header=BB0_3 Depth=2
	.loc	0 6 14 is_stmt 1                // matrix_multiply.c:6:14
	movi	d0, #0000000000000000
	str	d0, [sp, #8]
	.loc	0 7 16                          // matrix_multiply.c:7:16
	str	wzr, [sp, #4]
	.loc	0 7 12 is_stmt 0                // matrix_multiply.c:7:12
	b	.LBB0_5
.LBB0_5:                                //   Parent Loop BB0_1 Depth=1
                                        //     Parent Loop BB0_3 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	.loc	0 7 23                          // matrix_multiply.c:7:23
	ldr	w8, [sp, #4]
	.loc	0 7 7                           // matrix_multiply.c:7:7
	subs	w8, w8, #64
	b.ge	.LBB0_8
	b	.LBB0_6
.LBB0_6:                                //   in Loop: Header=BB0_5 Depth=3
	.loc	0 8 16 is_stmt 1                // matrix_multiply.c:8:16
	ldr	x8, [sp, #32]
	.loc	0 8 18 is_stmt 0                // matrix_multiply.c:8:18
	ldrsw	x9, [sp, #20]
	.loc	0 8 16                          // matrix_multiply.c:8:16
	add	x8, x8, x9, lsl #9
	.loc	0 8 21                          // matrix_multiply.c:8:21
	ldrsw	x9, [sp, #4]
	.loc	0 8 16                          // matrix_multiply.c:8:16
	ldr	d0, [x8, x9, lsl #3]
	.loc	0 8 26                          // matrix_multiply.c:8:26
	ldr	x8, [sp, #24]
	.loc	0 8 28                          // matrix_multiply.c:8:28
	ldrsw	x9, [sp, #4]
	.loc	0 8 26                          // matrix_multiply.c:8:26
	add	x8, x8, x9, lsl #9
	.loc	0 8 31                          // matrix_multiply.c:8:31
	ldrsw	x9, [sp, #16]
	.loc	0 8 26                          // matrix_multiply.c:8:26
	ldr	d1, [x8, x9, lsl #3]
	.loc	0 8 13                          // matrix_multiply.c:8:13
	ldr	d2, [sp, #8]
	fmadd	d0, d0, d1, d2
	str	d0, [sp, #8]
	.loc	0 8 9                           // matrix_multiply.c:8:9
	b	.LBB0_7
.LBB0_7:                                //   in Loop: Header=BB0_5 Depth=3
	.loc	0 7 34 is_stmt 1                // matrix_multiply.c:7:34
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 7 7 is_stmt 0                 // matrix_multiply.c:7:7
	b	.LBB0_5
.LBB0_8:                                //   in Loop: Header=BB0_3 Depth=2
	.loc	0 9 17 is_stmt 1                // matrix_multiply.c:9:17
	ldr	d0, [sp, #8]
	.loc	0 9 7 is_stmt 0                 // matrix_multiply.c:9:7
	ldr	x8, [sp, #40]
	.loc	0 9 9                           // matrix_multiply.c:9:9
	ldrsw	x9, [sp, #20]
	.loc	0 9 7                           // matrix_multiply.c:9:7
	add	x8, x8, x9, lsl #9
	.loc	0 9 12                          // matrix_multiply.c:9:12
	ldrsw	x9, [sp, #16]
	.loc	0 9 15                          // matrix_multiply.c:9:15
	str	d0, [x8, x9, lsl #3]
	.loc	0 10 5 is_stmt 1                // matrix_multiply.c:10:5
	b	.LBB0_9
.LBB0_9:                                //   in Loop: Header=BB0_3 Depth=2
	.loc	0 5 32                          // matrix_multiply.c:5:32
	ldr	w8, [sp, #16]
	add	w8, w8, #1
	str	w8, [sp, #16]
	.loc	0 5 5 is_stmt 0                 // matrix_multiply.c:5:5
	b	.LBB0_3
.LBB0_10:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 10 5 is_stmt 1                // matrix_multiply.c:10:5
	b	.LBB0_11
.LBB0_11:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 30                          // matrix_multiply.c:4:30
	ldr	w8, [sp, #20]
	add	w8, w8, #1
	str	w8, [sp, #20]
	.loc	0 4 3 is_stmt 0                 // matrix_multiply.c:4:3
	b	.LBB0_1
.LBB0_12:
	.loc	0 11 1 epilogue_begin is_stmt 1 // matrix_multiply.c:11:1
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	multiply, .Lfunc_end0-multiply
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
