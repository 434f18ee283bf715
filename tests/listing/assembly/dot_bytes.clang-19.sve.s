	.text
	.file	"dot_bytes.c"
	.globl	dot                             // -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    // @dot
.Lfunc_begin0:
	.file	0 "/sources" "dot_bytes.c" md5 0x2d5d95eb3f6e9df25649ab0aa5dd502c
	.cfi_startproc
// %bb.0:
	.loc	0 5 3 prologue_end              // dot_bytes.c:5:3
	cmp	w2, #1
	b.lt	.LBB0_3
// %bb.1:
	.loc	0 5 21 is_stmt 0                // dot_bytes.c:5:21
	mov	w9, w2
	.loc	0 5 3                           // dot_bytes.c:5:3
	cnth	x8
	cmp	x8, x9
	b.ls	.LBB0_4
// %bb.2:
	.loc	0 0 3                           // dot_bytes.c:0:3
	mov	x10, xzr
	mov	w8, wzr
	b	.LBB0_7
.LBB0_3:
	mov	w8, wzr
	.loc	0 7 3 is_stmt 1                 // dot_bytes.c:7:3
	mov	w0, w8
	ret
.LBB0_4:
	.loc	0 5 3                           // dot_bytes.c:5:3
	rdvl	x10, #1
	mov	w12, #2147483640                // =0x7ffffff8
	mov	z0.s, #0                        // =0x0
	lsr	x10, x10, #4
	ptrue	p0.s
	mov	x11, xzr
	mul	x10, x10, x12
	mov	z1.d, z0.d
	and	x10, x10, x9
.LBB0_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 12                          // dot_bytes.c:6:12
	add	x12, x0, x11
	.loc	0 6 19 is_stmt 0                // dot_bytes.c:6:19
	add	x13, x1, x11
	.loc	0 6 12                          // dot_bytes.c:6:12
	ld1sb	{ z2.s }, p0/z, [x0, x11]
	ld1sb	{ z3.s }, p0/z, [x12, #1, mul vl]
	.loc	0 6 19                          // dot_bytes.c:6:19
	ld1sb	{ z4.s }, p0/z, [x1, x11]
	ld1sb	{ z5.s }, p0/z, [x13, #1, mul vl]
	.loc	0 5 27 is_stmt 1                // dot_bytes.c:5:27
	add	x11, x11, x8
	cmp	x10, x11
	.loc	0 6 9                           // dot_bytes.c:6:9
	mla	z0.s, p0/m, z4.s, z2.s
	mla	z1.s, p0/m, z5.s, z3.s
	.loc	0 5 27                          // dot_bytes.c:5:27
	b.ne	.LBB0_5
// %bb.6:
	.loc	0 5 3 is_stmt 0                 // dot_bytes.c:5:3
	add	z0.s, z1.s, z0.s
	cmp	x10, x9
	uaddv	d0, p0, z0.s
	fmov	x8, d0
	b.eq	.LBB0_9
.LBB0_7:
	add	x11, x1, x10
	add	x12, x0, x10
	sub	x9, x9, x10
.LBB0_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // dot_bytes.c:6:12
	ldrsb	w10, [x12], #1
	.loc	0 5 21                          // dot_bytes.c:5:21
	subs	x9, x9, #1
	.loc	0 6 19                          // dot_bytes.c:6:19
	ldrsb	w13, [x11], #1
	.loc	0 6 9 is_stmt 0                 // dot_bytes.c:6:9
	madd	w8, w13, w10, w8
	b.ne	.LBB0_8
.LBB0_9:
	.loc	0 7 3 is_stmt 1                 // dot_bytes.c:7:3
	mov	w0, w8
	ret
.Ltmp0:
.Lfunc_end0:
	.size	dot, .Lfunc_end0-dot
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
