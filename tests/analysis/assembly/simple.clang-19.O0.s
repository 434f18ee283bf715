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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp1:
	.loc	0 3 9 prologue_end              // simple.c:3:9
	str	wzr, [sp, #16]
	.loc	0 4 14                          // simple.c:4:14
	str	wzr, [sp, #12]
	.loc	0 4 10 is_stmt 0                // simple.c:4:10
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 4 21                          // simple.c:4:21
	ldr	w8, [sp, #12]
	.loc	0 4 25                          // simple.c:4:25
	ldr	w9, [sp, #20]
	.loc	0 4 5                           // simple.c:4:5
	subs	w8, w8, w9
	b.ge	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 18 is_stmt 1                // simple.c:5:18
	ldr	x8, [sp, #24]
	.loc	0 5 20 is_stmt 0                // simple.c:5:20
	ldrsw	x9, [sp, #12]
	.loc	0 5 18                          // simple.c:5:18
	ldr	w9, [x8, x9, lsl #2]
	.loc	0 5 15                          // simple.c:5:15
	ldr	w8, [sp, #16]
	add	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 5 9                           // simple.c:5:9
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 29 is_stmt 1                // simple.c:4:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 4 5 is_stmt 0                 // simple.c:4:5
	b	.LBB0_1
.LBB0_4:
	.loc	0 6 12 is_stmt 1                // simple.c:6:12
	ldr	w0, [sp, #16]
	.loc	0 6 5 epilogue_begin is_stmt 0  // simple.c:6:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
	.cfi_endproc
                                        // -- End function
	.globl	saxpy                           // -- Begin function saxpy
	.p2align	2
	.type	saxpy,@function
saxpy:                                  // @saxpy
.Lfunc_begin1:
	.loc	0 10 0 is_stmt 1                // simple.c:10:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	s0, [sp, #12]
	str	w2, [sp, #8]
.Ltmp4:
	.loc	0 11 14 prologue_end            // simple.c:11:14
	str	wzr, [sp, #4]
	.loc	0 11 10 is_stmt 0               // simple.c:11:10
	b	.LBB1_1
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 11 21                         // simple.c:11:21
	ldr	w8, [sp, #4]
	.loc	0 11 25                         // simple.c:11:25
	ldr	w9, [sp, #8]
	.loc	0 11 5                          // simple.c:11:5
	subs	w8, w8, w9
	b.ge	.LBB1_4
	b	.LBB1_2
.LBB1_2:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 12 16 is_stmt 1               // simple.c:12:16
	ldr	s0, [sp, #12]
	.loc	0 12 20 is_stmt 0               // simple.c:12:20
	ldr	x8, [sp, #16]
	.loc	0 12 22                         // simple.c:12:22
	ldrsw	x9, [sp, #4]
	.loc	0 12 20                         // simple.c:12:20
	ldr	s1, [x8, x9, lsl #2]
	.loc	0 12 27                         // simple.c:12:27
	ldr	x8, [sp, #24]
	.loc	0 12 29                         // simple.c:12:29
	ldrsw	x9, [sp, #4]
	.loc	0 12 27                         // simple.c:12:27
	ldr	s2, [x8, x9, lsl #2]
	.loc	0 12 25                         // simple.c:12:25
	fmadd	s0, s0, s1, s2
	.loc	0 12 9                          // simple.c:12:9
	ldr	x8, [sp, #24]
	.loc	0 12 11                         // simple.c:12:11
	ldrsw	x9, [sp, #4]
	.loc	0 12 14                         // simple.c:12:14
	str	s0, [x8, x9, lsl #2]
	.loc	0 12 9                          // simple.c:12:9
	b	.LBB1_3
.LBB1_3:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 11 29 is_stmt 1               // simple.c:11:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 11 5 is_stmt 0                // simple.c:11:5
	b	.LBB1_1
.LBB1_4:
	.loc	0 13 1 epilogue_begin is_stmt 1 // simple.c:13:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
.Lfunc_end1:
	.size	saxpy, .Lfunc_end1-saxpy
	.cfi_endproc
                                        // -- End function
	.globl	scale                           // -- Begin function scale
	.p2align	2
	.type	scale,@function
scale:                                  // @scale
.Lfunc_begin2:
	.loc	0 16 0                          // simple.c:16:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	d0, [sp, #24]
	str	x2, [sp, #16]
.Ltmp7:
	.loc	0 17 15 prologue_end            // simple.c:17:15
	str	xzr, [sp, #8]
	.loc	0 17 10 is_stmt 0               // simple.c:17:10
	b	.LBB2_1
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 17 22                         // simple.c:17:22
	ldr	x8, [sp, #8]
	.loc	0 17 26                         // simple.c:17:26
	ldr	x9, [sp, #16]
	.loc	0 17 5                          // simple.c:17:5
	subs	x8, x8, x9
	b.ge	.LBB2_4
	b	.LBB2_2
.LBB2_2:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 18 18 is_stmt 1               // simple.c:18:18
	ldr	d0, [sp, #24]
	.loc	0 18 22 is_stmt 0               // simple.c:18:22
	ldr	x8, [sp, #32]
	.loc	0 18 26                         // simple.c:18:26
	ldr	x9, [sp, #8]
	.loc	0 18 22                         // simple.c:18:22
	ldr	d1, [x8, x9, lsl #3]
	.loc	0 18 20                         // simple.c:18:20
	fmul	d0, d0, d1
	.loc	0 18 9                          // simple.c:18:9
	ldr	x8, [sp, #40]
	.loc	0 18 13                         // simple.c:18:13
	ldr	x9, [sp, #8]
	.loc	0 18 16                         // simple.c:18:16
	str	d0, [x8, x9, lsl #3]
	.loc	0 18 9                          // simple.c:18:9
	b	.LBB2_3
.LBB2_3:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 17 29 is_stmt 1               // simple.c:17:29
	ldr	x8, [sp, #8]
	add	x8, x8, #1
	str	x8, [sp, #8]
	.loc	0 17 5 is_stmt 0                // simple.c:17:5
	b	.LBB2_1
.LBB2_4:
	.loc	0 19 1 epilogue_begin is_stmt 1 // simple.c:19:1
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp8:
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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
.Ltmp10:
	.loc	0 23 18 prologue_end            // simple.c:23:18
	ldr	w8, [sp, #12]
	.loc	0 23 20 is_stmt 0               // simple.c:23:20
	subs	w8, w8, #1
	.loc	0 23 14                         // simple.c:23:14
	str	w8, [sp, #8]
	.loc	0 23 10                         // simple.c:23:10
	b	.LBB3_1
.LBB3_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 23 25                         // simple.c:23:25
	ldr	w8, [sp, #8]
	.loc	0 23 5                          // simple.c:23:5
	tbnz	w8, #31, .LBB3_4
	b	.LBB3_2
.LBB3_2:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 24 26 is_stmt 1               // simple.c:24:26
	ldr	x8, [sp, #16]
	.loc	0 24 30 is_stmt 0               // simple.c:24:30
	ldrsw	x9, [sp, #8]
	.loc	0 24 26                         // simple.c:24:26
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 24 9                          // simple.c:24:9
	ldr	x9, [sp, #24]
	.loc	0 24 13                         // simple.c:24:13
	ldr	w10, [sp, #12]
	.loc	0 24 15                         // simple.c:24:15
	subs	w10, w10, #1
	.loc	0 24 21                         // simple.c:24:21
	ldr	w11, [sp, #8]
	.loc	0 24 19                         // simple.c:24:19
	subs	w10, w10, w11
	.loc	0 24 24                         // simple.c:24:24
	str	w8, [x9, w10, sxtw #2]
	.loc	0 24 9                          // simple.c:24:9
	b	.LBB3_3
.LBB3_3:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 23 34 is_stmt 1               // simple.c:23:34
	ldr	w8, [sp, #8]
	subs	w8, w8, #1
	str	w8, [sp, #8]
	.loc	0 23 5 is_stmt 0                // simple.c:23:5
	b	.LBB3_1
.LBB3_4:
	.loc	0 25 1 epilogue_begin is_stmt 1 // simple.c:25:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp11:
.Lfunc_end3:
	.size	reverse_copy, .Lfunc_end3-reverse_copy
	.cfi_endproc
                                        // -- End function
	.globl	brighten                        // -- Begin function brighten
	.p2align	2
	.type	brighten,@function
brighten:                               // @brighten
.Lfunc_begin4:
	.loc	0 28 0                          // simple.c:28:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
	str	w2, [sp, #16]
.Ltmp13:
	.loc	0 29 14 prologue_end            // simple.c:29:14
	str	wzr, [sp, #12]
	.loc	0 29 10 is_stmt 0               // simple.c:29:10
	b	.LBB4_1
.LBB4_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 29 21                         // simple.c:29:21
	ldr	w8, [sp, #12]
	.loc	0 29 25                         // simple.c:29:25
	ldr	w9, [sp, #20]
	.loc	0 29 5                          // simple.c:29:5
	subs	w8, w8, w9
	b.ge	.LBB4_7
	b	.LBB4_2
.LBB4_2:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 30 17 is_stmt 1               // simple.c:30:17
	ldr	x8, [sp, #24]
	.loc	0 30 19 is_stmt 0               // simple.c:30:19
	ldrsw	x9, [sp, #12]
	.loc	0 30 17                         // simple.c:30:17
	ldrb	w8, [x8, x9]
	.loc	0 30 24                         // simple.c:30:24
	ldr	w9, [sp, #16]
	.loc	0 30 22                         // simple.c:30:22
	add	w8, w8, w9
	.loc	0 30 13                         // simple.c:30:13
	str	w8, [sp, #8]
	.loc	0 31 16 is_stmt 1               // simple.c:31:16
	ldr	w8, [sp, #8]
	subs	w8, w8, #255
	b.le	.LBB4_4
	b	.LBB4_3
.LBB4_3:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 16 is_stmt 0                // simple.c:0:16
	mov	w8, #255                        // =0xff
	str	w8, [sp, #4]                    // 4-byte Folded Spill
	.loc	0 31 16                         // simple.c:31:16
	b	.LBB4_5
.LBB4_4:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 31 32                         // simple.c:31:32
	ldr	w8, [sp, #8]
	str	w8, [sp, #4]                    // 4-byte Folded Spill
	.loc	0 31 16                         // simple.c:31:16
	b	.LBB4_5
.LBB4_5:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 16                          // simple.c:0:16
	ldr	w8, [sp, #4]                    // 4-byte Folded Reload
	.loc	0 31 9                          // simple.c:31:9
	ldr	x9, [sp, #24]
	.loc	0 31 11                         // simple.c:31:11
	ldrsw	x10, [sp, #12]
	.loc	0 31 14                         // simple.c:31:14
	strb	w8, [x9, x10]
	.loc	0 32 5 is_stmt 1                // simple.c:32:5
	b	.LBB4_6
.LBB4_6:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 29 29                         // simple.c:29:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 29 5 is_stmt 0                // simple.c:29:5
	b	.LBB4_1
.LBB4_7:
	.loc	0 33 1 epilogue_begin is_stmt 1 // simple.c:33:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp14:
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
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
.Ltmp16:
	.loc	0 37 11 prologue_end            // simple.c:37:11
	movi	d0, #0000000000000000
	str	s0, [sp, #8]
	.loc	0 38 14                         // simple.c:38:14
	str	wzr, [sp, #4]
	.loc	0 38 10 is_stmt 0               // simple.c:38:10
	b	.LBB5_1
.LBB5_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 38 21                         // simple.c:38:21
	ldr	w8, [sp, #4]
	.loc	0 38 25                         // simple.c:38:25
	ldr	w9, [sp, #12]
	.loc	0 38 5                          // simple.c:38:5
	subs	w8, w8, w9
	b.ge	.LBB5_4
	b	.LBB5_2
.LBB5_2:                                //   in Loop: Header=BB5_1 Depth=1
	.loc	0 39 14 is_stmt 1               // simple.c:39:14
	ldr	x8, [sp, #24]
	.loc	0 39 16 is_stmt 0               // simple.c:39:16
	ldrsw	x9, [sp, #4]
	.loc	0 39 14                         // simple.c:39:14
	ldr	s0, [x8, x9, lsl #2]
	.loc	0 39 21                         // simple.c:39:21
	ldr	x8, [sp, #16]
	.loc	0 39 23                         // simple.c:39:23
	ldrsw	x9, [sp, #4]
	.loc	0 39 21                         // simple.c:39:21
	ldr	s1, [x8, x9, lsl #2]
	.loc	0 39 11                         // simple.c:39:11
	ldr	s2, [sp, #8]
	fmadd	s0, s0, s1, s2
	str	s0, [sp, #8]
	.loc	0 39 9                          // simple.c:39:9
	b	.LBB5_3
.LBB5_3:                                //   in Loop: Header=BB5_1 Depth=1
	.loc	0 38 29 is_stmt 1               // simple.c:38:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 38 5 is_stmt 0                // simple.c:38:5
	b	.LBB5_1
.LBB5_4:
	.loc	0 40 12 is_stmt 1               // simple.c:40:12
	ldr	s0, [sp, #8]
	.loc	0 40 5 epilogue_begin is_stmt 0 // simple.c:40:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp17:
.Lfunc_end5:
	.size	dot, .Lfunc_end5-dot
	.cfi_endproc
                                        // -- End function
	.globl	two_loops                       // -- Begin function two_loops
	.p2align	2
	.type	two_loops,@function
two_loops:                              // @two_loops
.Lfunc_begin6:
	.loc	0 44 0 is_stmt 1                // simple.c:44:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
.Ltmp19:
	.loc	0 45 17 prologue_end            // simple.c:45:17
	ldr	x8, [sp, #24]
	ldr	w8, [x8]
	.loc	0 45 9 is_stmt 0                // simple.c:45:9
	str	w8, [sp, #8]
	.loc	0 46 14 is_stmt 1               // simple.c:46:14
	mov	w8, #1                          // =0x1
	str	w8, [sp, #4]
	.loc	0 46 10 is_stmt 0               // simple.c:46:10
	b	.LBB6_1
.LBB6_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 46 21                         // simple.c:46:21
	ldr	w8, [sp, #4]
	.loc	0 46 25                         // simple.c:46:25
	ldr	w9, [sp, #12]
	.loc	0 46 5                          // simple.c:46:5
	subs	w8, w8, w9
	b.ge	.LBB6_6
	b	.LBB6_2
.LBB6_2:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 47 13 is_stmt 1               // simple.c:47:13
	ldr	x8, [sp, #24]
	.loc	0 47 15 is_stmt 0               // simple.c:47:15
	ldrsw	x9, [sp, #4]
	.loc	0 47 13                         // simple.c:47:13
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 47 20                         // simple.c:47:20
	ldr	w9, [sp, #8]
	.loc	0 47 13                         // simple.c:47:13
	subs	w8, w8, w9
	b.ge	.LBB6_4
	b	.LBB6_3
.LBB6_3:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 48 21 is_stmt 1               // simple.c:48:21
	ldr	x8, [sp, #24]
	.loc	0 48 23 is_stmt 0               // simple.c:48:23
	ldrsw	x9, [sp, #4]
	.loc	0 48 21                         // simple.c:48:21
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 48 19                         // simple.c:48:19
	str	w8, [sp, #8]
	.loc	0 48 13                         // simple.c:48:13
	b	.LBB6_4
.LBB6_4:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 47 20 is_stmt 1               // simple.c:47:20
	b	.LBB6_5
.LBB6_5:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 46 29                         // simple.c:46:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 46 5 is_stmt 0                // simple.c:46:5
	b	.LBB6_1
.LBB6_6:
	.loc	0 49 14 is_stmt 1               // simple.c:49:14
	str	wzr, [sp]
	.loc	0 49 10 is_stmt 0               // simple.c:49:10
	b	.LBB6_7
.LBB6_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 49 21                         // simple.c:49:21
	ldr	w8, [sp]
	.loc	0 49 25                         // simple.c:49:25
	ldr	w9, [sp, #12]
	.loc	0 49 5                          // simple.c:49:5
	subs	w8, w8, w9
	b.ge	.LBB6_10
	b	.LBB6_8
.LBB6_8:                                //   in Loop: Header=BB6_7 Depth=1
	.loc	0 50 17 is_stmt 1               // simple.c:50:17
	ldr	w11, [sp, #8]
	.loc	0 50 9 is_stmt 0                // simple.c:50:9
	ldr	x9, [sp, #16]
	.loc	0 50 11                         // simple.c:50:11
	ldrsw	x10, [sp]
	.loc	0 50 14                         // simple.c:50:14
	ldr	w8, [x9, x10, lsl #2]
	subs	w8, w8, w11
	str	w8, [x9, x10, lsl #2]
	.loc	0 50 9                          // simple.c:50:9
	b	.LBB6_9
.LBB6_9:                                //   in Loop: Header=BB6_7 Depth=1
	.loc	0 49 29 is_stmt 1               // simple.c:49:29
	ldr	w8, [sp]
	add	w8, w8, #1
	str	w8, [sp]
	.loc	0 49 5 is_stmt 0                // simple.c:49:5
	b	.LBB6_7
.LBB6_10:
	.loc	0 51 12 is_stmt 1               // simple.c:51:12
	ldr	w0, [sp, #8]
	.loc	0 51 5 epilogue_begin is_stmt 0 // simple.c:51:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp20:
.Lfunc_end6:
	.size	two_loops, .Lfunc_end6-two_loops
	.cfi_endproc
                                        // -- End function
	.globl	unswitch                        // -- Begin function unswitch
	.p2align	2
	.type	unswitch,@function
unswitch:                               // @unswitch
.Lfunc_begin7:
	.loc	0 55 0 is_stmt 1                // simple.c:55:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
	str	w3, [sp, #8]
.Ltmp22:
	.loc	0 56 14 prologue_end            // simple.c:56:14
	str	wzr, [sp, #4]
	.loc	0 56 10 is_stmt 0               // simple.c:56:10
	b	.LBB7_1
.LBB7_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 56 21                         // simple.c:56:21
	ldr	w8, [sp, #4]
	.loc	0 56 25                         // simple.c:56:25
	ldr	w9, [sp, #12]
	.loc	0 56 5                          // simple.c:56:5
	subs	w8, w8, w9
	b.ge	.LBB7_7
	b	.LBB7_2
.LBB7_2:                                //   in Loop: Header=BB7_1 Depth=1
	.loc	0 57 13 is_stmt 1               // simple.c:57:13
	ldr	w8, [sp, #8]
	cbz	w8, .LBB7_4
	b	.LBB7_3
.LBB7_3:                                //   in Loop: Header=BB7_1 Depth=1
	.loc	0 58 21                         // simple.c:58:21
	ldr	x8, [sp, #16]
	.loc	0 58 23 is_stmt 0               // simple.c:58:23
	ldrsw	x9, [sp, #4]
	.loc	0 58 21                         // simple.c:58:21
	ldr	w11, [x8, x9, lsl #2]
	.loc	0 58 13                         // simple.c:58:13
	ldr	x9, [sp, #24]
	.loc	0 58 15                         // simple.c:58:15
	ldrsw	x10, [sp, #4]
	.loc	0 58 18                         // simple.c:58:18
	ldr	w8, [x9, x10, lsl #2]
	subs	w8, w8, w11
	str	w8, [x9, x10, lsl #2]
	.loc	0 58 13                         // simple.c:58:13
	b	.LBB7_5
.LBB7_4:                                //   in Loop: Header=BB7_1 Depth=1
	.loc	0 60 21 is_stmt 1               // simple.c:60:21
	ldr	x8, [sp, #16]
	.loc	0 60 23 is_stmt 0               // simple.c:60:23
	ldrsw	x9, [sp, #4]
	.loc	0 60 21                         // simple.c:60:21
	ldr	w11, [x8, x9, lsl #2]
	.loc	0 60 13                         // simple.c:60:13
	ldr	x9, [sp, #24]
	.loc	0 60 15                         // simple.c:60:15
	ldrsw	x10, [sp, #4]
	.loc	0 60 18                         // simple.c:60:18
	ldr	w8, [x9, x10, lsl #2]
	add	w8, w8, w11
	str	w8, [x9, x10, lsl #2]
	b	.LBB7_5
.LBB7_5:                                //   in Loop: Header=BB7_1 Depth=1
	.loc	0 57 13 is_stmt 1               // simple.c:57:13
	b	.LBB7_6
.LBB7_6:                                //   in Loop: Header=BB7_1 Depth=1
	.loc	0 56 29                         // simple.c:56:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 56 5 is_stmt 0                // simple.c:56:5
	b	.LBB7_1
.LBB7_7:
	.loc	0 61 1 epilogue_begin is_stmt 1 // simple.c:61:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp23:
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
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	x0, [x29, #-8]
	stur	w1, [x29, #-12]
	str	x2, [sp, #24]
	str	w3, [sp, #20]
.Ltmp24:
	.loc	0 73 21 prologue_end            // simple.c:73:21
	ldur	x0, [x29, #-8]
	.loc	0 73 24 is_stmt 0               // simple.c:73:24
	ldur	w1, [x29, #-12]
	.loc	0 73 12                         // simple.c:73:12
	bl	total_of
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	.loc	0 73 38                         // simple.c:73:38
	ldr	x0, [sp, #24]
	.loc	0 73 41                         // simple.c:73:41
	ldr	w1, [sp, #20]
	.loc	0 73 29                         // simple.c:73:29
	bl	total_of
	mov	x8, x0
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	.loc	0 73 27                         // simple.c:73:27
	subs	x0, x0, x8
	.cfi_def_cfa wsp, 64
	.loc	0 73 5 epilogue_begin           // simple.c:73:5
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp25:
.Lfunc_end8:
	.size	both, .Lfunc_end8-both
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function total_of
	.type	total_of,@function
total_of:                               // @total_of
.Lfunc_begin9:
	.loc	0 64 0 is_stmt 1                // simple.c:64:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp27:
	.loc	0 65 10 prologue_end            // simple.c:65:10
	str	xzr, [sp, #8]
	.loc	0 66 14                         // simple.c:66:14
	str	wzr, [sp, #4]
	.loc	0 66 10 is_stmt 0               // simple.c:66:10
	b	.LBB9_1
.LBB9_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 66 21                         // simple.c:66:21
	ldr	w8, [sp, #4]
	.loc	0 66 25                         // simple.c:66:25
	ldr	w9, [sp, #20]
	.loc	0 66 5                          // simple.c:66:5
	subs	w8, w8, w9
	b.ge	.LBB9_4
	b	.LBB9_2
.LBB9_2:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 67 14 is_stmt 1               // simple.c:67:14
	ldr	x8, [sp, #24]
	.loc	0 67 16 is_stmt 0               // simple.c:67:16
	ldrsw	x9, [sp, #4]
	.loc	0 67 14                         // simple.c:67:14
	ldr	x9, [x8, x9, lsl #3]
	.loc	0 67 11                         // simple.c:67:11
	ldr	x8, [sp, #8]
	eor	x8, x8, x9
	str	x8, [sp, #8]
	.loc	0 67 9                          // simple.c:67:9
	b	.LBB9_3
.LBB9_3:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 66 29 is_stmt 1               // simple.c:66:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 66 5 is_stmt 0                // simple.c:66:5
	b	.LBB9_1
.LBB9_4:
	.loc	0 68 12 is_stmt 1               // simple.c:68:12
	ldr	x0, [sp, #8]
	.loc	0 68 5 epilogue_begin is_stmt 0 // simple.c:68:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp28:
.Lfunc_end9:
	.size	total_of, .Lfunc_end9-total_of
	.cfi_endproc
                                        // -- End function
