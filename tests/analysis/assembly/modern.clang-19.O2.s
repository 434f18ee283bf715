	.text
	.file	"modern.cpp"
	.section	.text._Z6sum_ofIlET_PKS0_S2_,"axG",@progbits,_Z6sum_ofIlET_PKS0_S2_,comdat
	.weak	_Z6sum_ofIlET_PKS0_S2_          // -- Begin function _Z6sum_ofIlET_PKS0_S2_
	.p2align	2
	.type	_Z6sum_ofIlET_PKS0_S2_,@function
_Z6sum_ofIlET_PKS0_S2_:                 // @_Z6sum_ofIlET_PKS0_S2_
.Lfunc_begin0:
	.file	0 "." "modern.cpp" md5 0x1fe81fcc7d3940fb95fa13dd041469f6
	.cfi_startproc
// %bb.0:
	.loc	0 7 5 prologue_end              // modern.cpp:7:5
	cmp	x0, x1
	b.eq	.LBB0_3
// %bb.1:
	sub	x8, x1, x0
	sub	x8, x8, #8
	cmp	x8, #24
	b.hs	.LBB0_4
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // modern.cpp:0:5
	mov	x8, x0
	mov	x0, xzr
	.loc	0 7 5                           // modern.cpp:7:5
	b	.LBB0_7
.LBB0_3:
	.loc	0 0 5                           // modern.cpp:0:5
	mov	x0, xzr
	.loc	0 9 5 is_stmt 1                 // modern.cpp:9:5
	ret
.LBB0_4:
	.loc	0 7 5                           // modern.cpp:7:5
	lsr	x8, x8, #3
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	add	x11, x0, #16
	add	x9, x8, #1
	and	x10, x9, #0x3ffffffffffffffc
	add	x8, x0, x10, lsl #3
	mov	x12, x10
