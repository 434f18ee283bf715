	.text
	.file	"simple.c"
	.globl	sum                             // -- Begin function sum
	.p2align	2
	.type	sum,@function
sum:                                    // @sum
.Lfunc_begin0:
	.file	0 "." "simple.c" md5 0x86d19406cb1636975f6db063813faeb8
	.cfi_startproc
// %bb.0:
	.loc	0 4 5 prologue_end              // simple.c:4:5
	cmp	w1, #1
	b.lt	.LBB0_3
// %bb.1:
	.loc	0 4 23 is_stmt 0                // simple.c:4:23
	mov	w9, w1
	.loc	0 4 5                           // simple.c:4:5
	cnth	x8
	cmp	x8, x9
	b.ls	.LBB0_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	mov	w8, wzr
	b	.LBB0_7
.LBB0_3:
	mov	w8, wzr
	.loc	0 6 5 is_stmt 1                 // simple.c:6:5
	mov	w0, w8
	ret
.LBB0_4:
	.loc	0 4 5                           // simple.c:4:5
	rdvl	x10, #1
	mov	w11, #2147483640                // =0x7ffffff8
	mov	z0.s, #0                        // =0x0
	lsr	x10, x10, #4
	ptrue	p0.s
	mov	x13, x0
	mul	x10, x10, x11
	mov	z1.d, z0.d
	rdvl	x11, #2
	and	x10, x10, x9
	mov	x12, x10
