	.text
	.file	"nests.c"
	.globl	multiply                        // -- Begin function multiply
	.p2align	2
	.type	multiply,@function
multiply:                               // @multiply
.Lfunc_begin0:
	.file	0 "." "nests.c" md5 0xcf86e6a8903b2b22b595b3c9d9d110ba
	.loc	0 4 0                           // nests.c:4:0
	.cfi_startproc
// %bb.0:
	mov	x8, xzr
.LBB0_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_2 Depth 2
                                        //       Child Loop BB0_3 Depth 3
	add	x10, x0, x8, lsl #8
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
	.loc	0 9 22 prologue_end             // nests.c:9:22
	ldr	s1, [x1, x12]
	.loc	0 9 32 is_stmt 0                // nests.c:9:32
	ldr	s2, [x13]
	.loc	0 8 31 is_stmt 1                // nests.c:8:31
	add	x12, x12, #4
	.loc	0 8 13 is_stmt 0                // nests.c:8:13
	cmp	x12, #256
	.loc	0 8 31                          // nests.c:8:31
	add	x13, x13, #256
	.loc	0 9 19 is_stmt 1                // nests.c:9:19
	fmadd	s0, s1, s2, s0
	.loc	0 8 13                          // nests.c:8:13
	b.ne	.LBB0_3
