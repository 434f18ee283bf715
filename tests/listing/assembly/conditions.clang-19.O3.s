	.text
	.file	"conditions.c"
	.globl	relu                            // -- Begin function relu
	.p2align	2
	.type	relu,@function
relu:                                   // @relu
.Lfunc_begin0:
	.file	0 "/sources" "conditions.c" md5 0x23eeaf96df84c459fc7e10fb6f81d8ac
	.cfi_startproc
// %bb.0:
	.loc	0 5 3 prologue_end              // conditions.c:5:3
	cmp	w1, #1
	b.lt	.LBB0_8
// %bb.1:
	cmp	w1, #7
	.loc	0 5 21 is_stmt 0                // conditions.c:5:21
	mov	w8, w1
	.loc	0 5 3                           // conditions.c:5:3
	b.hi	.LBB0_3
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x9, xzr
	b	.LBB0_6
.LBB0_3:
	movi	v0.2d, #0000000000000000
	.loc	0 5 3                           // conditions.c:5:3
	and	x9, x8, #0x7ffffff8
	add	x10, x0, #16
	mov	x11, x9
.LBB0_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // conditions.c:6:12
	ldp	q1, q2, [x10, #-16]
	.loc	0 5 27                          // conditions.c:5:27
	subs	x11, x11, #8
	.loc	0 6 12                          // conditions.c:6:12
	fmaxnm	v1.4s, v1.4s, v0.4s
	fmaxnm	v2.4s, v2.4s, v0.4s
	.loc	0 6 10 is_stmt 0                // conditions.c:6:10
	stp	q1, q2, [x10, #-16]
	.loc	0 5 27 is_stmt 1                // conditions.c:5:27
	add	x10, x10, #32
	b.ne	.LBB0_4
// %bb.5:
	.loc	0 5 3 is_stmt 0                 // conditions.c:5:3
	cmp	x9, x8
	b.eq	.LBB0_8
.LBB0_6:
	.loc	0 0 3                           // conditions.c:0:3
	movi	d0, #0000000000000000
	.loc	0 5 3                           // conditions.c:5:3
	add	x10, x0, x9, lsl #2
	sub	x8, x8, x9
.LBB0_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // conditions.c:6:12
	ldr	s1, [x10]
	.loc	0 5 21                          // conditions.c:5:21
	subs	x8, x8, #1
	.loc	0 6 12                          // conditions.c:6:12
	fmaxnm	s1, s1, s0
	.loc	0 6 10 is_stmt 0                // conditions.c:6:10
	str	s1, [x10], #4
	b.ne	.LBB0_7
.LBB0_8:
	.loc	0 7 1 is_stmt 1                 // conditions.c:7:1
	ret
.Ltmp0:
.Lfunc_end0:
	.size	relu, .Lfunc_end0-relu
	.cfi_endproc
                                        // -- End function
	.globl	find                            // -- Begin function find
	.p2align	2
	.type	find,@function
find:                                   // @find
.Lfunc_begin1:
	.cfi_startproc
// %bb.0:
	.loc	0 10 3 prologue_end             // conditions.c:10:3
	cmp	w1, #1
	b.lt	.LBB1_4
// %bb.1:
	.loc	0 0 3 is_stmt 0                 // conditions.c:0:3
	mov	x8, x0
	mov	x0, xzr
	.loc	0 10 21                         // conditions.c:10:21
	mov	w9, w1
.LBB1_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 11 9 is_stmt 1                // conditions.c:11:9
	ldr	w10, [x8, x0, lsl #2]
	cmp	w10, w2
	b.eq	.LBB1_5
// %bb.3:                               //   in Loop: Header=BB1_2 Depth=1
	.loc	0 10 27                         // conditions.c:10:27
	add	x0, x0, #1
	.loc	0 10 3 is_stmt 0                // conditions.c:10:3
	cmp	x9, x0
	b.ne	.LBB1_2
.LBB1_4:
	.loc	0 0 3                           // conditions.c:0:3
	mov	w0, #-1                         // =0xffffffff
.LBB1_5:
                                        // kill: def $w0 killed $w0 killed $x0
	.loc	0 14 1 is_stmt 1                // conditions.c:14:1
	ret
.Ltmp1:
.Lfunc_end1:
	.size	find, .Lfunc_end1-find
	.cfi_endproc
                                        // -- End function
	.globl	fixed_point                     // -- Begin function fixed_point
	.p2align	2
	.type	fixed_point,@function
fixed_point:                            // @fixed_point
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 17 3 prologue_end             // conditions.c:17:3
	cmp	w3, #1
	b.lt	.LBB2_8
// %bb.1:
	.loc	0 0 3 is_stmt 0                 // conditions.c:0:3
	sxth	w8, w2
	.loc	0 17 3                          // conditions.c:17:3
	cmp	w3, #15
	.loc	0 17 21                         // conditions.c:17:21
	mov	w9, w3
	.loc	0 17 3                          // conditions.c:17:3
	b.hi	.LBB2_3
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x10, xzr
	b	.LBB2_6
.LBB2_3:
	movi	v0.4s, #127, msl #8
	dup	v1.8h, w8
	.loc	0 17 3                          // conditions.c:17:3
	and	x10, x9, #0x7ffffff0
	add	x11, x1, #16
	add	x12, x0, #16
	mov	x13, x10
.LBB2_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 35 is_stmt 1               // conditions.c:18:35
	movi	v2.4s, #64, lsl #8
	movi	v3.4s, #64, lsl #8
	.loc	0 17 27                         // conditions.c:17:27
	subs	x13, x13, #16
	.loc	0 18 35                         // conditions.c:18:35
	movi	v4.4s, #64, lsl #8
	movi	v5.4s, #64, lsl #8
	.loc	0 18 22 is_stmt 0               // conditions.c:18:22
	ldp	q6, q7, [x11, #-16]
	.loc	0 17 27 is_stmt 1               // conditions.c:17:27
	add	x11, x11, #32
	.loc	0 18 35                         // conditions.c:18:35
	smlal2	v2.4s, v1.8h, v6.8h
	smlal	v3.4s, v1.4h, v6.4h
	smlal2	v4.4s, v1.8h, v7.8h
	smlal	v5.4s, v1.4h, v7.4h
	.loc	0 18 48 is_stmt 0               // conditions.c:18:48
	sshr	v3.4s, v3.4s, #15
	sshr	v2.4s, v2.4s, #15
	sshr	v4.4s, v4.4s, #15
	sshr	v5.4s, v5.4s, #15
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	smin	v2.4s, v2.4s, v0.4s
	smin	v3.4s, v3.4s, v0.4s
	smin	v4.4s, v4.4s, v0.4s
	smin	v5.4s, v5.4s, v0.4s
	uzp1	v2.8h, v3.8h, v2.8h
	uzp1	v3.8h, v5.8h, v4.8h
	.loc	0 19 12 is_stmt 0               // conditions.c:19:12
	stp	q2, q3, [x12, #-16]
	.loc	0 17 27 is_stmt 1               // conditions.c:17:27
	add	x12, x12, #32
	b.ne	.LBB2_4
// %bb.5:
	.loc	0 17 3 is_stmt 0                // conditions.c:17:3
	cmp	x10, x9
	b.eq	.LBB2_8
.LBB2_6:
	lsl	x12, x10, #1
	sub	x9, x9, x10
	mov	w10, #16384                     // =0x4000
	mov	w13, #32767                     // =0x7fff
	add	x11, x0, x12
	add	x12, x1, x12
.LBB2_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // conditions.c:18:22
	ldrsh	w14, [x12], #2
	.loc	0 18 35 is_stmt 0               // conditions.c:18:35
	madd	w14, w14, w8, w10
	.loc	0 18 48                         // conditions.c:18:48
	asr	w14, w14, #15
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	cmp	w14, w13
	csel	w14, w14, w13, lt
	.loc	0 17 21                         // conditions.c:17:21
	subs	x9, x9, #1
	.loc	0 19 12                         // conditions.c:19:12
	strh	w14, [x11], #2
	b.ne	.LBB2_7
.LBB2_8:
	.loc	0 21 1                          // conditions.c:21:1
	ret
.Ltmp2:
.Lfunc_end2:
	.size	fixed_point, .Lfunc_end2-fixed_point
	.cfi_endproc
                                        // -- End function
	.globl	norm                            // -- Begin function norm
	.p2align	2
	.type	norm,@function
norm:                                   // @norm
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 25 3 prologue_end             // conditions.c:25:3
	cmp	w1, #1
	b.lt	.LBB3_3
// %bb.1:
	.loc	0 0 3 is_stmt 0                 // conditions.c:0:3
	movi	d0, #0000000000000000
	.loc	0 25 3                          // conditions.c:25:3
	cmp	w1, #1
	.loc	0 25 21                         // conditions.c:25:21
	mov	w8, w1
	.loc	0 25 3                          // conditions.c:25:3
	b.ne	.LBB3_4
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x9, xzr
	b	.LBB3_7
.LBB3_3:
	movi	d0, #0000000000000000
	.loc	0 25 3                          // conditions.c:25:3
	b	.LBB3_9
.LBB3_4:
	and	x9, x8, #0x7ffffffe
	add	x10, x0, #8
	mov	x11, x9
.LBB3_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 26 12 is_stmt 1               // conditions.c:26:12
	ldp	d1, d2, [x10, #-8]
	.loc	0 25 27                         // conditions.c:25:27
	subs	x11, x11, #2
	add	x10, x10, #16
	fmul	d1, d1, d1
	fmul	d2, d2, d2
	fadd	d0, d0, d1
	fadd	d0, d0, d2
	b.ne	.LBB3_5
// %bb.6:
	.loc	0 25 3 is_stmt 0                // conditions.c:25:3
	cmp	x9, x8
	b.eq	.LBB3_9
.LBB3_7:
	add	x10, x0, x9, lsl #3
	sub	x8, x8, x9
.LBB3_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 26 12 is_stmt 1               // conditions.c:26:12
	ldr	d1, [x10], #8
	.loc	0 25 21                         // conditions.c:25:21
	subs	x8, x8, #1
	.loc	0 26 9                          // conditions.c:26:9
	fmadd	d0, d1, d1, d0
	.loc	0 25 3                          // conditions.c:25:3
	b.ne	.LBB3_8
.LBB3_9:
	.loc	0 27 10                         // conditions.c:27:10
	fsqrt	d1, d0
	.loc	0 27 3 is_stmt 0                // conditions.c:27:3
	fcmp	d1, d1
	b.vs	.LBB3_11
// %bb.10:
	fmov	d0, d1
	ret
.LBB3_11:
.Ltmp3:
	b	sqrt
.Ltmp4:
.Lfunc_end3:
	.size	norm, .Lfunc_end3-norm
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
