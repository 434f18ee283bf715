	.text
	.file	"pixels.cpp"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function _ZN7picture8brightenEP5Pixelii
.LCPI0_0:
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
.LCPI0_1:
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
	.globl	_ZN7picture8brightenEP5Pixelii
	.p2align	2
	.type	_ZN7picture8brightenEP5Pixelii,@function
_ZN7picture8brightenEP5Pixelii:         // @_ZN7picture8brightenEP5Pixelii
.Lfunc_begin0:
	.file	0 "/sources" "pixels.cpp" md5 0x82d6b91faf573c8add5d1eae6e501829
	.cfi_startproc
// %bb.0:
	.loc	0 14 3 prologue_end             // pixels.cpp:14:3
	cmp	w1, #1
	b.lt	.LBB0_15
// %bb.1:
	str	d10, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	d9, d8, [sp, #16]               // 16-byte Folded Spill
	.cfi_offset b8, -8
	.cfi_offset b9, -16
	.cfi_offset b10, -32
	cmp	w1, #8
	.loc	0 14 21 is_stmt 0               // pixels.cpp:14:21
	mov	w8, w1
	.loc	0 14 3                          // pixels.cpp:14:3
	b.hs	.LBB0_3
// %bb.2:
	.loc	0 0 3                           // pixels.cpp:0:3
	mov	x9, xzr
	.loc	0 14 3                          // pixels.cpp:14:3
	b	.LBB0_12
.LBB0_3:
	.loc	0 0 3                           // pixels.cpp:0:3
	dup	v0.4s, w2
	.loc	0 14 3                          // pixels.cpp:14:3
	cmp	w1, #16
	adrp	x10, .LCPI0_0
	b.hs	.LBB0_8
// %bb.4:
	.loc	0 0 3                           // pixels.cpp:0:3
	mov	x9, xzr
.LBB0_5:
	movi	v1.2d, #0x0000ff000000ff
	.loc	0 14 3                          // pixels.cpp:14:3
	add	x12, x9, x9, lsl #1
	adrp	x13, .LCPI0_1
	mov	x11, x9
	and	x9, x8, #0x7ffffff8
	ldr	q2, [x13, :lo12:.LCPI0_1]
	ldr	q3, [x10, :lo12:.LCPI0_0]
	add	x10, x0, x12
	sub	x11, x11, x9
.LBB0_6:                                // =>This Inner Loop Header: Depth=1
	.loc	0 15 37 is_stmt 1               // pixels.cpp:15:37
	ld3	{ v4.8b, v5.8b, v6.8b }, [x10]
	.loc	0 14 27                         // pixels.cpp:14:27
	adds	x11, x11, #8
	.loc	0 17 28                         // pixels.cpp:17:28
	ushll	v7.8h, v6.8b, #0
	.loc	0 16 29                         // pixels.cpp:16:29
	ushll	v16.8h, v5.8b, #0
	.loc	0 15 27                         // pixels.cpp:15:27
	ushll	v4.8h, v4.8b, #0
	.loc	0 17 43                         // pixels.cpp:17:43
	uaddw2	v5.4s, v0.4s, v7.8h
	uaddw	v7.4s, v0.4s, v7.4h
	.loc	0 16 45                         // pixels.cpp:16:45
	uaddw	v6.4s, v0.4s, v16.4h
	uaddw2	v16.4s, v0.4s, v16.8h
	.loc	0 15 41                         // pixels.cpp:15:41
	uaddw	v17.4s, v0.4s, v4.4h
	uaddw2	v4.4s, v0.4s, v4.8h
.Ltmp0:
	.loc	0 9 16                          // pixels.cpp:9:16
	cmlt	v18.4s, v5.4s, #0
	cmlt	v19.4s, v7.4s, #0
.Ltmp1:
	.loc	0 17 20                         // pixels.cpp:17:20
	cmlt	v21.4s, v6.4s, #0
	cmlt	v20.4s, v16.4s, #0
	cmlt	v22.4s, v4.4s, #0
	cmlt	v23.4s, v17.4s, #0
	umin	v27.4s, v16.4s, v1.4s
	umin	v25.4s, v4.4s, v1.4s
.Ltmp2:
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v5.4s, v5.4s, v1.4s
	.loc	0 9 16 is_stmt 0                // pixels.cpp:9:16
	uzp1	v16.8h, v19.8h, v18.8h
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v4.4s, v7.4s, v1.4s
.Ltmp3:
	.loc	0 17 20 is_stmt 1               // pixels.cpp:17:20
	umin	v26.4s, v6.4s, v1.4s
	uzp1	v6.8h, v21.8h, v20.8h
	uzp1	v7.8h, v23.8h, v22.8h
	umin	v24.4s, v17.4s, v1.4s
.Ltmp4:
	.loc	0 9 16                          // pixels.cpp:9:16
	xtn	v16.8b, v16.8h
.Ltmp5:
	.loc	0 17 22                         // pixels.cpp:17:22
	tbl	v4.16b, { v4.16b, v5.16b }, v2.16b
	.loc	0 17 20 is_stmt 0               // pixels.cpp:17:20
	uzp1	v5.16b, v7.16b, v6.16b
	tbl	v6.16b, { v24.16b, v25.16b, v26.16b, v27.16b }, v3.16b
	.loc	0 17 22                         // pixels.cpp:17:22
	bic	v18.8b, v4.8b, v16.8b
	.loc	0 17 20                         // pixels.cpp:17:20
	bic	v16.16b, v6.16b, v5.16b
	ext	v17.16b, v16.16b, v16.16b, #8
	st3	{ v16.8b, v17.8b, v18.8b }, [x10], #24
	.loc	0 14 27 is_stmt 1               // pixels.cpp:14:27
	b.ne	.LBB0_6
// %bb.7:
	.loc	0 14 3 is_stmt 0                // pixels.cpp:14:3
	cmp	x9, x8
	b.ne	.LBB0_12
	b	.LBB0_14
.LBB0_8:
	.loc	0 0 3                           // pixels.cpp:0:3
	movi	v1.2d, #0x0000ff000000ff
	.loc	0 14 3                          // pixels.cpp:14:3
	and	x9, x8, #0x7ffffff0
	ldr	q2, [x10, :lo12:.LCPI0_0]
	mov	x11, x9
	mov	x12, x0
.LBB0_9:                                // =>This Inner Loop Header: Depth=1
	.loc	0 15 37 is_stmt 1               // pixels.cpp:15:37
	ld3	{ v3.16b, v4.16b, v5.16b }, [x12]
	.loc	0 14 27                         // pixels.cpp:14:27
	subs	x11, x11, #16
	.loc	0 17 28                         // pixels.cpp:17:28
	ushll2	v16.8h, v5.16b, #0
	ushll	v17.8h, v5.8b, #0
	.loc	0 15 27                         // pixels.cpp:15:27
	ushll	v6.8h, v3.8b, #0
	ushll2	v7.8h, v3.16b, #0
	.loc	0 16 29                         // pixels.cpp:16:29
	ushll2	v18.8h, v4.16b, #0
	ushll	v3.8h, v4.8b, #0
	.loc	0 17 43                         // pixels.cpp:17:43
	uaddw2	v19.4s, v0.4s, v16.8h
	uaddw	v20.4s, v0.4s, v17.4h
	uaddw2	v17.4s, v0.4s, v17.8h
	uaddw	v16.4s, v0.4s, v16.4h
	.loc	0 16 45                         // pixels.cpp:16:45
	uaddw	v21.4s, v0.4s, v3.4h
	uaddw2	v3.4s, v0.4s, v3.8h
	uaddw	v22.4s, v0.4s, v18.4h
	uaddw2	v18.4s, v0.4s, v18.8h
	.loc	0 15 41                         // pixels.cpp:15:41
	uaddw	v4.4s, v0.4s, v6.4h
.Ltmp6:
	.loc	0 9 16                          // pixels.cpp:9:16
	cmlt	v23.4s, v19.4s, #0
	cmlt	v25.4s, v17.4s, #0
	cmlt	v26.4s, v20.4s, #0
	cmlt	v24.4s, v16.4s, #0
.Ltmp7:
	.loc	0 15 41                         // pixels.cpp:15:41
	uaddw2	v5.4s, v0.4s, v6.8h
	uaddw	v6.4s, v0.4s, v7.4h
	uaddw2	v7.4s, v0.4s, v7.8h
.Ltmp8:
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v30.4s, v19.4s, v1.4s
.Ltmp9:
	.loc	0 17 20                         // pixels.cpp:17:20
	cmlt	v8.4s, v18.4s, #0
	cmlt	v9.4s, v22.4s, #0
.Ltmp10:
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v29.4s, v16.4s, v1.4s
.Ltmp11:
	.loc	0 17 20                         // pixels.cpp:17:20
	umin	v18.4s, v18.4s, v1.4s
.Ltmp12:
	.loc	0 9 16                          // pixels.cpp:9:16
	uzp1	v16.8h, v24.8h, v23.8h
	uzp1	v23.8h, v26.8h, v25.8h
.Ltmp13:
	.loc	0 17 20                         // pixels.cpp:17:20
	cmlt	v24.4s, v3.4s, #0
	cmlt	v25.4s, v21.4s, #0
	umin	v3.4s, v3.4s, v1.4s
	umin	v21.4s, v21.4s, v1.4s
	umin	v22.4s, v22.4s, v1.4s
	cmlt	v19.4s, v7.4s, #0
	cmlt	v31.4s, v6.4s, #0
	umin	v26.4s, v5.4s, v1.4s
	umin	v10.4s, v4.4s, v1.4s
	umin	v7.4s, v7.4s, v1.4s
	umin	v6.4s, v6.4s, v1.4s
.Ltmp14:
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v28.4s, v17.4s, v1.4s
.Ltmp15:
	.loc	0 17 20                         // pixels.cpp:17:20
	cmlt	v5.4s, v5.4s, #0
	cmlt	v4.4s, v4.4s, #0
.Ltmp16:
	.loc	0 9 10                          // pixels.cpp:9:10
	umin	v27.4s, v20.4s, v1.4s
.Ltmp17:
	.loc	0 17 20                         // pixels.cpp:17:20
	uzp1	v17.8h, v31.8h, v19.8h
	uzp1	v19.8h, v9.8h, v8.8h
	uzp1	v20.8h, v25.8h, v24.8h
	uzp1	v18.8h, v22.8h, v18.8h
	uzp1	v3.8h, v21.8h, v3.8h
	uzp1	v4.8h, v4.8h, v5.8h
	uzp1	v5.8h, v6.8h, v7.8h
	uzp1	v6.8h, v10.8h, v26.8h
.Ltmp18:
	.loc	0 9 16                          // pixels.cpp:9:16
	uzp1	v7.16b, v23.16b, v16.16b
.Ltmp19:
	.loc	0 17 22                         // pixels.cpp:17:22
	tbl	v16.16b, { v27.16b, v28.16b, v29.16b, v30.16b }, v2.16b
	.loc	0 17 20 is_stmt 0               // pixels.cpp:17:20
	uzp1	v19.16b, v20.16b, v19.16b
	uzp1	v3.16b, v3.16b, v18.16b
	uzp1	v4.16b, v4.16b, v17.16b
	uzp1	v5.16b, v6.16b, v5.16b
	.loc	0 17 22                         // pixels.cpp:17:22
	bic	v18.16b, v16.16b, v7.16b
	.loc	0 17 20                         // pixels.cpp:17:20
	bic	v17.16b, v3.16b, v19.16b
	bic	v16.16b, v5.16b, v4.16b
	st3	{ v16.16b, v17.16b, v18.16b }, [x12], #48
	.loc	0 14 27 is_stmt 1               // pixels.cpp:14:27
	b.ne	.LBB0_9
// %bb.10:
	.loc	0 14 3 is_stmt 0                // pixels.cpp:14:3
	cmp	x9, x8
	b.eq	.LBB0_14
// %bb.11:
	tbnz	w8, #3, .LBB0_5
.LBB0_12:
	add	x10, x9, x9, lsl #1
	sub	x8, x8, x9
	mov	w9, #255                        // =0xff
	add	x10, x10, x0
	add	x10, x10, #2
.LBB0_13:                               // =>This Inner Loop Header: Depth=1
	.loc	0 15 37 is_stmt 1               // pixels.cpp:15:37
	ldurb	w11, [x10, #-2]
	.loc	0 16 39                         // pixels.cpp:16:39
	ldurb	w12, [x10, #-1]
	.loc	0 15 41                         // pixels.cpp:15:41
	add	w11, w11, w2
.Ltmp20:
	.loc	0 9 10                          // pixels.cpp:9:10
	cmp	w11, #255
	csel	w13, w11, w9, lo
.Ltmp21:
	.loc	0 15 21                         // pixels.cpp:15:21
	cmp	w11, #0
	.loc	0 16 45                         // pixels.cpp:16:45
	add	w11, w12, w2
	.loc	0 17 38                         // pixels.cpp:17:38
	ldrb	w12, [x10]
	.loc	0 15 21                         // pixels.cpp:15:21
	csel	w13, wzr, w13, lt
.Ltmp22:
	.loc	0 9 10                          // pixels.cpp:9:10
	cmp	w11, #255
	csel	w14, w11, w9, lo
.Ltmp23:
	.loc	0 16 23                         // pixels.cpp:16:23
	cmp	w11, #0
	.loc	0 15 19                         // pixels.cpp:15:19
	sturb	w13, [x10, #-2]
	.loc	0 17 43                         // pixels.cpp:17:43
	add	w11, w12, w2
	.loc	0 16 23                         // pixels.cpp:16:23
	csel	w12, wzr, w14, lt
.Ltmp24:
	.loc	0 9 10                          // pixels.cpp:9:10
	cmp	w11, #255
.Ltmp25:
	.loc	0 16 21                         // pixels.cpp:16:21
	sturb	w12, [x10, #-1]
.Ltmp26:
	.loc	0 9 10                          // pixels.cpp:9:10
	csel	w13, w11, w9, lo
.Ltmp27:
	.loc	0 17 22                         // pixels.cpp:17:22
	cmp	w11, #0
	csel	w11, wzr, w13, lt
	.loc	0 14 21                         // pixels.cpp:14:21
	subs	x8, x8, #1
	.loc	0 17 20                         // pixels.cpp:17:20
	strb	w11, [x10], #3
	.loc	0 14 3                          // pixels.cpp:14:3
	b.ne	.LBB0_13
.LBB0_14:
	.loc	0 0 3 is_stmt 0                 // pixels.cpp:0:3
	ldp	d9, d8, [sp, #16]               // 16-byte Folded Reload
	ldr	d10, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
.LBB0_15:
	.loc	0 19 1 is_stmt 1                // pixels.cpp:19:1
	ret
.Ltmp28:
.Lfunc_end0:
	.size	_ZN7picture8brightenEP5Pixelii, .Lfunc_end0-_ZN7picture8brightenEP5Pixelii
	.cfi_endproc
                                        // -- End function
	.globl	_ZN7picture4meanERKSt5arrayIfLm256EE // -- Begin function _ZN7picture4meanERKSt5arrayIfLm256EE
	.p2align	2
	.type	_ZN7picture4meanERKSt5arrayIfLm256EE,@function
_ZN7picture4meanERKSt5arrayIfLm256EE:   // @_ZN7picture4meanERKSt5arrayIfLm256EE
.Lfunc_begin1:
	.loc	0 21 0                          // pixels.cpp:21:0
	.cfi_startproc
// %bb.0:
	movi	d0, #0000000000000000
	ptrue	p0.b
	mov	x8, xzr
	ptrue	p1.s
	rdvl	x9, #2
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
.Ltmp29:
	.loc	0 23 20 prologue_end            // pixels.cpp:23:20
	ld1b	{ z1.b }, p0/z, [x0, x8]
	add	x10, x0, x8
	add	x8, x8, x9
	cmp	x8, #1024
	fadda	s0, p1, s0, z1.s
	ld1w	{ z1.s }, p1/z, [x10, #1, mul vl]
	fadda	s0, p1, s0, z1.s
	b.ne	.LBB1_1
// %bb.2:
	.loc	0 0 20 is_stmt 0                // pixels.cpp:0:20
	mov	w8, #998244352                  // =0x3b800000
	fmov	s1, w8
	.loc	0 25 14 is_stmt 1               // pixels.cpp:25:14
	fmul	s0, s0, s1
	.loc	0 25 3 is_stmt 0                // pixels.cpp:25:3
	ret
.Ltmp30:
.Lfunc_end1:
	.size	_ZN7picture4meanERKSt5arrayIfLm256EE, .Lfunc_end1-_ZN7picture4meanERKSt5arrayIfLm256EE
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