.LBB0_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 18                          // simple.c:5:18
	ld1w	{ z2.s }, p0/z, [x13]
	ld1w	{ z3.s }, p0/z, [x13, #1, mul vl]
	.loc	0 4 29                          // simple.c:4:29
	subs	x12, x12, x8
	add	x13, x13, x11
	.loc	0 5 15                          // simple.c:5:15
	add	z0.s, z2.s, z0.s
	add	z1.s, z3.s, z1.s
	.loc	0 4 29                          // simple.c:4:29
	b.ne	.LBB0_5
// %bb.6:
	.loc	0 4 5 is_stmt 0                 // simple.c:4:5
	add	z0.s, z1.s, z0.s
	cmp	x10, x9
	uaddv	d0, p0, z0.s
	fmov	x8, d0
	b.eq	.LBB0_9
.LBB0_7:
	add	x11, x0, x10, lsl #2
	sub	x9, x9, x10
.LBB0_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 18 is_stmt 1                // simple.c:5:18
	ldr	w10, [x11], #4
	.loc	0 4 23                          // simple.c:4:23
	subs	x9, x9, #1
	.loc	0 5 15                          // simple.c:5:15
	add	w8, w10, w8
	b.ne	.LBB0_8
.LBB0_9:
	.loc	0 6 5                           // simple.c:6:5
	mov	w0, w8
	ret
.Ltmp0:
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
	.cfi_endproc
                                        // -- End function
	.globl	saxpy                           // -- Begin function saxpy
	.p2align	2
	.type	saxpy,@function
saxpy:                                  // @saxpy
.Lfunc_begin1:
	.cfi_startproc
// %bb.0:
	.loc	0 11 5 prologue_end             // simple.c:11:5
	cmp	w2, #1
                                        // kill: def $s0 killed $s0 def $z0
	b.lt	.LBB1_7
// %bb.1:
	.loc	0 11 23 is_stmt 0               // simple.c:11:23
	mov	w8, w2
	.loc	0 11 5                          // simple.c:11:5
	cnth	x9
	cmp	x9, x8
	b.hi	.LBB1_4
// %bb.2:
	lsl	x10, x8, #2
	add	x11, x1, x10
	cmp	x11, x0
	b.ls	.LBB1_8
// %bb.3:
	.loc	0 0 5                           // simple.c:0:5
	add	x10, x0, x10
	.loc	0 11 5                          // simple.c:11:5
	cmp	x10, x1
	b.ls	.LBB1_8
.LBB1_4:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
.LBB1_5:
	.loc	0 11 5                          // simple.c:11:5
	lsl	x11, x10, #2
	sub	x8, x8, x10
	add	x9, x0, x11
	add	x11, x1, x11
.LBB1_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 12 20 is_stmt 1               // simple.c:12:20
	ldr	s1, [x11], #4
	.loc	0 12 27 is_stmt 0               // simple.c:12:27
	ldr	s2, [x9]
	.loc	0 11 23 is_stmt 1               // simple.c:11:23
	subs	x8, x8, #1
	.loc	0 12 25                         // simple.c:12:25
	fmadd	s1, s0, s1, s2
	.loc	0 12 14 is_stmt 0               // simple.c:12:14
	str	s1, [x9], #4
	b.ne	.LBB1_6
.LBB1_7:
	.loc	0 13 1 is_stmt 1                // simple.c:13:1
	ret
.LBB1_8:
	.loc	0 11 5                          // simple.c:11:5
	rdvl	x10, #1
	mov	w11, #2147483640                // =0x7ffffff8
	mov	z1.s, s0
	lsr	x10, x10, #4
	ptrue	p0.s
	mov	x13, x0
	mov	x14, x1
	mul	x10, x10, x11
	rdvl	x11, #2
	and	x10, x10, x8
	mov	x12, x10
.LBB1_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 12 20                         // simple.c:12:20
	ld1w	{ z2.s }, p0/z, [x14]
	.loc	0 12 27 is_stmt 0               // simple.c:12:27
	ld1w	{ z3.s }, p0/z, [x13]
	.loc	0 11 29 is_stmt 1               // simple.c:11:29
	subs	x12, x12, x9
	.loc	0 12 20                         // simple.c:12:20
	ld1w	{ z4.s }, p0/z, [x14, #1, mul vl]
	.loc	0 12 27 is_stmt 0               // simple.c:12:27
	ld1w	{ z5.s }, p0/z, [x13, #1, mul vl]
	.loc	0 11 29 is_stmt 1               // simple.c:11:29
	add	x14, x14, x11
	.loc	0 12 25                         // simple.c:12:25
	fmad	z2.s, p0/m, z1.s, z3.s
	movprfx	z3, z5
	fmla	z3.s, p0/m, z1.s, z4.s
	.loc	0 12 14 is_stmt 0               // simple.c:12:14
	st1w	{ z2.s }, p0, [x13]
	st1w	{ z3.s }, p0, [x13, #1, mul vl]
	.loc	0 11 29 is_stmt 1               // simple.c:11:29
	add	x13, x13, x11
	b.ne	.LBB1_9
// %bb.10:
	.loc	0 11 5 is_stmt 0                // simple.c:11:5
	cmp	x10, x8
	b.ne	.LBB1_5
	b	.LBB1_7
.Ltmp1:
.Lfunc_end1:
	.size	saxpy, .Lfunc_end1-saxpy
	.cfi_endproc
                                        // -- End function
	.globl	scale                           // -- Begin function scale
	.p2align	2
	.type	scale,@function
scale:                                  // @scale
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 17 5 prologue_end is_stmt 1   // simple.c:17:5
	cmp	x2, #1
                                        // kill: def $d0 killed $d0 def $z0
	b.lt	.LBB2_8
// %bb.1:
	cntw	x8
	cmp	x8, x2
	b.ls	.LBB2_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x9, xzr
	b	.LBB2_6
.LBB2_3:
	.loc	0 17 5                          // simple.c:17:5
	rdvl	x9, #1
	mov	x10, #9223372036854775804       // =0x7ffffffffffffffc
	mov	z1.d, d0
	lsr	x9, x9, #4
	ptrue	p0.d
	mov	x12, x0
	mov	x13, x1
	mul	x9, x9, x10
	rdvl	x10, #2
	and	x9, x9, x2
	mov	x11, x9
.LBB2_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // simple.c:18:22
	ld1d	{ z2.d }, p0/z, [x13]
	ld1d	{ z3.d }, p0/z, [x13, #1, mul vl]
	.loc	0 17 29                         // simple.c:17:29
	subs	x11, x11, x8
	add	x13, x13, x10
	.loc	0 18 20                         // simple.c:18:20
	fmul	z2.d, z2.d, z1.d
	fmul	z3.d, z3.d, z1.d
	.loc	0 18 16 is_stmt 0               // simple.c:18:16
	st1d	{ z2.d }, p0, [x12]
	st1d	{ z3.d }, p0, [x12, #1, mul vl]
	.loc	0 17 29 is_stmt 1               // simple.c:17:29
	add	x12, x12, x10
	b.ne	.LBB2_4
// %bb.5:
	.loc	0 17 5 is_stmt 0                // simple.c:17:5
	cmp	x9, x2
	b.eq	.LBB2_8
.LBB2_6:
	lsl	x10, x9, #3
	sub	x8, x2, x9
	add	x9, x0, x10
	add	x10, x1, x10
.LBB2_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // simple.c:18:22
	ldr	d1, [x10], #8
	.loc	0 17 24                         // simple.c:17:24
	subs	x8, x8, #1
	.loc	0 18 20                         // simple.c:18:20
	fmul	d1, d1, d0
	.loc	0 18 16 is_stmt 0               // simple.c:18:16
	str	d1, [x9], #8
	b.ne	.LBB2_7
.LBB2_8:
	.loc	0 19 1 is_stmt 1                // simple.c:19:1
	ret
.Ltmp2:
.Lfunc_end2:
	.size	scale, .Lfunc_end2-scale
	.cfi_endproc
                                        // -- End function
	.globl	reverse_copy                    // -- Begin function reverse_copy
	.p2align	2
	.type	reverse_copy,@function
reverse_copy:                           // @reverse_copy
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 23 5 prologue_end             // simple.c:23:5
	subs	w8, w2, #1
	b.lt	.LBB3_8
// %bb.1:
	mov	w9, w2
	cnth	x10
	cmp	x10, x9
	b.ls	.LBB3_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x12, x9
	b	.LBB3_6
.LBB3_3:
	.loc	0 23 5                          // simple.c:23:5
	rdvl	x12, #1
	mov	w13, #2147483640                // =0x7ffffff8
	lsl	x14, x9, #2
	lsr	x12, x12, #4
	cnth	x15, all, mul #4
	ptrue	p0.s
	sub	x16, x0, x14
	sub	x15, x14, x15
	mov	x11, xzr
	mul	x12, x12, x13
	cnth	x13, all, mul #2
	add	x16, x16, x8, lsl #2
	sub	x17, x14, x13
	add	x15, x1, x15
	add	x14, x1, x17
	add	x16, x16, #4
	rdvl	x17, #2
	and	x13, x12, x9
	sub	x12, x9, x13
.LBB3_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 24 26 is_stmt 1               // simple.c:24:26
	ld1w	{ z0.s }, p0/z, [x14, x11, lsl #2]
	ld1w	{ z1.s }, p0/z, [x15, x11, lsl #2]
	sub	x11, x11, x10
	cmn	x13, x11
	rev	z0.s, z0.s
	rev	z1.s, z1.s
	.loc	0 24 24 is_stmt 0               // simple.c:24:24
	st1w	{ z0.s }, p0, [x16]
	st1w	{ z1.s }, p0, [x16, #1, mul vl]
	add	x16, x16, x17
	b.ne	.LBB3_4
// %bb.5:
	.loc	0 23 5 is_stmt 1                // simple.c:23:5
	cmp	x9, x13
	b.eq	.LBB3_8
.LBB3_6:
	lsl	x9, x12, #2
	sub	x10, x0, x9
	add	x11, x9, x1
	add	x10, x10, x8, lsl #2
	add	x8, x12, #1
	add	x9, x10, #4
	sub	x10, x11, #4
.LBB3_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 24 26                         // simple.c:24:26
	ldr	w11, [x10], #-4
	.loc	0 23 27                         // simple.c:23:27
	sub	x8, x8, #1
	.loc	0 23 5 is_stmt 0                // simple.c:23:5
	cmp	x8, #1
	.loc	0 24 24 is_stmt 1               // simple.c:24:24
	str	w11, [x9], #4
	b.hi	.LBB3_7
.LBB3_8:
	.loc	0 25 1                          // simple.c:25:1
	ret
.Ltmp3:
.Lfunc_end3:
	.size	reverse_copy, .Lfunc_end3-reverse_copy
	.cfi_endproc
                                        // -- End function
	.globl	brighten                        // -- Begin function brighten
	.p2align	2
	.type	brighten,@function
brighten:                               // @brighten
.Lfunc_begin4:
	.cfi_startproc
// %bb.0:
	.loc	0 29 5 prologue_end             // simple.c:29:5
	cmp	w1, #1
	b.lt	.LBB4_14
// %bb.1:
	.loc	0 29 23 is_stmt 0               // simple.c:29:23
	mov	w8, w1
	.loc	0 29 5                          // simple.c:29:5
	cntw	x9
	cmp	x9, x8
	b.ls	.LBB4_3
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	.loc	0 29 5                          // simple.c:29:5
	b	.LBB4_12
.LBB4_3:
	.loc	0 0 5                           // simple.c:0:5
	mov	z0.s, w2
	.loc	0 29 5                          // simple.c:29:5
	rdvl	x11, #1
	cmp	x11, x8
	b.ls	.LBB4_8
// %bb.4:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
.LBB4_5:
	.loc	0 29 5                          // simple.c:29:5
	lsr	x11, x11, #4
	mov	w12, #2147483644                // =0x7ffffffc
	mov	z1.s, #255                      // =0xff
	ptrue	p0.s
	mul	x12, x11, x12
	mov	x11, x10
	and	x10, x12, x8
.LBB4_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ld1b	{ z2.s }, p0/z, [x0, x11]
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	z2.s, z0.s, z2.s
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	smin	z2.s, p0/m, z2.s, z1.s
	.loc	0 31 14 is_stmt 0               // simple.c:31:14
	st1b	{ z2.s }, p0, [x0, x11]
	.loc	0 29 29 is_stmt 1               // simple.c:29:29
	add	x11, x11, x9
	cmp	x10, x11
	b.ne	.LBB4_6
// %bb.7:
	.loc	0 29 5 is_stmt 0                // simple.c:29:5
	cmp	x10, x8
	b.ne	.LBB4_12
	b	.LBB4_14
.LBB4_8:
	lsr	x10, x11, #4
	mov	w13, #2147483632                // =0x7ffffff0
	mov	z1.s, #255                      // =0xff
	ptrue	p0.s
	mov	x12, xzr
	mul	x10, x10, x13
	ptrue	p1.h
	and	x10, x10, x8
.LBB4_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	add	x13, x0, x12
	ld1b	{ z2.s }, p0/z, [x0, x12]
	ld1b	{ z3.s }, p0/z, [x13, #1, mul vl]
	ld1b	{ z4.s }, p0/z, [x13, #3, mul vl]
	ld1b	{ z5.s }, p0/z, [x13, #2, mul vl]
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	z2.s, z0.s, z2.s
	add	z3.s, z0.s, z3.s
	add	z5.s, z0.s, z5.s
	add	z4.s, z0.s, z4.s
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	smin	z2.s, p0/m, z2.s, z1.s
	smin	z3.s, p0/m, z3.s, z1.s
	smin	z4.s, p0/m, z4.s, z1.s
	smin	z5.s, p0/m, z5.s, z1.s
	uzp1	z2.h, z2.h, z3.h
	uzp1	z3.h, z5.h, z4.h
	.loc	0 31 14 is_stmt 0               // simple.c:31:14
	st1b	{ z2.h }, p1, [x0, x12]
	.loc	0 29 29 is_stmt 1               // simple.c:29:29
	add	x12, x12, x11
	cmp	x10, x12
	.loc	0 31 14                         // simple.c:31:14
	st1b	{ z3.h }, p1, [x13, #1, mul vl]
	.loc	0 29 29                         // simple.c:29:29
	b.ne	.LBB4_9
// %bb.10:
	.loc	0 29 5 is_stmt 0                // simple.c:29:5
	subs	x12, x8, x10
	b.eq	.LBB4_14
// %bb.11:
	cmp	x12, x9
	b.hs	.LBB4_5
.LBB4_12:
	add	x9, x0, x10
	sub	x8, x8, x10
	mov	w10, #255                       // =0xff
.LBB4_13:                               // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ldrb	w11, [x9]
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	w11, w11, w2
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	cmp	w11, #255
	csel	w11, w11, w10, lt
	.loc	0 29 23                         // simple.c:29:23
	subs	x8, x8, #1
	.loc	0 31 14                         // simple.c:31:14
	strb	w11, [x9], #1
	.loc	0 29 5                          // simple.c:29:5
	b.ne	.LBB4_13
.LBB4_14:
	.loc	0 33 1                          // simple.c:33:1
	ret
.Ltmp4:
.Lfunc_end4:
	.size	brighten, .Lfunc_end4-brighten
	.cfi_endproc
                                        // -- End function
	.globl	dot                             // -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    // @dot
.Lfunc_begin5:
	.cfi_startproc
// %bb.0:
	.loc	0 38 5 prologue_end             // simple.c:38:5
	cmp	w2, #1
	b.lt	.LBB5_3
// %bb.1:
	.loc	0 38 23 is_stmt 0               // simple.c:38:23
	mov	w8, w2
	.loc	0 38 5                          // simple.c:38:5
	cnth	x10
	cmp	x10, x8
	b.ls	.LBB5_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	movi	d0, #0000000000000000
	mov	x9, xzr
	b	.LBB5_7
.LBB5_3:
	movi	d0, #0000000000000000
                                        // kill: def $s0 killed $s0 killed $z0
	.loc	0 40 5 is_stmt 1                // simple.c:40:5
	ret
.LBB5_4:
	.loc	0 38 5                          // simple.c:38:5
	rdvl	x9, #1
	mov	w11, #2147483640                // =0x7ffffff8
	movi	d0, #0000000000000000
	lsr	x9, x9, #4
	ptrue	p0.s
	mov	x13, x1
	mov	x14, x0
	mul	x9, x9, x11
	rdvl	x11, #2
	and	x9, x9, x8
	mov	x12, x9
.LBB5_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 39 14                         // simple.c:39:14
	ld1w	{ z1.s }, p0/z, [x14]
	.loc	0 39 21 is_stmt 0               // simple.c:39:21
	ld1w	{ z2.s }, p0/z, [x13]
	.loc	0 38 29 is_stmt 1               // simple.c:38:29
	subs	x12, x12, x10
	fmul	z1.s, z1.s, z2.s
	.loc	0 39 21                         // simple.c:39:21
	ld1w	{ z2.s }, p0/z, [x13, #1, mul vl]
	.loc	0 38 29                         // simple.c:38:29
	add	x13, x13, x11
	fadda	s0, p0, s0, z1.s
	.loc	0 39 14                         // simple.c:39:14
	ld1w	{ z1.s }, p0/z, [x14, #1, mul vl]
	.loc	0 38 29                         // simple.c:38:29
	add	x14, x14, x11
	fmul	z1.s, z1.s, z2.s
	fadda	s0, p0, s0, z1.s
	b.ne	.LBB5_5
// %bb.6:
	.loc	0 38 5 is_stmt 0                // simple.c:38:5
	cmp	x9, x8
	b.eq	.LBB5_9
.LBB5_7:
	lsl	x11, x9, #2
	sub	x8, x8, x9
	add	x10, x1, x11
	add	x11, x0, x11
.LBB5_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 39 14 is_stmt 1               // simple.c:39:14
	ldr	s1, [x11], #4
	.loc	0 38 23                         // simple.c:38:23
	subs	x8, x8, #1
	.loc	0 39 21                         // simple.c:39:21
	ldr	s2, [x10], #4
	.loc	0 39 11 is_stmt 0               // simple.c:39:11
	fmadd	s0, s1, s2, s0
	b.ne	.LBB5_8
.LBB5_9:
                                        // kill: def $s0 killed $s0 killed $z0
	.loc	0 40 5 is_stmt 1                // simple.c:40:5
	ret
.Ltmp5:
.Lfunc_end5:
	.size	dot, .Lfunc_end5-dot
	.cfi_endproc
                                        // -- End function
	.globl	two_loops                       // -- Begin function two_loops
	.p2align	2
	.type	two_loops,@function
two_loops:                              // @two_loops
.Lfunc_begin6:
	.loc	0 44 0                          // simple.c:44:0
	.cfi_startproc
// %bb.0:
	mov	x8, x0
.Ltmp6:
	.loc	0 45 17 prologue_end            // simple.c:45:17
	ldr	w0, [x0]
	.loc	0 46 5                          // simple.c:46:5
	cmp	w2, #1
	mov	w9, w2
	b.le	.LBB6_8
// %bb.1:
	sub	x10, x9, #1
	cnth	x12
	cmp	x10, x12
	b.hs	.LBB6_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	w11, #1                         // =0x1
	b	.LBB6_6
.LBB6_3:
	.loc	0 46 5                          // simple.c:46:5
	mov	z0.s, w0
	neg	x11, x12
	rdvl	x16, #1
	and	x14, x10, x11
	add	x15, x8, #4
	ptrue	p0.s
	mov	x13, xzr
	orr	x11, x14, #0x1
	add	x16, x15, x16
	mov	z1.d, z0.d
.LBB6_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 47 13 is_stmt 1               // simple.c:47:13
	ld1w	{ z2.s }, p0/z, [x15, x13, lsl #2]
	ld1w	{ z3.s }, p0/z, [x16, x13, lsl #2]
	add	x13, x13, x12
	cmp	x14, x13
	smin	z0.s, p0/m, z0.s, z2.s
	smin	z1.s, p0/m, z1.s, z3.s
	b.ne	.LBB6_4
// %bb.5:
	.loc	0 46 5                          // simple.c:46:5
	smin	z0.s, p0/m, z0.s, z1.s
	cmp	x10, x14
	sminv	s0, p0, z0.s
	fmov	w0, s0
	b.eq	.LBB6_8
.LBB6_6:
	add	x8, x8, x11, lsl #2
	sub	x10, x9, x11
.LBB6_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 47 13                         // simple.c:47:13
	ldr	w11, [x8], #4
	cmp	w11, w0
	csel	w0, w11, w0, lt
	.loc	0 46 23                         // simple.c:46:23
	subs	x10, x10, #1
	.loc	0 46 5 is_stmt 0                // simple.c:46:5
	b.ne	.LBB6_7
.LBB6_8:
	.loc	0 49 5 is_stmt 1                // simple.c:49:5
	cmp	w2, #1
	b.lt	.LBB6_16
// %bb.9:
	cnth	x8
	cmp	x8, x9
	b.ls	.LBB6_11
// %bb.10:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x10, xzr
	b	.LBB6_14
.LBB6_11:
	.loc	0 49 5                          // simple.c:49:5
	rdvl	x10, #1
	mov	w11, #2147483640                // =0x7ffffff8
	mov	z0.s, w0
	lsr	x10, x10, #4
	ptrue	p0.s
	mov	x13, x1
	mul	x10, x10, x11
	rdvl	x11, #2
	and	x10, x10, x9
	mov	x12, x10
.LBB6_12:                               // =>This Inner Loop Header: Depth=1
	.loc	0 50 14 is_stmt 1               // simple.c:50:14
	ld1w	{ z1.s }, p0/z, [x13]
	ld1w	{ z2.s }, p0/z, [x13, #1, mul vl]
	.loc	0 49 29                         // simple.c:49:29
	subs	x12, x12, x8
	.loc	0 50 14                         // simple.c:50:14
	sub	z1.s, z1.s, z0.s
	sub	z2.s, z2.s, z0.s
	st1w	{ z1.s }, p0, [x13]
	st1w	{ z2.s }, p0, [x13, #1, mul vl]
	.loc	0 49 29                         // simple.c:49:29
	add	x13, x13, x11
	b.ne	.LBB6_12
// %bb.13:
	.loc	0 49 5 is_stmt 0                // simple.c:49:5
	cmp	x10, x9
	b.eq	.LBB6_16
.LBB6_14:
	add	x8, x1, x10, lsl #2
	sub	x9, x9, x10
.LBB6_15:                               // =>This Inner Loop Header: Depth=1
	.loc	0 50 14 is_stmt 1               // simple.c:50:14
	ldr	w10, [x8]
	.loc	0 49 23                         // simple.c:49:23
	subs	x9, x9, #1
	.loc	0 50 14                         // simple.c:50:14
	sub	w10, w10, w0
	str	w10, [x8], #4
	.loc	0 49 5                          // simple.c:49:5
	b.ne	.LBB6_15
.LBB6_16:
	.loc	0 51 5                          // simple.c:51:5
	ret
.Ltmp7:
.Lfunc_end6:
	.size	two_loops, .Lfunc_end6-two_loops
	.cfi_endproc
                                        // -- End function
	.globl	unswitch                        // -- Begin function unswitch
	.p2align	2
	.type	unswitch,@function
unswitch:                               // @unswitch
.Lfunc_begin7:
	.cfi_startproc
// %bb.0:
	.loc	0 56 5 prologue_end             // simple.c:56:5
	cmp	w2, #1
	b.lt	.LBB7_16
// %bb.1:
	.loc	0 56 23 is_stmt 0               // simple.c:56:23
	mov	w8, w2
	.loc	0 56 5                          // simple.c:56:5
	cnth	x9
	cmp	x9, x8
	cbz	w3, .LBB7_4
// %bb.2:
	b.ls	.LBB7_6
// %bb.3:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	b	.LBB7_9
.LBB7_4:
	.loc	0 56 5                          // simple.c:56:5
	b.ls	.LBB7_11
// %bb.5:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	.loc	0 56 5                          // simple.c:56:5
	b	.LBB7_14
.LBB7_6:
	rdvl	x10, #1
	mov	w11, #2147483640                // =0x7ffffff8
	ptrue	p0.s
	lsr	x10, x10, #4
	mov	x13, x0
	mov	x14, x1
	mul	x10, x10, x11
	rdvl	x11, #2
	and	x10, x10, x8
	mov	x12, x10
.LBB7_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 58 21 is_stmt 1               // simple.c:58:21
	ld1w	{ z0.s }, p0/z, [x14]
	.loc	0 58 18 is_stmt 0               // simple.c:58:18
	ld1w	{ z1.s }, p0/z, [x13]
	.loc	0 56 29 is_stmt 1               // simple.c:56:29
	subs	x12, x12, x9
	.loc	0 58 21                         // simple.c:58:21
	ld1w	{ z2.s }, p0/z, [x14, #1, mul vl]
	.loc	0 58 18 is_stmt 0               // simple.c:58:18
	ld1w	{ z3.s }, p0/z, [x13, #1, mul vl]
	.loc	0 56 29 is_stmt 1               // simple.c:56:29
	add	x14, x14, x11
	.loc	0 58 18                         // simple.c:58:18
	sub	z0.s, z1.s, z0.s
	sub	z1.s, z3.s, z2.s
	st1w	{ z0.s }, p0, [x13]
	st1w	{ z1.s }, p0, [x13, #1, mul vl]
	.loc	0 56 29                         // simple.c:56:29
	add	x13, x13, x11
	b.ne	.LBB7_7
// %bb.8:
	.loc	0 56 5 is_stmt 0                // simple.c:56:5
	cmp	x10, x8
	b.eq	.LBB7_16
.LBB7_9:
	lsl	x11, x10, #2
	sub	x8, x8, x10
	add	x9, x0, x11
	add	x11, x1, x11
.LBB7_10:                               // =>This Inner Loop Header: Depth=1
	.loc	0 58 21 is_stmt 1               // simple.c:58:21
	ldr	w10, [x11], #4
	.loc	0 58 18 is_stmt 0               // simple.c:58:18
	ldr	w12, [x9]
	.loc	0 56 23 is_stmt 1               // simple.c:56:23
	subs	x8, x8, #1
	.loc	0 58 18                         // simple.c:58:18
	sub	w10, w12, w10
	str	w10, [x9], #4
	b.ne	.LBB7_10
	b	.LBB7_16
.LBB7_11:
	.loc	0 56 5                          // simple.c:56:5
	rdvl	x10, #1
	mov	w11, #2147483640                // =0x7ffffff8
	ptrue	p0.s
	lsr	x10, x10, #4
	mov	x13, x0
	mov	x14, x1
	mul	x10, x10, x11
	rdvl	x11, #2
	and	x10, x10, x8
	mov	x12, x10
.LBB7_12:                               // =>This Inner Loop Header: Depth=1
	.loc	0 60 21                         // simple.c:60:21
	ld1w	{ z0.s }, p0/z, [x14]
	.loc	0 60 18 is_stmt 0               // simple.c:60:18
	ld1w	{ z1.s }, p0/z, [x13]
	.loc	0 56 29 is_stmt 1               // simple.c:56:29
	subs	x12, x12, x9
	.loc	0 60 21                         // simple.c:60:21
	ld1w	{ z2.s }, p0/z, [x14, #1, mul vl]
	.loc	0 60 18 is_stmt 0               // simple.c:60:18
	ld1w	{ z3.s }, p0/z, [x13, #1, mul vl]
	.loc	0 56 29 is_stmt 1               // simple.c:56:29
	add	x14, x14, x11
	.loc	0 60 18                         // simple.c:60:18
	add	z0.s, z1.s, z0.s
	add	z1.s, z3.s, z2.s
	st1w	{ z0.s }, p0, [x13]
	st1w	{ z1.s }, p0, [x13, #1, mul vl]
	.loc	0 56 29                         // simple.c:56:29
	add	x13, x13, x11
	b.ne	.LBB7_12
// %bb.13:
	.loc	0 56 5 is_stmt 0                // simple.c:56:5
	cmp	x10, x8
	b.eq	.LBB7_16
.LBB7_14:
	lsl	x11, x10, #2
	sub	x8, x8, x10
	add	x9, x1, x11
	add	x11, x0, x11
.LBB7_15:                               // =>This Inner Loop Header: Depth=1
	.loc	0 60 21 is_stmt 1               // simple.c:60:21
	ldr	w10, [x9], #4
	.loc	0 60 18 is_stmt 0               // simple.c:60:18
	ldr	w12, [x11]
	.loc	0 56 23 is_stmt 1               // simple.c:56:23
	subs	x8, x8, #1
	.loc	0 60 18                         // simple.c:60:18
	add	w10, w12, w10
	str	w10, [x11], #4
	.loc	0 56 5                          // simple.c:56:5
	b.ne	.LBB7_15
.LBB7_16:
	.loc	0 61 1                          // simple.c:61:1
	ret
.Ltmp8:
.Lfunc_end7:
	.size	unswitch, .Lfunc_end7-unswitch
	.cfi_endproc
                                        // -- End function
	.globl	both                            // -- Begin function both
	.p2align	2
	.type	both,@function
both:                                   // @both
.Lfunc_begin8:
	.cfi_startproc
// %bb.0:
	.loc	0 66 5 prologue_end             // simple.c:66:5
	cmp	w1, #1
	cntw	x8
	b.lt	.LBB8_3
// %bb.1:
	.loc	0 66 23 is_stmt 0               // simple.c:66:23
	mov	w10, w1
	.loc	0 66 5                          // simple.c:66:5
	cmp	x8, x10
	b.ls	.LBB8_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x11, xzr
	mov	x9, xzr
	.loc	0 66 5                          // simple.c:66:5
	b	.LBB8_7
.LBB8_3:
	.loc	0 0 5                           // simple.c:0:5
	mov	x9, xzr
	.loc	0 66 5                          // simple.c:66:5
	b	.LBB8_9
.LBB8_4:
	rdvl	x9, #1
	mov	w11, #2147483644                // =0x7ffffffc
	mov	z0.d, #0                        // =0x0
	lsr	x9, x9, #4
	ptrue	p0.d
	mov	x13, x0
	mul	x9, x9, x11
	mov	z1.d, z0.d
	and	x11, x9, x10
	rdvl	x9, #2
	mov	x12, x11
.LBB8_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ld1d	{ z2.d }, p0/z, [x13]
	ld1d	{ z3.d }, p0/z, [x13, #1, mul vl]
	.loc	0 66 29                         // simple.c:66:29
	subs	x12, x12, x8
	add	x13, x13, x9
	.loc	0 67 11                         // simple.c:67:11
	eor	z0.d, z2.d, z0.d
	eor	z1.d, z3.d, z1.d
	.loc	0 66 29                         // simple.c:66:29
	b.ne	.LBB8_5
// %bb.6:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	eor	z0.d, z1.d, z0.d
	cmp	x11, x10
	eorv	d0, p0, z0.d
	fmov	x9, d0
	b.eq	.LBB8_9
.LBB8_7:
	add	x12, x0, x11, lsl #3
	sub	x10, x10, x11
.LBB8_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldr	x11, [x12], #8
	.loc	0 66 23                         // simple.c:66:23
	subs	x10, x10, #1
	.loc	0 67 11                         // simple.c:67:11
	eor	x9, x11, x9
	.loc	0 66 5                          // simple.c:66:5
	b.ne	.LBB8_8
.Ltmp9:
.LBB8_9:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	cmp	w3, #1
	b.lt	.LBB8_12
// %bb.10:
	.loc	0 66 23                         // simple.c:66:23
	mov	w10, w3
	.loc	0 66 5                          // simple.c:66:5
	cmp	x8, x10
	b.ls	.LBB8_13
// %bb.11:
	.loc	0 0 5                           // simple.c:0:5
	mov	x11, xzr
	mov	x8, xzr
	.loc	0 66 5                          // simple.c:66:5
	b	.LBB8_16
.Ltmp10:
.LBB8_12:
	.loc	0 73 27 is_stmt 1               // simple.c:73:27
	sub	x0, x9, xzr
	.loc	0 73 5 is_stmt 0                // simple.c:73:5
	ret
.LBB8_13:
.Ltmp11:
	.loc	0 66 5 is_stmt 1                // simple.c:66:5
	rdvl	x11, #1
	mov	w12, #2147483644                // =0x7ffffffc
	mov	z0.d, #0                        // =0x0
	lsr	x11, x11, #4
	ptrue	p0.d
	mov	x14, x2
	mul	x11, x11, x12
	mov	z1.d, z0.d
	rdvl	x12, #2
	and	x11, x11, x10
	mov	x13, x11
.LBB8_14:                               // =>This Inner Loop Header: Depth=1
	.loc	0 67 14                         // simple.c:67:14
	ld1d	{ z2.d }, p0/z, [x14]
	ld1d	{ z3.d }, p0/z, [x14, #1, mul vl]
	.loc	0 66 29                         // simple.c:66:29
	subs	x13, x13, x8
	add	x14, x14, x12
	.loc	0 67 11                         // simple.c:67:11
	eor	z0.d, z2.d, z0.d
	eor	z1.d, z3.d, z1.d
	.loc	0 66 29                         // simple.c:66:29
	b.ne	.LBB8_14
// %bb.15:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	eor	z0.d, z1.d, z0.d
	cmp	x11, x10
	eorv	d0, p0, z0.d
	fmov	x8, d0
	b.eq	.LBB8_18
.LBB8_16:
	add	x12, x2, x11, lsl #3
	sub	x10, x10, x11
.LBB8_17:                               // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldr	x11, [x12], #8
	.loc	0 66 23                         // simple.c:66:23
	subs	x10, x10, #1
	.loc	0 67 11                         // simple.c:67:11
	eor	x8, x11, x8
	.loc	0 66 5                          // simple.c:66:5
	b.ne	.LBB8_17
.Ltmp12:
.LBB8_18:
	.loc	0 73 27                         // simple.c:73:27
	sub	x0, x9, x8
	.loc	0 73 5 is_stmt 0                // simple.c:73:5
	ret
.Ltmp13:
.Lfunc_end8:
	.size	both, .Lfunc_end8-both
	.cfi_endproc
                                        // -- End function
