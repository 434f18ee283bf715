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
	stp	x29, x30, [sp, #-64]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	x24, x23, [sp, #16]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
.Ltmp0:
	.loc	0 5 3 prologue_end              // switch_table.c:5:3
	cmp	w1, #1
	b.lt	.LBB0_26
// %bb.1:
	.loc	0 0 3 is_stmt 0                 // switch_table.c:0:3
	mov	w23, #21846                     // =0x5556
	mov	w24, #26215                     // =0x6667
	mov	x19, x0
	mov	w20, wzr
	adrp	x21, .LJTI0_0
	add	x21, x21, :lo12:.LJTI0_0
	.loc	0 5 21                          // switch_table.c:5:21
	mov	w22, w1
	movk	w23, #21845, lsl #16
	movk	w24, #26214, lsl #16
	b	.LBB0_4
.LBB0_2:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 20 23 is_stmt 1               // switch_table.c:20:23
	mov	w0, #14                         // =0xe
	bl	step
.Ltmp1:
	.loc	0 20 16 is_stmt 0               // switch_table.c:20:16
	add	w20, w20, w0, lsl #1
.LBB0_3:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 5 21 is_stmt 1                // switch_table.c:5:21
	subs	x22, x22, #1
	.loc	0 5 3 is_stmt 0                 // switch_table.c:5:3
	b.eq	.LBB0_27
.LBB0_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 6 13 is_stmt 1                // switch_table.c:6:13
	ldrb	w8, [x19], #1
	.loc	0 6 5 is_stmt 0                 // switch_table.c:6:5
	cmp	w8, #19
	b.hi	.LBB0_19
// %bb.5:                               //   in Loop: Header=BB0_4 Depth=1
	adr	x9, .LBB0_2
	ldrb	w10, [x21, x8]
	add	x9, x9, x10, lsl #2
	br	x9
.LBB0_6:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 7 17 is_stmt 1                // switch_table.c:7:17
	mov	w0, #1                          // =0x1
	bl	step
.Ltmp2:
	mov	w20, w0
	.loc	0 7 26 is_stmt 0                // switch_table.c:7:26
	b	.LBB0_3
.LBB0_7:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 25 18 is_stmt 1               // switch_table.c:25:18
	mov	w0, w20
	bl	step
.Ltmp3:
	mov	w20, w0
	.loc	0 25 28 is_stmt 0               // switch_table.c:25:28
	mov	w0, #2                          // =0x2
	b	.LBB0_13
.LBB0_8:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 17 19 is_stmt 1               // switch_table.c:17:19
	mov	w0, #11                         // =0xb
	bl	step
.Ltmp4:
	.loc	0 17 18 is_stmt 0               // switch_table.c:17:18
	mvn	w20, w0
	.loc	0 17 29                         // switch_table.c:17:29
	b	.LBB0_3
.LBB0_9:                                //   in Loop: Header=BB0_4 Depth=1
	.loc	0 16 18 is_stmt 1               // switch_table.c:16:18
	mov	w0, #10                         // =0xa
	bl	step
.Ltmp5:
	.loc	0 16 17 is_stmt 0               // switch_table.c:16:17
	neg	w20, w0
	.loc	0 16 28                         // switch_table.c:16:28
	b	.LBB0_3
.LBB0_10:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 24 26 is_stmt 1               // switch_table.c:24:26
	mov	w0, #18                         // =0x12
	bl	step
.Ltmp6:
	.loc	0 24 24 is_stmt 0               // switch_table.c:24:24
	madd	w20, w20, w20, w0
	.loc	0 24 36                         // switch_table.c:24:36
	b	.LBB0_3
.LBB0_11:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 14 19 is_stmt 1               // switch_table.c:14:19
	mov	w0, #8                          // =0x8
	bl	step
.Ltmp7:
	.loc	0 14 15 is_stmt 0               // switch_table.c:14:15
	lsl	w20, w20, w0
	.loc	0 14 33                         // switch_table.c:14:33
	b	.LBB0_3
.LBB0_12:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 9 18 is_stmt 1                // switch_table.c:9:18
	mov	w0, #3                          // =0x3
.LBB0_13:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 0 is_stmt 0                 // switch_table.c:0:0
	bl	step
.Ltmp8:
	sub	w20, w20, w0
	.loc	0 9 27                          // switch_table.c:9:27
	b	.LBB0_3
.LBB0_14:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 8 18 is_stmt 1                // switch_table.c:8:18
	mov	w0, w20
	bl	step
.Ltmp9:
	.loc	0 8 15 is_stmt 0                // switch_table.c:8:15
	add	w20, w0, w20
	.loc	0 8 27                          // switch_table.c:8:27
	b	.LBB0_3
.LBB0_15:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 12 18 is_stmt 1               // switch_table.c:12:18
	mov	w0, #6                          // =0x6
	bl	step
.Ltmp10:
	.loc	0 12 15 is_stmt 0               // switch_table.c:12:15
	orr	w20, w0, w20
	.loc	0 12 27                         // switch_table.c:12:27
	b	.LBB0_3
.LBB0_16:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 13 18 is_stmt 1               // switch_table.c:13:18
	mov	w0, #7                          // =0x7
	bl	step
.Ltmp11:
	.loc	0 13 15 is_stmt 0               // switch_table.c:13:15
	and	w20, w0, w20
	.loc	0 13 27                         // switch_table.c:13:27
	b	.LBB0_3
.LBB0_17:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 19 18 is_stmt 1               // switch_table.c:19:18
	mov	w0, #13                         // =0xd
	bl	step
.Ltmp12:
	.loc	0 19 27 is_stmt 0               // switch_table.c:19:27
	smull	x8, w0, w24
	lsr	x9, x8, #63
	asr	x8, x8, #33
	add	w8, w8, w9
	add	w8, w8, w8, lsl #2
	sub	w20, w0, w8
	.loc	0 19 32                         // switch_table.c:19:32
	b	.LBB0_3
.LBB0_18:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 15 19 is_stmt 1               // switch_table.c:15:19
	mov	w0, #9                          // =0x9
	bl	step
.Ltmp13:
	.loc	0 15 15 is_stmt 0               // switch_table.c:15:15
	asr	w20, w20, w0
	.loc	0 15 33                         // switch_table.c:15:33
	b	.LBB0_3
.LBB0_19:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 27 15 is_stmt 1               // switch_table.c:27:15
	add	w20, w20, #1
	b	.LBB0_3
.LBB0_20:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 11 18                         // switch_table.c:11:18
	mov	w0, #5                          // =0x5
	bl	step
.Ltmp14:
	.loc	0 11 15 is_stmt 0               // switch_table.c:11:15
	eor	w20, w0, w20
	.loc	0 11 27                         // switch_table.c:11:27
	b	.LBB0_3
.LBB0_21:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 10 18 is_stmt 1               // switch_table.c:10:18
	mov	w0, #4                          // =0x4
	bl	step
.Ltmp15:
	.loc	0 10 15 is_stmt 0               // switch_table.c:10:15
	mul	w20, w0, w20
	.loc	0 10 27                         // switch_table.c:10:27
	b	.LBB0_3
.LBB0_22:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 18 18 is_stmt 1               // switch_table.c:18:18
	mov	w0, #12                         // =0xc
	bl	step
.Ltmp16:
	.loc	0 18 27 is_stmt 0               // switch_table.c:18:27
	smull	x8, w0, w23
	lsr	x9, x8, #63
	lsr	x8, x8, #32
	add	w20, w8, w9
	.loc	0 18 32                         // switch_table.c:18:32
	b	.LBB0_3
.LBB0_23:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 22 19 is_stmt 1               // switch_table.c:22:19
	mov	w0, #16                         // =0x10
	bl	step
.Ltmp17:
	.loc	0 22 18 is_stmt 0               // switch_table.c:22:18
	cmp	w0, #0
	cset	w20, eq
	.loc	0 22 29                         // switch_table.c:22:29
	b	.LBB0_3
.LBB0_24:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 21 23 is_stmt 1               // switch_table.c:21:23
	mov	w0, #15                         // =0xf
	bl	step
.Ltmp18:
	.loc	0 21 21 is_stmt 0               // switch_table.c:21:21
	sub	w8, w0, w0, lsl #2
	.loc	0 21 16                         // switch_table.c:21:16
	add	w20, w8, w20
	.loc	0 21 33                         // switch_table.c:21:33
	b	.LBB0_3
.LBB0_25:                               //   in Loop: Header=BB0_4 Depth=1
	.loc	0 23 16 is_stmt 1               // switch_table.c:23:16
	add	w20, w20, #7
	.loc	0 23 22 is_stmt 0               // switch_table.c:23:22
	b	.LBB0_3
.LBB0_26:
	.loc	0 0 22                          // switch_table.c:0:22
	mov	w20, wzr
.LBB0_27:
	.loc	0 30 1 is_stmt 1                // switch_table.c:30:1
	mov	w0, w20
	.cfi_def_cfa wsp, 64
	.loc	0 30 1 epilogue_begin is_stmt 0 // switch_table.c:30:1
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #64             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp19:
.Lfunc_end0:
	.size	run, .Lfunc_end0-run
	.cfi_endproc
	.section	.rodata,"a",@progbits
.LJTI0_0:
	.byte	(.LBB0_6-.LBB0_2)>>2
	.byte	(.LBB0_14-.LBB0_2)>>2
	.byte	(.LBB0_12-.LBB0_2)>>2
	.byte	(.LBB0_21-.LBB0_2)>>2
	.byte	(.LBB0_20-.LBB0_2)>>2
	.byte	(.LBB0_15-.LBB0_2)>>2
	.byte	(.LBB0_16-.LBB0_2)>>2
	.byte	(.LBB0_11-.LBB0_2)>>2
	.byte	(.LBB0_18-.LBB0_2)>>2
	.byte	(.LBB0_9-.LBB0_2)>>2
	.byte	(.LBB0_8-.LBB0_2)>>2
	.byte	(.LBB0_22-.LBB0_2)>>2
	.byte	(.LBB0_17-.LBB0_2)>>2
	.byte	(.LBB0_2-.LBB0_2)>>2
	.byte	(.LBB0_24-.LBB0_2)>>2
	.byte	(.LBB0_23-.LBB0_2)>>2
	.byte	(.LBB0_25-.LBB0_2)>>2
	.byte	(.LBB0_10-.LBB0_2)>>2
	.byte	(.LBB0_7-.LBB0_2)>>2
	.byte	(.LBB0_27-.LBB0_2)>>2
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
