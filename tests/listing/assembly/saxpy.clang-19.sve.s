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
                                        // kill: def $s0 killed $s0 def $z0
	.loc	0 4 3 prologue_end              // saxpy.c:4:3
	cbz	x0, .LBB0_7
// %bb.1:
	cnth	x8
	cmp	x8, x0
	b.hi	.LBB0_4
// %bb.2:
	lsl	x9, x0, #2
	add	x10, x1, x9
	cmp	x10, x2
	b.ls	.LBB0_8
// %bb.3:
	.loc	0 0 3 is_stmt 0                 // saxpy.c:0:3
	add	x9, x2, x9
	.loc	0 4 3                           // saxpy.c:4:3
	cmp	x9, x1
	b.ls	.LBB0_8
.LBB0_4:
	.loc	0 0 3                           // saxpy.c:0:3
	mov	x9, xzr
.LBB0_5:
	.loc	0 4 3                           // saxpy.c:4:3
	lsl	x10, x9, #2
	sub	x8, x0, x9
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
	neg	x9, x8
	mov	z1.s, s0
	ptrue	p0.s
	and	x9, x9, x0
	rdvl	x10, #2
	mov	x12, x2
	mov	x11, x9
	mov	x13, x1
.LBB0_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 16                          // saxpy.c:5:16
	ld1w	{ z2.s }, p0/z, [x13]
	.loc	0 5 23 is_stmt 0                // saxpy.c:5:23
	ld1w	{ z3.s }, p0/z, [x12]
	.loc	0 4 30 is_stmt 1                // saxpy.c:4:30
	subs	x11, x11, x8
	.loc	0 5 16                          // saxpy.c:5:16
	ld1w	{ z4.s }, p0/z, [x13, #1, mul vl]
	.loc	0 5 23 is_stmt 0                // saxpy.c:5:23
	ld1w	{ z5.s }, p0/z, [x12, #1, mul vl]
	.loc	0 4 30 is_stmt 1                // saxpy.c:4:30
	add	x13, x13, x10
	.loc	0 5 21                          // saxpy.c:5:21
	fmad	z2.s, p0/m, z1.s, z3.s
	movprfx	z3, z5
	fmla	z3.s, p0/m, z1.s, z4.s
	.loc	0 5 10 is_stmt 0                // saxpy.c:5:10
	st1w	{ z2.s }, p0, [x12]
	st1w	{ z3.s }, p0, [x12, #1, mul vl]
	.loc	0 4 30 is_stmt 1                // saxpy.c:4:30
	add	x12, x12, x10
	b.ne	.LBB0_9
// %bb.10:
	.loc	0 4 3 is_stmt 0                 // saxpy.c:4:3
	cmp	x9, x0
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
