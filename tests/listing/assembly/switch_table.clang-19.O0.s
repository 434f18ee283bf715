	.text
	.file	"switch_table.c"
	.globl	run                             // -- Begin function run
	.p2align	2
	.type	run,@function
run:                                    // @run
.Lfunc_begin0:
	.file	0 "/sources" "switch_table.c" md5 0xc3c3cd79b13bff48087786e25ff8d9ae
	.loc	0 3 0                           // switch_table.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	stur	x0, [x29, #-16]
	stur	w1, [x29, #-20]
.Ltmp0:
	.loc	0 4 7 prologue_end              // switch_table.c:4:7
	str	wzr, [sp, #24]
	.loc	0 5 12                          // switch_table.c:5:12
	str	wzr, [sp, #20]
	.loc	0 5 8 is_stmt 0                 // switch_table.c:5:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 5 19                          // switch_table.c:5:19
	ldr	w8, [sp, #20]
	.loc	0 5 23                          // switch_table.c:5:23
	ldur	w9, [x29, #-20]
	.loc	0 5 3                           // switch_table.c:5:3
	subs	w8, w8, w9
	b.ge	.LBB0_27
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 6 13 is_stmt 1                // switch_table.c:6:13
	ldur	x8, [x29, #-16]
	.loc	0 6 21 is_stmt 0                // switch_table.c:6:21
	ldrsw	x9, [sp, #20]
	.loc	0 6 13                          // switch_table.c:6:13
	ldrb	w8, [x8, x9]
	.loc	0 6 5                           // switch_table.c:6:5
	subs	w8, w8, #0
	mov	w8, w8
                                        // kill: def $x8 killed $w8
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	subs	x8, x8, #19
	b.hi	.LBB0_24
// %bb.3:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 0 5                           // switch_table.c:0:5
	ldr	x11, [sp, #8]                   // 8-byte Folded Reload
	.loc	0 6 5                           // switch_table.c:6:5
	adrp	x10, .LJTI0_0
	add	x10, x10, :lo12:.LJTI0_0
.Ltmp1:
	adr	x8, .Ltmp1
	ldrsw	x9, [x10, x11, lsl #2]
	add	x8, x8, x9
	br	x8
.LBB0_4:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 7 17 is_stmt 1                // switch_table.c:7:17
	mov	w0, #1                          // =0x1
	bl	step
	.loc	0 7 15 is_stmt 0                // switch_table.c:7:15
	str	w0, [sp, #24]
	.loc	0 7 26                          // switch_table.c:7:26
	b	.LBB0_25
.LBB0_5:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 8 23 is_stmt 1                // switch_table.c:8:23
	ldr	w0, [sp, #24]
	.loc	0 8 18 is_stmt 0                // switch_table.c:8:18
	bl	step
	.loc	0 8 15                          // switch_table.c:8:15
	ldr	w8, [sp, #24]
	add	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 8 27                          // switch_table.c:8:27
	b	.LBB0_25
.LBB0_6:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 9 18 is_stmt 1                // switch_table.c:9:18
	mov	w0, #3                          // =0x3
	bl	step
	.loc	0 9 15 is_stmt 0                // switch_table.c:9:15
	ldr	w8, [sp, #24]
	subs	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 9 27                          // switch_table.c:9:27
	b	.LBB0_25
.LBB0_7:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 10 18 is_stmt 1               // switch_table.c:10:18
	mov	w0, #4                          // =0x4
	bl	step
	.loc	0 10 15 is_stmt 0               // switch_table.c:10:15
	ldr	w8, [sp, #24]
	mul	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 10 27                         // switch_table.c:10:27
	b	.LBB0_25
.LBB0_8:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 11 18 is_stmt 1               // switch_table.c:11:18
	mov	w0, #5                          // =0x5
	bl	step
	.loc	0 11 15 is_stmt 0               // switch_table.c:11:15
	ldr	w8, [sp, #24]
	eor	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 11 27                         // switch_table.c:11:27
	b	.LBB0_25
.LBB0_9:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 12 18 is_stmt 1               // switch_table.c:12:18
	mov	w0, #6                          // =0x6
	bl	step
	.loc	0 12 15 is_stmt 0               // switch_table.c:12:15
	ldr	w8, [sp, #24]
	orr	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 12 27                         // switch_table.c:12:27
	b	.LBB0_25
.LBB0_10:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 13 18 is_stmt 1               // switch_table.c:13:18
	mov	w0, #7                          // =0x7
	bl	step
	.loc	0 13 15 is_stmt 0               // switch_table.c:13:15
	ldr	w8, [sp, #24]
	and	w8, w8, w0
	str	w8, [sp, #24]
	.loc	0 13 27                         // switch_table.c:13:27
	b	.LBB0_25
.LBB0_11:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 14 19 is_stmt 1               // switch_table.c:14:19
	mov	w0, #8                          // =0x8
	bl	step
	.loc	0 14 27 is_stmt 0               // switch_table.c:14:27
	and	w9, w0, #0x1f
	.loc	0 14 15                         // switch_table.c:14:15
	ldr	w8, [sp, #24]
	lsl	w8, w8, w9
	str	w8, [sp, #24]
	.loc	0 14 33                         // switch_table.c:14:33
	b	.LBB0_25
.LBB0_12:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 15 19 is_stmt 1               // switch_table.c:15:19
	mov	w0, #9                          // =0x9
	bl	step
	.loc	0 15 27 is_stmt 0               // switch_table.c:15:27
	and	w9, w0, #0x1f
	.loc	0 15 15                         // switch_table.c:15:15
	ldr	w8, [sp, #24]
	asr	w8, w8, w9
	str	w8, [sp, #24]
	.loc	0 15 33                         // switch_table.c:15:33
	b	.LBB0_25
.LBB0_13:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 16 18 is_stmt 1               // switch_table.c:16:18
	mov	w0, #10                         // =0xa
	bl	step
	.loc	0 16 17 is_stmt 0               // switch_table.c:16:17
	mov	w8, wzr
	subs	w8, w8, w0
	.loc	0 16 15                         // switch_table.c:16:15
	str	w8, [sp, #24]
	.loc	0 16 28                         // switch_table.c:16:28
	b	.LBB0_25
.LBB0_14:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 17 19 is_stmt 1               // switch_table.c:17:19
	mov	w0, #11                         // =0xb
	bl	step
	.loc	0 17 18 is_stmt 0               // switch_table.c:17:18
	mvn	w8, w0
	.loc	0 17 16                         // switch_table.c:17:16
	str	w8, [sp, #24]
	.loc	0 17 29                         // switch_table.c:17:29
	b	.LBB0_25
.LBB0_15:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 18 18 is_stmt 1               // switch_table.c:18:18
	mov	w0, #12                         // =0xc
	bl	step
	.loc	0 18 27 is_stmt 0               // switch_table.c:18:27
	mov	w8, #3                          // =0x3
	sdiv	w8, w0, w8
	.loc	0 18 16                         // switch_table.c:18:16
	str	w8, [sp, #24]
	.loc	0 18 32                         // switch_table.c:18:32
	b	.LBB0_25
.LBB0_16:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 19 18 is_stmt 1               // switch_table.c:19:18
	mov	w0, #13                         // =0xd
	bl	step
	.loc	0 19 27 is_stmt 0               // switch_table.c:19:27
	mov	w9, #5                          // =0x5
	sdiv	w8, w0, w9
	mul	w8, w8, w9
	subs	w8, w0, w8
	.loc	0 19 16                         // switch_table.c:19:16
	str	w8, [sp, #24]
	.loc	0 19 32                         // switch_table.c:19:32
	b	.LBB0_25
.LBB0_17:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 20 23 is_stmt 1               // switch_table.c:20:23
	mov	w0, #14                         // =0xe
	bl	step
	.loc	0 20 21 is_stmt 0               // switch_table.c:20:21
	mov	w8, #2                          // =0x2
	mul	w9, w8, w0
	.loc	0 20 16                         // switch_table.c:20:16
	ldr	w8, [sp, #24]
	add	w8, w8, w9
	str	w8, [sp, #24]
	.loc	0 20 33                         // switch_table.c:20:33
	b	.LBB0_25
.LBB0_18:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 21 23 is_stmt 1               // switch_table.c:21:23
	mov	w0, #15                         // =0xf
	bl	step
	.loc	0 21 21 is_stmt 0               // switch_table.c:21:21
	mov	w8, #3                          // =0x3
	mul	w9, w8, w0
	.loc	0 21 16                         // switch_table.c:21:16
	ldr	w8, [sp, #24]
	subs	w8, w8, w9
	str	w8, [sp, #24]
	.loc	0 21 33                         // switch_table.c:21:33
	b	.LBB0_25
.LBB0_19:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 22 19 is_stmt 1               // switch_table.c:22:19
	mov	w0, #16                         // =0x10
	bl	step
	.loc	0 22 18 is_stmt 0               // switch_table.c:22:18
	subs	w8, w0, #0
	cset	w8, eq
	.loc	0 22 16                         // switch_table.c:22:16
	str	w8, [sp, #24]
	.loc	0 22 29                         // switch_table.c:22:29
	b	.LBB0_25
.LBB0_20:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 23 16 is_stmt 1               // switch_table.c:23:16
	ldr	w8, [sp, #24]
	add	w8, w8, #7
	str	w8, [sp, #24]
	.loc	0 23 22 is_stmt 0               // switch_table.c:23:22
	b	.LBB0_25
.LBB0_21:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 24 18 is_stmt 1               // switch_table.c:24:18
	ldr	w8, [sp, #24]
	.loc	0 24 22 is_stmt 0               // switch_table.c:24:22
	ldr	w9, [sp, #24]
	.loc	0 24 20                         // switch_table.c:24:20
	mul	w8, w8, w9
	str	w8, [sp, #4]                    // 4-byte Folded Spill
	.loc	0 24 26                         // switch_table.c:24:26
	mov	w0, #18                         // =0x12
	bl	step
	ldr	w8, [sp, #4]                    // 4-byte Folded Reload
	.loc	0 24 24                         // switch_table.c:24:24
	add	w8, w8, w0
	.loc	0 24 16                         // switch_table.c:24:16
	str	w8, [sp, #24]
	.loc	0 24 36                         // switch_table.c:24:36
	b	.LBB0_25
.LBB0_22:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 25 23 is_stmt 1               // switch_table.c:25:23
	ldr	w0, [sp, #24]
	.loc	0 25 18 is_stmt 0               // switch_table.c:25:18
	bl	step
	str	w0, [sp]                        // 4-byte Folded Spill
	.loc	0 25 28                         // switch_table.c:25:28
	mov	w0, #2                          // =0x2
	bl	step
	mov	w8, w0
	ldr	w0, [sp]                        // 4-byte Folded Reload
	.loc	0 25 26                         // switch_table.c:25:26
	subs	w8, w0, w8
	.loc	0 25 16                         // switch_table.c:25:16
	str	w8, [sp, #24]
	.loc	0 25 37                         // switch_table.c:25:37
	b	.LBB0_25
.LBB0_23:
	.loc	0 26 21 is_stmt 1               // switch_table.c:26:21
	ldr	w8, [sp, #24]
	.loc	0 26 14 is_stmt 0               // switch_table.c:26:14
	stur	w8, [x29, #-4]
	b	.LBB0_28
.LBB0_24:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 27 15 is_stmt 1               // switch_table.c:27:15
	ldr	w8, [sp, #24]
	add	w8, w8, #1
	str	w8, [sp, #24]
	.loc	0 28 5                          // switch_table.c:28:5
	b	.LBB0_25
.LBB0_25:                               //   in Loop: Header=BB0_1 Depth=1
	b	.LBB0_26
.LBB0_26:                               //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 27                          // switch_table.c:5:27
	ldr	w8, [sp, #20]
	add	w8, w8, #1
	str	w8, [sp, #20]
	.loc	0 5 3 is_stmt 0                 // switch_table.c:5:3
	b	.LBB0_1
.LBB0_27:
	.loc	0 29 10 is_stmt 1               // switch_table.c:29:10
	ldr	w8, [sp, #24]
	.loc	0 29 3 is_stmt 0                // switch_table.c:29:3
	stur	w8, [x29, #-4]
	b	.LBB0_28
.LBB0_28:
	.loc	0 30 1 is_stmt 1                // switch_table.c:30:1
	ldur	w0, [x29, #-4]
	.cfi_def_cfa wsp, 64
	.loc	0 30 1 epilogue_begin is_stmt 0 // switch_table.c:30:1
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp2:
.Lfunc_end0:
	.size	run, .Lfunc_end0-run
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI0_0:
	.word	.LBB0_4-.Ltmp1
	.word	.LBB0_5-.Ltmp1
	.word	.LBB0_6-.Ltmp1
	.word	.LBB0_7-.Ltmp1
	.word	.LBB0_8-.Ltmp1
	.word	.LBB0_9-.Ltmp1
	.word	.LBB0_10-.Ltmp1
	.word	.LBB0_11-.Ltmp1
	.word	.LBB0_12-.Ltmp1
	.word	.LBB0_13-.Ltmp1
	.word	.LBB0_14-.Ltmp1
	.word	.LBB0_15-.Ltmp1
	.word	.LBB0_16-.Ltmp1
	.word	.LBB0_17-.Ltmp1
	.word	.LBB0_18-.Ltmp1
	.word	.LBB0_19-.Ltmp1
	.word	.LBB0_20-.Ltmp1
	.word	.LBB0_21-.Ltmp1
	.word	.LBB0_22-.Ltmp1
	.word	.LBB0_23-.Ltmp1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym step
