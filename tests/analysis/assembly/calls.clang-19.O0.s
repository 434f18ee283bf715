	.text
	.file	"calls.c"
	.globl	mixed                           // -- Begin function mixed
	.p2align	2
	.type	mixed,@function
mixed:                                  // @mixed
.Lfunc_begin0:
	.file	0 "." "calls.c" md5 0x160cec840f7fd8663a609a33ed0951ca
	.loc	0 15 0                          // calls.c:15:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	w0, [sp, #44]
	str	d0, [sp, #32]
	str	x1, [sp, #24]
	str	s1, [sp, #20]
	str	x2, [sp, #8]
.Ltmp1:
	.loc	0 16 12 prologue_end            // calls.c:16:12
	ldrsw	x8, [sp, #44]
	.loc	0 16 22 is_stmt 0               // calls.c:16:22
	ldr	d0, [sp, #32]
	.loc	0 16 16                         // calls.c:16:16
	fcvtzs	x9, d0
	.loc	0 16 14                         // calls.c:16:14
	add	x8, x8, x9
	.loc	0 16 27                         // calls.c:16:27
	ldr	x9, [sp, #24]
	.loc	0 16 26                         // calls.c:16:26
	ldrb	w9, [x9]
                                        // kill: def $x9 killed $w9
	.loc	0 16 24                         // calls.c:16:24
	add	x8, x8, x9
	.loc	0 16 37                         // calls.c:16:37
	ldr	s0, [sp, #20]
	.loc	0 16 31                         // calls.c:16:31
	fcvtzs	x9, s0
	.loc	0 16 29                         // calls.c:16:29
	add	x8, x8, x9
	.loc	0 16 41                         // calls.c:16:41
	ldr	x9, [sp, #8]
	.loc	0 16 39                         // calls.c:16:39
	add	x0, x8, x9
	.loc	0 16 5 epilogue_begin           // calls.c:16:5
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	mixed, .Lfunc_end0-mixed
	.cfi_endproc
                                        // -- End function
	.globl	many                            // -- Begin function many
	.p2align	2
	.type	many,@function
many:                                   // @many
.Lfunc_begin1:
	.loc	0 20 0 is_stmt 1                // calls.c:20:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	ldr	w8, [sp, #48]
	str	w0, [sp, #44]
	str	w1, [sp, #40]
	str	w2, [sp, #36]
	str	w3, [sp, #32]
	str	w4, [sp, #28]
	str	w5, [sp, #24]
	str	w6, [sp, #20]
	str	w7, [sp, #16]
	str	w8, [sp, #12]
.Ltmp4:
	.loc	0 21 12 prologue_end            // calls.c:21:12
	ldr	w8, [sp, #44]
	.loc	0 21 20 is_stmt 0               // calls.c:21:20
	ldr	w10, [sp, #40]
	.loc	0 21 18                         // calls.c:21:18
	mov	w9, #2                          // =0x2
	mul	w9, w9, w10
	.loc	0 21 14                         // calls.c:21:14
	add	w8, w8, w9
	.loc	0 21 28                         // calls.c:21:28
	ldr	w10, [sp, #36]
	.loc	0 21 26                         // calls.c:21:26
	mov	w9, #3                          // =0x3
	mul	w9, w9, w10
	.loc	0 21 22                         // calls.c:21:22
	add	w8, w8, w9
	.loc	0 21 36                         // calls.c:21:36
	ldr	w10, [sp, #32]
	.loc	0 21 34                         // calls.c:21:34
	mov	w9, #4                          // =0x4
	mul	w9, w9, w10
	.loc	0 21 30                         // calls.c:21:30
	add	w8, w8, w9
	.loc	0 21 44                         // calls.c:21:44
	ldr	w10, [sp, #28]
	.loc	0 21 42                         // calls.c:21:42
	mov	w9, #5                          // =0x5
	mul	w9, w9, w10
	.loc	0 21 38                         // calls.c:21:38
	add	w8, w8, w9
	.loc	0 21 52                         // calls.c:21:52
	ldr	w10, [sp, #24]
	.loc	0 21 50                         // calls.c:21:50
	mov	w9, #6                          // =0x6
	mul	w9, w9, w10
	.loc	0 21 46                         // calls.c:21:46
	add	w8, w8, w9
	.loc	0 21 60                         // calls.c:21:60
	ldr	w10, [sp, #20]
	.loc	0 21 58                         // calls.c:21:58
	mov	w9, #7                          // =0x7
	mul	w9, w9, w10
	.loc	0 21 54                         // calls.c:21:54
	add	w8, w8, w9
	.loc	0 21 68                         // calls.c:21:68
	ldr	w10, [sp, #16]
	.loc	0 21 66                         // calls.c:21:66
	mov	w9, #8                          // =0x8
	mul	w9, w9, w10
	.loc	0 21 62                         // calls.c:21:62
	add	w8, w8, w9
	.loc	0 21 76                         // calls.c:21:76
	ldr	w10, [sp, #12]
	.loc	0 21 74                         // calls.c:21:74
	mov	w9, #9                          // =0x9
	mul	w9, w9, w10
	.loc	0 21 70                         // calls.c:21:70
	add	w0, w8, w9
	.loc	0 21 5 epilogue_begin           // calls.c:21:5
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
.Lfunc_end1:
	.size	many, .Lfunc_end1-many
	.cfi_endproc
                                        // -- End function
	.globl	floats                          // -- Begin function floats
	.p2align	2
	.type	floats,@function
floats:                                 // @floats
.Lfunc_begin2:
	.loc	0 25 0 is_stmt 1                // calls.c:25:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	s0, [sp, #28]
	str	d1, [sp, #16]
	str	s2, [sp, #12]
	str	d3, [sp]
.Ltmp7:
	.loc	0 26 12 prologue_end            // calls.c:26:12
	ldr	s0, [sp, #28]
	fcvt	d0, s0
	.loc	0 26 16 is_stmt 0               // calls.c:26:16
	ldr	d1, [sp, #16]
	.loc	0 26 20                         // calls.c:26:20
	ldr	s2, [sp, #12]
	fcvt	d2, s2
	.loc	0 26 24                         // calls.c:26:24
	ldr	d3, [sp]
	.loc	0 26 22                         // calls.c:26:22
	fmul	d2, d2, d3
	.loc	0 26 18                         // calls.c:26:18
	fnmsub	d0, d0, d1, d2
	.loc	0 26 5 epilogue_begin           // calls.c:26:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp8:
.Lfunc_end2:
	.size	floats, .Lfunc_end2-floats
	.cfi_endproc
                                        // -- End function
	.globl	choose                          // -- Begin function choose
	.p2align	2
	.type	choose,@function
choose:                                 // @choose
.Lfunc_begin3:
	.loc	0 30 0 is_stmt 1                // calls.c:30:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	strb	w2, [sp, #15]
.Ltmp10:
	.loc	0 31 12 prologue_end            // calls.c:31:12
	ldrb	w8, [sp, #15]
	cbz	w8, .LBB3_2
	b	.LBB3_1
.LBB3_1:
	.loc	0 31 20 is_stmt 0               // calls.c:31:20
	ldr	x8, [sp, #24]
	str	x8, [sp]                        // 8-byte Folded Spill
	.loc	0 31 12                         // calls.c:31:12
	b	.LBB3_3
.LBB3_2:
	.loc	0 31 27                         // calls.c:31:27
	ldr	x8, [sp, #16]
	str	x8, [sp]                        // 8-byte Folded Spill
	.loc	0 31 12                         // calls.c:31:12
	b	.LBB3_3
.LBB3_3:
	.loc	0 0 12                          // calls.c:0:12
	ldr	x0, [sp]                        // 8-byte Folded Reload
	.loc	0 31 5 epilogue_begin           // calls.c:31:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp11:
.Lfunc_end3:
	.size	choose, .Lfunc_end3-choose
	.cfi_endproc
                                        // -- End function
	.globl	after_struct                    // -- Begin function after_struct
	.p2align	2
	.type	after_struct,@function
after_struct:                           // @after_struct
.Lfunc_begin4:
	.loc	0 35 0 is_stmt 1                // calls.c:35:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x1, [sp, #8]
	str	w0, [sp, #4]
	str	w2, [sp]
.Ltmp13:
	.loc	0 36 12 prologue_end            // calls.c:36:12
	ldr	w8, [sp, #4]
	.loc	0 36 22 is_stmt 0               // calls.c:36:22
	ldr	w9, [sp, #8]
	.loc	0 36 18                         // calls.c:36:18
	mul	w8, w8, w9
	.loc	0 36 26                         // calls.c:36:26
	ldr	w9, [sp]
	.loc	0 36 35                         // calls.c:36:35
	ldr	w10, [sp, #12]
	.loc	0 36 31                         // calls.c:36:31
	mul	w9, w9, w10
	.loc	0 36 24                         // calls.c:36:24
	add	w0, w8, w9
	.loc	0 36 5 epilogue_begin           // calls.c:36:5
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp14:
.Lfunc_end4:
	.size	after_struct, .Lfunc_end4-after_struct
	.cfi_endproc
                                        // -- End function
	.globl	fill                            // -- Begin function fill
	.p2align	2
	.type	fill,@function
fill:                                   // @fill
.Lfunc_begin5:
	.loc	0 40 0 is_stmt 1                // calls.c:40:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
.Ltmp16:
	.loc	0 41 17 prologue_end            // calls.c:41:17
	str	xzr, [sp]
	.loc	0 41 10 is_stmt 0               // calls.c:41:10
	b	.LBB5_1
.LBB5_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 41 24                         // calls.c:41:24
	ldr	x8, [sp]
	.loc	0 41 28                         // calls.c:41:28
	ldr	x9, [sp, #16]
	.loc	0 41 5                          // calls.c:41:5
	subs	x8, x8, x9
	b.hs	.LBB5_4
	b	.LBB5_2
.LBB5_2:                                //   in Loop: Header=BB5_1 Depth=1
	.loc	0 42 18 is_stmt 1               // calls.c:42:18
	ldr	w8, [sp, #12]
	.loc	0 42 9 is_stmt 0                // calls.c:42:9
	ldr	x9, [sp, #24]
	.loc	0 42 13                         // calls.c:42:13
	ldr	x10, [sp]
	.loc	0 42 16                         // calls.c:42:16
	str	w8, [x9, x10, lsl #2]
	.loc	0 42 9                          // calls.c:42:9
	b	.LBB5_3
.LBB5_3:                                //   in Loop: Header=BB5_1 Depth=1
	.loc	0 41 36 is_stmt 1               // calls.c:41:36
	ldr	x8, [sp]
	add	x8, x8, #1
	str	x8, [sp]
	.loc	0 41 5 is_stmt 0                // calls.c:41:5
	b	.LBB5_1
.LBB5_4:
	.loc	0 43 1 epilogue_begin is_stmt 1 // calls.c:43:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp17:
.Lfunc_end5:
	.size	fill, .Lfunc_end5-fill
	.cfi_endproc
                                        // -- End function
	.globl	clear                           // -- Begin function clear
	.p2align	2
	.type	clear,@function
clear:                                  // @clear
.Lfunc_begin6:
	.loc	0 46 0                          // calls.c:46:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x0, [sp, #8]
	str	x1, [sp]
.Ltmp18:
	.loc	0 47 12 prologue_end            // calls.c:47:12
	ldr	x0, [sp, #8]
	.loc	0 47 18 is_stmt 0               // calls.c:47:18
	ldr	x2, [sp]
	mov	w1, wzr
	.loc	0 47 5                          // calls.c:47:5
	bl	memset
	.cfi_def_cfa wsp, 32
	.loc	0 48 1 epilogue_begin is_stmt 1 // calls.c:48:1
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp19:
.Lfunc_end6:
	.size	clear, .Lfunc_end6-clear
	.cfi_endproc
                                        // -- End function
	.globl	keep                            // -- Begin function keep
	.p2align	2
	.type	keep,@function
keep:                                   // @keep
.Lfunc_begin7:
	.loc	0 51 0                          // calls.c:51:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	w0, [x29, #-4]
	str	w1, [sp, #8]
.Ltmp20:
	.loc	0 52 22 prologue_end            // calls.c:52:22
	ldur	w0, [x29, #-4]
	.loc	0 52 17 is_stmt 0               // calls.c:52:17
	bl	work
	.loc	0 52 9                          // calls.c:52:9
	str	w0, [sp, #4]
	.loc	0 53 23 is_stmt 1               // calls.c:53:23
	ldr	w0, [sp, #8]
	.loc	0 53 18 is_stmt 0               // calls.c:53:18
	bl	work
	.loc	0 53 9                          // calls.c:53:9
	str	w0, [sp]
	.loc	0 54 12 is_stmt 1               // calls.c:54:12
	ldr	w8, [sp, #4]
	.loc	0 54 20 is_stmt 0               // calls.c:54:20
	ldur	w9, [x29, #-4]
	.loc	0 54 18                         // calls.c:54:18
	mul	w8, w8, w9
	.loc	0 54 24                         // calls.c:54:24
	ldr	w9, [sp]
	.loc	0 54 33                         // calls.c:54:33
	ldr	w10, [sp, #8]
	.loc	0 54 31                         // calls.c:54:31
	mul	w9, w9, w10
	.loc	0 54 22                         // calls.c:54:22
	add	w0, w8, w9
	.cfi_def_cfa wsp, 32
	.loc	0 54 5 epilogue_begin           // calls.c:54:5
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp21:
.Lfunc_end7:
	.size	keep, .Lfunc_end7-keep
	.cfi_endproc
                                        // -- End function
	.globl	horner                          // -- Begin function horner
	.p2align	2
	.type	horner,@function
horner:                                 // @horner
.Lfunc_begin8:
	.loc	0 58 0 is_stmt 1                // calls.c:58:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	w1, [sp, #36]
	str	d0, [sp, #24]
.Ltmp23:
	.loc	0 59 16 prologue_end            // calls.c:59:16
	ldr	x8, [sp, #40]
	.loc	0 59 18 is_stmt 0               // calls.c:59:18
	ldrsw	x9, [sp, #36]
	.loc	0 59 16                         // calls.c:59:16
	ldr	d0, [x8, x9, lsl #3]
	.loc	0 59 12                         // calls.c:59:12
	str	d0, [sp, #16]
	.loc	0 60 18 is_stmt 1               // calls.c:60:18
	ldr	w8, [sp, #36]
	.loc	0 60 25 is_stmt 0               // calls.c:60:25
	subs	w8, w8, #1
	.loc	0 60 14                         // calls.c:60:14
	str	w8, [sp, #12]
	.loc	0 60 10                         // calls.c:60:10
	b	.LBB8_1
.LBB8_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 60 30                         // calls.c:60:30
	ldr	w8, [sp, #12]
	.loc	0 60 5                          // calls.c:60:5
	tbnz	w8, #31, .LBB8_4
	b	.LBB8_2
.LBB8_2:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 61 13 is_stmt 1               // calls.c:61:13
	ldr	d0, [sp, #16]
	.loc	0 61 17 is_stmt 0               // calls.c:61:17
	ldr	d1, [sp, #24]
	.loc	0 61 21                         // calls.c:61:21
	ldr	x8, [sp, #40]
	.loc	0 61 23                         // calls.c:61:23
	ldrsw	x9, [sp, #12]
	.loc	0 61 21                         // calls.c:61:21
	ldr	d2, [x8, x9, lsl #3]
	.loc	0 61 19                         // calls.c:61:19
	fmadd	d0, d0, d1, d2
	.loc	0 61 11                         // calls.c:61:11
	str	d0, [sp, #16]
	.loc	0 61 9                          // calls.c:61:9
	b	.LBB8_3
.LBB8_3:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 60 39 is_stmt 1               // calls.c:60:39
	ldr	w8, [sp, #12]
	subs	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 60 5 is_stmt 0                // calls.c:60:5
	b	.LBB8_1
.LBB8_4:
	.loc	0 62 12 is_stmt 1               // calls.c:62:12
	ldr	d0, [sp, #16]
	.loc	0 62 5 epilogue_begin is_stmt 0 // calls.c:62:5
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp24:
.Lfunc_end8:
	.size	horner, .Lfunc_end8-horner
	.cfi_endproc
                                        // -- End function
	.globl	mean_blend                      // -- Begin function mean_blend
	.p2align	2
	.type	mean_blend,@function
mean_blend:                             // @mean_blend
.Lfunc_begin9:
	.loc	0 66 0 is_stmt 1                // calls.c:66:0
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
.Ltmp25:
	.loc	0 67 12 prologue_end            // calls.c:67:12
	movi	d0, #0000000000000000
	str	d0, [sp, #8]
	.loc	0 68 14                         // calls.c:68:14
	str	wzr, [sp, #4]
	.loc	0 68 10 is_stmt 0               // calls.c:68:10
	b	.LBB9_1
.LBB9_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 68 21                         // calls.c:68:21
	ldr	w8, [sp, #4]
	.loc	0 68 25                         // calls.c:68:25
	ldur	w9, [x29, #-12]
	.loc	0 68 5                          // calls.c:68:5
	subs	w8, w8, w9
	b.ge	.LBB9_4
	b	.LBB9_2
.LBB9_2:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 69 19 is_stmt 1               // calls.c:69:19
	ldr	d0, [sp, #8]
	.loc	0 69 22 is_stmt 0               // calls.c:69:22
	ldur	x8, [x29, #-8]
	.loc	0 69 24                         // calls.c:69:24
	ldrsw	x9, [sp, #4]
	.loc	0 69 22                         // calls.c:69:22
	ldr	d1, [x8, x9, lsl #3]
	.loc	0 69 28                         // calls.c:69:28
	ldur	w0, [x29, #-12]
	.loc	0 69 13                         // calls.c:69:13
	bl	blend
	.loc	0 69 11                         // calls.c:69:11
	str	d0, [sp, #8]
	.loc	0 69 9                          // calls.c:69:9
	b	.LBB9_3
.LBB9_3:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 68 29 is_stmt 1               // calls.c:68:29
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 68 5 is_stmt 0                // calls.c:68:5
	b	.LBB9_1
.LBB9_4:
	.loc	0 70 12 is_stmt 1               // calls.c:70:12
	ldr	d0, [sp, #8]
	.loc	0 70 16 is_stmt 0               // calls.c:70:16
	ldur	s1, [x29, #-12]
	fmov	w8, s1
	scvtf	d1, w8
	.loc	0 70 14                         // calls.c:70:14
	fdiv	d0, d0, d1
	.cfi_def_cfa wsp, 48
	.loc	0 70 5 epilogue_begin           // calls.c:70:5
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp26:
.Lfunc_end9:
	.size	mean_blend, .Lfunc_end9-mean_blend
	.cfi_endproc
                                        // -- End function
	.globl	tail                            // -- Begin function tail
	.p2align	2
	.type	tail,@function
tail:                                   // @tail
.Lfunc_begin10:
	.loc	0 74 0 is_stmt 1                // calls.c:74:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	w0, [x29, #-4]
	str	w1, [sp, #8]
.Ltmp27:
	.loc	0 75 17 prologue_end            // calls.c:75:17
	ldr	w8, [sp, #8]
	.loc	0 75 21 is_stmt 0               // calls.c:75:21
	ldur	w9, [x29, #-4]
	.loc	0 75 19                         // calls.c:75:19
	subs	w0, w8, w9
	.loc	0 75 12                         // calls.c:75:12
	bl	work
	.cfi_def_cfa wsp, 32
	.loc	0 75 5 epilogue_begin           // calls.c:75:5
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp28:
.Lfunc_end10:
	.size	tail, .Lfunc_end10-tail
	.cfi_endproc
                                        // -- End function
	.globl	swap                            // -- Begin function swap
	.p2align	2
	.type	swap,@function
swap:                                   // @swap
.Lfunc_begin11:
	.loc	0 79 0 is_stmt 1                // calls.c:79:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
.Ltmp30:
	.loc	0 80 14 prologue_end            // calls.c:80:14
	ldr	x8, [sp, #24]
	.loc	0 80 13 is_stmt 0               // calls.c:80:13
	ldr	w8, [x8]
	.loc	0 80 9                          // calls.c:80:9
	str	w8, [sp, #12]
	.loc	0 81 11 is_stmt 1               // calls.c:81:11
	ldr	x8, [sp, #16]
	.loc	0 81 10 is_stmt 0               // calls.c:81:10
	ldr	w8, [x8]
	.loc	0 81 6                          // calls.c:81:6
	ldr	x9, [sp, #24]
	.loc	0 81 8                          // calls.c:81:8
	str	w8, [x9]
	.loc	0 82 10 is_stmt 1               // calls.c:82:10
	ldr	w8, [sp, #12]
	.loc	0 82 6 is_stmt 0                // calls.c:82:6
	ldr	x9, [sp, #16]
	.loc	0 82 8                          // calls.c:82:8
	str	w8, [x9]
	.loc	0 83 1 epilogue_begin is_stmt 1 // calls.c:83:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp31:
.Lfunc_end11:
	.size	swap, .Lfunc_end11-swap
	.cfi_endproc
                                        // -- End function
	.globl	apply                           // -- Begin function apply
	.p2align	2
	.type	apply,@function
apply:                                  // @apply
.Lfunc_begin12:
	.loc	0 86 0                          // calls.c:86:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x0, [sp, #8]
	str	w1, [sp, #4]
.Ltmp32:
	.loc	0 87 12 prologue_end            // calls.c:87:12
	ldr	x8, [sp, #8]
	.loc	0 87 14 is_stmt 0               // calls.c:87:14
	ldr	w0, [sp, #4]
	.loc	0 87 12                         // calls.c:87:12
	blr	x8
	.loc	0 87 17                         // calls.c:87:17
	add	w0, w0, #1
	.cfi_def_cfa wsp, 32
	.loc	0 87 5 epilogue_begin           // calls.c:87:5
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp33:
.Lfunc_end12:
	.size	apply, .Lfunc_end12-apply
	.cfi_endproc
                                        // -- End function
	.globl	big                             // -- Begin function big
	.p2align	2
	.type	big,@function
big:                                    // @big
.Lfunc_begin13:
	.cfi_startproc
// %bb.0:
	.loc	0 92 5 prologue_end is_stmt 1   // calls.c:92:5
	mov	x0, #57072                      // =0xdef0
	movk	x0, #39612, lsl #16
	movk	x0, #22136, lsl #32
	movk	x0, #4660, lsl #48
	ret
.Ltmp34:
.Lfunc_end13:
	.size	big, .Lfunc_end13-big
	.cfi_endproc
                                        // -- End function
	.globl	crowded                         // -- Begin function crowded
	.p2align	2
	.type	crowded,@function
crowded:                                // @crowded
.Lfunc_begin14:
	.loc	0 97 0                          // calls.c:97:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x29, x30, [sp, #80]             // 16-byte Folded Spill
	add	x29, sp, #80
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	x0, [x29, #-8]
	stur	w1, [x29, #-12]
.Ltmp35:
	.loc	0 98 13 prologue_end            // calls.c:98:13
	ldur	x8, [x29, #-8]
	ldr	w8, [x8]
	.loc	0 98 9 is_stmt 0                // calls.c:98:9
	stur	w8, [x29, #-16]
	.loc	0 98 23                         // calls.c:98:23
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #4]
	.loc	0 98 19                         // calls.c:98:19
	stur	w8, [x29, #-20]
	.loc	0 98 33                         // calls.c:98:33
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #8]
	.loc	0 98 29                         // calls.c:98:29
	stur	w8, [x29, #-24]
	.loc	0 98 43                         // calls.c:98:43
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #12]
	.loc	0 98 39                         // calls.c:98:39
	stur	w8, [x29, #-28]
	.loc	0 98 53                         // calls.c:98:53
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #16]
	.loc	0 98 49                         // calls.c:98:49
	stur	w8, [x29, #-32]
	.loc	0 98 63                         // calls.c:98:63
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #20]
	.loc	0 98 59                         // calls.c:98:59
	stur	w8, [x29, #-36]
	.loc	0 98 73                         // calls.c:98:73
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #24]
	.loc	0 98 69                         // calls.c:98:69
	str	w8, [sp, #40]
	.loc	0 99 13 is_stmt 1               // calls.c:99:13
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #28]
	.loc	0 99 9 is_stmt 0                // calls.c:99:9
	str	w8, [sp, #36]
	.loc	0 99 23                         // calls.c:99:23
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #32]
	.loc	0 99 19                         // calls.c:99:19
	str	w8, [sp, #32]
	.loc	0 99 33                         // calls.c:99:33
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #36]
	.loc	0 99 29                         // calls.c:99:29
	str	w8, [sp, #28]
	.loc	0 99 43                         // calls.c:99:43
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #40]
	.loc	0 99 39                         // calls.c:99:39
	str	w8, [sp, #24]
	.loc	0 99 54                         // calls.c:99:54
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #44]
	.loc	0 99 50                         // calls.c:99:50
	str	w8, [sp, #20]
	.loc	0 99 65                         // calls.c:99:65
	ldur	x8, [x29, #-8]
	ldr	w8, [x8, #48]
	.loc	0 99 61                         // calls.c:99:61
	str	w8, [sp, #16]
	.loc	0 100 9 is_stmt 1               // calls.c:100:9
	str	wzr, [sp, #12]
	.loc	0 101 14                        // calls.c:101:14
	str	wzr, [sp, #8]
	.loc	0 101 10 is_stmt 0              // calls.c:101:10
	b	.LBB14_1
.LBB14_1:                               // =>This Inner Loop Header: Depth=1
	.loc	0 101 21                        // calls.c:101:21
	ldr	w8, [sp, #8]
	.loc	0 101 25                        // calls.c:101:25
	ldur	w9, [x29, #-12]
	.loc	0 101 5                         // calls.c:101:5
	subs	w8, w8, w9
	b.ge	.LBB14_4
	b	.LBB14_2
.LBB14_2:                               //   in Loop: Header=BB14_1 Depth=1
	.loc	0 102 19 is_stmt 1              // calls.c:102:19
	ldr	w0, [sp, #8]
	.loc	0 102 14 is_stmt 0              // calls.c:102:14
	bl	work
	.loc	0 102 24                        // calls.c:102:24
	ldur	w8, [x29, #-16]
	.loc	0 102 22                        // calls.c:102:22
	eor	w8, w0, w8
	.loc	0 102 28                        // calls.c:102:28
	ldur	w9, [x29, #-20]
	.loc	0 102 26                        // calls.c:102:26
	eor	w9, w8, w9
	.loc	0 102 11                        // calls.c:102:11
	ldr	w8, [sp, #12]
	add	w8, w8, w9
	str	w8, [sp, #12]
	.loc	0 102 9                         // calls.c:102:9
	b	.LBB14_3
.LBB14_3:                               //   in Loop: Header=BB14_1 Depth=1
	.loc	0 101 29 is_stmt 1              // calls.c:101:29
	ldr	w8, [sp, #8]
	add	w8, w8, #1
	str	w8, [sp, #8]
	.loc	0 101 5 is_stmt 0               // calls.c:101:5
	b	.LBB14_1
.LBB14_4:
	.loc	0 103 12 is_stmt 1              // calls.c:103:12
	ldr	w8, [sp, #12]
	.loc	0 103 16 is_stmt 0              // calls.c:103:16
	ldur	w9, [x29, #-16]
	.loc	0 103 20                        // calls.c:103:20
	ldur	w10, [x29, #-20]
	.loc	0 103 18                        // calls.c:103:18
	mul	w9, w9, w10
	.loc	0 103 14                        // calls.c:103:14
	add	w8, w8, w9
	.loc	0 103 24                        // calls.c:103:24
	ldur	w9, [x29, #-24]
	.loc	0 103 28                        // calls.c:103:28
	ldur	w10, [x29, #-28]
	.loc	0 103 26                        // calls.c:103:26
	mul	w9, w9, w10
	.loc	0 103 22                        // calls.c:103:22
	subs	w8, w8, w9
	.loc	0 103 32                        // calls.c:103:32
	ldur	w9, [x29, #-32]
	.loc	0 103 36                        // calls.c:103:36
	ldur	w10, [x29, #-36]
	.loc	0 103 34                        // calls.c:103:34
	mul	w9, w9, w10
	.loc	0 103 30                        // calls.c:103:30
	add	w8, w8, w9
	.loc	0 103 40                        // calls.c:103:40
	ldr	w9, [sp, #40]
	.loc	0 103 44                        // calls.c:103:44
	ldr	w10, [sp, #36]
	.loc	0 103 42                        // calls.c:103:42
	mul	w9, w9, w10
	.loc	0 103 38                        // calls.c:103:38
	subs	w8, w8, w9
	.loc	0 103 48                        // calls.c:103:48
	ldr	w9, [sp, #32]
	.loc	0 103 52                        // calls.c:103:52
	ldr	w10, [sp, #28]
	.loc	0 103 50                        // calls.c:103:50
	mul	w9, w9, w10
	.loc	0 103 46                        // calls.c:103:46
	add	w8, w8, w9
	.loc	0 103 56                        // calls.c:103:56
	ldr	w9, [sp, #24]
	.loc	0 103 60                        // calls.c:103:60
	ldr	w10, [sp, #20]
	.loc	0 103 58                        // calls.c:103:58
	mul	w9, w9, w10
	.loc	0 103 54                        // calls.c:103:54
	subs	w8, w8, w9
	.loc	0 103 64                        // calls.c:103:64
	ldr	w9, [sp, #16]
	.loc	0 103 62                        // calls.c:103:62
	add	w0, w8, w9
	.cfi_def_cfa wsp, 96
	.loc	0 103 5 epilogue_begin          // calls.c:103:5
	ldp	x29, x30, [sp, #80]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp36:
.Lfunc_end14:
	.size	crowded, .Lfunc_end14-crowded
	.cfi_endproc
                                        // -- End function
