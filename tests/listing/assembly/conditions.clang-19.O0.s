	.text
	.file	"conditions.c"
	.globl	relu                            // -- Begin function relu
	.p2align	2
	.type	relu,@function
relu:                                   // @relu
.Lfunc_begin0:
	.file	0 "/sources" "conditions.c" md5 0x23eeaf96df84c459fc7e10fb6f81d8ac
	.loc	0 4 0                           // conditions.c:4:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp1:
	.loc	0 5 12 prologue_end             // conditions.c:5:12
	str	wzr, [sp, #16]
	.loc	0 5 8 is_stmt 0                 // conditions.c:5:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 19                          // conditions.c:5:19
	ldr	w8, [sp, #16]
	.loc	0 5 23                          // conditions.c:5:23
	ldr	w9, [sp, #20]
	.loc	0 5 3                           // conditions.c:5:3
	subs	w8, w8, w9
	b.ge	.LBB0_7
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 6 12 is_stmt 1                // conditions.c:6:12
	ldr	x8, [sp, #24]
	.loc	0 6 14 is_stmt 0                // conditions.c:6:14
	ldrsw	x9, [sp, #16]
	.loc	0 6 12                          // conditions.c:6:12
	ldr	s0, [x8, x9, lsl #2]
	fcmp	s0, #0.0
	b.le	.LBB0_4
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 6 23                          // conditions.c:6:23
	ldr	x8, [sp, #24]
	.loc	0 6 25                          // conditions.c:6:25
	ldrsw	x9, [sp, #16]
	.loc	0 6 23                          // conditions.c:6:23
	ldr	s0, [x8, x9, lsl #2]
	str	s0, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 6 12                          // conditions.c:6:12
	b	.LBB0_5
.LBB0_4:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 0 12                          // conditions.c:0:12
	movi	d0, #0000000000000000
	str	s0, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 6 12                          // conditions.c:6:12
	b	.LBB0_5
.LBB0_5:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 0 12                          // conditions.c:0:12
	ldr	s0, [sp, #12]                   // 4-byte Folded Reload
	.loc	0 6 5                           // conditions.c:6:5
	ldr	x8, [sp, #24]
	.loc	0 6 7                           // conditions.c:6:7
	ldrsw	x9, [sp, #16]
	.loc	0 6 10                          // conditions.c:6:10
	str	s0, [x8, x9, lsl #2]
	.loc	0 6 5                           // conditions.c:6:5
	b	.LBB0_6
.LBB0_6:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 27 is_stmt 1                // conditions.c:5:27
	ldr	w8, [sp, #16]
	add	w8, w8, #1
	str	w8, [sp, #16]
	.loc	0 5 3 is_stmt 0                 // conditions.c:5:3
	b	.LBB0_1
.LBB0_7:
	.loc	0 7 1 epilogue_begin is_stmt 1  // conditions.c:7:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	relu, .Lfunc_end0-relu
	.cfi_endproc
                                        // -- End function
	.globl	find                            // -- Begin function find
	.p2align	2
	.type	find,@function
find:                                   // @find
.Lfunc_begin1:
	.loc	0 9 0                           // conditions.c:9:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #16]
	str	w1, [sp, #12]
	str	w2, [sp, #8]
.Ltmp4:
	.loc	0 10 12 prologue_end            // conditions.c:10:12
	str	wzr, [sp, #4]
	.loc	0 10 8 is_stmt 0                // conditions.c:10:8
	b	.LBB1_1
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 10 19                         // conditions.c:10:19
	ldr	w8, [sp, #4]
	.loc	0 10 23                         // conditions.c:10:23
	ldr	w9, [sp, #12]
	.loc	0 10 3                          // conditions.c:10:3
	subs	w8, w8, w9
	b.ge	.LBB1_6
	b	.LBB1_2
.LBB1_2:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 11 9 is_stmt 1                // conditions.c:11:9
	ldr	x8, [sp, #16]
	.loc	0 11 11 is_stmt 0               // conditions.c:11:11
	ldrsw	x9, [sp, #4]
	.loc	0 11 9                          // conditions.c:11:9
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 11 17                         // conditions.c:11:17
	ldr	w9, [sp, #8]
	.loc	0 11 9                          // conditions.c:11:9
	subs	w8, w8, w9
	b.ne	.LBB1_4
	b	.LBB1_3
.LBB1_3:
	.loc	0 12 14 is_stmt 1               // conditions.c:12:14
	ldr	w8, [sp, #4]
	.loc	0 12 7 is_stmt 0                // conditions.c:12:7
	str	w8, [sp, #28]
	b	.LBB1_7
.LBB1_4:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 11 17 is_stmt 1               // conditions.c:11:17
	b	.LBB1_5
.LBB1_5:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 10 27                         // conditions.c:10:27
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 10 3 is_stmt 0                // conditions.c:10:3
	b	.LBB1_1
.LBB1_6:
	.loc	0 13 3 is_stmt 1                // conditions.c:13:3
	mov	w8, #-1                         // =0xffffffff
	str	w8, [sp, #28]
	b	.LBB1_7
.LBB1_7:
	.loc	0 14 1                          // conditions.c:14:1
	ldr	w0, [sp, #28]
	.loc	0 14 1 epilogue_begin is_stmt 0 // conditions.c:14:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
.Lfunc_end1:
	.size	find, .Lfunc_end1-find
	.cfi_endproc
                                        // -- End function
	.globl	fixed_point                     // -- Begin function fixed_point
	.p2align	2
	.type	fixed_point,@function
fixed_point:                            // @fixed_point
.Lfunc_begin2:
	.loc	0 16 0 is_stmt 1                // conditions.c:16:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	strh	w2, [sp, #30]
	str	w3, [sp, #24]
.Ltmp7:
	.loc	0 17 12 prologue_end            // conditions.c:17:12
	str	wzr, [sp, #20]
	.loc	0 17 8 is_stmt 0                // conditions.c:17:8
	b	.LBB2_1
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 17 19                         // conditions.c:17:19
	ldr	w8, [sp, #20]
	.loc	0 17 23                         // conditions.c:17:23
	ldr	w9, [sp, #24]
	.loc	0 17 3                          // conditions.c:17:3
	subs	w8, w8, w9
	b.ge	.LBB2_10
	b	.LBB2_2
.LBB2_2:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 18 22 is_stmt 1               // conditions.c:18:22
	ldr	x8, [sp, #32]
	.loc	0 18 25 is_stmt 0               // conditions.c:18:25
	ldrsw	x9, [sp, #20]
	.loc	0 18 22                         // conditions.c:18:22
	ldrsh	w8, [x8, x9, lsl #1]
	.loc	0 18 30                         // conditions.c:18:30
	ldrsh	w9, [sp, #30]
	.loc	0 18 28                         // conditions.c:18:28
	mul	w8, w8, w9
	.loc	0 18 35                         // conditions.c:18:35
	add	w8, w8, #4, lsl #12             // =16384
	.loc	0 18 48                         // conditions.c:18:48
	asr	w8, w8, #15
	.loc	0 18 13                         // conditions.c:18:13
	str	w8, [sp, #16]
	.loc	0 19 14 is_stmt 1               // conditions.c:19:14
	ldr	w8, [sp, #16]
	subs	w8, w8, #8, lsl #12             // =32768
	b.lt	.LBB2_4
	b	.LBB2_3
.LBB2_3:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 0 14 is_stmt 0                // conditions.c:0:14
	mov	w8, #32767                      // =0x7fff
	str	w8, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 19 14                         // conditions.c:19:14
	b	.LBB2_8
.LBB2_4:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 19 46                         // conditions.c:19:46
	ldr	w8, [sp, #16]
	adds	w8, w8, #8, lsl #12             // =32768
	b.ge	.LBB2_6
	b	.LBB2_5
.LBB2_5:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 0 46                          // conditions.c:0:46
	mov	w8, #-32768                     // =0xffff8000
	str	w8, [sp, #8]                    // 4-byte Folded Spill
	.loc	0 19 46                         // conditions.c:19:46
	b	.LBB2_7
.LBB2_6:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 19 78                         // conditions.c:19:78
	ldr	w8, [sp, #16]
	str	w8, [sp, #8]                    // 4-byte Folded Spill
	.loc	0 19 46                         // conditions.c:19:46
	b	.LBB2_7
.LBB2_7:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 0 46                          // conditions.c:0:46
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	str	w8, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 19 14                         // conditions.c:19:14
	b	.LBB2_8
.LBB2_8:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 0 14                          // conditions.c:0:14
	ldr	w8, [sp, #12]                   // 4-byte Folded Reload
	.loc	0 19 5                          // conditions.c:19:5
	ldr	x9, [sp, #40]
	.loc	0 19 9                          // conditions.c:19:9
	ldrsw	x10, [sp, #20]
	.loc	0 19 12                         // conditions.c:19:12
	strh	w8, [x9, x10, lsl #1]
	.loc	0 20 3 is_stmt 1                // conditions.c:20:3
	b	.LBB2_9
.LBB2_9:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 17 27                         // conditions.c:17:27
	ldr	w8, [sp, #20]
	add	w8, w8, #1
	str	w8, [sp, #20]
	.loc	0 17 3 is_stmt 0                // conditions.c:17:3
	b	.LBB2_1
.LBB2_10:
	.loc	0 21 1 epilogue_begin is_stmt 1 // conditions.c:21:1
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp8:
.Lfunc_end2:
	.size	fixed_point, .Lfunc_end2-fixed_point
	.cfi_endproc
                                        // -- End function
	.globl	norm                            // -- Begin function norm
	.p2align	2
	.type	norm,@function
norm:                                   // @norm
.Lfunc_begin3:
	.loc	0 23 0                          // conditions.c:23:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	x0, [x29, #-8]
	stur	w1, [x29, #-12]
.Ltmp9:
	.loc	0 24 10 prologue_end            // conditions.c:24:10
	movi	d0, #0000000000000000
	str	d0, [sp, #8]
	.loc	0 25 12                         // conditions.c:25:12
	str	wzr, [sp, #4]
	.loc	0 25 8 is_stmt 0                // conditions.c:25:8
	b	.LBB3_1
.LBB3_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 25 19                         // conditions.c:25:19
	ldr	w8, [sp, #4]
	.loc	0 25 23                         // conditions.c:25:23
	ldur	w9, [x29, #-12]
	.loc	0 25 3                          // conditions.c:25:3
	subs	w8, w8, w9
	b.ge	.LBB3_4
	b	.LBB3_2
.LBB3_2:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 26 12 is_stmt 1               // conditions.c:26:12
	ldur	x8, [x29, #-8]
	.loc	0 26 14 is_stmt 0               // conditions.c:26:14
	ldrsw	x9, [sp, #4]
	.loc	0 26 12                         // conditions.c:26:12
	ldr	d0, [x8, x9, lsl #3]
	.loc	0 26 19                         // conditions.c:26:19
	ldur	x8, [x29, #-8]
	.loc	0 26 21                         // conditions.c:26:21
	ldrsw	x9, [sp, #4]
	.loc	0 26 19                         // conditions.c:26:19
	ldr	d1, [x8, x9, lsl #3]
	.loc	0 26 9                          // conditions.c:26:9
	ldr	d2, [sp, #8]
	fmadd	d0, d0, d1, d2
	str	d0, [sp, #8]
	.loc	0 26 5                          // conditions.c:26:5
	b	.LBB3_3
.LBB3_3:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 25 27 is_stmt 1               // conditions.c:25:27
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 25 3 is_stmt 0                // conditions.c:25:3
	b	.LBB3_1
.LBB3_4:
	.loc	0 27 15 is_stmt 1               // conditions.c:27:15
	ldr	d0, [sp, #8]
	.loc	0 27 10 is_stmt 0               // conditions.c:27:10
	bl	sqrt
	.cfi_def_cfa wsp, 48
	.loc	0 27 3 epilogue_begin           // conditions.c:27:3
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp10:
.Lfunc_end3:
	.size	norm, .Lfunc_end3-norm
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym sqrt
