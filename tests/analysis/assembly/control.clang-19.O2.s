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
	mov	x8, xzr
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
.Ltmp0:
	.loc	0 6 12 prologue_end             // control.c:6:12
	ldrb	w9, [x0, x8]
	.loc	0 6 5 is_stmt 0                 // control.c:6:5
	add	x8, x8, #1
	cbnz	w9, .LBB0_1
// %bb.2:
	.loc	0 8 5 is_stmt 1                 // control.c:8:5
	sub	x0, x8, #1
	ret
.Ltmp1:
.Lfunc_end0:
	.size	length, .Lfunc_end0-length
	.cfi_endproc
                                        // -- End function
	.globl	digits                          // -- Begin function digits
	.p2align	2
	.type	digits,@function
digits:                                 // @digits
.Lfunc_begin1:
	.loc	0 12 0                          // control.c:12:0
	.cfi_startproc
// %bb.0:
	mov	w9, #52429                      // =0xcccd
	mov	w8, w0
	mov	w0, wzr
	movk	w9, #52428, lsl #16
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
.Ltmp2:
	.loc	0 16 11 prologue_end            // control.c:16:11
	umull	x10, w8, w9
	.loc	0 17 5                          // control.c:17:5
	cmp	w8, #9
	.loc	0 15 14                         // control.c:15:14
	add	w0, w0, #1
	.loc	0 16 11                         // control.c:16:11
	lsr	x10, x10, #35
	mov	w8, w10
	.loc	0 17 5                          // control.c:17:5
	b.hi	.LBB1_1
// %bb.2:
	.loc	0 18 5                          // control.c:18:5
	ret
.Ltmp3:
.Lfunc_end1:
	.size	digits, .Lfunc_end1-digits
	.cfi_endproc
                                        // -- End function
	.globl	gcd                             // -- Begin function gcd
	.p2align	2
	.type	gcd,@function
gcd:                                    // @gcd
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 24 9 prologue_end             // control.c:24:9
	cbz	w1, .LBB2_2
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 26 15                         // control.c:26:15
	sdiv	w8, w0, w1
	msub	w8, w8, w1, w0
	mov	w0, w1
	mov	w1, w8
	.loc	0 24 9                          // control.c:24:9
	cbnz	w8, .LBB2_1
.LBB2_2:
	.loc	0 25 9                          // control.c:25:9
	ret
.Ltmp4:
.Lfunc_end2:
	.size	gcd, .Lfunc_end2-gcd
	.cfi_endproc
                                        // -- End function
	.globl	find                            // -- Begin function find
	.p2align	2
	.type	find,@function
find:                                   // @find
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 34 5 prologue_end             // control.c:34:5
	cmp	w1, #1
	b.lt	.LBB3_4
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	x8, x0
	mov	x0, xzr
	.loc	0 34 23                         // control.c:34:23
	mov	w9, w1