.LBB0_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 8 14                          // modern.cpp:8:14
	ldp	q2, q3, [x11, #-16]
	subs	x12, x12, #4
	add	x11, x11, #32
	.loc	0 8 11 is_stmt 0                // modern.cpp:8:11
	add	v0.2d, v2.2d, v0.2d
	add	v1.2d, v3.2d, v1.2d
	b.ne	.LBB0_5
// %bb.6:
	.loc	0 7 5 is_stmt 1                 // modern.cpp:7:5
	add	v0.2d, v1.2d, v0.2d
	cmp	x9, x10
	addp	d0, v0.2d
	fmov	x0, d0
	b.eq	.LBB0_8
.LBB0_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 8 14                          // modern.cpp:8:14
	ldr	x9, [x8], #8
	.loc	0 7 5                           // modern.cpp:7:5
	cmp	x8, x1
	.loc	0 8 11                          // modern.cpp:8:11
	add	x0, x9, x0
	.loc	0 7 5                           // modern.cpp:7:5
	b.ne	.LBB0_7
.LBB0_8:
	.loc	0 9 5                           // modern.cpp:9:5
	ret
.Ltmp0:
.Lfunc_end0:
	.size	_Z6sum_ofIlET_PKS0_S2_, .Lfunc_end0-_Z6sum_ofIlET_PKS0_S2_
	.cfi_endproc
                                        // -- End function
	.section	.text._Z6sum_ofIdET_PKS0_S2_,"axG",@progbits,_Z6sum_ofIdET_PKS0_S2_,comdat
	.weak	_Z6sum_ofIdET_PKS0_S2_          // -- Begin function _Z6sum_ofIdET_PKS0_S2_
	.p2align	2
	.type	_Z6sum_ofIdET_PKS0_S2_,@function
_Z6sum_ofIdET_PKS0_S2_:                 // @_Z6sum_ofIdET_PKS0_S2_
.Lfunc_begin1:
	.cfi_startproc
// %bb.0:
	.loc	0 7 5 prologue_end              // modern.cpp:7:5
	cmp	x0, x1
	b.eq	.LBB1_3
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // modern.cpp:0:5
	movi	d0, #0000000000000000
	.loc	0 7 5                           // modern.cpp:7:5
	sub	x8, x1, x0
	sub	x8, x8, #8
	cmp	x8, #8
	b.hs	.LBB1_4
// %bb.2:
	.loc	0 0 5                           // modern.cpp:0:5
	mov	x8, x0
	.loc	0 7 5                           // modern.cpp:7:5
	b	.LBB1_7
.LBB1_3:
	.loc	0 0 5                           // modern.cpp:0:5
	movi	d0, #0000000000000000
	.loc	0 9 5 is_stmt 1                 // modern.cpp:9:5
	ret
.LBB1_4:
	.loc	0 7 5                           // modern.cpp:7:5
	lsr	x8, x8, #3
	add	x11, x0, #8
	add	x9, x8, #1
	and	x10, x9, #0x3ffffffffffffffe
	add	x8, x0, x10, lsl #3
	mov	x12, x10
.LBB1_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 8 14                          // modern.cpp:8:14
	ldp	d1, d2, [x11, #-8]
	subs	x12, x12, #2
	add	x11, x11, #16
	fadd	d0, d0, d1
	fadd	d0, d0, d2
	b.ne	.LBB1_5
// %bb.6:
	.loc	0 7 5                           // modern.cpp:7:5
	cmp	x9, x10
	b.eq	.LBB1_8
.LBB1_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 8 14                          // modern.cpp:8:14
	ldr	d1, [x8], #8
	.loc	0 7 5                           // modern.cpp:7:5
	cmp	x8, x1
	.loc	0 8 11                          // modern.cpp:8:11
	fadd	d0, d0, d1
	.loc	0 7 5                           // modern.cpp:7:5
	b.ne	.LBB1_7
.LBB1_8:
	.loc	0 9 5                           // modern.cpp:9:5
	ret
.Ltmp1:
.Lfunc_end1:
	.size	_Z6sum_ofIdET_PKS0_S2_, .Lfunc_end1-_Z6sum_ofIdET_PKS0_S2_
	.cfi_endproc
                                        // -- End function
	.text
	.globl	_Z7largestRKSt5arrayIiLm100EE   // -- Begin function _Z7largestRKSt5arrayIiLm100EE
	.p2align	2
	.type	_Z7largestRKSt5arrayIiLm100EE,@function
_Z7largestRKSt5arrayIiLm100EE:          // @_Z7largestRKSt5arrayIiLm100EE
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 17 16 prologue_end            // modern.cpp:17:16
	ldp	q0, q1, [x0]
	.loc	0 18 16                         // modern.cpp:18:16
	ldr	w8, [x0, #384]
	ldr	w10, [x0, #388]
	dup	v2.4s, v0.s[0]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v0.4s, v2.4s
	smax	v1.4s, v1.4s, v2.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #32]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #64]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #96]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #128]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #160]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #192]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #224]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #256]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #288]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #320]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	ldp	q2, q3, [x0, #352]
	.loc	0 19 13                         // modern.cpp:19:13
	smax	v0.4s, v2.4s, v0.4s
	smax	v1.4s, v3.4s, v1.4s
	.loc	0 18 16                         // modern.cpp:18:16
	smax	v0.4s, v0.4s, v1.4s
	smaxv	s0, v0.4s
	fmov	w9, s0
	.loc	0 19 13                         // modern.cpp:19:13
	cmp	w8, w9
	csel	w8, w8, w9, gt
	.loc	0 18 16                         // modern.cpp:18:16
	ldr	w9, [x0, #392]
	.loc	0 19 13                         // modern.cpp:19:13
	cmp	w10, w8
	csel	w8, w10, w8, gt
	.loc	0 18 16                         // modern.cpp:18:16
	ldr	w10, [x0, #396]
	.loc	0 19 13                         // modern.cpp:19:13
	cmp	w9, w8
	csel	w8, w9, w8, gt
	cmp	w10, w8
	csel	w0, w10, w8, gt
	.loc	0 21 5                          // modern.cpp:21:5
	ret
.Ltmp2:
.Lfunc_end2:
	.size	_Z7largestRKSt5arrayIiLm100EE, .Lfunc_end2-_Z7largestRKSt5arrayIiLm100EE
	.cfi_endproc
                                        // -- End function
	.globl	_ZN9Histogram3addEPKhi          // -- Begin function _ZN9Histogram3addEPKhi
	.p2align	2
	.type	_ZN9Histogram3addEPKhi,@function
_ZN9Histogram3addEPKhi:                 // @_ZN9Histogram3addEPKhi
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 31 5 prologue_end             // modern.cpp:31:5
	cmp	w2, #1
	b.lt	.LBB3_3
// %bb.1:
	.loc	0 31 23 is_stmt 0               // modern.cpp:31:23
	mov	w8, w2
.LBB3_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 32 14 is_stmt 1               // modern.cpp:32:14
	ldrb	w9, [x1], #1
	.loc	0 31 23                         // modern.cpp:31:23
	subs	x8, x8, #1
	.loc	0 32 19                         // modern.cpp:32:19
	ldr	w10, [x0, x9, lsl #2]
	add	w10, w10, #1
	str	w10, [x0, x9, lsl #2]
	.loc	0 31 5                          // modern.cpp:31:5
	b.ne	.LBB3_2
.LBB3_3:
	.loc	0 33 1                          // modern.cpp:33:1
	ret
.Ltmp3:
.Lfunc_end3:
	.size	_ZN9Histogram3addEPKhi, .Lfunc_end3-_ZN9Histogram3addEPKhi
	.cfi_endproc
                                        // -- End function
	.globl	_Z5halvePfi                     // -- Begin function _Z5halvePfi
	.p2align	2
	.type	_Z5halvePfi,@function
_Z5halvePfi:                            // @_Z5halvePfi
.Lfunc_begin4:
	.cfi_startproc
// %bb.0:
	.loc	0 38 5 prologue_end             // modern.cpp:38:5
	cmp	w1, #1
	b.lt	.LBB4_8
// %bb.1:
	cmp	w1, #8
	.loc	0 38 23 is_stmt 0               // modern.cpp:38:23
	mov	w8, w1
	.loc	0 38 5                          // modern.cpp:38:5
	b.hs	.LBB4_3
// %bb.2:
	.loc	0 0 5                           // modern.cpp:0:5
	mov	x9, xzr
	.loc	0 38 5                          // modern.cpp:38:5
	b	.LBB4_6
.LBB4_3:
	.loc	0 0 5                           // modern.cpp:0:5
	movi	v0.4s, #63, lsl #24
	.loc	0 38 5                          // modern.cpp:38:5
	and	x9, x8, #0x7ffffff8
	add	x10, x0, #16
	mov	x11, x9
.LBB4_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 39 18 is_stmt 1               // modern.cpp:39:18
	ldp	q1, q2, [x10, #-16]
	.loc	0 38 29                         // modern.cpp:38:29
	subs	x11, x11, #8
.Ltmp4:
	.loc	0 44 39                         // modern.cpp:44:39
	fmul	v1.4s, v1.4s, v0.4s
	fmul	v2.4s, v2.4s, v0.4s
.Ltmp5:
	.loc	0 39 14                         // modern.cpp:39:14
	stp	q1, q2, [x10, #-16]
	.loc	0 38 29                         // modern.cpp:38:29
	add	x10, x10, #32
	b.ne	.LBB4_4
// %bb.5:
	.loc	0 38 5 is_stmt 0                // modern.cpp:38:5
	cmp	x9, x8
	b.eq	.LBB4_8
.LBB4_6:
	.loc	0 0 5                           // modern.cpp:0:5
	fmov	s0, #0.50000000
	.loc	0 38 5                          // modern.cpp:38:5
	add	x10, x0, x9, lsl #2
	sub	x8, x8, x9
.LBB4_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 39 18 is_stmt 1               // modern.cpp:39:18
	ldr	s1, [x10]
	.loc	0 38 23                         // modern.cpp:38:23
	subs	x8, x8, #1
.Ltmp6:
	.loc	0 44 39                         // modern.cpp:44:39
	fmul	s1, s1, s0
.Ltmp7:
	.loc	0 39 14                         // modern.cpp:39:14
	str	s1, [x10], #4
	.loc	0 38 5                          // modern.cpp:38:5
	b.ne	.LBB4_7
.Ltmp8:
.LBB4_8:
	.loc	0 45 1                          // modern.cpp:45:1
	ret
.Ltmp9:
.Lfunc_end4:
	.size	_Z5halvePfi, .Lfunc_end4-_Z5halvePfi
	.cfi_endproc
                                        // -- End function
	.globl	_Z9may_throwPKii                // -- Begin function _Z9may_throwPKii
	.p2align	2
	.type	_Z9may_throwPKii,@function
_Z9may_throwPKii:                       // @_Z9may_throwPKii
.Lfunc_begin5:
	.loc	0 48 0                          // modern.cpp:48:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_remember_state
.Ltmp10:
	.loc	0 50 5 prologue_end             // modern.cpp:50:5
	cmp	w1, #1
	b.lt	.LBB5_5
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // modern.cpp:0:5
	mov	x8, x0
	mov	w0, wzr
	.loc	0 50 23                         // modern.cpp:50:23
	mov	w9, w1
	mov	w10, #100                       // =0x64
.LBB5_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 51 13 is_stmt 1               // modern.cpp:51:13
	ldr	w11, [x8], #4
	cbz	w11, .LBB5_6
// %bb.3:                               //   in Loop: Header=BB5_2 Depth=1
	.loc	0 53 18                         // modern.cpp:53:18
	sdiv	w11, w10, w11
	.loc	0 50 23                         // modern.cpp:50:23
	subs	x9, x9, #1
	.loc	0 53 11                         // modern.cpp:53:11
	add	w0, w11, w0
	.loc	0 50 5                          // modern.cpp:50:5
	b.ne	.LBB5_2
// %bb.4:
	.cfi_def_cfa wsp, 16
	.loc	0 55 5 epilogue_begin           // modern.cpp:55:5
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB5_5:
	.cfi_restore_state
	.cfi_remember_state
	.loc	0 0 5 is_stmt 0                 // modern.cpp:0:5
	mov	w0, wzr
	.cfi_def_cfa wsp, 16
	.loc	0 55 5 epilogue_begin           // modern.cpp:55:5
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB5_6:
	.cfi_restore_state
	.loc	0 52 13 is_stmt 1               // modern.cpp:52:13
	mov	w0, #4                          // =0x4
	bl	__cxa_allocate_exception
.Ltmp11:
	.loc	0 0 13 is_stmt 0                // modern.cpp:0:13
	mov	w8, #1                          // =0x1
	.loc	0 52 13                         // modern.cpp:52:13
	adrp	x1, :got:_ZTIi
	mov	x2, xzr
	str	w8, [x0]
	ldr	x1, [x1, :got_lo12:_ZTIi]
	bl	__cxa_throw
.Ltmp12:
.Lfunc_end5:
	.size	_Z9may_throwPKii, .Lfunc_end5-_Z9may_throwPKii
	.cfi_endproc
                                        // -- End function
