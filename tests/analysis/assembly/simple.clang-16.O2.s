	.text
	.file	"simple.c"
	.globl	sum                             // -- Begin function sum
	.p2align	2
	.type	sum,@function
sum:                                    // @sum
.Lfunc_begin0:
	.file	0 "." "simple.c" md5 0x86d19406cb1636975f6db063813faeb8
	.loc	0 2 0                           // simple.c:2:0
	.cfi_startproc
// %bb.0:
	.loc	0 4 5 prologue_end              // simple.c:4:5
	cmp	w1, #1
	b.lt	.LBB0_3
// %bb.1:
	.loc	0 4 23 is_stmt 0                // simple.c:4:23
	mov	w9, w1
	.loc	0 4 5                           // simple.c:4:5
	cmp	w1, #8
	b.hs	.LBB0_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	mov	w8, wzr
	b	.LBB0_7
.LBB0_3:
	.loc	0 6 5 is_stmt 1                 // simple.c:6:5
	mov	w0, wzr
	ret
.LBB0_4:
	.loc	0 4 5                           // simple.c:4:5
	and	x10, x9, #0xfffffff8
	add	x8, x0, #16
	movi	v0.2d, #0000000000000000
	mov	x11, x10
	movi	v1.2d, #0000000000000000
.LBB0_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 18                          // simple.c:5:18
	ldp	q2, q3, [x8, #-16]
	.loc	0 4 29                          // simple.c:4:29
	add	x8, x8, #32
	subs	x11, x11, #8
	.loc	0 5 15                          // simple.c:5:15
	add	v0.4s, v2.4s, v0.4s
	add	v1.4s, v3.4s, v1.4s
	.loc	0 4 29                          // simple.c:4:29
	b.ne	.LBB0_5
// %bb.6:
	.loc	0 4 5 is_stmt 0                 // simple.c:4:5
	add	v0.4s, v1.4s, v0.4s
	cmp	x10, x9
	addv	s0, v0.4s
	fmov	w8, s0
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
	.loc	0 4 5                           // simple.c:4:5
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
	.loc	0 10 0                          // simple.c:10:0
	.cfi_startproc
// %bb.0:
	.loc	0 11 5 prologue_end             // simple.c:11:5
	cmp	w2, #1
                                        // kill: def $s0 killed $s0 def $q0
	b.lt	.LBB1_7
// %bb.1:
	.loc	0 11 23 is_stmt 0               // simple.c:11:23
	mov	w8, w2
	.loc	0 11 5                          // simple.c:11:5
	cmp	w2, #8
	b.lo	.LBB1_4
// %bb.2:
	lsl	x9, x8, #2
	add	x10, x1, x9
	cmp	x10, x0
	b.ls	.LBB1_8
// %bb.3:
	.loc	0 0 5                           // simple.c:0:5
	add	x9, x0, x9
	.loc	0 11 5                          // simple.c:11:5
	cmp	x9, x1
	b.ls	.LBB1_8
.LBB1_4:
	.loc	0 0 5                           // simple.c:0:5
	mov	x9, xzr
.LBB1_5:
	.loc	0 11 5                          // simple.c:11:5
	lsl	x11, x9, #2
	sub	x8, x8, x9
	add	x10, x0, x11
	add	x11, x1, x11
.LBB1_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 12 20 is_stmt 1               // simple.c:12:20
	ldr	s1, [x11], #4
	.loc	0 12 27 is_stmt 0               // simple.c:12:27
	ldr	s2, [x10]
	.loc	0 11 23 is_stmt 1               // simple.c:11:23
	subs	x8, x8, #1
	.loc	0 12 25                         // simple.c:12:25
	fmadd	s1, s0, s1, s2
	.loc	0 12 14 is_stmt 0               // simple.c:12:14
	str	s1, [x10], #4
	.loc	0 11 5 is_stmt 1                // simple.c:11:5
	b.ne	.LBB1_6
.LBB1_7:
	.loc	0 13 1                          // simple.c:13:1
	ret
.LBB1_8:
	.loc	0 11 5                          // simple.c:11:5
	and	x9, x8, #0xfffffff8
	add	x10, x1, #16
	add	x11, x0, #16
	mov	x12, x9
	dup	v1.4s, v0.s[0]
.LBB1_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 12 20                         // simple.c:12:20
	ldp	q2, q3, [x10, #-16]
	.loc	0 11 29                         // simple.c:11:29
	add	x10, x10, #32
	subs	x12, x12, #8
	.loc	0 12 27                         // simple.c:12:27
	ldp	q4, q5, [x11, #-16]
	.loc	0 12 25 is_stmt 0               // simple.c:12:25
	fmla	v4.4s, v2.4s, v1.4s
	fmla	v5.4s, v3.4s, v1.4s
	.loc	0 12 14                         // simple.c:12:14
	stp	q4, q5, [x11, #-16]
	.loc	0 11 29 is_stmt 1               // simple.c:11:29
	add	x11, x11, #32
	b.ne	.LBB1_9
// %bb.10:
	.loc	0 11 5 is_stmt 0                // simple.c:11:5
	cmp	x9, x8
	b.eq	.LBB1_7
	b	.LBB1_5
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
	.loc	0 16 0 is_stmt 1                // simple.c:16:0
	.cfi_startproc
// %bb.0:
	.loc	0 17 5 prologue_end             // simple.c:17:5
	cmp	x2, #1
                                        // kill: def $d0 killed $d0 def $q0
	b.lt	.LBB2_8
// %bb.1:
	cmp	x2, #4
	b.hs	.LBB2_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x8, xzr
	b	.LBB2_6
.LBB2_3:
	.loc	0 17 5                          // simple.c:17:5
	and	x8, x2, #0xfffffffffffffffc
	add	x9, x1, #16
	add	x10, x0, #16
	mov	x11, x8
.LBB2_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // simple.c:18:22
	ldp	q1, q2, [x9, #-16]
	.loc	0 17 29                         // simple.c:17:29
	add	x9, x9, #32
	subs	x11, x11, #4
	.loc	0 18 20                         // simple.c:18:20
	fmul	v1.2d, v1.2d, v0.d[0]
	fmul	v2.2d, v2.2d, v0.d[0]
	.loc	0 18 16 is_stmt 0               // simple.c:18:16
	stp	q1, q2, [x10, #-16]
	.loc	0 17 29 is_stmt 1               // simple.c:17:29
	add	x10, x10, #32
	b.ne	.LBB2_4
// %bb.5:
	.loc	0 17 5 is_stmt 0                // simple.c:17:5
	cmp	x8, x2
	b.eq	.LBB2_8
.LBB2_6:
	lsl	x10, x8, #3
	sub	x9, x2, x8
	add	x8, x0, x10
	add	x10, x1, x10
.LBB2_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 18 22 is_stmt 1               // simple.c:18:22
	ldr	d1, [x10], #8
	.loc	0 17 24                         // simple.c:17:24
	subs	x9, x9, #1
	.loc	0 18 20                         // simple.c:18:20
	fmul	d1, d1, d0
	.loc	0 18 16 is_stmt 0               // simple.c:18:16
	str	d1, [x8], #8
	.loc	0 17 5 is_stmt 1                // simple.c:17:5
	b.ne	.LBB2_7
.LBB2_8:
	.loc	0 19 1                          // simple.c:19:1
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
	.loc	0 22 0                          // simple.c:22:0
	.cfi_startproc
// %bb.0:
	.loc	0 23 5 prologue_end             // simple.c:23:5
	subs	w9, w2, #1
	b.lt	.LBB3_8
// %bb.1:
	mov	w10, w2
	cmp	w2, #8
	b.hs	.LBB3_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x8, x10
	b	.LBB3_6
.LBB3_3:
	.loc	0 23 5                          // simple.c:23:5
	lsl	x12, x10, #2
	and	x11, x10, #0xfffffff8
	add	x13, x12, x1
	sub	x14, x0, x12
	sub	x12, x13, #16
	add	x13, x14, x9, lsl #2
	and	x8, x10, #0x7
	add	x13, x13, #20
	mov	x14, x11
.LBB3_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 24 26 is_stmt 1               // simple.c:24:26
	ldp	q1, q0, [x12, #-16]
	sub	x14, x14, #8
	sub	x12, x12, #32
	rev64	v1.4s, v1.4s
	rev64	v0.4s, v0.4s
	ext	v1.16b, v1.16b, v1.16b, #8
	ext	v0.16b, v0.16b, v0.16b, #8
	.loc	0 24 24 is_stmt 0               // simple.c:24:24
	stp	q0, q1, [x13, #-16]
	add	x13, x13, #32
	cbnz	x14, .LBB3_4
// %bb.5:
	.loc	0 23 5 is_stmt 1                // simple.c:23:5
	cmp	x11, x10
	b.eq	.LBB3_8
.LBB3_6:
	sub	x10, x0, x8, lsl #2
	add	x9, x10, x9, lsl #2
	sub	x10, x1, #4
	add	x9, x9, #4
.LBB3_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 23 0 is_stmt 0                // simple.c:23:0
	subs	x11, x8, #1
	.loc	0 24 26 is_stmt 1               // simple.c:24:26
	ldr	w12, [x10, x8, lsl #2]
	mov	x8, x11
	.loc	0 24 24 is_stmt 0               // simple.c:24:24
	str	w12, [x9], #4
	.loc	0 23 5 is_stmt 1                // simple.c:23:5
	b.hi	.LBB3_7
.LBB3_8:
	.loc	0 25 1                          // simple.c:25:1
	ret
.Ltmp3:
.Lfunc_end3:
	.size	reverse_copy, .Lfunc_end3-reverse_copy
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function brighten
.LCPI4_0:
	.byte	8                               // 0x8
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	9                               // 0x9
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	10                              // 0xa
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	11                              // 0xb
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI4_1:
	.byte	4                               // 0x4
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	5                               // 0x5
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	6                               // 0x6
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	7                               // 0x7
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI4_2:
	.byte	0                               // 0x0
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	1                               // 0x1
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	2                               // 0x2
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	3                               // 0x3
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI4_3:
	.byte	12                              // 0xc
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	13                              // 0xd
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	14                              // 0xe
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	15                              // 0xf
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI4_4:
	.byte	0                               // 0x0
	.byte	4                               // 0x4
	.byte	8                               // 0x8
	.byte	12                              // 0xc
	.byte	16                              // 0x10
	.byte	20                              // 0x14
	.byte	24                              // 0x18
	.byte	28                              // 0x1c
	.byte	32                              // 0x20
	.byte	36                              // 0x24
	.byte	40                              // 0x28
	.byte	44                              // 0x2c
	.byte	48                              // 0x30
	.byte	52                              // 0x34
	.byte	56                              // 0x38
	.byte	60                              // 0x3c
.LCPI4_5:
	.byte	0                               // 0x0
	.byte	4                               // 0x4
	.byte	8                               // 0x8
	.byte	12                              // 0xc
	.byte	16                              // 0x10
	.byte	20                              // 0x14
	.byte	24                              // 0x18
	.byte	28                              // 0x1c
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.text
	.globl	brighten
	.p2align	2
	.type	brighten,@function
brighten:                               // @brighten
.Lfunc_begin4:
	.loc	0 28 0                          // simple.c:28:0
	.cfi_startproc
// %bb.0:
	.loc	0 29 5 prologue_end             // simple.c:29:5
	cmp	w1, #1
	b.lt	.LBB4_14
// %bb.1:
	.loc	0 29 23 is_stmt 0               // simple.c:29:23
	mov	w8, w1
	.loc	0 29 5                          // simple.c:29:5
	cmp	w1, #8
	b.hs	.LBB4_3
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x9, xzr
	b	.LBB4_12
.LBB4_3:
	adrp	x11, .LCPI4_1
	adrp	x10, .LCPI4_2
	dup	v0.4s, w2
	.loc	0 29 5                          // simple.c:29:5
	cmp	w1, #16
	b.hs	.LBB4_5
// %bb.4:
	.loc	0 0 5                           // simple.c:0:5
	mov	x9, xzr
	b	.LBB4_9
.LBB4_5:
	adrp	x12, .LCPI4_0
	adrp	x13, .LCPI4_3
	adrp	x14, .LCPI4_4
	.loc	0 29 5                          // simple.c:29:5
	and	x9, x8, #0xfffffff0
	movi	v5.2d, #0x0000ff000000ff
	ldr	q1, [x11, :lo12:.LCPI4_1]
	ldr	q2, [x10, :lo12:.LCPI4_2]
	ldr	q3, [x12, :lo12:.LCPI4_0]
	mov	x12, x9
	ldr	q4, [x13, :lo12:.LCPI4_3]
	mov	x13, x0
	ldr	q6, [x14, :lo12:.LCPI4_4]
.LBB4_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ldr	q7, [x13]
	.loc	0 29 29                         // simple.c:29:29
	subs	x12, x12, #16
	.loc	0 30 17                         // simple.c:30:17
	tbl	v18.16b, { v7.16b }, v3.16b
	tbl	v16.16b, { v7.16b }, v4.16b
	tbl	v17.16b, { v7.16b }, v2.16b
	tbl	v7.16b, { v7.16b }, v1.16b
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	v18.4s, v0.4s, v18.4s
	add	v16.4s, v0.4s, v16.4s
	add	v17.4s, v0.4s, v17.4s
	add	v7.4s, v0.4s, v7.4s
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	smin	v20.4s, v18.4s, v5.4s
	smin	v19.4s, v7.4s, v5.4s
	smin	v18.4s, v17.4s, v5.4s
	smin	v21.4s, v16.4s, v5.4s
	tbl	v7.16b, { v18.16b, v19.16b, v20.16b, v21.16b }, v6.16b
	.loc	0 31 14 is_stmt 0               // simple.c:31:14
	str	q7, [x13], #16
	.loc	0 29 29 is_stmt 1               // simple.c:29:29
	b.ne	.LBB4_6
// %bb.7:
	.loc	0 29 5 is_stmt 0                // simple.c:29:5
	cmp	x9, x8
	b.eq	.LBB4_14
// %bb.8:
	tbz	w8, #3, .LBB4_12
.LBB4_9:
	.loc	0 0 5                           // simple.c:0:5
	adrp	x13, .LCPI4_5
	mov	x12, x9
	.loc	0 29 5                          // simple.c:29:5
	and	x9, x8, #0xfffffff8
	ldr	q1, [x11, :lo12:.LCPI4_1]
	movi	v3.2d, #0x0000ff000000ff
	add	x11, x0, x12
	ldr	q2, [x10, :lo12:.LCPI4_2]
	sub	x10, x12, x9
	ldr	q4, [x13, :lo12:.LCPI4_5]
.LBB4_10:                               // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ldr	d5, [x11]
	.loc	0 29 29                         // simple.c:29:29
	adds	x10, x10, #8
	.loc	0 30 17                         // simple.c:30:17
	tbl	v6.16b, { v5.16b }, v1.16b
	tbl	v5.16b, { v5.16b }, v2.16b
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	v6.4s, v0.4s, v6.4s
	add	v5.4s, v0.4s, v5.4s
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	smin	v7.4s, v6.4s, v3.4s
	smin	v6.4s, v5.4s, v3.4s
	tbl	v5.16b, { v6.16b, v7.16b }, v4.16b
	.loc	0 31 14 is_stmt 0               // simple.c:31:14
	str	d5, [x11], #8
	.loc	0 29 29 is_stmt 1               // simple.c:29:29
	b.ne	.LBB4_10
// %bb.11:
	.loc	0 29 5 is_stmt 0                // simple.c:29:5
	cmp	x9, x8
	b.eq	.LBB4_14
.LBB4_12:
	add	x10, x0, x9
	sub	x8, x8, x9
	mov	w9, #255
.LBB4_13:                               // =>This Inner Loop Header: Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ldrb	w11, [x10]
	.loc	0 30 22 is_stmt 0               // simple.c:30:22
	add	w11, w11, w2
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	cmp	w11, #255
	csel	w11, w11, w9, lt
	.loc	0 29 23                         // simple.c:29:23
	subs	x8, x8, #1
	.loc	0 31 14                         // simple.c:31:14
	strb	w11, [x10], #1
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
	.loc	0 36 0                          // simple.c:36:0
	.cfi_startproc
// %bb.0:
	.loc	0 38 5 prologue_end             // simple.c:38:5
	cmp	w2, #1
	b.lt	.LBB5_3
// %bb.1:
	.loc	0 38 23 is_stmt 0               // simple.c:38:23
	mov	w8, w2
	.loc	0 38 5                          // simple.c:38:5
	cmp	w2, #8
	b.hs	.LBB5_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	movi	d0, #0000000000000000
	mov	x9, xzr
	b	.LBB5_7
.LBB5_3:
	movi	d0, #0000000000000000
	.loc	0 40 5 is_stmt 1                // simple.c:40:5
	ret
.LBB5_4:
	.loc	0 38 5                          // simple.c:38:5
	and	x9, x8, #0xfffffff8
	movi	d0, #0000000000000000
	add	x10, x0, #16
	add	x11, x1, #16
	mov	x12, x9
.LBB5_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 39 14                         // simple.c:39:14
	ldur	q1, [x10, #-16]
	.loc	0 38 29                         // simple.c:38:29
	subs	x12, x12, #8
	.loc	0 39 21                         // simple.c:39:21
	ldur	q2, [x11, #-16]
	fmul	v1.4s, v1.4s, v2.4s
	mov	s2, v1.s[1]
	fadd	s0, s0, s1
	mov	s3, v1.s[2]
	mov	s1, v1.s[3]
	fadd	s0, s0, s2
	.loc	0 39 14 is_stmt 0               // simple.c:39:14
	ldr	q2, [x10], #32
	fadd	s0, s0, s3
	.loc	0 39 21                         // simple.c:39:21
	ldr	q3, [x11], #32
	fmul	v2.4s, v2.4s, v3.4s
	fadd	s0, s0, s1
	mov	s1, v2.s[1]
	fadd	s0, s0, s2
	mov	s3, v2.s[2]
	fadd	s0, s0, s1
	mov	s1, v2.s[3]
	fadd	s0, s0, s3
	fadd	s0, s0, s1
	.loc	0 38 29 is_stmt 1               // simple.c:38:29
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
	.loc	0 39 21 is_stmt 0               // simple.c:39:21
	ldr	s2, [x10], #4
	.loc	0 38 23 is_stmt 1               // simple.c:38:23
	subs	x8, x8, #1
	.loc	0 39 11                         // simple.c:39:11
	fmadd	s0, s1, s2, s0
	.loc	0 38 5                          // simple.c:38:5
	b.ne	.LBB5_8
.LBB5_9:
	.loc	0 40 5                          // simple.c:40:5
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
	mov	w9, w2
.Ltmp6:
	.loc	0 45 17 prologue_end            // simple.c:45:17
	ldr	w0, [x0]
	.loc	0 46 5                          // simple.c:46:5
	cmp	w2, #1
	b.le	.LBB6_8
// %bb.1:
	cmp	w2, #9
	b.hs	.LBB6_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	w10, #1
	b	.LBB6_6
.LBB6_3:
	.loc	0 46 5                          // simple.c:46:5
	sub	x11, x9, #1
	dup	v0.4s, w0
	and	x12, x11, #0xfffffffffffffff8
	add	x13, x8, #20
	orr	x10, x12, #0x1
	mov	x14, x12
	mov	v1.16b, v0.16b
.LBB6_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 47 13 is_stmt 1               // simple.c:47:13
	ldp	q2, q3, [x13, #-16]
	add	x13, x13, #32
	subs	x14, x14, #8
	smin	v0.4s, v2.4s, v0.4s
	smin	v1.4s, v3.4s, v1.4s
	b.ne	.LBB6_4
// %bb.5:
	.loc	0 46 5                          // simple.c:46:5
	smin	v0.4s, v0.4s, v1.4s
	cmp	x11, x12
	sminv	s0, v0.4s
	fmov	w0, s0
	b.eq	.LBB6_8
.LBB6_6:
	add	x8, x8, x10, lsl #2
	sub	x10, x9, x10
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
	cmp	w2, #8
	b.hs	.LBB6_11
// %bb.10:
	.loc	0 0 5 is_stmt 0                 // simple.c:0:5
	mov	x8, xzr
	b	.LBB6_14
.LBB6_11:
	.loc	0 49 5                          // simple.c:49:5
	and	x8, x9, #0xfffffff8
	add	x10, x1, #16
	mov	x11, x8
	dup	v0.4s, w0
.LBB6_12:                               // =>This Inner Loop Header: Depth=1
	.loc	0 50 14 is_stmt 1               // simple.c:50:14
	ldp	q1, q2, [x10, #-16]
	.loc	0 49 29                         // simple.c:49:29
	subs	x11, x11, #8
	.loc	0 50 14                         // simple.c:50:14
	sub	v1.4s, v1.4s, v0.4s
	sub	v2.4s, v2.4s, v0.4s
	stp	q1, q2, [x10, #-16]
	.loc	0 49 29                         // simple.c:49:29
	add	x10, x10, #32
	b.ne	.LBB6_12
// %bb.13:
	.loc	0 49 5 is_stmt 0                // simple.c:49:5
	cmp	x8, x9
	b.eq	.LBB6_16
.LBB6_14:
	add	x10, x1, x8, lsl #2
	sub	x8, x9, x8
.LBB6_15:                               // =>This Inner Loop Header: Depth=1
	.loc	0 50 14 is_stmt 1               // simple.c:50:14
	ldr	w9, [x10]
	.loc	0 49 23                         // simple.c:49:23
	subs	x8, x8, #1
	.loc	0 50 14                         // simple.c:50:14
	sub	w9, w9, w0
	str	w9, [x10], #4
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
	.loc	0 55 0                          // simple.c:55:0
	.cfi_startproc
// %bb.0:
	.loc	0 56 5 prologue_end             // simple.c:56:5
	cmp	w2, #1
	b.lt	.LBB7_8
// %bb.1:
	.loc	0 56 23 is_stmt 0               // simple.c:56:23
	mov	w8, w2
	.loc	0 56 5                          // simple.c:56:5
	cmp	w2, #8
	b.hs	.LBB7_3
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x9, xzr
	b	.LBB7_6
.LBB7_3:
	.loc	0 56 5                          // simple.c:56:5
	and	x9, x8, #0xfffffff8
	add	x10, x1, #16
	add	x11, x0, #16
	fmov	s0, w3
	mov	x12, x9
.LBB7_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 0 0                           // simple.c:0:0
	ldp	q2, q3, [x10, #-16]
	fmov	s1, wzr
	.loc	0 56 29                         // simple.c:56:29
	add	x10, x10, #32
	subs	x12, x12, #8
	cmeq	v1.4s, v0.4s, v1.4s
	.loc	0 57 13 is_stmt 1               // simple.c:57:13
	neg	v4.4s, v2.4s
	dup	v1.4s, v1.s[0]
	neg	v5.4s, v3.4s
	bif	v2.16b, v4.16b, v1.16b
	bsl	v1.16b, v3.16b, v5.16b
	.loc	0 0 0 is_stmt 0                 // simple.c:0:0
	ldp	q3, q4, [x11, #-16]
	.loc	0 57 13                         // simple.c:57:13
	add	v2.4s, v3.4s, v2.4s
	add	v1.4s, v4.4s, v1.4s
	.loc	0 0 0                           // simple.c:0:0
	stp	q2, q1, [x11, #-16]
	.loc	0 56 29 is_stmt 1               // simple.c:56:29
	add	x11, x11, #32
	b.ne	.LBB7_4
// %bb.5:
	.loc	0 56 5 is_stmt 0                // simple.c:56:5
	cmp	x9, x8
	b.eq	.LBB7_8
.LBB7_6:
	lsl	x11, x9, #2
	sub	x8, x8, x9
	add	x10, x0, x11
	add	x11, x1, x11
.LBB7_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 0 0                           // simple.c:0:0
	ldr	w9, [x11], #4
	ldr	w12, [x10]
	.loc	0 57 13 is_stmt 1               // simple.c:57:13
	cmp	w3, #0
	cneg	w9, w9, ne
	.loc	0 56 23                         // simple.c:56:23
	subs	x8, x8, #1
	.loc	0 57 13                         // simple.c:57:13
	add	w9, w12, w9
	.loc	0 0 0 is_stmt 0                 // simple.c:0:0
	str	w9, [x10], #4
	.loc	0 56 5 is_stmt 1                // simple.c:56:5
	b.ne	.LBB7_7
.LBB7_8:
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
	.loc	0 72 0                          // simple.c:72:0
	.cfi_startproc
// %bb.0:
	.loc	0 66 5 prologue_end             // simple.c:66:5
	cmp	w1, #1
	b.lt	.LBB8_3
// %bb.1:
	.loc	0 66 23 is_stmt 0               // simple.c:66:23
	mov	w9, w1
	.loc	0 66 5                          // simple.c:66:5
	cmp	w1, #4
	b.hs	.LBB8_4
// %bb.2:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	mov	x8, xzr
	b	.LBB8_7
.LBB8_3:
	mov	x8, xzr
	b	.LBB8_9
.LBB8_4:
	.loc	0 66 5                          // simple.c:66:5
	and	x10, x9, #0xfffffffc
	add	x8, x0, #16
	movi	v0.2d, #0000000000000000
	mov	x11, x10
	movi	v1.2d, #0000000000000000
.LBB8_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldp	q2, q3, [x8, #-16]
	.loc	0 66 29                         // simple.c:66:29
	add	x8, x8, #32
	subs	x11, x11, #4
	.loc	0 67 11                         // simple.c:67:11
	eor	v0.16b, v2.16b, v0.16b
	eor	v1.16b, v3.16b, v1.16b
	.loc	0 66 29                         // simple.c:66:29
	b.ne	.LBB8_5
// %bb.6:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	eor	v0.16b, v1.16b, v0.16b
	cmp	x10, x9
	ext	v1.16b, v0.16b, v0.16b, #8
	eor	v0.8b, v0.8b, v1.8b
	fmov	x8, d0
	b.eq	.LBB8_9
.LBB8_7:
	sub	x9, x9, x10
	add	x10, x0, x10, lsl #3
.LBB8_8:                                // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldr	x11, [x10], #8
	.loc	0 66 23                         // simple.c:66:23
	subs	x9, x9, #1
	.loc	0 67 11                         // simple.c:67:11
	eor	x8, x11, x8
	.loc	0 66 5                          // simple.c:66:5
	b.ne	.LBB8_8
.Ltmp9:
.LBB8_9:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	cmp	w3, #1
	b.lt	.LBB8_12
// %bb.10:
	.loc	0 66 23                         // simple.c:66:23
	mov	w9, w3
	.loc	0 66 5                          // simple.c:66:5
	cmp	w3, #4
	b.hs	.LBB8_13
.Ltmp10:
// %bb.11:
	.loc	0 0 5                           // simple.c:0:5
	mov	x10, xzr
	mov	x11, xzr
	b	.LBB8_16
.LBB8_12:
	.loc	0 73 27 is_stmt 1               // simple.c:73:27
	sub	x0, x8, xzr
	.loc	0 73 5 is_stmt 0                // simple.c:73:5
	ret
.LBB8_13:
.Ltmp11:
	.loc	0 66 5 is_stmt 1                // simple.c:66:5
	and	x10, x9, #0xfffffffc
	add	x11, x2, #16
	movi	v0.2d, #0000000000000000
	mov	x12, x10
	movi	v1.2d, #0000000000000000
.LBB8_14:                               // =>This Inner Loop Header: Depth=1
	.loc	0 67 14                         // simple.c:67:14
	ldp	q2, q3, [x11, #-16]
	.loc	0 66 29                         // simple.c:66:29
	add	x11, x11, #32
	subs	x12, x12, #4
	.loc	0 67 11                         // simple.c:67:11
	eor	v0.16b, v2.16b, v0.16b
	eor	v1.16b, v3.16b, v1.16b
	.loc	0 66 29                         // simple.c:66:29
	b.ne	.LBB8_14
// %bb.15:
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	eor	v0.16b, v1.16b, v0.16b
	cmp	x10, x9
	ext	v1.16b, v0.16b, v0.16b, #8
	eor	v0.8b, v0.8b, v1.8b
	fmov	x11, d0
	b.eq	.LBB8_18
.LBB8_16:
	sub	x9, x9, x10
	add	x10, x2, x10, lsl #3
.LBB8_17:                               // =>This Inner Loop Header: Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldr	x12, [x10], #8
	.loc	0 66 23                         // simple.c:66:23
	subs	x9, x9, #1
	.loc	0 67 11                         // simple.c:67:11
	eor	x11, x12, x11
	.loc	0 66 5                          // simple.c:66:5
	b.ne	.LBB8_17
.Ltmp12:
.LBB8_18:
	.loc	0 73 27                         // simple.c:73:27
	sub	x0, x8, x11
	.loc	0 73 5 is_stmt 0                // simple.c:73:5
	ret
.Ltmp13:
.Lfunc_end8:
	.size	both, .Lfunc_end8-both
	.cfi_endproc
                                        // -- End function
