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
	.loc	0 5 21 is_stmt 0                // conditions.c:5:21
	mov	w8, w1
	.loc	0 5 3                           // conditions.c:5:3
	cnth	x10
	cmp	x10, x8
	b.ls	.LBB0_3
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x9, xzr
	b	.LBB0_6
.LBB0_3:
	.loc	0 5 3                           // conditions.c:5:3
	rdvl	x9, #1
	mov	w11, #2147483640                // =0x7ffffff8
	ptrue	p0.s
	lsr	x9, x9, #4
	mov	x13, x0
	mul	x9, x9, x11
	rdvl	x11, #2
	and	x9, x9, x8
	mov	x12, x9
.LBB0_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // conditions.c:6:12
	ld1w	{ z0.s }, p0/z, [x13]
	ld1w	{ z1.s }, p0/z, [x13, #1, mul vl]
	.loc	0 5 27                          // conditions.c:5:27
	subs	x12, x12, x10
	.loc	0 6 12                          // conditions.c:6:12
	fmaxnm	z0.s, p0/m, z0.s, #0.0
	fmaxnm	z1.s, p0/m, z1.s, #0.0
	.loc	0 6 10 is_stmt 0                // conditions.c:6:10
	st1w	{ z0.s }, p0, [x13]
	st1w	{ z1.s }, p0, [x13, #1, mul vl]
	.loc	0 5 27 is_stmt 1                // conditions.c:5:27
	add	x13, x13, x11
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
	b.lt	.LBB2_14
// %bb.1:
	.loc	0 17 21 is_stmt 0               // conditions.c:17:21
	mov	w9, w3
	.loc	0 17 3                          // conditions.c:17:3
	cntw	x10
	sxth	w8, w2
	cmp	x10, x9
	b.ls	.LBB2_3
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x11, xzr
	.loc	0 17 3                          // conditions.c:17:3
	b	.LBB2_12
.LBB2_3:
	.loc	0 0 3                           // conditions.c:0:3
	mov	z0.s, w8
	.loc	0 17 3                          // conditions.c:17:3
	rdvl	x12, #1
	cmp	x12, x9
	b.ls	.LBB2_8
// %bb.4:
	.loc	0 0 3                           // conditions.c:0:3
	mov	x11, xzr
.LBB2_5:
	.loc	0 17 3                          // conditions.c:17:3
	lsr	x12, x12, #4
	mov	w13, #2147483644                // =0x7ffffffc
	mov	z1.s, #32767                    // =0x7fff
	mov	z2.s, #16384                    // =0x4000
	ptrue	p0.s
	mul	x13, x12, x13
	mov	x12, x11
	and	x11, x13, x9
.LBB2_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // conditions.c:18:22
	ld1sh	{ z3.s }, p0/z, [x1, x12, lsl #1]
	.loc	0 18 35 is_stmt 0               // conditions.c:18:35
	mad	z3.s, p0/m, z0.s, z2.s
	.loc	0 18 48                         // conditions.c:18:48
	asr	z3.s, z3.s, #15
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	smin	z3.s, p0/m, z3.s, z1.s
	.loc	0 19 12 is_stmt 0               // conditions.c:19:12
	st1h	{ z3.s }, p0, [x0, x12, lsl #1]
	.loc	0 17 27 is_stmt 1               // conditions.c:17:27
	add	x12, x12, x10
	cmp	x11, x12
	b.ne	.LBB2_6
// %bb.7:
	.loc	0 17 3 is_stmt 0                // conditions.c:17:3
	cmp	x11, x9
	b.ne	.LBB2_12
	b	.LBB2_14
.LBB2_8:
	lsr	x11, x12, #4
	mov	w13, #2147483632                // =0x7ffffff0
	mov	z1.s, #32767                    // =0x7fff
	mov	z2.s, #16384                    // =0x4000
	ptrue	p0.s
	mov	x15, x0
	mul	x11, x11, x13
	ptrue	p1.h
	rdvl	x13, #2
	mov	x16, x1
	and	x11, x11, x9
	mov	x14, x11
.LBB2_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // conditions.c:18:22
	ld1sh	{ z3.s }, p0/z, [x16]
	ld1sh	{ z4.s }, p0/z, [x16, #1, mul vl]
	.loc	0 17 27                         // conditions.c:17:27
	subs	x14, x14, x12
	.loc	0 18 22                         // conditions.c:18:22
	ld1sh	{ z5.s }, p0/z, [x16, #2, mul vl]
	ld1sh	{ z6.s }, p0/z, [x16, #3, mul vl]
	.loc	0 17 27                         // conditions.c:17:27
	add	x16, x16, x13
	.loc	0 18 35                         // conditions.c:18:35
	mad	z4.s, p0/m, z0.s, z2.s
	mad	z3.s, p0/m, z0.s, z2.s
	mad	z6.s, p0/m, z0.s, z2.s
	mad	z5.s, p0/m, z0.s, z2.s
	.loc	0 18 48 is_stmt 0               // conditions.c:18:48
	asr	z3.s, z3.s, #15
	asr	z4.s, z4.s, #15
	asr	z5.s, z5.s, #15
	asr	z6.s, z6.s, #15
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	smin	z4.s, p0/m, z4.s, z1.s
	smin	z3.s, p0/m, z3.s, z1.s
	smin	z6.s, p0/m, z6.s, z1.s
	smin	z5.s, p0/m, z5.s, z1.s
	uzp1	z3.h, z3.h, z4.h
	uzp1	z4.h, z5.h, z6.h
	.loc	0 19 12 is_stmt 0               // conditions.c:19:12
	st1h	{ z3.h }, p1, [x15]
	st1h	{ z4.h }, p1, [x15, #1, mul vl]
	.loc	0 17 27 is_stmt 1               // conditions.c:17:27
	add	x15, x15, x13
	b.ne	.LBB2_9
// %bb.10:
	.loc	0 17 3 is_stmt 0                // conditions.c:17:3
	subs	x13, x9, x11
	b.eq	.LBB2_14
// %bb.11:
	cmp	x13, x10
	b.hs	.LBB2_5
.LBB2_12:
	lsl	x12, x11, #1
	sub	x9, x9, x11
	mov	w11, #16384                     // =0x4000
	mov	w13, #32767                     // =0x7fff
	add	x10, x0, x12
	add	x12, x1, x12
.LBB2_13:                               // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // conditions.c:18:22
	ldrsh	w14, [x12], #2
	.loc	0 18 35 is_stmt 0               // conditions.c:18:35
	madd	w14, w14, w8, w11
	.loc	0 18 48                         // conditions.c:18:48
	asr	w14, w14, #15
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	cmp	w14, w13
	csel	w14, w14, w13, lt
	.loc	0 17 21                         // conditions.c:17:21
	subs	x9, x9, #1
	.loc	0 19 12                         // conditions.c:19:12
	strh	w14, [x10], #2
	.loc	0 17 3                          // conditions.c:17:3
	b.ne	.LBB2_13
.LBB2_14:
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
	.loc	0 25 21 is_stmt 0               // conditions.c:25:21
	mov	w8, w1
	.loc	0 25 3                          // conditions.c:25:3
	cntw	x10
	cmp	x10, x8
	b.ls	.LBB3_4
// %bb.2:
	.loc	0 0 3                           // conditions.c:0:3
	movi	d0, #0000000000000000
	mov	x9, xzr
	b	.LBB3_7
.LBB3_3:
	movi	d0, #0000000000000000
	.loc	0 25 3                          // conditions.c:25:3
	b	.LBB3_9
.LBB3_4:
	rdvl	x9, #1
	mov	w11, #2147483644                // =0x7ffffffc
	movi	d0, #0000000000000000
	lsr	x9, x9, #4
	ptrue	p0.d
	mov	x13, x0
	mul	x9, x9, x11
	rdvl	x11, #2
	and	x9, x9, x8
	mov	x12, x9
.LBB3_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 26 12 is_stmt 1               // conditions.c:26:12
	ld1d	{ z1.d }, p0/z, [x13]
	.loc	0 25 27                         // conditions.c:25:27
	subs	x12, x12, x10
	fmul	z1.d, z1.d, z1.d
	fadda	d0, p0, d0, z1.d
	.loc	0 26 12                         // conditions.c:26:12
	ld1d	{ z1.d }, p0/z, [x13, #1, mul vl]
	.loc	0 25 27                         // conditions.c:25:27
	add	x13, x13, x11
	fmul	z1.d, z1.d, z1.d
	fadda	d0, p0, d0, z1.d
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
                                        // kill: def $d0 killed $d0 killed $z0
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
