	.text
	.file	"stencil.c"
	.globl	blur                            // -- Begin function blur
	.p2align	2
	.type	blur,@function
blur:                                   // @blur
.Lfunc_begin0:
	.file	0 "/sources" "stencil.c" md5 0xa0752fcdadeee274dd06ad2e191c794f
	.cfi_startproc
// %bb.0:
	.loc	0 2 3 prologue_end              // stencil.c:2:3
	cmp	w0, #3
                                        // kill: def $w1 killed $w1 def $x1
	b.lt	.LBB0_12
// %bb.1:
	cmp	w1, #3
	b.lt	.LBB0_12
// %bb.2:
	stp	x28, x27, [sp, #-80]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 80
	stp	x26, x25, [sp, #16]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	ubfiz	x9, x1, #2, #32
	rdvl	x18, #1
	sub	w11, w1, #1
	ubfiz	x1, x1, #3, #32
	sub	w10, w0, #1
	add	x0, x18, x2
	add	x15, x18, x9
	add	x14, x3, x9
	add	x16, x2, x9
	add	x17, x15, x3
	mov	w3, #52429                      // =0xcccd
	add	x0, x0, x1
	movk	w3, #15948, lsl #16
	add	x1, x2, x1
	ptrue	p0.s
	mov	z0.s, w3
	mov	x8, xzr
	cnth	x12
	sub	x13, x11, #1
	add	x15, x2, x15
	add	x17, x17, #4
	add	x18, x2, x18
	add	x0, x0, #4
	mov	w4, #1                          // =0x1
	mov	x5, #1                          // =0x1
	mov	x6, #2                          // =0x2
	mov	x7, x1
	mov	x19, x2
	mov	x20, x16
	mov	x21, x14
	b	.LBB0_4
.LBB0_3:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 2 0 is_stmt 0                 // stencil.c:2:0
	add	x4, x4, #1
	.loc	0 2 3                           // stencil.c:2:3
	add	x17, x17, x9
	add	x21, x21, x9
	add	x15, x15, x9
	add	x20, x20, x9
	add	x18, x18, x9
	add	x19, x19, x9
	cmp	x4, x10
	add	x0, x0, x9
	add	x7, x7, x9
	add	x8, x8, x9
	b.eq	.LBB0_11
.LBB0_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_7 Depth 2
                                        //     Child Loop BB0_10 Depth 2
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	x13, x12
	b.hs	.LBB0_6
// %bb.5:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5 is_stmt 0                 // stencil.c:0:5
	mov	w22, #1                         // =0x1
	.loc	0 3 5                           // stencil.c:3:5
	b	.LBB0_9
.LBB0_6:                                //   in Loop: Header=BB0_4 Depth=1
	neg	x22, x12
	mov	x23, xzr
	and	x24, x13, x22
	orr	x22, x24, #0x1
.LBB0_7:                                //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 38 is_stmt 1                // stencil.c:4:38
	lsl	x25, x23, #2
	.loc	0 4 60 is_stmt 0                // stencil.c:4:60
	ld1w	{ z1.s }, p0/z, [x20, x23, lsl #2]
	ld1w	{ z3.s }, p0/z, [x15, x23, lsl #2]
	.loc	0 4 38                          // stencil.c:4:38
	add	x26, x20, x25
	add	x27, x15, x25
	ld1w	{ z2.s }, p0/z, [x26, x5, lsl #2]
	ld1w	{ z4.s }, p0/z, [x27, x5, lsl #2]
	.loc	0 4 58                          // stencil.c:4:58
	fadd	z1.s, z2.s, z1.s
	fadd	z3.s, z4.s, z3.s
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ld1w	{ z2.s }, p0/z, [x26, x6, lsl #2]
	ld1w	{ z4.s }, p0/z, [x27, x6, lsl #2]
	.loc	0 5 64 is_stmt 0                // stencil.c:5:64
	add	x26, x19, x25
	add	x27, x18, x25
	.loc	0 4 84 is_stmt 1                // stencil.c:4:84
	fadd	z1.s, z1.s, z2.s
	fadd	z3.s, z3.s, z4.s
	.loc	0 5 64                          // stencil.c:5:64
	ld1w	{ z2.s }, p0/z, [x26, x5, lsl #2]
	ld1w	{ z4.s }, p0/z, [x27, x5, lsl #2]
	.loc	0 6 38                          // stencil.c:6:38
	add	x26, x7, x25
	.loc	0 4 28                          // stencil.c:4:28
	add	x25, x21, x25
	.loc	0 5 62                          // stencil.c:5:62
	fadd	z1.s, z1.s, z2.s
	fadd	z3.s, z3.s, z4.s
	.loc	0 6 38                          // stencil.c:6:38
	ld1w	{ z2.s }, p0/z, [x26, x5, lsl #2]
	ld1w	{ z4.s }, p0/z, [x0, x23, lsl #2]
	.loc	0 5 90                          // stencil.c:5:90
	fadd	z1.s, z1.s, z2.s
	fadd	z2.s, z3.s, z4.s
	.loc	0 4 35                          // stencil.c:4:35
	fmul	z1.s, z1.s, z0.s
	fmul	z2.s, z2.s, z0.s
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	st1w	{ z1.s }, p0, [x25, x5, lsl #2]
	st1w	{ z2.s }, p0, [x17, x23, lsl #2]
	add	x23, x23, x12
	cmp	x24, x23
	b.ne	.LBB0_7
// %bb.8:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	x13, x24
	b.eq	.LBB0_3
.LBB0_9:                                //   in Loop: Header=BB0_4 Depth=1
	lsl	x26, x22, #2
	sub	x22, x11, x22
	mov	x27, x8
	add	x23, x1, x26
	add	x24, x2, x26
	add	x25, x14, x26
	add	x26, x16, x26
.LBB0_10:                               //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 38                          // stencil.c:4:38
	add	x28, x26, x27
	.loc	0 3 23                          // stencil.c:3:23
	subs	x22, x22, #1
	.loc	0 4 38                          // stencil.c:4:38
	ldp	s2, s1, [x28, #-4]
	.loc	0 4 58 is_stmt 0                // stencil.c:4:58
	fadd	s1, s1, s2
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ldr	s2, [x28, #4]
	.loc	0 4 84                          // stencil.c:4:84
	fadd	s1, s1, s2
	.loc	0 5 64                          // stencil.c:5:64
	ldr	s2, [x24, x27]
	.loc	0 5 62 is_stmt 0                // stencil.c:5:62
	fadd	s1, s1, s2
	.loc	0 6 38 is_stmt 1                // stencil.c:6:38
	ldr	s2, [x23, x27]
	.loc	0 5 90                          // stencil.c:5:90
	fadd	s1, s1, s2
	fmov	s2, w3
	.loc	0 4 35                          // stencil.c:4:35
	fmul	s1, s1, s2
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	str	s1, [x25, x27]
	.loc	0 3 23 is_stmt 1                // stencil.c:3:23
	add	x27, x27, #4
	.loc	0 3 5 is_stmt 0                 // stencil.c:3:5
	b.ne	.LBB0_10
	b	.LBB0_3
.LBB0_11:
	.loc	0 0 5                           // stencil.c:0:5
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #16]             // 16-byte Folded Reload
	ldp	x28, x27, [sp], #80             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
.LBB0_12:
	.loc	0 7 1 is_stmt 1                 // stencil.c:7:1
	ret
.Ltmp0:
.Lfunc_end0:
	.size	blur, .Lfunc_end0-blur
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