// %bb.4:                               //   in Loop: Header=BB0_2 Depth=2
	.loc	0 10 21                         // nests.c:10:21
	str	s0, [x10, x9, lsl #2]
	.loc	0 6 33                          // nests.c:6:33
	add	x9, x9, #1
	.loc	0 6 9 is_stmt 0                 // nests.c:6:9
	add	x11, x11, #4
	cmp	x9, #64
	b.ne	.LBB0_2
// %bb.5:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 29 is_stmt 1                // nests.c:5:29
	add	x8, x8, #1
	.loc	0 5 5 is_stmt 0                 // nests.c:5:5
	add	x1, x1, #256
	cmp	x8, #64
	b.ne	.LBB0_1
// %bb.6:
	.loc	0 12 1 is_stmt 1                // nests.c:12:1
	ret
.Ltmp1:
.Lfunc_end0:
	.size	multiply, .Lfunc_end0-multiply
	.cfi_endproc
                                        // -- End function
	.globl	row_sums                        // -- Begin function row_sums
	.p2align	2
	.type	row_sums,@function
row_sums:                               // @row_sums
.Lfunc_begin1:
	.cfi_startproc
// %bb.0:
	.loc	0 16 5 prologue_end             // nests.c:16:5
	cmp	w1, #1
                                        // kill: def $w2 killed $w2 def $x2
	b.lt	.LBB1_12
// %bb.1:
	mov	w9, w2
	ubfiz	x10, x2, #2, #32
	mov	x8, xzr
	.loc	0 16 23 is_stmt 0               // nests.c:16:23
	mov	w11, w1
	and	x12, x9, #0x7ffffff8
	.loc	0 16 5                          // nests.c:16:5
	add	x13, x0, #16
	b	.LBB1_4
.LBB1_2:                                //   in Loop: Header=BB1_4 Depth=1
	.loc	0 0 5                           // nests.c:0:5
	mov	w14, wzr
.LBB1_3:                                //   in Loop: Header=BB1_4 Depth=1
	.loc	0 20 16 is_stmt 1               // nests.c:20:16
	str	w14, [x3, x8, lsl #2]
	.loc	0 16 32                         // nests.c:16:32
	add	x8, x8, #1
	.loc	0 16 5 is_stmt 0                // nests.c:16:5
	add	x13, x13, x10
	cmp	x8, x11
	add	x0, x0, x10
	b.eq	.LBB1_12
.LBB1_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB1_8 Depth 2
                                        //     Child Loop BB1_11 Depth 2
	.loc	0 18 9 is_stmt 1                // nests.c:18:9
	cmp	w2, #1
	b.lt	.LBB1_2
// %bb.5:                               //   in Loop: Header=BB1_4 Depth=1
	cmp	w2, #8
	b.hs	.LBB1_7
// %bb.6:                               //   in Loop: Header=BB1_4 Depth=1
	.loc	0 0 9 is_stmt 0                 // nests.c:0:9
	mov	x16, xzr
	mov	w14, wzr
	b	.LBB1_10
.LBB1_7:                                //   in Loop: Header=BB1_4 Depth=1
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x14, x12
	mov	x15, x13
.LBB1_8:                                //   Parent Loop BB1_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 19 18 is_stmt 1               // nests.c:19:18
	ldp	q2, q3, [x15, #-16]
	.loc	0 18 36                         // nests.c:18:36
	subs	x14, x14, #8
	add	x15, x15, #32
	.loc	0 19 15                         // nests.c:19:15
	add	v0.4s, v2.4s, v0.4s
	add	v1.4s, v3.4s, v1.4s
	.loc	0 18 36                         // nests.c:18:36
	b.ne	.LBB1_8
// %bb.9:                               //   in Loop: Header=BB1_4 Depth=1
	.loc	0 18 9 is_stmt 0                // nests.c:18:9
	add	v0.4s, v1.4s, v0.4s
	cmp	x12, x9
	mov	x16, x12
	addv	s0, v0.4s
	fmov	w14, s0
	b.eq	.LBB1_3
.LBB1_10:                               //   in Loop: Header=BB1_4 Depth=1
	add	x15, x0, x16, lsl #2
	sub	x16, x9, x16
.LBB1_11:                               //   Parent Loop BB1_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 19 18 is_stmt 1               // nests.c:19:18
	ldr	w17, [x15], #4
	.loc	0 18 27                         // nests.c:18:27
	subs	x16, x16, #1
	.loc	0 19 15                         // nests.c:19:15
	add	w14, w17, w14
	.loc	0 18 9                          // nests.c:18:9
	b.ne	.LBB1_11
	b	.LBB1_3
.LBB1_12:
	.loc	0 22 1                          // nests.c:22:1
	ret
.Ltmp2:
.Lfunc_end1:
	.size	row_sums, .Lfunc_end1-row_sums
	.cfi_endproc
                                        // -- End function
	.globl	smooth                          // -- Begin function smooth
	.p2align	2
	.type	smooth,@function
smooth:                                 // @smooth
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 26 5 prologue_end             // nests.c:26:5
	cmp	w0, #3
	b.lt	.LBB2_16
// %bb.1:
	str	x27, [sp, #-80]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 80
	stp	x26, x25, [sp, #16]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -80
	sub	w10, w1, #1
	fmov	v1.4s, #0.25000000
	mov	w8, w1
	fmov	s0, #0.25000000
	ubfiz	x16, x10, #2, #32
	sub	x13, x10, #1
	.loc	0 27 9                          // nests.c:27:9
	lsl	x12, x8, #2
	and	x14, x13, #0xfffffffffffffff8
	sub	w9, w0, #1
	.loc	0 26 5                          // nests.c:26:5
	add	x11, x2, #4
	add	x15, x2, x16
	add	x16, x3, x16
	add	x17, x3, #4
	orr	x18, x14, #0x1
	add	x0, x2, #20
	add	x4, x3, #20
	add	x5, x3, #16
	mov	w7, #1                          // =0x1
	b	.LBB2_4
.LBB2_2:                                //   in Loop: Header=BB2_4 Depth=1
	.loc	0 26 33 is_stmt 0               // nests.c:26:33
	add	x6, x7, #1
.LBB2_3:                                //   in Loop: Header=BB2_4 Depth=1
	.loc	0 26 5                          // nests.c:26:5
	cmp	x6, x9
	mov	x7, x6
	b.eq	.LBB2_15
.LBB2_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB2_13 Depth 2
                                        //     Child Loop BB2_8 Depth 2
	.loc	0 27 9 is_stmt 1                // nests.c:27:9
	cmp	w1, #2
	b.le	.LBB2_2
// %bb.5:                               //   in Loop: Header=BB2_4 Depth=1
	cmp	x13, #7
	sub	x19, x7, #1
	add	x6, x7, #1
	b.hi	.LBB2_9
.LBB2_6:                                //   in Loop: Header=BB2_4 Depth=1
	.loc	0 0 9 is_stmt 0                 // nests.c:0:9
	mov	w22, #1                         // =0x1
.LBB2_7:                                //   in Loop: Header=BB2_4 Depth=1
	.loc	0 27 9                          // nests.c:27:9
	lsl	x20, x22, #2
	madd	x21, x12, x7, x20
	sub	x22, x10, x22
	madd	x23, x12, x6, x20
	madd	x20, x12, x19, x20
	add	x7, x2, x21
	add	x21, x17, x21
	add	x19, x3, x23
	add	x20, x3, x20
.LBB2_8:                                //   Parent Loop BB2_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 28 34 is_stmt 1               // nests.c:28:34
	ldr	s2, [x20], #4
	.loc	0 27 27                         // nests.c:27:27
	subs	x22, x22, #1
	.loc	0 28 49                         // nests.c:28:49
	ldr	s3, [x19], #4
	.loc	0 28 47 is_stmt 0               // nests.c:28:47
	fadd	s2, s2, s3
	.loc	0 28 64                         // nests.c:28:64
	ldur	s3, [x21, #-8]
	.loc	0 28 62                         // nests.c:28:62
	fadd	s2, s2, s3
	.loc	0 28 79                         // nests.c:28:79
	ldr	s3, [x21], #4
	.loc	0 28 77                         // nests.c:28:77
	fadd	s2, s2, s3
	.loc	0 28 31                         // nests.c:28:31
	fmul	s2, s2, s0
	.loc	0 28 23                         // nests.c:28:23
	str	s2, [x7], #4
	b.ne	.LBB2_8
	b	.LBB2_3
.LBB2_9:                                //   in Loop: Header=BB2_4 Depth=1
	.loc	0 27 9 is_stmt 1                // nests.c:27:9
	mul	x23, x12, x7
	mul	x21, x12, x6
	mul	x22, x12, x19
	add	x24, x11, x23
	add	x26, x15, x23
	mul	x20, x7, x8
	add	x25, x16, x21
	add	x21, x17, x21
	cmp	x24, x25
	add	x27, x16, x22
	ccmp	x21, x26, #2, lo
	add	x21, x17, x22
	add	x25, x3, x20, lsl #2
	cset	w20, lo
	cmp	x24, x27
	ccmp	x21, x26, #2, lo
	cset	w21, lo
	cmp	x25, x26
	ccmp	x16, x2, #0, lo
	b.hi	.LBB2_6
// %bb.10:                              //   in Loop: Header=BB2_4 Depth=1
	tbnz	w20, #0, .LBB2_6
// %bb.11:                              //   in Loop: Header=BB2_4 Depth=1
	.loc	0 0 9 is_stmt 0                 // nests.c:0:9
	mov	w22, #1                         // =0x1
	.loc	0 27 9                          // nests.c:27:9
	tbnz	w21, #0, .LBB2_7
// %bb.12:                              //   in Loop: Header=BB2_4 Depth=1
	madd	x20, x12, x6, x4
	add	x22, x0, x23
	add	x23, x5, x23
	mov	x24, x14
	madd	x21, x12, x19, x4
.LBB2_13:                               //   Parent Loop BB2_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 28 49 is_stmt 1               // nests.c:28:49
	ldp	q2, q5, [x20, #-16]
	subs	x24, x24, #8
	.loc	0 28 34 is_stmt 0               // nests.c:28:34
	ldp	q3, q4, [x21, #-16]
	add	x20, x20, #32
	add	x21, x21, #32
	.loc	0 28 47                         // nests.c:28:47
	fadd	v2.4s, v3.4s, v2.4s
	fadd	v3.4s, v4.4s, v5.4s
	.loc	0 28 64                         // nests.c:28:64
	ldp	q4, q5, [x23, #-16]
	.loc	0 28 62                         // nests.c:28:62
	fadd	v2.4s, v2.4s, v4.4s
	fadd	v3.4s, v3.4s, v5.4s
	.loc	0 28 79                         // nests.c:28:79
	ldur	q4, [x23, #-8]
	ldur	q5, [x23, #8]
	add	x23, x23, #32
	.loc	0 28 77                         // nests.c:28:77
	fadd	v2.4s, v2.4s, v4.4s
	fadd	v3.4s, v3.4s, v5.4s
	.loc	0 28 31                         // nests.c:28:31
	fmul	v2.4s, v2.4s, v1.4s
	fmul	v3.4s, v3.4s, v1.4s
	.loc	0 28 23                         // nests.c:28:23
	stp	q2, q3, [x22, #-16]
	add	x22, x22, #32
	b.ne	.LBB2_13
// %bb.14:                              //   in Loop: Header=BB2_4 Depth=1
	.loc	0 27 9 is_stmt 1                // nests.c:27:9
	cmp	x13, x14
	mov	x22, x18
	b.eq	.LBB2_3
	b	.LBB2_7
.LBB2_15:
	.loc	0 0 9 is_stmt 0                 // nests.c:0:9
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #16]             // 16-byte Folded Reload
	ldr	x27, [sp], #80                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
.LBB2_16:
	.loc	0 29 1 is_stmt 1                // nests.c:29:1
	ret
.Ltmp3:
.Lfunc_end2:
	.size	smooth, .Lfunc_end2-smooth
	.cfi_endproc
                                        // -- End function
	.globl	pairs                           // -- Begin function pairs
	.p2align	2
	.type	pairs,@function
pairs:                                  // @pairs
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 34 5 prologue_end             // nests.c:34:5
	cmp	w1, #1
	b.lt	.LBB3_11
// %bb.1:
	mov	w9, w1
	mov	x14, xzr
	mov	w8, wzr
	add	x10, x0, #20
	sub	x11, x9, #1
	mov	w12, #1                         // =0x1
	b	.LBB3_3
.LBB3_2:                                //   in Loop: Header=BB3_3 Depth=1
	add	x12, x12, #1
	cmp	x13, x9
	add	x10, x10, #4
	sub	x11, x11, #1
	mov	x14, x13
	b.eq	.LBB3_12
.LBB3_3:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB3_7 Depth 2
                                        //     Child Loop BB3_10 Depth 2
	.loc	0 34 48 is_stmt 0               // nests.c:34:48
	add	x13, x14, #1
	.loc	0 34 33                         // nests.c:34:33
	cmp	x13, x9
	b.hs	.LBB3_2
// %bb.4:                               //   in Loop: Header=BB3_3 Depth=1
	.loc	0 0 33                          // nests.c:0:33
	mvn	x15, x14
	ldr	w14, [x0, x14, lsl #2]
	add	x15, x15, x9
	.loc	0 34 33                         // nests.c:34:33
	cmp	x15, #8
	b.hs	.LBB3_6
// %bb.5:                               //   in Loop: Header=BB3_3 Depth=1
	.loc	0 0 33                          // nests.c:0:33
	mov	x16, x12
	.loc	0 34 33                         // nests.c:34:33
	b	.LBB3_9
.LBB3_6:                                //   in Loop: Header=BB3_3 Depth=1
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	and	x17, x11, #0xfffffffffffffff8
	dup	v2.4s, w14
	mov	x18, x10
	mov	v0.s[0], w8
	and	x8, x15, #0xfffffffffffffff8
	add	x16, x12, x8
.LBB3_7:                                //   Parent Loop BB3_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 34 77                         // nests.c:34:77
	ldp	q3, q4, [x18, #-16]
	subs	x17, x17, #8
	add	x18, x18, #32
	.loc	0 34 69                         // nests.c:34:69
	cmeq	v3.4s, v2.4s, v3.4s
	cmeq	v4.4s, v2.4s, v4.4s
	sub	v0.4s, v0.4s, v3.4s
	sub	v1.4s, v1.4s, v4.4s
	b.ne	.LBB3_7
// %bb.8:                               //   in Loop: Header=BB3_3 Depth=1
	.loc	0 34 33                         // nests.c:34:33
	add	v0.4s, v1.4s, v0.4s
	cmp	x15, x8
	addv	s0, v0.4s
	fmov	w8, s0
	b.eq	.LBB3_2
.LBB3_9:                                //   in Loop: Header=BB3_3 Depth=1
	add	x15, x0, x16, lsl #2
	sub	x16, x9, x16
.LBB3_10:                               //   Parent Loop BB3_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 34 77                         // nests.c:34:77
	ldr	w17, [x15], #4
	.loc	0 34 74                         // nests.c:34:74
	cmp	w14, w17
	.loc	0 34 69                         // nests.c:34:69
	cinc	w8, w8, eq
	.loc	0 34 55                         // nests.c:34:55
	subs	x16, x16, #1
	.loc	0 34 33                         // nests.c:34:33
	b.ne	.LBB3_10
	b	.LBB3_2
.LBB3_11:
	.loc	0 0 33                          // nests.c:0:33
	mov	w8, wzr
.LBB3_12:
	.loc	0 35 5 is_stmt 1                // nests.c:35:5
	mov	w0, w8
	ret
.Ltmp4:
.Lfunc_end3:
	.size	pairs, .Lfunc_end3-pairs
	.cfi_endproc
                                        // -- End function
	.globl	sort                            // -- Begin function sort
	.p2align	2
	.type	sort,@function
sort:                                   // @sort
.Lfunc_begin4:
	.cfi_startproc
// %bb.0:
	.loc	0 40 5 prologue_end             // nests.c:40:5
	cmp	w1, #2
	b.lt	.LBB4_7
// %bb.1:
	.loc	0 40 23 is_stmt 0               // nests.c:40:23
	mov	w8, w1
	mov	w9, #2                          // =0x2
	mov	w10, #1                         // =0x1
	b	.LBB4_4
.LBB4_2:                                //   in Loop: Header=BB4_4 Depth=1
	.loc	0 0 23                          // nests.c:0:23
	mov	w12, wzr
.LBB4_3:                                //   in Loop: Header=BB4_4 Depth=1
	.loc	0 40 29                         // nests.c:40:29
	add	x10, x10, #1
	.loc	0 40 5                          // nests.c:40:5
	add	w9, w9, #1
	.loc	0 47 14 is_stmt 1               // nests.c:47:14
	str	w11, [x0, w12, sxtw #2]
	.loc	0 40 5                          // nests.c:40:5
	cmp	x10, x8
	b.eq	.LBB4_7
.LBB4_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB4_5 Depth 2
	.loc	0 41 17                         // nests.c:41:17
	ldr	w11, [x0, x10, lsl #2]
	mov	w12, w9
.LBB4_5:                                //   Parent Loop BB4_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 43 25                         // nests.c:43:25
	sub	w12, w12, #1
	add	x13, x0, w12, uxtw #2
	ldur	w14, [x13, #-4]
	.loc	0 43 9 is_stmt 0                // nests.c:43:9
	cmp	w14, w11
	b.le	.LBB4_3
// %bb.6:                               //   in Loop: Header=BB4_5 Depth=2
	.loc	0 43 22                         // nests.c:43:22
	cmp	w12, #1
	.loc	0 44 18 is_stmt 1               // nests.c:44:18
	str	w14, [x13]
	.loc	0 43 22                         // nests.c:43:22
	b.gt	.LBB4_5
	b	.LBB4_2
.LBB4_7:
	.loc	0 49 1                          // nests.c:49:1
	ret
.Ltmp5:
.Lfunc_end4:
	.size	sort, .Lfunc_end4-sort
	.cfi_endproc
                                        // -- End function
	.globl	small_inner                     // -- Begin function small_inner
	.p2align	2
	.type	small_inner,@function
small_inner:                            // @small_inner
.Lfunc_begin5:
	.cfi_startproc
// %bb.0:
	.loc	0 53 5 prologue_end             // nests.c:53:5
	cmp	w2, #1
	b.lt	.LBB5_8
// %bb.1:
	cmp	w2, #8
	.loc	0 53 23 is_stmt 0               // nests.c:53:23
	mov	w8, w2
	.loc	0 53 5                          // nests.c:53:5
	b.hs	.LBB5_3
// %bb.2:
	.loc	0 0 5                           // nests.c:0:5
	mov	x9, xzr
	.loc	0 53 5                          // nests.c:53:5
	b	.LBB5_6
.LBB5_3:
	.loc	0 0 5                           // nests.c:0:5
	movi	v0.2d, #0000000000000000
	.loc	0 53 5                          // nests.c:53:5
	and	x9, x8, #0x7ffffff8
	add	x10, x0, #16
	mov	x11, x9
	mov	x12, x1
.LBB5_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 56 18 is_stmt 1               // nests.c:56:18
	mov	x13, x12
	.loc	0 53 29                         // nests.c:53:29
	subs	x11, x11, #8
	add	x12, x12, #96
	.loc	0 56 18                         // nests.c:56:18
	ld3	{ v1.4s, v2.4s, v3.4s }, [x13], #48
	ld3	{ v4.4s, v5.4s, v6.4s }, [x13]
	.loc	0 56 15 is_stmt 0               // nests.c:56:15
	fadd	v7.4s, v1.4s, v0.4s
	fadd	v16.4s, v4.4s, v0.4s
	fadd	v7.4s, v7.4s, v2.4s
	fadd	v16.4s, v16.4s, v5.4s
	fadd	v1.4s, v7.4s, v3.4s
	fadd	v2.4s, v16.4s, v6.4s
	.loc	0 57 16 is_stmt 1               // nests.c:57:16
	stp	q1, q2, [x10, #-16]
	.loc	0 53 29                         // nests.c:53:29
	add	x10, x10, #32
	b.ne	.LBB5_4
// %bb.5:
	.loc	0 53 5 is_stmt 0                // nests.c:53:5
	cmp	x9, x8
	b.eq	.LBB5_8
.LBB5_6:
	.loc	0 0 5                           // nests.c:0:5
	mov	w10, #12                        // =0xc
	movi	d0, #0000000000000000
	.loc	0 53 5                          // nests.c:53:5
	sub	x8, x8, x9
	umaddl	x11, w9, w10, x1
	add	x10, x0, x9, lsl #2
	add	x11, x11, #8
.LBB5_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 56 18 is_stmt 1               // nests.c:56:18
	ldp	s1, s2, [x11, #-8]
	.loc	0 53 23                         // nests.c:53:23
	subs	x8, x8, #1
	.loc	0 56 15                         // nests.c:56:15
	fadd	s1, s1, s0
	fadd	s1, s1, s2
	.loc	0 56 18 is_stmt 0               // nests.c:56:18
	ldr	s2, [x11], #12
	.loc	0 56 15                         // nests.c:56:15
	fadd	s1, s1, s2
	.loc	0 57 16 is_stmt 1               // nests.c:57:16
	str	s1, [x10], #4
	.loc	0 53 5                          // nests.c:53:5
	b.ne	.LBB5_7
.LBB5_8:
	.loc	0 59 1                          // nests.c:59:1
	ret
.Ltmp6:
.Lfunc_end5:
	.size	small_inner, .Lfunc_end5-small_inner
	.cfi_endproc
                                        // -- End function
	.globl	sieve                           // -- Begin function sieve
	.p2align	2
	.type	sieve,@function
sieve:                                  // @sieve
.Lfunc_begin6:
	.cfi_startproc
// %bb.0:
	.loc	0 64 5 prologue_end             // nests.c:64:5
	cmp	w1, #3
	b.lt	.LBB6_7
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // nests.c:0:5
	mov	x8, x0
	mov	w0, wzr
	.loc	0 64 23                         // nests.c:64:23
	mov	w9, w1
	mov	w10, #4                         // =0x4
	mov	w11, #2                         // =0x2
	mov	w12, #1                         // =0x1
	b	.LBB6_3
.LBB6_2:                                //   in Loop: Header=BB6_3 Depth=1
	.loc	0 64 29                         // nests.c:64:29
	add	x11, x11, #1
	.loc	0 64 5                          // nests.c:64:5
	add	x10, x10, #2
	cmp	x11, x9
	b.eq	.LBB6_8
.LBB6_3:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB6_6 Depth 2
	.loc	0 65 13 is_stmt 1               // nests.c:65:13
	ldrb	w13, [x8, x11]
	cbnz	w13, .LBB6_2
// %bb.4:                               //   in Loop: Header=BB6_3 Depth=1
	.loc	0 68 9                          // nests.c:68:9
	cmp	w1, w11, lsl #1
	.loc	0 67 15                         // nests.c:67:15
	add	w0, w0, #1
	.loc	0 68 9                          // nests.c:68:9
	b.le	.LBB6_2
// %bb.5:                               //   in Loop: Header=BB6_3 Depth=1
	.loc	0 0 9 is_stmt 0                 // nests.c:0:9
	mov	x13, x10
.LBB6_6:                                //   Parent Loop BB6_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 69 26 is_stmt 1               // nests.c:69:26
	strb	w12, [x8, x13]
	.loc	0 68 38                         // nests.c:68:38
	add	x13, x13, x11
	.loc	0 68 9 is_stmt 0                // nests.c:68:9
	cmp	w13, w1
	b.lt	.LBB6_6
	b	.LBB6_2
.LBB6_7:
	.loc	0 0 9                           // nests.c:0:9
	mov	w0, wzr
.LBB6_8:
	.loc	0 71 5 is_stmt 1                // nests.c:71:5
	ret
.Ltmp7:
.Lfunc_end6:
	.size	sieve, .Lfunc_end6-sieve
	.cfi_endproc
                                        // -- End function
