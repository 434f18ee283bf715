	.text
	.file	"modern.cpp"
	.section	.text._Z6sum_ofIlET_PKS0_S2_,"axG",@progbits,_Z6sum_ofIlET_PKS0_S2_,comdat
	.weak	_Z6sum_ofIlET_PKS0_S2_          // -- Begin function _Z6sum_ofIlET_PKS0_S2_
	.p2align	2
	.type	_Z6sum_ofIlET_PKS0_S2_,@function
_Z6sum_ofIlET_PKS0_S2_:                 // @_Z6sum_ofIlET_PKS0_S2_
.Lfunc_begin0:
	.file	0 "." "modern.cpp" md5 0x1fe81fcc7d3940fb95fa13dd041469f6
	.loc	0 5 0                           // modern.cpp:5:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
.Ltmp1:
	.loc	0 6 7 prologue_end              // modern.cpp:6:7
	str	xzr, [sp, #8]
	.loc	0 7 5                           // modern.cpp:7:5
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 7 12 is_stmt 0                // modern.cpp:7:12
	ldr	x8, [sp, #24]
	.loc	0 7 21                          // modern.cpp:7:21
	ldr	x9, [sp, #16]
	.loc	0 7 5                           // modern.cpp:7:5
	subs	x8, x8, x9
	b.eq	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 8 15 is_stmt 1                // modern.cpp:8:15
	ldr	x8, [sp, #24]
	.loc	0 8 14 is_stmt 0                // modern.cpp:8:14
	ldr	x9, [x8]
	.loc	0 8 11                          // modern.cpp:8:11
	ldr	x8, [sp, #8]
	add	x8, x8, x9
	str	x8, [sp, #8]
	.loc	0 8 9                           // modern.cpp:8:9
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 7 27 is_stmt 1                // modern.cpp:7:27
	ldr	x8, [sp, #24]
	add	x8, x8, #8
	str	x8, [sp, #24]
	.loc	0 7 5 is_stmt 0                 // modern.cpp:7:5
	b	.LBB0_1
.LBB0_4:
	.loc	0 9 12 is_stmt 1                // modern.cpp:9:12
	ldr	x0, [sp, #8]
	.loc	0 9 5 epilogue_begin is_stmt 0  // modern.cpp:9:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
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
	.loc	0 5 0 is_stmt 1                 // modern.cpp:5:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
.Ltmp4:
	.loc	0 6 7 prologue_end              // modern.cpp:6:7
	movi	d0, #0000000000000000
	str	d0, [sp, #8]
	.loc	0 7 5                           // modern.cpp:7:5
	b	.LBB1_1
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 7 12 is_stmt 0                // modern.cpp:7:12
	ldr	x8, [sp, #24]
	.loc	0 7 21                          // modern.cpp:7:21
	ldr	x9, [sp, #16]
	.loc	0 7 5                           // modern.cpp:7:5
	subs	x8, x8, x9
	b.eq	.LBB1_4
	b	.LBB1_2
.LBB1_2:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 8 15 is_stmt 1                // modern.cpp:8:15
	ldr	x8, [sp, #24]
	.loc	0 8 14 is_stmt 0                // modern.cpp:8:14
	ldr	d1, [x8]
	.loc	0 8 11                          // modern.cpp:8:11
	ldr	d0, [sp, #8]
	fadd	d0, d0, d1
	str	d0, [sp, #8]
	.loc	0 8 9                           // modern.cpp:8:9
	b	.LBB1_3
.LBB1_3:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 7 27 is_stmt 1                // modern.cpp:7:27
	ldr	x8, [sp, #24]
	add	x8, x8, #8
	str	x8, [sp, #24]
	.loc	0 7 5 is_stmt 0                 // modern.cpp:7:5
	b	.LBB1_1
.LBB1_4:
	.loc	0 9 12 is_stmt 1                // modern.cpp:9:12
	ldr	d0, [sp, #8]
	.loc	0 9 5 epilogue_begin is_stmt 0  // modern.cpp:9:5
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
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
	.loc	0 16 0 is_stmt 1                // modern.cpp:16:0
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
.Ltmp6:
	.loc	0 17 16 prologue_end            // modern.cpp:17:16
	ldur	x0, [x29, #-8]
	mov	x1, xzr
	bl	_ZNKSt5arrayIiLm100EEixEm
	ldr	w8, [x0]
	.loc	0 17 9 is_stmt 0                // modern.cpp:17:9
	stur	w8, [x29, #-12]
	.loc	0 18 18 is_stmt 1               // modern.cpp:18:18
	ldur	x8, [x29, #-8]
	str	x8, [sp, #24]
	.loc	0 18 16 is_stmt 0               // modern.cpp:18:16
	ldr	x0, [sp, #24]
	bl	_ZNKSt5arrayIiLm100EE5beginEv
	str	x0, [sp, #16]
	ldr	x0, [sp, #24]
	bl	_ZNKSt5arrayIiLm100EE3endEv
	str	x0, [sp, #8]
	b	.LBB2_1
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	ldr	x8, [sp, #16]
	ldr	x9, [sp, #8]
	subs	x8, x8, x9
	b.eq	.LBB2_6
	b	.LBB2_2
.LBB2_2:                                //   in Loop: Header=BB2_1 Depth=1
	ldr	x8, [sp, #16]
	ldr	w8, [x8]
	.loc	0 18 14                         // modern.cpp:18:14
	str	w8, [sp, #4]
	.loc	0 19 13 is_stmt 1               // modern.cpp:19:13
	ldr	w8, [sp, #4]
	.loc	0 19 17 is_stmt 0               // modern.cpp:19:17
	ldur	w9, [x29, #-12]
	.loc	0 19 13                         // modern.cpp:19:13
	subs	w8, w8, w9
	b.le	.LBB2_4
	b	.LBB2_3
.LBB2_3:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 20 20 is_stmt 1               // modern.cpp:20:20
	ldr	w8, [sp, #4]
	.loc	0 20 18 is_stmt 0               // modern.cpp:20:18
	stur	w8, [x29, #-12]
	.loc	0 20 13                         // modern.cpp:20:13
	b	.LBB2_4
.LBB2_4:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 18 5 is_stmt 1                // modern.cpp:18:5
	b	.LBB2_5
.LBB2_5:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 18 16 is_stmt 0               // modern.cpp:18:16
	ldr	x8, [sp, #16]
	add	x8, x8, #4
	str	x8, [sp, #16]
	b	.LBB2_1
.LBB2_6:
	.loc	0 21 12 is_stmt 1               // modern.cpp:21:12
	ldur	w0, [x29, #-12]
	.cfi_def_cfa wsp, 64
	.loc	0 21 5 epilogue_begin is_stmt 0 // modern.cpp:21:5
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp7:
.Lfunc_end2:
	.size	_Z7largestRKSt5arrayIiLm100EE, .Lfunc_end2-_Z7largestRKSt5arrayIiLm100EE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIiLm100EEixEm,"axG",@progbits,_ZNKSt5arrayIiLm100EEixEm,comdat
	.weak	_ZNKSt5arrayIiLm100EEixEm       // -- Begin function _ZNKSt5arrayIiLm100EEixEm
	.p2align	2
	.type	_ZNKSt5arrayIiLm100EEixEm,@function
_ZNKSt5arrayIiLm100EEixEm:              // @_ZNKSt5arrayIiLm100EEixEm
.Lfunc_begin3:
	.file	1 "/usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12" "array"
	.loc	1 215 0 is_stmt 1               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:215:0
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
	ldr	x0, [sp, #8]
.Ltmp8:
	.loc	1 219 36 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:219:36
	ldr	x1, [sp]
	.loc	1 219 9 is_stmt 0               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:219:9
	bl	_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim
	.cfi_def_cfa wsp, 32
	.loc	1 219 2 epilogue_begin          // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:219:2
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp9:
.Lfunc_end3:
	.size	_ZNKSt5arrayIiLm100EEixEm, .Lfunc_end3-_ZNKSt5arrayIiLm100EEixEm
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIiLm100EE5beginEv,"axG",@progbits,_ZNKSt5arrayIiLm100EE5beginEv,comdat
	.weak	_ZNKSt5arrayIiLm100EE5beginEv   // -- Begin function _ZNKSt5arrayIiLm100EE5beginEv
	.p2align	2
	.type	_ZNKSt5arrayIiLm100EE5beginEv,@function
_ZNKSt5arrayIiLm100EE5beginEv:          // @_ZNKSt5arrayIiLm100EE5beginEv
.Lfunc_begin4:
	.loc	1 138 0 is_stmt 1               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:138:0
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
	ldr	x0, [sp, #8]
.Ltmp10:
	.loc	1 138 31 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:138:31
	bl	_ZNKSt5arrayIiLm100EE4dataEv
	.cfi_def_cfa wsp, 32
	.loc	1 138 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:138:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp11:
.Lfunc_end4:
	.size	_ZNKSt5arrayIiLm100EE5beginEv, .Lfunc_end4-_ZNKSt5arrayIiLm100EE5beginEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIiLm100EE3endEv,"axG",@progbits,_ZNKSt5arrayIiLm100EE3endEv,comdat
	.weak	_ZNKSt5arrayIiLm100EE3endEv     // -- Begin function _ZNKSt5arrayIiLm100EE3endEv
	.p2align	2
	.type	_ZNKSt5arrayIiLm100EE3endEv,@function
_ZNKSt5arrayIiLm100EE3endEv:            // @_ZNKSt5arrayIiLm100EE3endEv
.Lfunc_begin5:
	.loc	1 148 0 is_stmt 1               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:0
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
	ldr	x0, [sp, #8]
.Ltmp12:
	.loc	1 148 31 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:31
	bl	_ZNKSt5arrayIiLm100EE4dataEv
	.loc	1 148 38 is_stmt 0              // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:38
	add	x0, x0, #400
	.cfi_def_cfa wsp, 32
	.loc	1 148 9 epilogue_begin          // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp13:
.Lfunc_end5:
	.size	_ZNKSt5arrayIiLm100EE3endEv, .Lfunc_end5-_ZNKSt5arrayIiLm100EE3endEv
	.cfi_endproc
                                        // -- End function
	.text
	.globl	_ZN9Histogram3addEPKhi          // -- Begin function _ZN9Histogram3addEPKhi
	.p2align	2
	.type	_ZN9Histogram3addEPKhi,@function
_ZN9Histogram3addEPKhi:                 // @_ZN9Histogram3addEPKhi
.Lfunc_begin6:
	.loc	0 30 0 is_stmt 1                // modern.cpp:30:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	w2, [sp, #12]
	ldr	x8, [sp, #24]
	str	x8, [sp]                        // 8-byte Folded Spill
.Ltmp15:
	.loc	0 31 14 prologue_end            // modern.cpp:31:14
	str	wzr, [sp, #8]
	.loc	0 31 10 is_stmt 0               // modern.cpp:31:10
	b	.LBB6_1
.LBB6_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 31 21                         // modern.cpp:31:21
	ldr	w8, [sp, #8]
	.loc	0 31 25                         // modern.cpp:31:25
	ldr	w9, [sp, #12]
	.loc	0 31 5                          // modern.cpp:31:5
	subs	w8, w8, w9
	b.ge	.LBB6_4
	b	.LBB6_2
.LBB6_2:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 0 5                           // modern.cpp:0:5
	ldr	x9, [sp]                        // 8-byte Folded Reload
	.loc	0 32 14 is_stmt 1               // modern.cpp:32:14
	ldr	x8, [sp, #16]
	.loc	0 32 16 is_stmt 0               // modern.cpp:32:16
	ldrsw	x10, [sp, #8]
	.loc	0 32 14                         // modern.cpp:32:14
	ldrb	w8, [x8, x10]
	mov	w10, w8
	.loc	0 32 19                         // modern.cpp:32:19
	ldr	w8, [x9, x10, lsl #2]
	add	w8, w8, #1
	str	w8, [x9, x10, lsl #2]
	.loc	0 32 9                          // modern.cpp:32:9
	b	.LBB6_3
.LBB6_3:                                //   in Loop: Header=BB6_1 Depth=1
	.loc	0 31 29 is_stmt 1               // modern.cpp:31:29
	ldr	w8, [sp, #8]
	add	w8, w8, #1
	str	w8, [sp, #8]
	.loc	0 31 5 is_stmt 0                // modern.cpp:31:5
	b	.LBB6_1
.LBB6_4:
	.loc	0 33 1 epilogue_begin is_stmt 1 // modern.cpp:33:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp16:
.Lfunc_end6:
	.size	_ZN9Histogram3addEPKhi, .Lfunc_end6-_ZN9Histogram3addEPKhi
	.cfi_endproc
                                        // -- End function
	.globl	_Z5halvePfi                     // -- Begin function _Z5halvePfi
	.p2align	2
	.type	_Z5halvePfi,@function
_Z5halvePfi:                            // @_Z5halvePfi
.Lfunc_begin7:
	.loc	0 43 0                          // modern.cpp:43:0
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
.Ltmp17:
	.loc	0 44 10 prologue_end            // modern.cpp:44:10
	ldr	x0, [sp, #8]
	.loc	0 44 13 is_stmt 0               // modern.cpp:44:13
	ldr	w1, [sp, #4]
	.loc	0 44 5                          // modern.cpp:44:5
	ldrb	w2, [sp, #3]
	bl	_ZL4eachIZ5halvePfiE3$_0EvS0_iT_
	.cfi_def_cfa wsp, 32
	.loc	0 45 1 epilogue_begin is_stmt 1 // modern.cpp:45:1
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp18:
.Lfunc_end7:
	.size	_Z5halvePfi, .Lfunc_end7-_Z5halvePfi
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function _ZL4eachIZ5halvePfiE3$_0EvS0_iT_
	.type	_ZL4eachIZ5halvePfiE3$_0EvS0_iT_,@function
_ZL4eachIZ5halvePfiE3$_0EvS0_iT_:       // @"_ZL4eachIZ5halvePfiE3$_0EvS0_iT_"
.Lfunc_begin8:
	.loc	0 37 0                          // modern.cpp:37:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	sturb	w2, [x29, #-1]
	str	x0, [sp, #16]
	str	w1, [sp, #12]
.Ltmp19:
	.loc	0 38 14 prologue_end            // modern.cpp:38:14
	str	wzr, [sp, #8]
	.loc	0 38 10 is_stmt 0               // modern.cpp:38:10
	b	.LBB8_1
.LBB8_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 38 21                         // modern.cpp:38:21
	ldr	w8, [sp, #8]
	.loc	0 38 25                         // modern.cpp:38:25
	ldr	w9, [sp, #12]
	.loc	0 38 5                          // modern.cpp:38:5
	subs	w8, w8, w9
	b.ge	.LBB8_4
	b	.LBB8_2
.LBB8_2:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 39 18 is_stmt 1               // modern.cpp:39:18
	ldr	x8, [sp, #16]
	.loc	0 39 20 is_stmt 0               // modern.cpp:39:20
	ldrsw	x9, [sp, #8]
	.loc	0 39 18                         // modern.cpp:39:18
	ldr	s0, [x8, x9, lsl #2]
	.loc	0 39 16                         // modern.cpp:39:16
	sub	x0, x29, #1
	bl	_ZZ5halvePfiENK3$_0clEf
	.loc	0 39 9                          // modern.cpp:39:9
	ldr	x8, [sp, #16]
	.loc	0 39 11                         // modern.cpp:39:11
	ldrsw	x9, [sp, #8]
	.loc	0 39 14                         // modern.cpp:39:14
	str	s0, [x8, x9, lsl #2]
	.loc	0 39 9                          // modern.cpp:39:9
	b	.LBB8_3
.LBB8_3:                                //   in Loop: Header=BB8_1 Depth=1
	.loc	0 38 29 is_stmt 1               // modern.cpp:38:29
	ldr	w8, [sp, #8]
	add	w8, w8, #1
	str	w8, [sp, #8]
	.loc	0 38 5 is_stmt 0                // modern.cpp:38:5
	b	.LBB8_1
.LBB8_4:
	.cfi_def_cfa wsp, 48
	.loc	0 40 1 epilogue_begin is_stmt 1 // modern.cpp:40:1
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp20:
.Lfunc_end8:
	.size	_ZL4eachIZ5halvePfiE3$_0EvS0_iT_, .Lfunc_end8-_ZL4eachIZ5halvePfiE3$_0EvS0_iT_
	.cfi_endproc
                                        // -- End function
	.globl	_Z9may_throwPKii                // -- Begin function _Z9may_throwPKii
	.p2align	2
	.type	_Z9may_throwPKii,@function
_Z9may_throwPKii:                       // @_Z9may_throwPKii
.Lfunc_begin9:
	.loc	0 48 0                          // modern.cpp:48:0
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
.Ltmp21:
	.loc	0 49 9 prologue_end             // modern.cpp:49:9
	str	wzr, [sp, #16]
	.loc	0 50 14                         // modern.cpp:50:14
	str	wzr, [sp, #12]
	.loc	0 50 10 is_stmt 0               // modern.cpp:50:10
	b	.LBB9_1
.LBB9_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 50 21                         // modern.cpp:50:21
	ldr	w8, [sp, #12]
	.loc	0 50 25                         // modern.cpp:50:25
	ldur	w9, [x29, #-12]
	.loc	0 50 5                          // modern.cpp:50:5
	subs	w8, w8, w9
	b.ge	.LBB9_6
	b	.LBB9_2
.LBB9_2:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 51 13 is_stmt 1               // modern.cpp:51:13
	ldur	x8, [x29, #-8]
	.loc	0 51 15 is_stmt 0               // modern.cpp:51:15
	ldrsw	x9, [sp, #12]
	.loc	0 51 13                         // modern.cpp:51:13
	ldr	w8, [x8, x9, lsl #2]
	cbnz	w8, .LBB9_4
	b	.LBB9_3
.LBB9_3:
	.loc	0 52 13 is_stmt 1               // modern.cpp:52:13
	mov	x0, #4                          // =0x4
	bl	__cxa_allocate_exception
	mov	w8, #1                          // =0x1
	str	w8, [x0]
	adrp	x1, :got:_ZTIi
	ldr	x1, [x1, :got_lo12:_ZTIi]
	mov	x2, xzr
	bl	__cxa_throw
.LBB9_4:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 53 20                         // modern.cpp:53:20
	ldur	x8, [x29, #-8]
	.loc	0 53 22 is_stmt 0               // modern.cpp:53:22
	ldrsw	x9, [sp, #12]
	.loc	0 53 20                         // modern.cpp:53:20
	ldr	w9, [x8, x9, lsl #2]
	.loc	0 53 18                         // modern.cpp:53:18
	mov	w8, #100                        // =0x64
	sdiv	w9, w8, w9
	.loc	0 53 11                         // modern.cpp:53:11
	ldr	w8, [sp, #16]
	add	w8, w8, w9
	str	w8, [sp, #16]
	.loc	0 54 5 is_stmt 1                // modern.cpp:54:5
	b	.LBB9_5
.LBB9_5:                                //   in Loop: Header=BB9_1 Depth=1
	.loc	0 50 29                         // modern.cpp:50:29
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 50 5 is_stmt 0                // modern.cpp:50:5
	b	.LBB9_1
.LBB9_6:
	.loc	0 55 12 is_stmt 1               // modern.cpp:55:12
	ldr	w0, [sp, #16]
	.cfi_def_cfa wsp, 48
	.loc	0 55 5 epilogue_begin is_stmt 0 // modern.cpp:55:5
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp22:
.Lfunc_end9:
	.size	_Z9may_throwPKii, .Lfunc_end9-_Z9may_throwPKii
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim,"axG",@progbits,_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim,comdat
	.weak	_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim // -- Begin function _ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim
	.p2align	2
	.type	_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim,@function
_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim: // @_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim
.Lfunc_begin10:
	.loc	1 61 0 is_stmt 1                // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:61:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
	str	x1, [sp]
.Ltmp24:
	.loc	1 61 33 prologue_end            // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:61:33
	ldr	x8, [sp, #8]
	.loc	1 61 37 is_stmt 0               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:61:37
	ldr	x9, [sp]
	.loc	1 61 33                         // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:61:33
	add	x0, x8, x9, lsl #2
	.loc	1 61 9 epilogue_begin           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:61:9
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp25:
.Lfunc_end10:
	.size	_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim, .Lfunc_end10-_ZNSt14__array_traitsIiLm100EE6_S_refERA100_Kim
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIiLm100EE4dataEv,"axG",@progbits,_ZNKSt5arrayIiLm100EE4dataEv,comdat
	.weak	_ZNKSt5arrayIiLm100EE4dataEv    // -- Begin function _ZNKSt5arrayIiLm100EE4dataEv
	.p2align	2
	.type	_ZNKSt5arrayIiLm100EE4dataEv,@function
_ZNKSt5arrayIiLm100EE4dataEv:           // @_ZNKSt5arrayIiLm100EE4dataEv
.Lfunc_begin11:
	.loc	1 289 0 is_stmt 1               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:289:0
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
	ldr	x0, [sp, #8]
.Ltmp26:
	.loc	1 289 16 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:289:16
	bl	_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki
	.cfi_def_cfa wsp, 32
	.loc	1 289 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:289:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp27:
.Lfunc_end11:
	.size	_ZNKSt5arrayIiLm100EE4dataEv, .Lfunc_end11-_ZNKSt5arrayIiLm100EE4dataEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki,"axG",@progbits,_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki,comdat
	.weak	_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki // -- Begin function _ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki
	.p2align	2
	.type	_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki,@function
_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki: // @_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki
.Lfunc_begin12:
	.loc	1 65 0 is_stmt 1                // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp29:
	.loc	1 65 33 prologue_end            // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:33
	ldr	x0, [sp, #8]
	.loc	1 65 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:9
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp30:
.Lfunc_end12:
	.size	_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki, .Lfunc_end12-_ZNSt14__array_traitsIiLm100EE6_S_ptrERA100_Ki
	.cfi_endproc
                                        // -- End function
	.text
	.p2align	2                               // -- Begin function _ZZ5halvePfiENK3$_0clEf
	.type	_ZZ5halvePfiENK3$_0clEf,@function
_ZZ5halvePfiENK3$_0clEf:                // @"_ZZ5halvePfiENK3$_0clEf"
.Lfunc_begin13:
	.loc	0 44 0 is_stmt 1                // modern.cpp:44:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
	str	s0, [sp, #4]
.Ltmp32:
	.loc	0 44 37 prologue_end            // modern.cpp:44:37
	ldr	s0, [sp, #4]
	.loc	0 44 39 is_stmt 0               // modern.cpp:44:39
	fmov	s1, #0.50000000
	fmul	s0, s0, s1
	.loc	0 44 30 epilogue_begin          // modern.cpp:44:30
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp33:
.Lfunc_end13:
	.size	_ZZ5halvePfiENK3$_0clEf, .Lfunc_end13-_ZZ5halvePfiENK3$_0clEf
	.cfi_endproc
                                        // -- End function
