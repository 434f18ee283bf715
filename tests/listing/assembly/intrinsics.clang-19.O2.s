	.text
	.file	"intrinsics.c"
	.globl	add_constant                    // -- Begin function add_constant
	.p2align	2
	.type	add_constant,@function
add_constant:                           // @add_constant
.Lfunc_begin0:
	.file	0 "/sources" "intrinsics.c" md5 0x88e1b0f81a67355fb0ea5f59b0d8900d
	.cfi_startproc
// %bb.0:
	.loc	0 4 3 prologue_end              // intrinsics.c:4:3
	cmp	w1, #4
	b.lt	.LBB0_3
// %bb.1:
	.loc	0 0 3 is_stmt 0                 // intrinsics.c:0:3
	mov	w8, #39322                      // =0x999a
	mov	w9, #4                          // =0x4
	movk	w8, #16025, lsl #16
	dup	v0.4s, w8
	.loc	0 4 3                           // intrinsics.c:4:3
	mov	w8, w1
.LBB0_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 5 is_stmt 1                 // intrinsics.c:5:5
	ldr	q1, [x0]
	.loc	0 4 21                          // intrinsics.c:4:21
	add	x9, x9, #4
	.loc	0 4 3 is_stmt 0                 // intrinsics.c:4:3
	cmp	x9, x8
	.loc	0 5 5 is_stmt 1                 // intrinsics.c:5:5
	fadd	v1.4s, v1.4s, v0.4s
	str	q1, [x0], #16
	.loc	0 4 3                           // intrinsics.c:4:3
	b.ls	.LBB0_2
.LBB0_3:
	.loc	0 6 3                           // intrinsics.c:6:3
	//APP
	nop
	nop
	dmb	ish
	//NO_APP
	.loc	0 7 1                           // intrinsics.c:7:1
	ret
.Ltmp0:
.Lfunc_end0:
	.size	add_constant, .Lfunc_end0-add_constant
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
