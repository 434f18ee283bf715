	.text
	.file	"pixels.cpp"
	.globl	_ZN7picture8brightenEP5Pixelii  // -- Begin function _ZN7picture8brightenEP5Pixelii
	.p2align	2
	.type	_ZN7picture8brightenEP5Pixelii,@function
_ZN7picture8brightenEP5Pixelii:         // @_ZN7picture8brightenEP5Pixelii
.Lfunc_begin0:
	.file	0 "/sources" "pixels.cpp" md5 0x82d6b91faf573c8add5d1eae6e501829
	.loc	0 13 0                          // pixels.cpp:13:0
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
	stur	w2, [x29, #-16]
.Ltmp0:
	.loc	0 14 12 prologue_end            // pixels.cpp:14:12
	stur	wzr, [x29, #-20]
	.loc	0 14 8 is_stmt 0                // pixels.cpp:14:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 14 19                         // pixels.cpp:14:19
	ldur	w8, [x29, #-20]
	.loc	0 14 23                         // pixels.cpp:14:23
	ldur	w9, [x29, #-12]
	.loc	0 14 3                          // pixels.cpp:14:3
	subs	w8, w8, w9
	b.ge	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 15 27 is_stmt 1               // pixels.cpp:15:27
	ldur	x8, [x29, #-8]
	.loc	0 15 34 is_stmt 0               // pixels.cpp:15:34
	ldursw	x9, [x29, #-20]
	mov	x10, #3                         // =0x3
	str	x10, [sp, #16]                  // 8-byte Folded Spill
	.loc	0 15 27                         // pixels.cpp:15:27
	mul	x9, x9, x10
	.loc	0 15 37                         // pixels.cpp:15:37
	ldrb	w8, [x8, x9]
	.loc	0 15 43                         // pixels.cpp:15:43
	ldur	w9, [x29, #-16]
	.loc	0 15 41                         // pixels.cpp:15:41
	add	w0, w8, w9
	mov	w1, wzr
	str	w1, [sp, #8]                    // 4-byte Folded Spill
	mov	w2, #255                        // =0xff
	str	w2, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 15 21                         // pixels.cpp:15:21
	bl	_ZL5clampIiET_S0_S0_S0_
	ldr	w1, [sp, #8]                    // 4-byte Folded Reload
	ldr	w2, [sp, #12]                   // 4-byte Folded Reload
	ldr	x10, [sp, #16]                  // 8-byte Folded Reload
	.loc	0 15 5                          // pixels.cpp:15:5
	ldur	x8, [x29, #-8]
	.loc	0 15 12                         // pixels.cpp:15:12
	ldursw	x9, [x29, #-20]
	.loc	0 15 5                          // pixels.cpp:15:5
	mul	x9, x9, x10
	.loc	0 15 19                         // pixels.cpp:15:19
	strb	w0, [x8, x9]
	.loc	0 16 29 is_stmt 1               // pixels.cpp:16:29
	ldur	x8, [x29, #-8]
	.loc	0 16 36 is_stmt 0               // pixels.cpp:16:36
	ldursw	x9, [x29, #-20]
	.loc	0 16 29                         // pixels.cpp:16:29
	mul	x9, x9, x10
	add	x8, x8, x9
	.loc	0 16 39                         // pixels.cpp:16:39
	ldrb	w8, [x8, #1]
	.loc	0 16 47                         // pixels.cpp:16:47
	ldur	w9, [x29, #-16]
	.loc	0 16 45                         // pixels.cpp:16:45
	add	w0, w8, w9
	.loc	0 16 23                         // pixels.cpp:16:23
	bl	_ZL5clampIiET_S0_S0_S0_
	ldr	w1, [sp, #8]                    // 4-byte Folded Reload
	ldr	w2, [sp, #12]                   // 4-byte Folded Reload
	ldr	x10, [sp, #16]                  // 8-byte Folded Reload
	.loc	0 16 5                          // pixels.cpp:16:5
	ldur	x8, [x29, #-8]
	.loc	0 16 12                         // pixels.cpp:16:12
	ldursw	x9, [x29, #-20]
	.loc	0 16 5                          // pixels.cpp:16:5
	mul	x9, x9, x10
	add	x8, x8, x9
	.loc	0 16 21                         // pixels.cpp:16:21
	strb	w0, [x8, #1]
	.loc	0 17 28 is_stmt 1               // pixels.cpp:17:28
	ldur	x8, [x29, #-8]
	.loc	0 17 35 is_stmt 0               // pixels.cpp:17:35
	ldursw	x9, [x29, #-20]
	.loc	0 17 28                         // pixels.cpp:17:28
	mul	x9, x9, x10
	add	x8, x8, x9
	.loc	0 17 38                         // pixels.cpp:17:38
	ldrb	w8, [x8, #2]
	.loc	0 17 45                         // pixels.cpp:17:45
	ldur	w9, [x29, #-16]
	.loc	0 17 43                         // pixels.cpp:17:43
	add	w0, w8, w9
	.loc	0 17 22                         // pixels.cpp:17:22
	bl	_ZL5clampIiET_S0_S0_S0_
	ldr	x10, [sp, #16]                  // 8-byte Folded Reload
	.loc	0 17 5                          // pixels.cpp:17:5
	ldur	x8, [x29, #-8]
	.loc	0 17 12                         // pixels.cpp:17:12
	ldursw	x9, [x29, #-20]
	.loc	0 17 5                          // pixels.cpp:17:5
	mul	x9, x9, x10
	add	x8, x8, x9
	.loc	0 17 20                         // pixels.cpp:17:20
	strb	w0, [x8, #2]
	.loc	0 18 3 is_stmt 1                // pixels.cpp:18:3
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 14 27                         // pixels.cpp:14:27
	ldur	w8, [x29, #-20]
	add	w8, w8, #1
	stur	w8, [x29, #-20]
	.loc	0 14 3 is_stmt 0                // pixels.cpp:14:3
	b	.LBB0_1
.LBB0_4:
	.cfi_def_cfa wsp, 64
	.loc	0 19 1 epilogue_begin is_stmt 1 // pixels.cpp:19:1
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp1:
.Lfunc_end0:
	.size	_ZN7picture8brightenEP5Pixelii, .Lfunc_end0-_ZN7picture8brightenEP5Pixelii
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function _ZL5clampIiET_S0_S0_S0_
	.type	_ZL5clampIiET_S0_S0_S0_,@function
_ZL5clampIiET_S0_S0_S0_:                // @_ZL5clampIiET_S0_S0_S0_
.Lfunc_begin1:
	.loc	0 8 0                           // pixels.cpp:8:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, #28]
	str	w1, [sp, #24]
	str	w2, [sp, #20]
.Ltmp3:
	.loc	0 9 10 prologue_end             // pixels.cpp:9:10
	ldr	w8, [sp, #28]
	.loc	0 9 18 is_stmt 0                // pixels.cpp:9:18
	ldr	w9, [sp, #24]
	.loc	0 9 10                          // pixels.cpp:9:10
	subs	w8, w8, w9
	b.ge	.LBB1_2
	b	.LBB1_1
.LBB1_1:
	.loc	0 9 24                          // pixels.cpp:9:24
	ldr	w8, [sp, #24]
	str	w8, [sp, #16]                   // 4-byte Folded Spill
	.loc	0 9 10                          // pixels.cpp:9:10
	b	.LBB1_6
.LBB1_2:
	.loc	0 9 30                          // pixels.cpp:9:30
	ldr	w8, [sp, #28]
	.loc	0 9 38                          // pixels.cpp:9:38
	ldr	w9, [sp, #20]
	.loc	0 9 30                          // pixels.cpp:9:30
	subs	w8, w8, w9
	b.le	.LBB1_4
	b	.LBB1_3
.LBB1_3:
	.loc	0 9 45                          // pixels.cpp:9:45
	ldr	w8, [sp, #20]
	str	w8, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 9 30                          // pixels.cpp:9:30
	b	.LBB1_5
.LBB1_4:
	.loc	0 9 52                          // pixels.cpp:9:52
	ldr	w8, [sp, #28]
	str	w8, [sp, #12]                   // 4-byte Folded Spill
	.loc	0 9 30                          // pixels.cpp:9:30
	b	.LBB1_5
.LBB1_5:
	.loc	0 0 30                          // pixels.cpp:0:30
	ldr	w8, [sp, #12]                   // 4-byte Folded Reload
	str	w8, [sp, #16]                   // 4-byte Folded Spill
	.loc	0 9 10                          // pixels.cpp:9:10
	b	.LBB1_6
.LBB1_6:
	.loc	0 0 10                          // pixels.cpp:0:10
	ldr	w0, [sp, #16]                   // 4-byte Folded Reload
	.loc	0 9 3 epilogue_begin            // pixels.cpp:9:3
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp4:
.Lfunc_end1:
	.size	_ZL5clampIiET_S0_S0_S0_, .Lfunc_end1-_ZL5clampIiET_S0_S0_S0_
	.cfi_endproc
                                        // -- End function
	.globl	_ZN7picture4meanERKSt5arrayIfLm256EE // -- Begin function _ZN7picture4meanERKSt5arrayIfLm256EE
	.p2align	2
	.type	_ZN7picture4meanERKSt5arrayIfLm256EE,@function
_ZN7picture4meanERKSt5arrayIfLm256EE:   // @_ZN7picture4meanERKSt5arrayIfLm256EE
.Lfunc_begin2:
	.loc	0 21 0 is_stmt 1                // pixels.cpp:21:0
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
.Ltmp5:
	.loc	0 22 9 prologue_end             // pixels.cpp:22:9
	movi	d0, #0000000000000000
	stur	s0, [x29, #-12]
	.loc	0 23 22                         // pixels.cpp:23:22
	ldur	x8, [x29, #-8]
	str	x8, [sp, #24]
	.loc	0 23 20 is_stmt 0               // pixels.cpp:23:20
	ldr	x0, [sp, #24]
	bl	_ZNKSt5arrayIfLm256EE5beginEv
	str	x0, [sp, #16]
	ldr	x0, [sp, #24]
	bl	_ZNKSt5arrayIfLm256EE3endEv
	str	x0, [sp, #8]
	b	.LBB2_1
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	ldr	x8, [sp, #16]
	ldr	x9, [sp, #8]
	subs	x8, x8, x9
	b.eq	.LBB2_4
	b	.LBB2_2
.LBB2_2:                                //   in Loop: Header=BB2_1 Depth=1
	ldr	x8, [sp, #16]
	ldr	s0, [x8]
	.loc	0 23 14                         // pixels.cpp:23:14
	str	s0, [sp, #4]
	.loc	0 24 12 is_stmt 1               // pixels.cpp:24:12
	ldr	s1, [sp, #4]
	.loc	0 24 9 is_stmt 0                // pixels.cpp:24:9
	ldur	s0, [x29, #-12]
	fadd	s0, s0, s1
	stur	s0, [x29, #-12]
	.loc	0 23 3 is_stmt 1                // pixels.cpp:23:3
	b	.LBB2_3
.LBB2_3:                                //   in Loop: Header=BB2_1 Depth=1
	.loc	0 23 20 is_stmt 0               // pixels.cpp:23:20
	ldr	x8, [sp, #16]
	add	x8, x8, #4
	str	x8, [sp, #16]
	b	.LBB2_1
.LBB2_4:
	.loc	0 25 10 is_stmt 1               // pixels.cpp:25:10
	ldur	s0, [x29, #-12]
	str	s0, [sp]                        // 4-byte Folded Spill
	.loc	0 25 16 is_stmt 0               // pixels.cpp:25:16
	ldur	x0, [x29, #-8]
	.loc	0 25 23                         // pixels.cpp:25:23
	bl	_ZNKSt5arrayIfLm256EE4sizeEv
	ldr	s0, [sp]                        // 4-byte Folded Reload
	.loc	0 25 16                         // pixels.cpp:25:16
	ucvtf	s1, x0
	.loc	0 25 14                         // pixels.cpp:25:14
	fdiv	s0, s0, s1
	.cfi_def_cfa wsp, 64
	.loc	0 25 3 epilogue_begin           // pixels.cpp:25:3
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp6:
.Lfunc_end2:
	.size	_ZN7picture4meanERKSt5arrayIfLm256EE, .Lfunc_end2-_ZN7picture4meanERKSt5arrayIfLm256EE
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIfLm256EE5beginEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE5beginEv,comdat
	.weak	_ZNKSt5arrayIfLm256EE5beginEv   // -- Begin function _ZNKSt5arrayIfLm256EE5beginEv
	.p2align	2
	.type	_ZNKSt5arrayIfLm256EE5beginEv,@function
_ZNKSt5arrayIfLm256EE5beginEv:          // @_ZNKSt5arrayIfLm256EE5beginEv
.Lfunc_begin3:
	.file	1 "/usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12" "array"
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
.Ltmp7:
	.loc	1 138 31 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:138:31
	bl	_ZNKSt5arrayIfLm256EE4dataEv
	.cfi_def_cfa wsp, 32
	.loc	1 138 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:138:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp8:
.Lfunc_end3:
	.size	_ZNKSt5arrayIfLm256EE5beginEv, .Lfunc_end3-_ZNKSt5arrayIfLm256EE5beginEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIfLm256EE3endEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE3endEv,comdat
	.weak	_ZNKSt5arrayIfLm256EE3endEv     // -- Begin function _ZNKSt5arrayIfLm256EE3endEv
	.p2align	2
	.type	_ZNKSt5arrayIfLm256EE3endEv,@function
_ZNKSt5arrayIfLm256EE3endEv:            // @_ZNKSt5arrayIfLm256EE3endEv
.Lfunc_begin4:
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
.Ltmp9:
	.loc	1 148 31 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:31
	bl	_ZNKSt5arrayIfLm256EE4dataEv
	.loc	1 148 38 is_stmt 0              // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:38
	add	x0, x0, #1024
	.cfi_def_cfa wsp, 32
	.loc	1 148 9 epilogue_begin          // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:148:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp10:
.Lfunc_end4:
	.size	_ZNKSt5arrayIfLm256EE3endEv, .Lfunc_end4-_ZNKSt5arrayIfLm256EE3endEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIfLm256EE4sizeEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE4sizeEv,comdat
	.weak	_ZNKSt5arrayIfLm256EE4sizeEv    // -- Begin function _ZNKSt5arrayIfLm256EE4sizeEv
	.p2align	2
	.type	_ZNKSt5arrayIfLm256EE4sizeEv,@function
_ZNKSt5arrayIfLm256EE4sizeEv:           // @_ZNKSt5arrayIfLm256EE4sizeEv
.Lfunc_begin5:
	.loc	1 193 0 is_stmt 1               // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:193:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp12:
	.loc	1 193 31 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:193:31
	mov	x0, #256                        // =0x100
	.loc	1 193 31 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:193:31
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp13:
.Lfunc_end5:
	.size	_ZNKSt5arrayIfLm256EE4sizeEv, .Lfunc_end5-_ZNKSt5arrayIfLm256EE4sizeEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNKSt5arrayIfLm256EE4dataEv,"axG",@progbits,_ZNKSt5arrayIfLm256EE4dataEv,comdat
	.weak	_ZNKSt5arrayIfLm256EE4dataEv    // -- Begin function _ZNKSt5arrayIfLm256EE4dataEv
	.p2align	2
	.type	_ZNKSt5arrayIfLm256EE4dataEv,@function
_ZNKSt5arrayIfLm256EE4dataEv:           // @_ZNKSt5arrayIfLm256EE4dataEv
.Lfunc_begin6:
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
.Ltmp14:
	.loc	1 289 16 prologue_end           // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:289:16
	bl	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.cfi_def_cfa wsp, 32
	.loc	1 289 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:289:9
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp15:
.Lfunc_end6:
	.size	_ZNKSt5arrayIfLm256EE4dataEv, .Lfunc_end6-_ZNKSt5arrayIfLm256EE4dataEv
	.cfi_endproc
                                        // -- End function
	.section	.text._ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf,"axG",@progbits,_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf,comdat
	.weak	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf // -- Begin function _ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.p2align	2
	.type	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf,@function
_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf: // @_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
.Lfunc_begin7:
	.loc	1 65 0 is_stmt 1                // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, #8]
.Ltmp17:
	.loc	1 65 33 prologue_end            // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:33
	ldr	x0, [sp, #8]
	.loc	1 65 9 epilogue_begin is_stmt 0 // /usr/lib/gcc-cross/aarch64-linux-gnu/12/../../../../aarch64-linux-gnu/include/c++/12/array:65:9
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
.Ltmp18:
.Lfunc_end7:
	.size	_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf, .Lfunc_end7-_ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym _ZL5clampIiET_S0_S0_S0_
	.addrsig_sym _ZNKSt5arrayIfLm256EE5beginEv
	.addrsig_sym _ZNKSt5arrayIfLm256EE3endEv
	.addrsig_sym _ZNKSt5arrayIfLm256EE4sizeEv
	.addrsig_sym _ZNKSt5arrayIfLm256EE4dataEv
	.addrsig_sym _ZNSt14__array_traitsIfLm256EE6_S_ptrERA256_Kf
