	.text
	.file	"control.c"
	.globl	length                          // -- Begin function length
	.p2align	2
	.type	length,@function
length:                                 // @length
.Lfunc_begin0:
	.file	0 "." "control.c" md5 0x690cff273614de3d9bbda7c2c51c8a64
	.loc	0 4 0                           // control.c:4:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp1:
	.loc	0 5 21 prologue_end             // control.c:5:21
	ldr	x8, [sp, #8]
	.loc	0 5 17 is_stmt 0                // control.c:5:17
	str	x8, [sp]
	.loc	0 6 5 is_stmt 1                 // control.c:6:5
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 13 is_stmt 0                // control.c:6:13
	ldr	x8, [sp]
	.loc	0 6 12                          // control.c:6:12
	ldrb	w8, [x8]
	.loc	0 6 5                           // control.c:6:5
	cbz	w8, .LBB0_3
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 7 10 is_stmt 1                // control.c:7:10
	ldr	x8, [sp]
	add	x8, x8, #1
	str	x8, [sp]
	.loc	0 6 5                           // control.c:6:5
	b	.LBB0_1
.LBB0_3:
	.loc	0 8 12                          // control.c:8:12
	ldr	x8, [sp]
	.loc	0 8 16 is_stmt 0                // control.c:8:16
	ldr	x9, [sp, #8]
	.loc	0 8 14                          // control.c:8:14
	subs	x0, x8, x9
	.loc	0 8 5 epilogue_begin            // control.c:8:5
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	length, .Lfunc_end0-length
	.cfi_endproc
                                        // -- End function
	.globl	digits                          // -- Begin function digits
	.p2align	2
	.type	digits,@function
digits:                                 // @digits
.Lfunc_begin1:
	.loc	0 12 0 is_stmt 1                // control.c:12:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, #12]
.Ltmp4:
	.loc	0 13 9 prologue_end             // control.c:13:9
	str	wzr, [sp, #8]
	.loc	0 14 5                          // control.c:14:5
	b	.LBB1_1
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 15 14                         // control.c:15:14
	ldr	w8, [sp, #8]
	add	w8, w8, #1
	str	w8, [sp, #8]
	.loc	0 16 11                         // control.c:16:11
	ldr	w8, [sp, #12]
	mov	w9, #10                         // =0xa
	udiv	w8, w8, w9
	str	w8, [sp, #12]
	.loc	0 17 5                          // control.c:17:5
	b	.LBB1_2
.LBB1_2:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 17 14 is_stmt 0               // control.c:17:14
	ldr	w8, [sp, #12]
	.loc	0 17 5                          // control.c:17:5
	cbnz	w8, .LBB1_1
	b	.LBB1_3
.LBB1_3:
	.loc	0 18 12 is_stmt 1               // control.c:18:12
	ldr	w0, [sp, #8]
	.loc	0 18 5 epilogue_begin is_stmt 0 // control.c:18:5
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
.Lfunc_end1:
	.size	digits, .Lfunc_end1-digits
	.cfi_endproc
                                        // -- End function
	.globl	gcd                             // -- Begin function gcd
	.p2align	2
	.type	gcd,@function
gcd:                                    // @gcd
.Lfunc_begin2:
	.loc	0 22 0 is_stmt 1                // control.c:22:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	.cfi_remember_state
	str	w0, [sp, #12]
	str	w1, [sp, #8]
.Ltmp7:
	.loc	0 22 1 prologue_end             // control.c:22:1
	b	.LBB2_1
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 24 9                          // control.c:24:9
	ldr	w8, [sp, #8]
	cbnz	w8, .LBB2_3
	b	.LBB2_2
.LBB2_2:
	.loc	0 25 16                         // control.c:25:16
	ldr	w0, [sp, #12]
	.loc	0 25 9 epilogue_begin is_stmt 0 // control.c:25:9
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.LBB2_3:                                //   in Loop: Header=BB2_1 Depth=1
	.cfi_restore_state
	.loc	0 26 13 is_stmt 1               // control.c:26:13
	ldr	w8, [sp, #12]
	.loc	0 26 17 is_stmt 0               // control.c:26:17
	ldr	w10, [sp, #8]
	.loc	0 26 15                         // control.c:26:15
	sdiv	w9, w8, w10
	mul	w9, w9, w10
	subs	w8, w8, w9
	.loc	0 26 9                          // control.c:26:9
	str	w8, [sp, #4]
	.loc	0 27 9 is_stmt 1                // control.c:27:9
	ldr	w8, [sp, #8]
	.loc	0 27 7 is_stmt 0                // control.c:27:7
	str	w8, [sp, #12]
	.loc	0 28 9 is_stmt 1                // control.c:28:9
	ldr	w8, [sp, #4]
	.loc	0 28 7 is_stmt 0                // control.c:28:7
	str	w8, [sp, #8]
	.loc	0 29 5 is_stmt 1                // control.c:29:5
	b	.LBB2_1
.Ltmp8:
.Lfunc_end2:
	.size	gcd, .Lfunc_end2-gcd
	.cfi_endproc
                                        // -- End function
	.globl	find                            // -- Begin function find
	.p2align	2
	.type	find,@function
find:                                   // @find
.Lfunc_begin3:
	.loc	0 33 0                          // control.c:33:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #16]
	str	w1, [sp, #12]
	str	w2, [sp, #8]
.Ltmp10:
	.loc	0 34 14 prologue_end            // control.c:34:14
	str	wzr, [sp, #4]
	.loc	0 34 10 is_stmt 0               // control.c:34:10
	b	.LBB3_1
.LBB3_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 34 21                         // control.c:34:21
	ldr	w8, [sp, #4]
	.loc	0 34 25                         // control.c:34:25
	ldr	w9, [sp, #12]
	.loc	0 34 5                          // control.c:34:5
	subs	w8, w8, w9
	b.ge	.LBB3_6
	b	.LBB3_2
.LBB3_2:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 35 13 is_stmt 1               // control.c:35:13
	ldr	x8, [sp, #16]
	.loc	0 35 15 is_stmt 0               // control.c:35:15
	ldrsw	x9, [sp, #4]
	.loc	0 35 13                         // control.c:35:13
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 35 21                         // control.c:35:21
	ldr	w9, [sp, #8]
	.loc	0 35 13                         // control.c:35:13
	subs	w8, w8, w9
	b.ne	.LBB3_4
	b	.LBB3_3
.LBB3_3:
	.loc	0 36 20 is_stmt 1               // control.c:36:20
	ldr	w8, [sp, #4]
	.loc	0 36 13 is_stmt 0               // control.c:36:13
	str	w8, [sp, #28]
	b	.LBB3_7
.LBB3_4:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 35 21 is_stmt 1               // control.c:35:21
	b	.LBB3_5
.LBB3_5:                                //   in Loop: Header=BB3_1 Depth=1
	.loc	0 34 29                         // control.c:34:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 34 5 is_stmt 0                // control.c:34:5
	b	.LBB3_1
.LBB3_6:
	.loc	0 37 5 is_stmt 1                // control.c:37:5
	mov	w8, #-1                         // =0xffffffff
	str	w8, [sp, #28]
	b	.LBB3_7
.LBB3_7:
	.loc	0 38 1                          // control.c:38:1
	ldr	w0, [sp, #28]
	.loc	0 38 1 epilogue_begin is_stmt 0 // control.c:38:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp11:
.Lfunc_end3:
	.size	find, .Lfunc_end3-find
	.cfi_endproc
                                        // -- End function
	.globl	interpret                       // -- Begin function interpret
	.p2align	2
	.type	interpret,@function
interpret:                              // @interpret
.Lfunc_begin4:
	.loc	0 41 0 is_stmt 1                // control.c:41:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp13:
	.loc	0 42 9 prologue_end             // control.c:42:9
	str	wzr, [sp, #16]
	.loc	0 43 14                         // control.c:43:14
	str	wzr, [sp, #12]
	.loc	0 43 10 is_stmt 0               // control.c:43:10
	b	.LBB4_1
.LBB4_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 43 21                         // control.c:43:21
	ldr	w8, [sp, #12]
	.loc	0 43 25                         // control.c:43:25
	ldr	w9, [sp, #20]
	.loc	0 43 5                          // control.c:43:5
	subs	w8, w8, w9
	b.ge	.LBB4_25
	b	.LBB4_2
.LBB4_2:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 44 17 is_stmt 1               // control.c:44:17
	ldr	x8, [sp, #24]
	.loc	0 44 22 is_stmt 0               // control.c:44:22
	ldrsw	x9, [sp, #12]
	.loc	0 44 17                         // control.c:44:17
	ldrb	w8, [x8, x9]
	str	w8, [sp, #8]                    // 4-byte Folded Spill
	.loc	0 44 9                          // control.c:44:9
	cbz	w8, .LBB4_12
	b	.LBB4_3
.LBB4_3:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #1
	b.eq	.LBB4_13
	b	.LBB4_4
.LBB4_4:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #2
	b.eq	.LBB4_14
	b	.LBB4_5
.LBB4_5:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #3
	b.eq	.LBB4_15
	b	.LBB4_6
.LBB4_6:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #4
	b.eq	.LBB4_16
	b	.LBB4_7
.LBB4_7:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #5
	b.eq	.LBB4_17
	b	.LBB4_8
.LBB4_8:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #6
	b.eq	.LBB4_18
	b	.LBB4_9
.LBB4_9:                                //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #7
	b.eq	.LBB4_19
	b	.LBB4_10
.LBB4_10:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #8
	b.eq	.LBB4_20
	b	.LBB4_11
.LBB4_11:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 0 9                           // control.c:0:9
	ldr	w8, [sp, #8]                    // 4-byte Folded Reload
	.loc	0 44 9                          // control.c:44:9
	subs	w8, w8, #9
	b.eq	.LBB4_21
	b	.LBB4_22
.LBB4_12:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 45 21 is_stmt 1               // control.c:45:21
	ldr	w8, [sp, #16]
	add	w8, w8, #7
	str	w8, [sp, #16]
	.loc	0 45 27 is_stmt 0               // control.c:45:27
	b	.LBB4_23
.LBB4_13:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 46 21 is_stmt 1               // control.c:46:21
	ldr	w8, [sp, #16]
	mov	w9, #3                          // =0x3
	mul	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 46 27 is_stmt 0               // control.c:46:27
	b	.LBB4_23
.LBB4_14:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 47 21 is_stmt 1               // control.c:47:21
	ldr	w8, [sp, #16]
	mov	w9, #85                         // =0x55
	eor	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 47 30 is_stmt 0               // control.c:47:30
	b	.LBB4_23
.LBB4_15:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 48 24 is_stmt 1               // control.c:48:24
	ldr	w9, [sp, #16]
	.loc	0 48 23 is_stmt 0               // control.c:48:23
	mov	w8, wzr
	subs	w8, w8, w9
	.loc	0 48 21                         // control.c:48:21
	str	w8, [sp, #16]
	.loc	0 48 29                         // control.c:48:29
	b	.LBB4_23
.LBB4_16:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 49 21 is_stmt 1               // control.c:49:21
	ldr	w8, [sp, #16]
	lsl	w8, w8, #2
	str	w8, [sp, #16]
	.loc	0 49 28 is_stmt 0               // control.c:49:28
	b	.LBB4_23
.LBB4_17:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 50 21 is_stmt 1               // control.c:50:21
	ldr	w8, [sp, #16]
	asr	w8, w8, #1
	str	w8, [sp, #16]
	.loc	0 50 28 is_stmt 0               // control.c:50:28
	b	.LBB4_23
.LBB4_18:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 51 24 is_stmt 1               // control.c:51:24
	ldr	w9, [sp, #12]
	.loc	0 51 21 is_stmt 0               // control.c:51:21
	ldr	w8, [sp, #16]
	subs	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 51 27                         // control.c:51:27
	b	.LBB4_23
.LBB4_19:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 52 24 is_stmt 1               // control.c:52:24
	ldr	w8, [sp, #16]
	.loc	0 52 23 is_stmt 0               // control.c:52:23
	mvn	w8, w8
	.loc	0 52 21                         // control.c:52:21
	str	w8, [sp, #16]
	.loc	0 52 29                         // control.c:52:29
	b	.LBB4_23
.LBB4_20:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 53 24 is_stmt 1               // control.c:53:24
	ldr	w9, [sp, #16]
	.loc	0 53 21 is_stmt 0               // control.c:53:21
	ldr	w8, [sp, #16]
	mul	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 53 29                         // control.c:53:29
	b	.LBB4_23
.LBB4_21:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 54 21 is_stmt 1               // control.c:54:21
	ldr	w8, [sp, #16]
	orr	w8, w8, #0x8
	str	w8, [sp, #16]
	.loc	0 54 27 is_stmt 0               // control.c:54:27
	b	.LBB4_23
.LBB4_22:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 55 22 is_stmt 1               // control.c:55:22
	str	wzr, [sp, #16]
	.loc	0 56 9                          // control.c:56:9
	b	.LBB4_23
.LBB4_23:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 57 5                          // control.c:57:5
	b	.LBB4_24
.LBB4_24:                               //   in Loop: Header=BB4_1 Depth=1
	.loc	0 43 29                         // control.c:43:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 43 5 is_stmt 0                // control.c:43:5
	b	.LBB4_1
.LBB4_25:
	.loc	0 58 12 is_stmt 1               // control.c:58:12
	ldr	w0, [sp, #16]
	.loc	0 58 5 epilogue_begin is_stmt 0 // control.c:58:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp14:
.Lfunc_end4:
	.size	interpret, .Lfunc_end4-interpret
	.cfi_endproc
                                        // -- End function
	.globl	threaded                        // -- Begin function threaded
	.p2align	2
	.type	threaded,@function
threaded:                               // @threaded
.Lfunc_begin5:
	.loc	0 62 0 is_stmt 1                // control.c:62:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	.cfi_remember_state
	str	x0, [sp, #24]
.Ltmp16:
	.loc	0 64 9 prologue_end             // control.c:64:9
	mov	w8, #1                          // =0x1
	str	w8, [sp, #20]
	.loc	0 65 21                         // control.c:65:21
	ldr	x8, [sp, #24]
	add	x9, x8, #1
	str	x9, [sp, #24]
	.loc	0 65 16 is_stmt 0               // control.c:65:16
	ldrb	w8, [x8]
	mov	w9, w8
	.loc	0 65 11                         // control.c:65:11
	adrp	x8, threaded.step
	add	x8, x8, :lo12:threaded.step
	ldr	x8, [x8, x9, lsl #3]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	.loc	0 65 5                          // control.c:65:5
	b	.LBB5_5
.Ltmp17:                                // Block address taken
.LBB5_1:                                //   in Loop: Header=BB5_5 Depth=1
	.loc	0 67 9 is_stmt 1                // control.c:67:9
	ldr	w8, [sp, #20]
	add	w8, w8, #5
	str	w8, [sp, #20]
	.loc	0 68 21                         // control.c:68:21
	ldr	x8, [sp, #24]
	add	x9, x8, #1
	str	x9, [sp, #24]
	.loc	0 68 16 is_stmt 0               // control.c:68:16
	ldrb	w8, [x8]
	mov	w9, w8
	.loc	0 68 11                         // control.c:68:11
	adrp	x8, threaded.step
	add	x8, x8, :lo12:threaded.step
	ldr	x8, [x8, x9, lsl #3]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	.loc	0 68 5                          // control.c:68:5
	b	.LBB5_5
.Ltmp18:                                // Block address taken
.LBB5_2:                                //   in Loop: Header=BB5_5 Depth=1
	.loc	0 70 9 is_stmt 1                // control.c:70:9
	ldr	w8, [sp, #20]
	lsl	w8, w8, #1
	str	w8, [sp, #20]
	.loc	0 71 21                         // control.c:71:21
	ldr	x8, [sp, #24]
	add	x9, x8, #1
	str	x9, [sp, #24]
	.loc	0 71 16 is_stmt 0               // control.c:71:16
	ldrb	w8, [x8]
	mov	w9, w8
	.loc	0 71 11                         // control.c:71:11
	adrp	x8, threaded.step
	add	x8, x8, :lo12:threaded.step
	ldr	x8, [x8, x9, lsl #3]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	.loc	0 71 5                          // control.c:71:5
	b	.LBB5_5
.Ltmp19:                                // Block address taken
.LBB5_3:                                //   in Loop: Header=BB5_5 Depth=1
	.loc	0 73 12 is_stmt 1               // control.c:73:12
	ldr	w9, [sp, #20]
	.loc	0 73 11 is_stmt 0               // control.c:73:11
	mov	w8, wzr
	subs	w8, w8, w9
	.loc	0 73 9                          // control.c:73:9
	str	w8, [sp, #20]
	.loc	0 74 21 is_stmt 1               // control.c:74:21
	ldr	x8, [sp, #24]
	add	x9, x8, #1
	str	x9, [sp, #24]
	.loc	0 74 16 is_stmt 0               // control.c:74:16
	ldrb	w8, [x8]
	mov	w9, w8
	.loc	0 74 11                         // control.c:74:11
	adrp	x8, threaded.step
	add	x8, x8, :lo12:threaded.step
	ldr	x8, [x8, x9, lsl #3]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	.loc	0 74 5                          // control.c:74:5
	b	.LBB5_5
.Ltmp20:                                // Block address taken
.LBB5_4:
	.loc	0 76 12 is_stmt 1               // control.c:76:12
	ldr	w0, [sp, #20]
	.loc	0 76 5 epilogue_begin is_stmt 0 // control.c:76:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp21:
.LBB5_5:                                // =>This Inner Loop Header: Depth=1
	.cfi_restore_state
	.loc	0 0 5                           // control.c:0:5
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	br	x8
.Lfunc_end5:
	.size	threaded, .Lfunc_end5-threaded
	.cfi_endproc
                                        // -- End function
	.globl	with_call                       // -- Begin function with_call
	.p2align	2
	.type	with_call,@function
with_call:                              // @with_call
.Lfunc_begin6:
	.loc	0 82 0 is_stmt 1                // control.c:82:0
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
.Ltmp22:
	.loc	0 83 9 prologue_end             // control.c:83:9
	str	wzr, [sp, #16]
	.loc	0 84 14                         // control.c:84:14
	str	wzr, [sp, #12]
	.loc	0 84 10 is_stmt 0               // control.c:84:10
	b	.LBB6_1
.LBB6_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 84 21                         // control.c:84:21
	ldr	w8, [sp, #12]
	.loc	0 84 25                         // control.c:84:25
	ldur	w9, [x29, #-12]
	.loc	0 84 5                          // control.c:84:5
	subs	w8, w8, w9
	b.ge	.LBB6_4
	b	.LBB6_2
.LBB6_2:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 85 19 is_stmt 1               // control.c:85:19
	ldur	x8, [x29, #-8]
	.loc	0 85 21 is_stmt 0               // control.c:85:21
	ldrsw	x9, [sp, #12]
	.loc	0 85 19                         // control.c:85:19
	ldr	w0, [x8, x9, lsl #2]
	.loc	0 85 14                         // control.c:85:14
	bl	work
	.loc	0 85 11                         // control.c:85:11
	ldr	w8, [sp, #16]
	add	w8, w8, w0
	str	w8, [sp, #16]
	.loc	0 85 9                          // control.c:85:9
	b	.LBB6_3
.LBB6_3:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 84 29 is_stmt 1               // control.c:84:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 84 5 is_stmt 0                // control.c:84:5
	b	.LBB6_1
.LBB6_4:
	.loc	0 86 12 is_stmt 1               // control.c:86:12
	ldr	w0, [sp, #16]
	.cfi_def_cfa wsp, 48
	.loc	0 86 5 epilogue_begin is_stmt 0 // control.c:86:5
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp23:
.Lfunc_end6:
	.size	with_call, .Lfunc_end6-with_call
	.cfi_endproc
                                        // -- End function
	.globl	tree_sum                        // -- Begin function tree_sum
	.p2align	2
	.type	tree_sum,@function
tree_sum:                               // @tree_sum
.Lfunc_begin7:
	.loc	0 95 0 is_stmt 1                // control.c:95:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x0, [sp, #16]
.Ltmp24:
	.loc	0 96 10 prologue_end            // control.c:96:10
	ldr	x8, [sp, #16]
	.loc	0 96 9 is_stmt 0                // control.c:96:9
	cbnz	x8, .LBB7_2
	b	.LBB7_1
.LBB7_1:
	.loc	0 97 9 is_stmt 1                // control.c:97:9
	stur	wzr, [x29, #-4]
	b	.LBB7_3
.LBB7_2:
	.loc	0 98 25                         // control.c:98:25
	ldr	x8, [sp, #16]
	.loc	0 98 28 is_stmt 0               // control.c:98:28
	ldr	x0, [x8]
	.loc	0 98 16                         // control.c:98:16
	bl	tree_sum
	.loc	0 98 9                          // control.c:98:9
	str	w0, [sp, #12]
	.loc	0 99 26 is_stmt 1               // control.c:99:26
	ldr	x8, [sp, #16]
	.loc	0 99 29 is_stmt 0               // control.c:99:29
	ldr	x0, [x8, #8]
	.loc	0 99 17                         // control.c:99:17
	bl	tree_sum
	.loc	0 99 9                          // control.c:99:9
	str	w0, [sp, #8]
	.loc	0 100 12 is_stmt 1              // control.c:100:12
	ldr	w8, [sp, #12]
	.loc	0 100 19 is_stmt 0              // control.c:100:19
	ldr	w9, [sp, #8]
	.loc	0 100 17                        // control.c:100:17
	add	w8, w8, w9
	.loc	0 100 27                        // control.c:100:27
	ldr	x9, [sp, #16]
	.loc	0 100 30                        // control.c:100:30
	ldr	w9, [x9, #16]
	.loc	0 100 25                        // control.c:100:25
	add	w8, w8, w9
	.loc	0 100 5                         // control.c:100:5
	stur	w8, [x29, #-4]
	b	.LBB7_3
.LBB7_3:
	.loc	0 101 1 is_stmt 1               // control.c:101:1
	ldur	w0, [x29, #-4]
	.cfi_def_cfa wsp, 48
	.loc	0 101 1 epilogue_begin is_stmt 0 // control.c:101:1
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp25:
.Lfunc_end7:
	.size	tree_sum, .Lfunc_end7-tree_sum
	.cfi_endproc
                                        // -- End function
	.globl	add_four                        // -- Begin function add_four
	.p2align	2
	.type	add_four,@function
add_four:                               // @add_four
.Lfunc_begin8:
	.loc	0 104 0 is_stmt 1               // control.c:104:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
.Ltmp27:
	.loc	0 105 14 prologue_end           // control.c:105:14
	str	wzr, [sp, #12]
	.loc	0 105 10 is_stmt 0              // control.c:105:10
	b	.LBB8_1
.LBB8_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 105 21                        // control.c:105:21
	ldr	w8, [sp, #12]
	.loc	0 105 5                         // control.c:105:5
	subs	w8, w8, #4
	b.ge	.LBB8_4
	b	.LBB8_2
.LBB8_2:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 106 17 is_stmt 1              // control.c:106:17
	ldr	x8, [sp, #16]
	.loc	0 106 19 is_stmt 0              // control.c:106:19
	ldrsw	x9, [sp, #12]
	.loc	0 106 17                        // control.c:106:17
	ldr	w8, [x8, x9, lsl #2]
	.loc	0 106 22                        // control.c:106:22
	mov	w9, #3                          // =0x3
	mul	w11, w8, w9
	.loc	0 106 9                         // control.c:106:9
	ldr	x9, [sp, #24]
	.loc	0 106 11                        // control.c:106:11
	ldrsw	x10, [sp, #12]
	.loc	0 106 14                        // control.c:106:14
	ldr	w8, [x9, x10, lsl #2]
	add	w8, w8, w11
	str	w8, [x9, x10, lsl #2]
	.loc	0 106 9                         // control.c:106:9
	b	.LBB8_3
.LBB8_3:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 105 29 is_stmt 1              // control.c:105:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 105 5 is_stmt 0               // control.c:105:5
	b	.LBB8_1
.LBB8_4:
	.loc	0 107 1 epilogue_begin is_stmt 1 // control.c:107:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp28:
.Lfunc_end8:
	.size	add_four, .Lfunc_end8-add_four
	.cfi_endproc
                                        // -- End function
	.globl	list_max                        // -- Begin function list_max
	.p2align	2
	.type	list_max,@function
list_max:                               // @list_max
.Lfunc_begin9:
	.loc	0 115 0                         // control.c:115:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp30:
	.loc	0 116 9 prologue_end            // control.c:116:9
	str	wzr, [sp, #4]
	.loc	0 117 5                         // control.c:117:5
	b	.LBB9_1
.LBB9_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 117 12 is_stmt 0              // control.c:117:12
	ldr	x8, [sp, #8]
	.loc	0 117 5                         // control.c:117:5
	cbz	x8, .LBB9_6
	b	.LBB9_2
.LBB9_2:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 118 13 is_stmt 1              // control.c:118:13
	ldr	x8, [sp, #8]
	.loc	0 118 16 is_stmt 0              // control.c:118:16
	ldr	w8, [x8, #8]
	.loc	0 118 24                        // control.c:118:24
	ldr	w9, [sp, #4]
	.loc	0 118 13                        // control.c:118:13
	subs	w8, w8, w9
	b.le	.LBB9_4
	b	.LBB9_3
.LBB9_3:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 119 20 is_stmt 1              // control.c:119:20
	ldr	x8, [sp, #8]
	.loc	0 119 23 is_stmt 0              // control.c:119:23
	ldr	w8, [x8, #8]
	.loc	0 119 18                        // control.c:119:18
	str	w8, [sp, #4]
	.loc	0 119 13                        // control.c:119:13
	b	.LBB9_4
.LBB9_4:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 118 24 is_stmt 1              // control.c:118:24
	b	.LBB9_5
.LBB9_5:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 117 19                        // control.c:117:19
	ldr	x8, [sp, #8]
	.loc	0 117 22 is_stmt 0              // control.c:117:22
	ldr	x8, [x8]
	.loc	0 117 17                        // control.c:117:17
	str	x8, [sp, #8]
	.loc	0 117 5                         // control.c:117:5
	b	.LBB9_1
.LBB9_6:
	.loc	0 120 12 is_stmt 1              // control.c:120:12
	ldr	w0, [sp, #4]
	.loc	0 120 5 epilogue_begin is_stmt 0 // control.c:120:5
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp31:
.Lfunc_end9:
	.size	list_max, .Lfunc_end9-list_max
	.cfi_endproc
                                        // -- End function
	.globl	irreducible                     // -- Begin function irreducible
	.p2align	2
	.type	irreducible,@function
irreducible:                            // @irreducible
.Lfunc_begin10:
	.loc	0 125 0 is_stmt 1               // control.c:125:0
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
	str	w2, [sp, #16]
.Ltmp32:
	.loc	0 126 9 prologue_end            // control.c:126:9
	str	wzr, [sp, #12]
	.loc	0 127 9                         // control.c:127:9
	ldr	w8, [sp, #16]
	cbz	w8, .LBB10_2
	b	.LBB10_1
.LBB10_1:
	.loc	0 128 9                         // control.c:128:9
	b	.LBB10_4
.LBB10_2:
	.loc	0 127 9                         // control.c:127:9
	b	.LBB10_3
.LBB10_3:
	.loc	0 130 15                        // control.c:130:15
	ldur	w0, [x29, #-12]
	.loc	0 130 10 is_stmt 0              // control.c:130:10
	bl	work
	.loc	0 130 7                         // control.c:130:7
	ldr	w8, [sp, #12]
	add	w8, w8, w0
	str	w8, [sp, #12]
	.loc	0 130 5                         // control.c:130:5
	b	.LBB10_4
.LBB10_4:
	.loc	0 132 15 is_stmt 1              // control.c:132:15
	ldr	w0, [sp, #12]
	.loc	0 132 10 is_stmt 0              // control.c:132:10
	bl	work
	.loc	0 132 7                         // control.c:132:7
	ldr	w8, [sp, #12]
	eor	w8, w8, w0
	str	w8, [sp, #12]
	.loc	0 133 6 is_stmt 1               // control.c:133:6
	ldur	w8, [x29, #-12]
	subs	w8, w8, #1
	stur	w8, [x29, #-12]
	.loc	0 134 9                         // control.c:134:9
	ldur	w8, [x29, #-12]
	subs	w8, w8, #0
	b.le	.LBB10_6
	b	.LBB10_5
.LBB10_5:
	.loc	0 135 9                         // control.c:135:9
	b	.LBB10_3
.LBB10_6:
	.loc	0 136 12                        // control.c:136:12
	ldr	w8, [sp, #12]
	.loc	0 136 16 is_stmt 0              // control.c:136:16
	ldur	x9, [x29, #-8]
	ldr	w9, [x9]
	.loc	0 136 14                        // control.c:136:14
	add	w0, w8, w9
	.cfi_def_cfa wsp, 48
	.loc	0 136 5 epilogue_begin          // control.c:136:5
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp33:
.Lfunc_end10:
	.size	irreducible, .Lfunc_end10-irreducible
	.cfi_endproc
                                        // -- End function
	.globl	checked_sum                     // -- Begin function checked_sum
	.p2align	2
	.type	checked_sum,@function
checked_sum:                            // @checked_sum
.Lfunc_begin11:
	.loc	0 140 0 is_stmt 1               // control.c:140:0
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
.Ltmp34:
	.loc	0 141 9 prologue_end            // control.c:141:9
	str	wzr, [sp, #16]
	.loc	0 142 14                        // control.c:142:14
	str	wzr, [sp, #12]
	.loc	0 142 10 is_stmt 0              // control.c:142:10
	b	.LBB11_1
.LBB11_1:                               // =>This Inner Loop Header: Depth=1
	.loc	0 142 21                        // control.c:142:21
	ldr	w8, [sp, #12]
	.loc	0 142 25                        // control.c:142:25
	ldur	w9, [x29, #-12]
	.loc	0 142 5                         // control.c:142:5
	subs	w8, w8, w9
	b.ge	.LBB11_6
	b	.LBB11_2
.LBB11_2:                               //   in Loop: Header=BB11_1 Depth=1
	.loc	0 143 13 is_stmt 1              // control.c:143:13
	ldur	x8, [x29, #-8]
	.loc	0 143 15 is_stmt 0              // control.c:143:15
	ldrsw	x9, [sp, #12]
	.loc	0 143 13                        // control.c:143:13
	ldr	w8, [x8, x9, lsl #2]
	tbz	w8, #31, .LBB11_4
	b	.LBB11_3
.LBB11_3:
	.loc	0 144 13 is_stmt 1              // control.c:144:13
	bl	abort
.LBB11_4:                               //   in Loop: Header=BB11_1 Depth=1
	.loc	0 145 14                        // control.c:145:14
	ldur	x8, [x29, #-8]
	.loc	0 145 16 is_stmt 0              // control.c:145:16
	ldrsw	x9, [sp, #12]
	.loc	0 145 14                        // control.c:145:14
	ldr	w9, [x8, x9, lsl #2]
	.loc	0 145 11                        // control.c:145:11
	ldr	w8, [sp, #16]
	add	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 146 5 is_stmt 1               // control.c:146:5
	b	.LBB11_5
.LBB11_5:                               //   in Loop: Header=BB11_1 Depth=1
	.loc	0 142 29                        // control.c:142:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 142 5 is_stmt 0               // control.c:142:5
	b	.LBB11_1
.LBB11_6:
	.loc	0 147 12 is_stmt 1              // control.c:147:12
	ldr	w0, [sp, #16]
	.cfi_def_cfa wsp, 48
	.loc	0 147 5 epilogue_begin is_stmt 0 // control.c:147:5
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp35:
.Lfunc_end11:
	.size	checked_sum, .Lfunc_end11-checked_sum
	.cfi_endproc
                                        // -- End function
	.globl	wait_for                        // -- Begin function wait_for
	.p2align	2
	.type	wait_for,@function
wait_for:                               // @wait_for
.Lfunc_begin12:
	.loc	0 151 0 is_stmt 1               // control.c:151:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp37:
	.loc	0 152 5 prologue_end            // control.c:152:5
	b	.LBB12_1
.LBB12_1:                               // =>This Inner Loop Header: Depth=1
	.loc	0 152 14 is_stmt 0              // control.c:152:14
	ldr	x8, [sp, #8]
	.loc	0 152 13                        // control.c:152:13
	ldr	w8, [x8]
	.loc	0 152 5                         // control.c:152:5
	cbnz	w8, .LBB12_3
	b	.LBB12_2
.LBB12_2:                               //   in Loop: Header=BB12_1 Depth=1
	b	.LBB12_1
.LBB12_3:
	.loc	0 154 1 epilogue_begin is_stmt 1 // control.c:154:1
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp38:
.Lfunc_end12:
	.size	wait_for, .Lfunc_end12-wait_for
	.cfi_endproc
                                        // -- End function
	.globl	skip_zeros                      // -- Begin function skip_zeros
	.p2align	2
	.type	skip_zeros,@function
skip_zeros:                             // @skip_zeros
.Lfunc_begin13:
	.loc	0 157 0                         // control.c:157:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp40:
	.loc	0 158 9 prologue_end            // control.c:158:9
	str	wzr, [sp, #16]
	.loc	0 158 16 is_stmt 0              // control.c:158:16
	str	wzr, [sp, #12]
	.loc	0 159 5 is_stmt 1               // control.c:159:5
	b	.LBB13_1
.LBB13_1:                               // =>This Inner Loop Header: Depth=1
	.loc	0 159 12 is_stmt 0              // control.c:159:12
	ldr	w8, [sp, #16]
	.loc	0 159 16                        // control.c:159:16
	ldr	w9, [sp, #20]
	.loc	0 159 5                         // control.c:159:5
	subs	w8, w8, w9
	b.ge	.LBB13_5
	b	.LBB13_2
.LBB13_2:                               //   in Loop: Header=BB13_1 Depth=1
	.loc	0 160 13 is_stmt 1              // control.c:160:13
	ldr	x8, [sp, #24]
	.loc	0 160 15 is_stmt 0              // control.c:160:15
	ldrsw	x9, [sp, #16]
	.loc	0 160 13                        // control.c:160:13
	ldr	w8, [x8, x9, lsl #2]
	cbnz	w8, .LBB13_4
	b	.LBB13_3
.LBB13_3:                               //   in Loop: Header=BB13_1 Depth=1
	.loc	0 161 14 is_stmt 1              // control.c:161:14
	ldr	w8, [sp, #16]
	add	w8, w8, #1
	str	w8, [sp, #16]
	.loc	0 162 13                        // control.c:162:13
	b	.LBB13_1
.LBB13_4:                               //   in Loop: Header=BB13_1 Depth=1
	.loc	0 164 20                        // control.c:164:20
	ldr	x8, [sp, #24]
	.loc	0 164 22 is_stmt 0              // control.c:164:22
	ldrsw	x9, [sp, #16]
	.loc	0 164 20                        // control.c:164:20
	ldr	w9, [x8, x9, lsl #2]
	.loc	0 164 18                        // control.c:164:18
	mov	w8, #100                        // =0x64
	sdiv	w9, w8, w9
	.loc	0 164 11                        // control.c:164:11
	ldr	w8, [sp, #12]
	add	w8, w8, w9
	str	w8, [sp, #12]
	.loc	0 165 11 is_stmt 1              // control.c:165:11
	ldr	w8, [sp, #16]
	add	w8, w8, #2
	str	w8, [sp, #16]
	.loc	0 159 5                         // control.c:159:5
	b	.LBB13_1
.LBB13_5:
	.loc	0 167 12                        // control.c:167:12
	ldr	w0, [sp, #12]
	.loc	0 167 5 epilogue_begin is_stmt 0 // control.c:167:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp41:
.Lfunc_end13:
	.size	skip_zeros, .Lfunc_end13-skip_zeros
	.cfi_endproc
                                        // -- End function
	.globl	straight                        // -- Begin function straight
	.p2align	2
	.type	straight,@function
straight:                               // @straight
.Lfunc_begin14:
	.loc	0 171 0 is_stmt 1               // control.c:171:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, #12]
	str	w1, [sp, #8]
.Ltmp43:
	.loc	0 172 12 prologue_end           // control.c:172:12
	ldr	w8, [sp, #12]
	.loc	0 172 16 is_stmt 0              // control.c:172:16
	ldr	w9, [sp, #8]
	.loc	0 172 12                        // control.c:172:12
	subs	w8, w8, w9
	b.le	.LBB14_2
	b	.LBB14_1
.LBB14_1:
	.loc	0 172 20                        // control.c:172:20
	ldr	w8, [sp, #12]
	.loc	0 172 24                        // control.c:172:24
	ldr	w9, [sp, #8]
	.loc	0 172 22                        // control.c:172:22
	subs	w8, w8, w9
	str	w8, [sp, #4]                    // 4-byte Folded Spill
	.loc	0 172 12                        // control.c:172:12
	b	.LBB14_3
.LBB14_2:
	.loc	0 172 28                        // control.c:172:28
	ldr	w8, [sp, #8]
	.loc	0 172 32                        // control.c:172:32
	ldr	w9, [sp, #12]
	.loc	0 172 30                        // control.c:172:30
	subs	w8, w8, w9
	str	w8, [sp, #4]                    // 4-byte Folded Spill
	.loc	0 172 12                        // control.c:172:12
	b	.LBB14_3
.LBB14_3:
	.loc	0 0 12                          // control.c:0:12
	ldr	w0, [sp, #4]                    // 4-byte Folded Reload
	.loc	0 172 5 epilogue_begin          // control.c:172:5
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp44:
.Lfunc_end14:
	.size	straight, .Lfunc_end14-straight
	.cfi_endproc
                                        // -- End function
	.type	threaded.step,@object           // @threaded.step
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
threaded.step:
	.xword	.Ltmp17
	.xword	.Ltmp18
	.xword	.Ltmp19
	.xword	.Ltmp20
	.size	threaded.step, 32

