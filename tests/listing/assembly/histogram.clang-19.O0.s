	.text
	.file	"histogram.c"
	.globl	histogram                       // -- Begin function histogram
	.p2align	2
	.type	histogram,@function
histogram:                              // @histogram
.Lfunc_begin0:
	.file	0 "/sources" "histogram.c" md5 0x40693b6759462c4b6f9564fb48d0bc54
	.loc	0 3 0                           // histogram.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
.Ltmp1:
	.loc	0 4 12 prologue_end             // histogram.c:4:12
	str	wzr, [sp, #20]
	.loc	0 4 8 is_stmt 0                 // histogram.c:4:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 4 19                          // histogram.c:4:19
	ldr	w8, [sp, #20]
	.loc	0 4 3                           // histogram.c:4:3
	subs	w8, w8, #256
	b.ge	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 5 is_stmt 1                 // histogram.c:5:5
	ldr	x9, [sp, #40]
	.loc	0 5 12 is_stmt 0                // histogram.c:5:12
	ldrsw	x10, [sp, #20]
	.loc	0 5 15                          // histogram.c:5:15
	mov	w8, wzr
	str	w8, [x9, x10, lsl #2]
	.loc	0 5 5                           // histogram.c:5:5
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 29 is_stmt 1                // histogram.c:4:29
	ldr	w8, [sp, #20]
	add	w8, w8, #1
	str	w8, [sp, #20]
	.loc	0 4 3 is_stmt 0                 // histogram.c:4:3
	b	.LBB0_1
.LBB0_4:
	.loc	0 6 13 is_stmt 1                // histogram.c:6:13
	str	xzr, [sp, #8]
	.loc	0 6 8 is_stmt 0                 // histogram.c:6:8
	b	.LBB0_5
.LBB0_5:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 20                          // histogram.c:6:20
	ldr	x8, [sp, #8]
	.loc	0 6 24                          // histogram.c:6:24
	ldr	x9, [sp, #24]
	.loc	0 6 3                           // histogram.c:6:3
	subs	x8, x8, x9
	b.ge	.LBB0_8
	b	.LBB0_6
.LBB0_6:                                //   in Loop: Header=BB0_5 Depth=1
	.loc	0 7 5 is_stmt 1                 // histogram.c:7:5
	ldr	x9, [sp, #40]
	.loc	0 7 12 is_stmt 0                // histogram.c:7:12
	ldr	x8, [sp, #32]
	.loc	0 7 17                          // histogram.c:7:17
	ldr	x10, [sp, #8]
	.loc	0 7 12                          // histogram.c:7:12
	ldrb	w8, [x8, x10]
	mov	w10, w8
	.loc	0 7 20                          // histogram.c:7:20
	ldr	w8, [x9, x10, lsl #2]
	add	w8, w8, #1
	str	w8, [x9, x10, lsl #2]
	.loc	0 7 5                           // histogram.c:7:5
	b	.LBB0_7
.LBB0_7:                                //   in Loop: Header=BB0_5 Depth=1
	.loc	0 6 28 is_stmt 1                // histogram.c:6:28
	ldr	x8, [sp, #8]
	add	x8, x8, #1
	str	x8, [sp, #8]
	.loc	0 6 3 is_stmt 0                 // histogram.c:6:3
	b	.LBB0_5
.LBB0_8:
	.loc	0 8 1 epilogue_begin is_stmt 1  // histogram.c:8:1
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	histogram, .Lfunc_end0-histogram
	.cfi_endproc
                                        // -- End function
	.globl	checksum                        // -- Begin function checksum
	.p2align	2
	.type	checksum,@function
checksum:                               // @checksum
.Lfunc_begin1:
	.loc	0 10 0                          // histogram.c:10:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x0, [sp, #24]
	str	w1, [sp, #20]
.Ltmp4:
	.loc	0 11 12 prologue_end            // histogram.c:11:12
	str	wzr, [sp, #16]
	.loc	0 12 17                         // histogram.c:12:17
	str	wzr, [sp, #12]
	.loc	0 12 8 is_stmt 0                // histogram.c:12:8
	b	.LBB1_1
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 12 24                         // histogram.c:12:24
	ldr	w8, [sp, #12]
	.loc	0 12 28                         // histogram.c:12:28
	ldr	w9, [sp, #20]
	.loc	0 12 3                          // histogram.c:12:3
	subs	w8, w8, w9
	b.hs	.LBB1_4
	b	.LBB1_2
.LBB1_2:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 13 12 is_stmt 1               // histogram.c:13:12
	ldr	w9, [sp, #16]
	.loc	0 13 26 is_stmt 0               // histogram.c:13:26
	ldr	w8, [sp, #16]
	.loc	0 13 30                         // histogram.c:13:30
	and	w8, w8, #0x1
	.loc	0 13 35                         // histogram.c:13:35
	lsl	w8, w8, #15
	.loc	0 13 22                         // histogram.c:13:22
	add	w8, w8, w9, lsr #1
	.loc	0 13 44                         // histogram.c:13:44
	ldr	x9, [sp, #24]
	.loc	0 13 49                         // histogram.c:13:49
	ldr	w10, [sp, #12]
                                        // kill: def $x10 killed $w10
	.loc	0 13 44                         // histogram.c:13:44
	ldrb	w9, [x9, x10]
	.loc	0 13 42                         // histogram.c:13:42
	add	w8, w8, w9
	.loc	0 13 9                          // histogram.c:13:9
	str	w8, [sp, #16]
	.loc	0 13 5                          // histogram.c:13:5
	b	.LBB1_3
.LBB1_3:                                //   in Loop: Header=BB1_1 Depth=1
	.loc	0 12 32 is_stmt 1               // histogram.c:12:32
	ldr	w8, [sp, #12]
	add	w8, w8, #1
	str	w8, [sp, #12]
	.loc	0 12 3 is_stmt 0                // histogram.c:12:3
	b	.LBB1_1
.LBB1_4:
	.loc	0 14 10 is_stmt 1               // histogram.c:14:10
	ldr	w0, [sp, #16]
	.loc	0 14 3 epilogue_begin is_stmt 0 // histogram.c:14:3
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp5:
.Lfunc_end1:
	.size	checksum, .Lfunc_end1-checksum
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
