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
	b.lt	.LBB0_13
// %bb.1:
	str	x21, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	mov	w10, #52429                     // =0xcccd
	sub	w8, w1, #1
	sxtw	x12, w1
	movk	w10, #15948, lsl #16
	sub	x11, x8, #1
	.loc	0 3 5                           // stencil.c:3:5
	sbfiz	x15, x1, #2, #32
	dup	v0.4s, w10
	and	x13, x11, #0xfffffffffffffff8
	sub	w9, w0, #1
	.loc	0 2 3                           // stencil.c:2:3
	add	x14, x3, #20
	orr	x16, x13, #0x1
	add	x17, x2, #20
	add	x18, x2, #16
	mov	w4, #1                          // =0x1
	b	.LBB0_4
.LBB0_2:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 2 34 is_stmt 0                // stencil.c:2:34
	add	x0, x4, #1
.LBB0_3:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 2 3                           // stencil.c:2:3
	cmp	x0, x9
	mov	x4, x0
	b.eq	.LBB0_12
.LBB0_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_8 Depth 2
                                        //     Child Loop BB0_11 Depth 2
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	w1, #2
	b.le	.LBB0_2
// %bb.5:                               //   in Loop: Header=BB0_4 Depth=1
	cmp	x11, #8
	sub	x5, x4, #1
	add	x0, x4, #1
	b.hs	.LBB0_7
// %bb.6:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5 is_stmt 0                 // stencil.c:0:5
	mov	w7, #1                          // =0x1
	b	.LBB0_10
.LBB0_7:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 3 5                           // stencil.c:3:5
	mul	x20, x15, x4
	mov	x21, x13
	madd	x6, x15, x0, x17
	madd	x7, x15, x5, x17
	add	x19, x14, x20
	add	x20, x18, x20
.LBB0_8:                                //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 60 is_stmt 1                // stencil.c:4:60
	ldp	q2, q4, [x20, #-16]
	subs	x21, x21, #8
	.loc	0 4 38 is_stmt 0                // stencil.c:4:38
	ldur	q1, [x20, #-12]
	ldur	q3, [x20, #4]
	.loc	0 4 58                          // stencil.c:4:58
	fadd	v1.4s, v1.4s, v2.4s
	fadd	v2.4s, v3.4s, v4.4s
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ldur	q3, [x20, #-8]
	ldur	q4, [x20, #8]
	add	x20, x20, #32
	.loc	0 4 84                          // stencil.c:4:84
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 5 64                          // stencil.c:5:64
	ldp	q3, q4, [x7, #-16]
	add	x7, x7, #32
	.loc	0 5 62 is_stmt 0                // stencil.c:5:62
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 6 38 is_stmt 1                // stencil.c:6:38
	ldp	q3, q4, [x6, #-16]
	add	x6, x6, #32
	.loc	0 5 90                          // stencil.c:5:90
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 4 35                          // stencil.c:4:35
	fmul	v1.4s, v1.4s, v0.4s
	fmul	v2.4s, v2.4s, v0.4s
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	stp	q1, q2, [x19, #-16]
	add	x19, x19, #32
	b.ne	.LBB0_8
// %bb.9:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	x11, x13
	mov	x7, x16
	b.eq	.LBB0_3
.LBB0_10:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5 is_stmt 0                 // stencil.c:0:5
	mul	x4, x4, x12
	.loc	0 3 5                           // stencil.c:3:5
	lsl	x6, x7, #2
	madd	x19, x15, x0, x6
	madd	x5, x15, x5, x6
	add	x4, x7, x4
	sub	x7, x8, x7
	lsl	x20, x4, #2
	add	x4, x2, x19
	add	x6, x3, x20
	add	x19, x2, x20
	add	x5, x2, x5
.LBB0_11:                               //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 38 is_stmt 1                // stencil.c:4:38
	ldp	s2, s1, [x19, #-4]
	.loc	0 3 23                          // stencil.c:3:23
	subs	x7, x7, #1
	.loc	0 4 58                          // stencil.c:4:58
	fadd	s1, s1, s2
	.loc	0 5 38                          // stencil.c:5:38
	ldr	s2, [x19, #4]!
	.loc	0 4 84                          // stencil.c:4:84
	fadd	s1, s1, s2
	.loc	0 5 64                          // stencil.c:5:64
	ldr	s2, [x5], #4
	.loc	0 5 62 is_stmt 0                // stencil.c:5:62
	fadd	s1, s1, s2
	.loc	0 6 38 is_stmt 1                // stencil.c:6:38
	ldr	s2, [x4], #4
	.loc	0 5 90                          // stencil.c:5:90
	fadd	s1, s1, s2
	fmov	s2, w10
	.loc	0 4 35                          // stencil.c:4:35
	fmul	s1, s1, s2
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	str	s1, [x6], #4
	b.ne	.LBB0_11
	b	.LBB0_3
.LBB0_12:
	.loc	0 0 28                          // stencil.c:0:28
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x21, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
.LBB0_13:
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
