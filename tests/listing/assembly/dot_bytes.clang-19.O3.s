	.text
	.file	"dot_bytes.c"
	.globl	dot                             // -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    // @dot
.Lfunc_begin0:
	.file	0 "/sources" "dot_bytes.c" md5 0x2d5d95eb3f6e9df25649ab0aa5dd502c
	.cfi_startproc
// %bb.0:
	.loc	0 5 3 prologue_end              // dot_bytes.c:5:3
	cmp	w2, #1
	b.lt	.LBB0_3
// %bb.1:
	cmp	w2, #8
	.loc	0 5 21 is_stmt 0                // dot_bytes.c:5:21
	mov	w9, w2
	.loc	0 5 3                           // dot_bytes.c:5:3
	b.hs	.LBB0_4
// %bb.2:
	.loc	0 0 3                           // dot_bytes.c:0:3
	mov	x10, xzr
	mov	w8, wzr
	.loc	0 5 3                           // dot_bytes.c:5:3
	b	.LBB0_13
.LBB0_3:
	.loc	0 0 3                           // dot_bytes.c:0:3
	mov	w8, wzr
	.loc	0 7 3 is_stmt 1                 // dot_bytes.c:7:3
	mov	w0, w8
	ret
.LBB0_4:
	.loc	0 5 3                           // dot_bytes.c:5:3
	cmp	w2, #32
	b.hs	.LBB0_6
// %bb.5:
	.loc	0 0 3 is_stmt 0                 // dot_bytes.c:0:3
	mov	w8, wzr
	mov	x10, xzr
	b	.LBB0_10
.LBB0_6:
	movi	v0.2d, #0000000000000000
	movi	v2.2d, #0000000000000000
	.loc	0 5 3                           // dot_bytes.c:5:3
	and	x10, x9, #0x7fffffe0
	movi	v1.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	add	x8, x0, #16
	movi	v4.2d, #0000000000000000
	movi	v6.2d, #0000000000000000
	add	x11, x1, #16
	movi	v5.2d, #0000000000000000
	movi	v7.2d, #0000000000000000
	mov	x12, x10
.LBB0_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 19 is_stmt 1                // dot_bytes.c:6:19
	ldp	q16, q19, [x11, #-16]
	.loc	0 5 27                          // dot_bytes.c:5:27
	subs	x12, x12, #32
	.loc	0 6 12                          // dot_bytes.c:6:12
	ldp	q17, q18, [x8, #-16]
	.loc	0 5 27                          // dot_bytes.c:5:27
	add	x8, x8, #32
	add	x11, x11, #32
	.loc	0 6 17                          // dot_bytes.c:6:17
	smull2	v20.8h, v16.16b, v17.16b
	smull	v16.8h, v16.8b, v17.8b
	smull2	v17.8h, v19.16b, v18.16b
	smull	v18.8h, v19.8b, v18.8b
	.loc	0 6 9 is_stmt 0                 // dot_bytes.c:6:9
	saddw2	v3.4s, v3.4s, v20.8h
	saddw	v1.4s, v1.4s, v20.4h
	saddw2	v2.4s, v2.4s, v16.8h
	saddw	v0.4s, v0.4s, v16.4h
	saddw2	v7.4s, v7.4s, v17.8h
	saddw	v5.4s, v5.4s, v17.4h
	saddw2	v6.4s, v6.4s, v18.8h
	saddw	v4.4s, v4.4s, v18.4h
	.loc	0 5 27 is_stmt 1                // dot_bytes.c:5:27
	b.ne	.LBB0_7
// %bb.8:
	.loc	0 5 3 is_stmt 0                 // dot_bytes.c:5:3
	add	v2.4s, v6.4s, v2.4s
	add	v3.4s, v7.4s, v3.4s
	cmp	x10, x9
	add	v0.4s, v4.4s, v0.4s
	add	v1.4s, v5.4s, v1.4s
	add	v0.4s, v0.4s, v1.4s
	add	v1.4s, v2.4s, v3.4s
	add	v0.4s, v0.4s, v1.4s
	addv	s0, v0.4s
	fmov	w8, s0
	b.eq	.LBB0_15
// %bb.9:
	tst	x9, #0x18
	b.eq	.LBB0_13
.LBB0_10:
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x12, x10
	and	x10, x9, #0x7ffffff8
	add	x11, x1, x12
	mov	v0.s[0], w8
	add	x8, x0, x12
	sub	x12, x12, x10
.LBB0_11:                               // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // dot_bytes.c:6:12
	ldr	d2, [x8], #8
	.loc	0 5 27                          // dot_bytes.c:5:27
	adds	x12, x12, #8
	.loc	0 6 19                          // dot_bytes.c:6:19
	ldr	d3, [x11], #8
	.loc	0 6 17 is_stmt 0                // dot_bytes.c:6:17
	smull	v2.8h, v3.8b, v2.8b
	.loc	0 6 9                           // dot_bytes.c:6:9
	saddw2	v1.4s, v1.4s, v2.8h
	saddw	v0.4s, v0.4s, v2.4h
	.loc	0 5 27 is_stmt 1                // dot_bytes.c:5:27
	b.ne	.LBB0_11
// %bb.12:
	.loc	0 5 3 is_stmt 0                 // dot_bytes.c:5:3
	add	v0.4s, v0.4s, v1.4s
	cmp	x10, x9
	addv	s0, v0.4s
	fmov	w8, s0
	b.eq	.LBB0_15
.LBB0_13:
	add	x11, x1, x10
	add	x12, x0, x10
	sub	x9, x9, x10
.LBB0_14:                               // =>This Inner Loop Header: Depth=1
	.loc	0 6 12 is_stmt 1                // dot_bytes.c:6:12
	ldrsb	w10, [x12], #1
	.loc	0 5 21                          // dot_bytes.c:5:21
	subs	x9, x9, #1
	.loc	0 6 19                          // dot_bytes.c:6:19
	ldrsb	w13, [x11], #1
	.loc	0 6 9 is_stmt 0                 // dot_bytes.c:6:9
	madd	w8, w13, w10, w8
	.loc	0 5 3 is_stmt 1                 // dot_bytes.c:5:3
	b.ne	.LBB0_14
.LBB0_15:
	.loc	0 7 3                           // dot_bytes.c:7:3
	mov	w0, w8
	ret
.Ltmp0:
.Lfunc_end0:
	.size	dot, .Lfunc_end0-dot
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
