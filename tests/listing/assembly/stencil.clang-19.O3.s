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
	stp	x20, x19, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	mov	w11, #52429                     // =0xcccd
	sub	w9, w1, #1
	ubfiz	x10, x1, #2, #32
	movk	w11, #15948, lsl #16
	sub	x12, x9, #1
	add	x15, x2, w1, uxtw #3
	dup	v0.4s, w11
	and	x14, x12, #0xfffffffffffffff8
	add	x16, x3, x10
	mov	x8, xzr
	sub	w13, w0, #1
	orr	x17, x14, #0x1
	add	x18, x16, #20
	add	x0, x2, x10
	mov	w1, #1                          // =0x1
	b	.LBB0_4
.LBB0_3:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 2 0 is_stmt 0                 // stencil.c:2:0
	add	x1, x1, #1
	.loc	0 2 3                           // stencil.c:2:3
	add	x8, x8, x10
	cmp	x1, x13
	b.eq	.LBB0_11
.LBB0_4:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_7 Depth 2
                                        //     Child Loop BB0_10 Depth 2
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	x12, #8
	b.hs	.LBB0_6
// %bb.5:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5 is_stmt 0                 // stencil.c:0:5
	mov	w6, #1                          // =0x1
	.loc	0 3 5                           // stencil.c:3:5
	b	.LBB0_9
.LBB0_6:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5                           // stencil.c:0:5
	mov	x3, x14
	mov	x4, x8
.LBB0_7:                                //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 38 is_stmt 1                // stencil.c:4:38
	add	x5, x0, x4
	subs	x3, x3, #8
	.loc	0 4 60 is_stmt 0                // stencil.c:4:60
	ldp	q2, q4, [x5]
	.loc	0 4 38                          // stencil.c:4:38
	ldur	q1, [x5, #4]
	ldur	q3, [x5, #20]
	.loc	0 4 58                          // stencil.c:4:58
	fadd	v1.4s, v1.4s, v2.4s
	fadd	v2.4s, v3.4s, v4.4s
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ldur	q3, [x5, #8]
	ldur	q4, [x5, #24]
	.loc	0 5 64 is_stmt 0                // stencil.c:5:64
	add	x5, x2, x4
	.loc	0 4 84 is_stmt 1                // stencil.c:4:84
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 5 64                          // stencil.c:5:64
	ldur	q3, [x5, #4]
	ldur	q4, [x5, #20]
	.loc	0 6 38                          // stencil.c:6:38
	add	x5, x15, x4
	.loc	0 5 62                          // stencil.c:5:62
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 6 38                          // stencil.c:6:38
	ldur	q3, [x5, #4]
	ldur	q4, [x5, #20]
	.loc	0 4 28                          // stencil.c:4:28
	add	x5, x18, x4
	add	x4, x4, #32
	.loc	0 5 90                          // stencil.c:5:90
	fadd	v1.4s, v1.4s, v3.4s
	fadd	v2.4s, v2.4s, v4.4s
	.loc	0 4 35                          // stencil.c:4:35
	fmul	v1.4s, v1.4s, v0.4s
	fmul	v2.4s, v2.4s, v0.4s
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	stp	q1, q2, [x5, #-16]
	b.ne	.LBB0_7
// %bb.8:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 3 5 is_stmt 1                 // stencil.c:3:5
	cmp	x12, x14
	mov	x6, x17
	b.eq	.LBB0_3
.LBB0_9:                                //   in Loop: Header=BB0_4 Depth=1
	lsl	x7, x6, #2
	sub	x6, x9, x6
	mov	x19, x8
	add	x3, x15, x7
	add	x4, x2, x7
	add	x5, x16, x7
	add	x7, x0, x7
.LBB0_10:                               //   Parent Loop BB0_4 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 4 38                          // stencil.c:4:38
	add	x20, x7, x19
	.loc	0 3 23                          // stencil.c:3:23
	subs	x6, x6, #1
	.loc	0 4 38                          // stencil.c:4:38
	ldp	s2, s1, [x20, #-4]
	.loc	0 4 58 is_stmt 0                // stencil.c:4:58
	fadd	s1, s1, s2
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ldr	s2, [x20, #4]
	.loc	0 4 84                          // stencil.c:4:84
	fadd	s1, s1, s2
	.loc	0 5 64                          // stencil.c:5:64
	ldr	s2, [x4, x19]
	.loc	0 5 62 is_stmt 0                // stencil.c:5:62
	fadd	s1, s1, s2
	.loc	0 6 38 is_stmt 1                // stencil.c:6:38
	ldr	s2, [x3, x19]
	.loc	0 5 90                          // stencil.c:5:90
	fadd	s1, s1, s2
	fmov	s2, w11
	.loc	0 4 35                          // stencil.c:4:35
	fmul	s1, s1, s2
	.loc	0 4 28 is_stmt 0                // stencil.c:4:28
	str	s1, [x5, x19]
	.loc	0 3 23 is_stmt 1                // stencil.c:3:23
	add	x19, x19, #4
	.loc	0 3 5 is_stmt 0                 // stencil.c:3:5
	b.ne	.LBB0_10
	b	.LBB0_3
.LBB0_11:
	.loc	0 0 5                           // stencil.c:0:5
	ldp	x20, x19, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
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
