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
	mov	x8, xzr
.LBB0_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_2 Depth 2
                                        //       Child Loop BB0_3 Depth 3
	add	x10, x0, x8, lsl #9
	mov	x9, xzr
	mov	x11, x2
.LBB0_2:                                //   Parent Loop BB0_1 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB0_3 Depth 3
	movi	d0, #0000000000000000
	mov	x12, xzr
	mov	x13, x11
.LBB0_3:                                //   Parent Loop BB0_1 Depth=1
                                        //     Parent Loop BB0_2 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
.Ltmp0:
	.loc	0 8 16 prologue_end             // matrix_multiply.c:8:16
	ldr	d1, [x1, x12]
	.loc	0 8 26 is_stmt 0                // matrix_multiply.c:8:26
	ldr	d2, [x13]
	.loc	0 7 25 is_stmt 1                // matrix_multiply.c:7:25
	add	x12, x12, #8
	.loc	0 7 7 is_stmt 0                 // matrix_multiply.c:7:7
	cmp	x12, #512
	.loc	0 7 25                          // matrix_multiply.c:7:25
	add	x13, x13, #512
	.loc	0 8 13 is_stmt 1                // matrix_multiply.c:8:13
	fmadd	d0, d1, d2, d0
	.loc	0 7 7                           // matrix_multiply.c:7:7
	b.ne	.LBB0_3
// %bb.4:                               //   in Loop: Header=BB0_2 Depth=2
	.loc	0 9 15                          // matrix_multiply.c:9:15
	str	d0, [x10, x9, lsl #3]
	.loc	0 5 32                          // matrix_multiply.c:5:32
	add	x9, x9, #1
	.loc	0 5 5 is_stmt 0                 // matrix_multiply.c:5:5
	add	x11, x11, #8
	cmp	x9, #64
	b.ne	.LBB0_2
// %bb.5:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 30 is_stmt 1                // matrix_multiply.c:4:30
	add	x8, x8, #1
	.loc	0 4 3 is_stmt 0                 // matrix_multiply.c:4:3
	add	x1, x1, #512
	cmp	x8, #64
	b.ne	.LBB0_1
// %bb.6:
	.loc	0 11 1 is_stmt 1                // matrix_multiply.c:11:1
	ret
.Ltmp1:
.Lfunc_end0:
	.size	multiply, .Lfunc_end0-multiply
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