.LBB3_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 35 13 is_stmt 1               // control.c:35:13
	ldr	w10, [x8, x0, lsl #2]
	cmp	w10, w2
	b.eq	.LBB3_5
// %bb.3:                               //   in Loop: Header=BB3_2 Depth=1
	.loc	0 34 29                         // control.c:34:29
	add	x0, x0, #1
	.loc	0 34 5 is_stmt 0                // control.c:34:5
	cmp	x9, x0
	b.ne	.LBB3_2
.LBB3_4:
	.loc	0 0 5                           // control.c:0:5
	mov	w0, #-1                         // =0xffffffff
.LBB3_5:
                                        // kill: def $w0 killed $w0 killed $x0
	.loc	0 38 1 is_stmt 1                // control.c:38:1
	ret
.Ltmp5:
.Lfunc_end3:
	.size	find, .Lfunc_end3-find
	.cfi_endproc
                                        // -- End function
	.globl	interpret                       // -- Begin function interpret
	.p2align	2
	.type	interpret,@function
interpret:                              // @interpret
.Lfunc_begin4:
	.cfi_startproc
// %bb.0:
	.loc	0 43 5 prologue_end             // control.c:43:5
	cmp	w1, #1
	b.lt	.LBB4_26
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	x9, xzr
	mov	w12, wzr
	mov	w11, #85                        // =0x55
	.loc	0 43 5                          // control.c:43:5
	sub	x10, x9, w1, uxtw
	b	.LBB4_4
.LBB4_2:                                //   in Loop: Header=BB4_4 Depth=1
	.loc	0 50 21 is_stmt 1               // control.c:50:21
	asr	w8, w12, #1
.LBB4_3:                                //   in Loop: Header=BB4_4 Depth=1
	.loc	0 43 23                         // control.c:43:23
	sub	x9, x9, #1
	mov	w12, w8
	.loc	0 43 5 is_stmt 0                // control.c:43:5
	cmp	x10, x9
	b.eq	.LBB4_27
.LBB4_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 44 17 is_stmt 1               // control.c:44:17
	ldrb	w13, [x0], #1
	mov	w8, wzr
	.loc	0 44 9 is_stmt 0                // control.c:44:9
	cmp	w13, #4
	b.gt	.LBB4_10
// %bb.5:                               //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #1
	b.le	.LBB4_15
// %bb.6:                               //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #2
	b.eq	.LBB4_22
// %bb.7:                               //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #3
	b.eq	.LBB4_24
// %bb.8:                               //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #4
	b.ne	.LBB4_3
// %bb.9:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 49 21 is_stmt 1               // control.c:49:21
	lsl	w8, w12, #2
	.loc	0 49 28 is_stmt 0               // control.c:49:28
	b	.LBB4_3
.LBB4_10:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 44 9 is_stmt 1                // control.c:44:9
	cmp	w13, #6
	b.le	.LBB4_18
// %bb.11:                              //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #7
	b.eq	.LBB4_23
// %bb.12:                              //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #8
	b.eq	.LBB4_25
// %bb.13:                              //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #9
	b.ne	.LBB4_3
// %bb.14:                              //   in Loop: Header=BB4_4 Depth=1
	.loc	0 54 21                         // control.c:54:21
	orr	w8, w12, #0x8
	b	.LBB4_3
.LBB4_15:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 44 9                          // control.c:44:9
	cbz	w13, .LBB4_21
// %bb.16:                              //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #1
	b.ne	.LBB4_3
// %bb.17:                              //   in Loop: Header=BB4_4 Depth=1
	.loc	0 46 21                         // control.c:46:21
	add	w8, w12, w12, lsl #1
	.loc	0 46 27 is_stmt 0               // control.c:46:27
	b	.LBB4_3
.LBB4_18:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 44 9 is_stmt 1                // control.c:44:9
	cmp	w13, #5
	b.eq	.LBB4_2
// %bb.19:                              //   in Loop: Header=BB4_4 Depth=1
	cmp	w13, #6
	b.ne	.LBB4_3
// %bb.20:                              //   in Loop: Header=BB4_4 Depth=1
	.loc	0 51 27                         // control.c:51:27
	add	w8, w9, w12
	b	.LBB4_3
.LBB4_21:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 45 21                         // control.c:45:21
	add	w8, w12, #7
	.loc	0 45 27 is_stmt 0               // control.c:45:27
	b	.LBB4_3
.LBB4_22:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 47 21 is_stmt 1               // control.c:47:21
	eor	w8, w12, w11
	.loc	0 47 30 is_stmt 0               // control.c:47:30
	b	.LBB4_3
.LBB4_23:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 52 23 is_stmt 1               // control.c:52:23
	mvn	w8, w12
	.loc	0 52 29 is_stmt 0               // control.c:52:29
	b	.LBB4_3
.LBB4_24:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 48 23 is_stmt 1               // control.c:48:23
	neg	w8, w12
	.loc	0 48 29 is_stmt 0               // control.c:48:29
	b	.LBB4_3
.LBB4_25:                               //   in Loop: Header=BB4_4 Depth=1
	.loc	0 53 21 is_stmt 1               // control.c:53:21
	mul	w8, w12, w12
	b	.LBB4_3
.LBB4_26:
	.loc	0 0 21 is_stmt 0                // control.c:0:21
	mov	w8, wzr
.LBB4_27:
	.loc	0 58 5 is_stmt 1                // control.c:58:5
	mov	w0, w8
	ret
.Ltmp6:
.Lfunc_end4:
	.size	interpret, .Lfunc_end4-interpret
	.cfi_endproc
                                        // -- End function
	.globl	threaded                        // -- Begin function threaded
	.p2align	2
	.type	threaded,@function
threaded:                               // @threaded
.Lfunc_begin5:
	.loc	0 62 0                          // control.c:62:0
	.cfi_startproc
// %bb.0:
	.loc	0 0 0 is_stmt 0                 // control.c:0:0
	ldrb	w8, [x0], #1
	adrp	x9, threaded.step
	add	x9, x9, :lo12:threaded.step
	ldr	x10, [x9, x8, lsl #3]
	mov	w8, #1                          // =0x1
	br	x10
.Ltmp7:                                 // Block address taken
.LBB5_1:                                // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x0], #1
	.loc	0 67 9 prologue_end is_stmt 1   // control.c:67:9
	add	w8, w8, #5
	.loc	0 0 0 is_stmt 0                 // control.c:0:0
	ldr	x10, [x9, x10, lsl #3]
	br	x10
.Ltmp8:                                 // Block address taken
.LBB5_2:                                // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x0], #1
	.loc	0 70 9 is_stmt 1                // control.c:70:9
	lsl	w8, w8, #1
	.loc	0 0 0 is_stmt 0                 // control.c:0:0
	ldr	x10, [x9, x10, lsl #3]
	br	x10
.Ltmp9:                                 // Block address taken
.LBB5_3:                                // =>This Inner Loop Header: Depth=1
	ldrb	w10, [x0], #1
	.loc	0 73 11 is_stmt 1               // control.c:73:11
	neg	w8, w8
	.loc	0 0 0 is_stmt 0                 // control.c:0:0
	ldr	x10, [x9, x10, lsl #3]
	br	x10
.Ltmp10:                                // Block address taken
.LBB5_4:
	.loc	0 76 5 is_stmt 1                // control.c:76:5
	mov	w0, w8
	ret
.Ltmp11:
.Lfunc_end5:
	.size	threaded, .Lfunc_end5-threaded
	.cfi_endproc
                                        // -- End function
	.globl	with_call                       // -- Begin function with_call
	.p2align	2
	.type	with_call,@function
with_call:                              // @with_call
.Lfunc_begin6:
	.loc	0 82 0                          // control.c:82:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
.Ltmp12:
	.loc	0 84 5 prologue_end             // control.c:84:5
	cmp	w1, #1
	b.lt	.LBB6_3
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	x20, x0
	mov	w19, wzr
	.loc	0 84 23                         // control.c:84:23
	mov	w21, w1
.LBB6_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 85 19 is_stmt 1               // control.c:85:19
	ldr	w0, [x20], #4
	.loc	0 85 14 is_stmt 0               // control.c:85:14
	bl	work
.Ltmp13:
	.loc	0 84 23 is_stmt 1               // control.c:84:23
	subs	x21, x21, #1
	.loc	0 85 11                         // control.c:85:11
	add	w19, w0, w19
	.loc	0 84 5                          // control.c:84:5
	b.ne	.LBB6_2
	b	.LBB6_4
.LBB6_3:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	w19, wzr
.LBB6_4:
	.loc	0 86 5 is_stmt 1                // control.c:86:5
	mov	w0, w19
	.cfi_def_cfa wsp, 48
	.loc	0 86 5 epilogue_begin is_stmt 0 // control.c:86:5
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp14:
.Lfunc_end6:
	.size	with_call, .Lfunc_end6-with_call
	.cfi_endproc
                                        // -- End function
	.globl	tree_sum                        // -- Begin function tree_sum
	.p2align	2
	.type	tree_sum,@function
tree_sum:                               // @tree_sum
.Lfunc_begin7:
	.cfi_startproc
// %bb.0:
	.loc	0 96 9 prologue_end is_stmt 1   // control.c:96:9
	cbz	x0, .LBB7_2
// %bb.1:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.loc	0 98 28                         // control.c:98:28
	ldr	x8, [x0]
	mov	x20, x0
	.loc	0 98 16 is_stmt 0               // control.c:98:16
	mov	x0, x8
	bl	tree_sum
.Ltmp15:
	.loc	0 99 29 is_stmt 1               // control.c:99:29
	ldr	x8, [x20, #8]
	.loc	0 98 16                         // control.c:98:16
	mov	w19, w0
	.loc	0 99 17                         // control.c:99:17
	mov	x0, x8
	bl	tree_sum
.Ltmp16:
	.loc	0 100 30                        // control.c:100:30
	ldr	w8, [x20, #16]
	.loc	0 100 17 is_stmt 0              // control.c:100:17
	add	w9, w0, w19
	.loc	0 100 25                        // control.c:100:25
	add	w0, w9, w8
	.cfi_def_cfa wsp, 32
	.loc	0 101 1 epilogue_begin is_stmt 1 // control.c:101:1
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
.LBB7_2:
	ret
.Ltmp17:
.Lfunc_end7:
	.size	tree_sum, .Lfunc_end7-tree_sum
	.cfi_endproc
                                        // -- End function
	.globl	add_four                        // -- Begin function add_four
	.p2align	2
	.type	add_four,@function
add_four:                               // @add_four
.Lfunc_begin8:
	.cfi_startproc
// %bb.0:
	.loc	0 106 22 prologue_end           // control.c:106:22
	movi	v0.4s, #3
	.loc	0 106 17 is_stmt 0              // control.c:106:17
	ldr	q1, [x1]
	.loc	0 106 14                        // control.c:106:14
	ldr	q2, [x0]
	mla	v2.4s, v1.4s, v0.4s
	str	q2, [x0]
	.loc	0 107 1 is_stmt 1               // control.c:107:1
	ret
.Ltmp18:
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
	mov	w8, wzr
.Ltmp19:
	.loc	0 117 5 prologue_end            // control.c:117:5
	cbz	x0, .LBB9_2
.LBB9_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 118 16                        // control.c:118:16
	ldr	w9, [x0, #8]
	.loc	0 117 22                        // control.c:117:22
	ldr	x0, [x0]
	.loc	0 118 13                        // control.c:118:13
	cmp	w9, w8
	csel	w8, w9, w8, gt
	.loc	0 117 5                         // control.c:117:5
	cbnz	x0, .LBB9_1
.LBB9_2:
	.loc	0 120 5                         // control.c:120:5
	mov	w0, w8
	ret
.Ltmp20:
.Lfunc_end9:
	.size	list_max, .Lfunc_end9-list_max
	.cfi_endproc
                                        // -- End function
	.globl	irreducible                     // -- Begin function irreducible
	.p2align	2
	.type	irreducible,@function
irreducible:                            // @irreducible
.Lfunc_begin10:
	.loc	0 125 0                         // control.c:125:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	w20, w1
	mov	x19, x0
	mov	w22, wzr
	mov	w21, wzr
.Ltmp21:
	.loc	0 127 9 prologue_end            // control.c:127:9
	cbnz	w2, .LBB10_2
.LBB10_1:
	.loc	0 130 10                        // control.c:130:10
	mov	w0, w20
	bl	work
.Ltmp22:
	.loc	0 130 7 is_stmt 0               // control.c:130:7
	add	w21, w0, w22
.LBB10_2:
	.loc	0 132 10 is_stmt 1              // control.c:132:10
	mov	w0, w21
	bl	work
.Ltmp23:
	.loc	0 133 6                         // control.c:133:6
	subs	w20, w20, #1
	.loc	0 132 7                         // control.c:132:7
	eor	w22, w0, w21
	.loc	0 134 9                         // control.c:134:9
	b.gt	.LBB10_1
// %bb.3:
	.loc	0 136 16                        // control.c:136:16
	ldr	w8, [x19]
	.loc	0 136 14 is_stmt 0              // control.c:136:14
	add	w0, w8, w22
	.cfi_def_cfa wsp, 48
	.loc	0 136 5 epilogue_begin          // control.c:136:5
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp24:
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
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_remember_state
.Ltmp25:
	.loc	0 142 5 prologue_end            // control.c:142:5
	cmp	w1, #1
	b.lt	.LBB11_5
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	x8, x0
	mov	w0, wzr
	.loc	0 142 23                        // control.c:142:23
	mov	w9, w1
.LBB11_2:                               // =>This Inner Loop Header: Depth=1
	.loc	0 143 13 is_stmt 1              // control.c:143:13
	ldr	w10, [x8], #4
	tbnz	w10, #31, .LBB11_6
// %bb.3:                               //   in Loop: Header=BB11_2 Depth=1
	.loc	0 142 23                        // control.c:142:23
	subs	x9, x9, #1
	.loc	0 145 11                        // control.c:145:11
	add	w0, w10, w0
	.loc	0 142 5                         // control.c:142:5
	b.ne	.LBB11_2
// %bb.4:
	.cfi_def_cfa wsp, 16
	.loc	0 147 5 epilogue_begin          // control.c:147:5
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB11_5:
	.cfi_restore_state
	.cfi_remember_state
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	w0, wzr
	.cfi_def_cfa wsp, 16
	.loc	0 147 5 epilogue_begin          // control.c:147:5
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB11_6:
	.cfi_restore_state
	.loc	0 144 13 is_stmt 1              // control.c:144:13
	bl	abort
.Ltmp26:
.Lfunc_end11:
	.size	checked_sum, .Lfunc_end11-checked_sum
	.cfi_endproc
                                        // -- End function
	.globl	wait_for                        // -- Begin function wait_for
	.p2align	2
	.type	wait_for,@function
wait_for:                               // @wait_for
.Lfunc_begin12:
	.cfi_startproc
// %bb.0:
.LBB12_1:                               // =>This Inner Loop Header: Depth=1
	.loc	0 152 13 prologue_end           // control.c:152:13
	ldr	w8, [x0]
	.loc	0 152 5 is_stmt 0               // control.c:152:5
	cbz	w8, .LBB12_1
// %bb.2:
	.loc	0 154 1 is_stmt 1               // control.c:154:1
	ret
.Ltmp27:
.Lfunc_end12:
	.size	wait_for, .Lfunc_end12-wait_for
	.cfi_endproc
                                        // -- End function
	.globl	skip_zeros                      // -- Begin function skip_zeros
	.p2align	2
	.type	skip_zeros,@function
skip_zeros:                             // @skip_zeros
.Lfunc_begin13:
	.cfi_startproc
// %bb.0:
	.loc	0 159 5 prologue_end            // control.c:159:5
	cmp	w1, #1
	b.lt	.LBB13_7
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	x8, x0
	mov	w0, wzr
	mov	w9, wzr
	.loc	0 159 5                         // control.c:159:5
	mov	w10, w1
	mov	w11, #100                       // =0x64
.LBB13_2:                               // =>This Loop Header: Depth=1
                                        //     Child Loop BB13_3 Depth 2
	sxtw	x12, w9
	add	w9, w9, #2
.LBB13_3:                               //   Parent Loop BB13_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 160 13 is_stmt 1              // control.c:160:13
	ldr	w13, [x8, x12, lsl #2]
	cbnz	w13, .LBB13_5
// %bb.4:                               //   in Loop: Header=BB13_3 Depth=2
	.loc	0 161 14                        // control.c:161:14
	add	x12, x12, #1
	.loc	0 159 14                        // control.c:159:14
	add	w9, w9, #1
	.loc	0 159 5 is_stmt 0               // control.c:159:5
	cmp	x12, x10
	b.lt	.LBB13_3
	b	.LBB13_6
.LBB13_5:                               //   in Loop: Header=BB13_2 Depth=1
	.loc	0 164 18 is_stmt 1              // control.c:164:18
	sdiv	w12, w11, w13
	.loc	0 159 5                         // control.c:159:5
	cmp	w9, w1
	.loc	0 164 11                        // control.c:164:11
	add	w0, w12, w0
	.loc	0 159 5                         // control.c:159:5
	b.lt	.LBB13_2
.LBB13_6:
	.loc	0 167 5                         // control.c:167:5
	ret
.LBB13_7:
	.loc	0 0 5 is_stmt 0                 // control.c:0:5
	mov	w0, wzr
	.loc	0 167 5                         // control.c:167:5
	ret
.Ltmp28:
.Lfunc_end13:
	.size	skip_zeros, .Lfunc_end13-skip_zeros
	.cfi_endproc
                                        // -- End function
	.globl	straight                        // -- Begin function straight
	.p2align	2
	.type	straight,@function
straight:                               // @straight
.Lfunc_begin14:
	.cfi_startproc
// %bb.0:
	.loc	0 172 12 prologue_end is_stmt 1 // control.c:172:12
	subs	w8, w0, w1
	cneg	w0, w8, mi
	.loc	0 172 5 is_stmt 0               // control.c:172:5
	ret
.Ltmp29:
.Lfunc_end14:
	.size	straight, .Lfunc_end14-straight
	.cfi_endproc
                                        // -- End function
	.type	threaded.step,@object           // @threaded.step
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
threaded.step:
	.xword	.Ltmp7
	.xword	.Ltmp8
	.xword	.Ltmp9
	.xword	.Ltmp10
	.size	threaded.step, 32

