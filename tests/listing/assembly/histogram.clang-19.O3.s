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
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	x19, x2
	mov	x20, x1
.Ltmp0:
	.loc	0 5 15 prologue_end             // histogram.c:5:15
	mov	w1, wzr
	mov	w2, #1024                       // =0x400
	mov	x21, x0
	bl	memset
.Ltmp1:
	.loc	0 6 3                           // histogram.c:6:3
	cmp	x19, #1
	b.lt	.LBB0_2
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 7 12                          // histogram.c:7:12
	ldrb	w8, [x20], #1
	.loc	0 6 22                          // histogram.c:6:22
	subs	x19, x19, #1
	.loc	0 7 20                          // histogram.c:7:20
	ldr	w9, [x21, x8, lsl #2]
	add	w9, w9, #1
	str	w9, [x21, x8, lsl #2]
	.loc	0 6 3                           // histogram.c:6:3
	b.ne	.LBB0_1
.LBB0_2:
	.cfi_def_cfa wsp, 48
	.loc	0 8 1 epilogue_begin            // histogram.c:8:1
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
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
	mov	w8, wzr
.Ltmp3:
	.loc	0 12 3 prologue_end             // histogram.c:12:3
	cbz	w1, .LBB1_3
// %bb.1:
	.loc	0 12 26 is_stmt 0               // histogram.c:12:26
	mov	w9, w1
.LBB1_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 13 35 is_stmt 1               // histogram.c:13:35
	ubfiz	w10, w8, #15, #1
	.loc	0 12 26                         // histogram.c:12:26
	subs	x9, x9, #1
	.loc	0 13 22                         // histogram.c:13:22
	add	w8, w10, w8, lsr #1
	.loc	0 13 44 is_stmt 0               // histogram.c:13:44
	ldrb	w10, [x0], #1
	.loc	0 13 42                         // histogram.c:13:42
	add	w8, w8, w10
	.loc	0 12 3 is_stmt 1                // histogram.c:12:3
	b.ne	.LBB1_2
.LBB1_3:
	.loc	0 14 3                          // histogram.c:14:3
	mov	w0, w8
	ret
.Ltmp4:
.Lfunc_end1:
	.size	checksum, .Lfunc_end1-checksum
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
