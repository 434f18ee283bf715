	.text
	.file	"saxpy.c"
	.globl	saxpy                           // -- Begin function saxpy
	.p2align	2
	.type	saxpy,@function
saxpy:                                  // @saxpy
.Lfunc_begin0:
	.file	0 "/sources" "saxpy.c" md5 0xc92f0141697375fa5a4692e322db6f16
	.cfi_startproc
// %bb.0:
                                        // kill: def $s0 killed $s0 def $q0
	.loc	0 4 3 prologue_end              // saxpy.c:4:3
	cbz	x0, .LBB0_7
// %bb.1:
	cmp	x0, #7
	b.ls	.LBB0_4
// %bb.2:
	lsl	x8, x0, #2
	add	x9, x1, x8
	cmp	x9, x2
	b.ls	.LBB0_8
// %bb.3:
	.loc	0 0 3 is_stmt 0                 // saxpy.c:0:3
	add	x8, x2, x8
	.loc	0 4 3                           // saxpy.c:4:3
	cmp	x8, x1
	b.ls	.LBB0_8
.LBB0_4:
	.loc	0 0 3                           // saxpy.c:0:3
	mov	x8, xzr
.LBB0_5:
	.loc	0 4 3                           // saxpy.c:4:3
	lsl	x10, x8, #2
	sub	x8, x0, x8
	add	x9, x2, x10
	add	x10, x1, x10
.LBB0_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 16 is_stmt 1                // saxpy.c:5:16
	ldr	s1, [x10], #4
	.loc	0 5 23 is_stmt 0                // saxpy.c:5:23
	ldr	s2, [x9]
	.loc	0 4 24 is_stmt 1                // saxpy.c:4:24
	subs	x8, x8, #1
	.loc	0 5 21                          // saxpy.c:5:21
	fmadd	s1, s0, s1, s2
	.loc	0 5 10 is_stmt 0                // saxpy.c:5:10
	str	s1, [x9], #4
	b.ne	.LBB0_6
.LBB0_7:
	.loc	0 6 1 is_stmt 1                 // saxpy.c:6:1
	ret
.LBB0_8:
	.loc	0 4 3                           // saxpy.c:4:3
	dup	v1.4s, v0.s[0]
	and	x8, x0, #0xfffffffffffffff8
	add	x9, x1, #16
	add	x10, x2, #16
	mov	x11, x8
.LBB0_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 23                          // saxpy.c:5:23
	ldp	q2, q5, [x10, #-16]
	.loc	0 4 30                          // saxpy.c:4:30
	subs	x11, x11, #8
	.loc	0 5 16                          // saxpy.c:5:16
	ldp	q3, q4, [x9, #-16]
	.loc	0 4 30                          // saxpy.c:4:30
	add	x9, x9, #32
	.loc	0 5 21                          // saxpy.c:5:21
	fmla	v2.4s, v3.4s, v1.4s
	fmla	v5.4s, v4.4s, v1.4s
	.loc	0 5 10 is_stmt 0                // saxpy.c:5:10
	stp	q2, q5, [x10, #-16]
	.loc	0 4 30 is_stmt 1                // saxpy.c:4:30
	add	x10, x10, #32
	b.ne	.LBB0_9
// %bb.10:
	.loc	0 4 3 is_stmt 0                 // saxpy.c:4:3
	cmp	x8, x0
	b.ne	.LBB0_5
	b	.LBB0_7
.Ltmp0:
.Lfunc_end0:
	.size	saxpy, .Lfunc_end0-saxpy
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
