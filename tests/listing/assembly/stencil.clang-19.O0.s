	.text
	.file	"stencil.c"
	.globl	blur                            // -- Begin function blur
	.p2align	2
	.type	blur,@function
blur:                                   // @blur
.Lfunc_begin0:
	.file	0 "/sources" "stencil.c" md5 0xa0752fcdadeee274dd06ad2e191c794f
	.loc	0 1 0                           // stencil.c:1:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	w0, [sp, #28]
	str	w1, [sp, #24]
	str	x2, [sp, #16]
	str	x3, [sp, #8]
.Ltmp1:
	.loc	0 2 12 prologue_end             // stencil.c:2:12
	mov	w8, #1                          // =0x1
	str	w8, [sp, #4]
	.loc	0 2 8 is_stmt 0                 // stencil.c:2:8
	b	.LBB0_1
.LBB0_1:                                // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_3 Depth 2
	.loc	0 2 19                          // stencil.c:2:19
	ldr	w8, [sp, #4]
	.loc	0 2 23                          // stencil.c:2:23
	ldr	w9, [sp, #28]
	.loc	0 2 28                          // stencil.c:2:28
	subs	w9, w9, #1
	.loc	0 2 3                           // stencil.c:2:3
	subs	w8, w8, w9
	b.ge	.LBB0_8
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 3 14 is_stmt 1                // stencil.c:3:14
	mov	w8, #1                          // =0x1
	str	w8, [sp]
	.loc	0 3 10 is_stmt 0                // stencil.c:3:10
	b	.LBB0_3
.LBB0_3:                                //   Parent Loop BB0_1 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	.loc	0 3 21                          // stencil.c:3:21
	ldr	w8, [sp]
	.loc	0 3 25                          // stencil.c:3:25
	ldr	w9, [sp, #24]
	.loc	0 3 33                          // stencil.c:3:33
	subs	w9, w9, #1
	.loc	0 3 5                           // stencil.c:3:5
	subs	w8, w8, w9
	b.ge	.LBB0_6
	b	.LBB0_4
.LBB0_4:                                //   in Loop: Header=BB0_3 Depth=2
	.loc	0 4 38 is_stmt 1                // stencil.c:4:38
	ldr	x8, [sp, #16]
	.loc	0 4 41 is_stmt 0                // stencil.c:4:41
	ldr	w9, [sp, #4]
	.loc	0 4 45                          // stencil.c:4:45
	ldr	w10, [sp, #24]
	.loc	0 4 43                          // stencil.c:4:43
	mul	w9, w9, w10
	.loc	0 4 55                          // stencil.c:4:55
	ldr	w10, [sp]
	.loc	0 4 53                          // stencil.c:4:53
	add	w9, w9, w10
	.loc	0 4 38                          // stencil.c:4:38
	ldr	s0, [x8, w9, sxtw #2]
	.loc	0 4 60                          // stencil.c:4:60
	ldr	x8, [sp, #16]
	.loc	0 4 63                          // stencil.c:4:63
	ldr	w9, [sp, #4]
	.loc	0 4 67                          // stencil.c:4:67
	ldr	w10, [sp, #24]
	.loc	0 4 65                          // stencil.c:4:65
	mul	w9, w9, w10
	.loc	0 4 77                          // stencil.c:4:77
	ldr	w10, [sp]
	.loc	0 4 75                          // stencil.c:4:75
	add	w9, w9, w10
	.loc	0 4 79                          // stencil.c:4:79
	subs	w9, w9, #1
	.loc	0 4 60                          // stencil.c:4:60
	ldr	s1, [x8, w9, sxtw #2]
	.loc	0 4 58                          // stencil.c:4:58
	fadd	s0, s0, s1
	.loc	0 5 38 is_stmt 1                // stencil.c:5:38
	ldr	x8, [sp, #16]
	.loc	0 5 41 is_stmt 0                // stencil.c:5:41
	ldr	w9, [sp, #4]
	.loc	0 5 45                          // stencil.c:5:45
	ldr	w10, [sp, #24]
	.loc	0 5 43                          // stencil.c:5:43
	mul	w9, w9, w10
	.loc	0 5 55                          // stencil.c:5:55
	ldr	w10, [sp]
	.loc	0 5 53                          // stencil.c:5:53
	add	w9, w9, w10
	.loc	0 5 57                          // stencil.c:5:57
	add	w9, w9, #1
	.loc	0 5 38                          // stencil.c:5:38
	ldr	s1, [x8, w9, sxtw #2]
	.loc	0 4 84 is_stmt 1                // stencil.c:4:84
	fadd	s0, s0, s1
	.loc	0 5 64                          // stencil.c:5:64
	ldr	x8, [sp, #16]
	.loc	0 5 68 is_stmt 0                // stencil.c:5:68
	ldr	w9, [sp, #4]
	.loc	0 5 70                          // stencil.c:5:70
	subs	w9, w9, #1
	.loc	0 5 77                          // stencil.c:5:77
	ldr	w10, [sp, #24]
	.loc	0 5 75                          // stencil.c:5:75
	mul	w9, w9, w10
	.loc	0 5 87                          // stencil.c:5:87
	ldr	w10, [sp]
	.loc	0 5 85                          // stencil.c:5:85
	add	w9, w9, w10
	.loc	0 5 64                          // stencil.c:5:64
	ldr	s1, [x8, w9, sxtw #2]
	.loc	0 5 62                          // stencil.c:5:62
	fadd	s0, s0, s1
	.loc	0 6 38 is_stmt 1                // stencil.c:6:38
	ldr	x8, [sp, #16]
	.loc	0 6 42 is_stmt 0                // stencil.c:6:42
	ldr	w9, [sp, #4]
	.loc	0 6 44                          // stencil.c:6:44
	add	w9, w9, #1
	.loc	0 6 51                          // stencil.c:6:51
	ldr	w10, [sp, #24]
	.loc	0 6 49                          // stencil.c:6:49
	mul	w9, w9, w10
	.loc	0 6 61                          // stencil.c:6:61
	ldr	w10, [sp]
	.loc	0 6 59                          // stencil.c:6:59
	add	w9, w9, w10
	.loc	0 6 38                          // stencil.c:6:38
	ldr	s1, [x8, w9, sxtw #2]
	.loc	0 5 90 is_stmt 1                // stencil.c:5:90
	fadd	s1, s0, s1
	.loc	0 4 35                          // stencil.c:4:35
	mov	w8, #52429                      // =0xcccd
	movk	w8, #15948, lsl #16
	fmov	s0, w8
	fmul	s0, s0, s1
	.loc	0 4 7 is_stmt 0                 // stencil.c:4:7
	ldr	x8, [sp, #8]
	.loc	0 4 11                          // stencil.c:4:11
	ldr	w9, [sp, #4]
	.loc	0 4 15                          // stencil.c:4:15
	ldr	w10, [sp, #24]
	.loc	0 4 13                          // stencil.c:4:13
	mul	w9, w9, w10
	.loc	0 4 25                          // stencil.c:4:25
	ldr	w10, [sp]
	.loc	0 4 23                          // stencil.c:4:23
	add	w9, w9, w10
	.loc	0 4 28                          // stencil.c:4:28
	str	s0, [x8, w9, sxtw #2]
	.loc	0 4 7                           // stencil.c:4:7
	b	.LBB0_5
.LBB0_5:                                //   in Loop: Header=BB0_3 Depth=2
	.loc	0 3 39 is_stmt 1                // stencil.c:3:39
	ldr	w8, [sp]
	add	w8, w8, #1
	str	w8, [sp]
	.loc	0 3 5 is_stmt 0                 // stencil.c:3:5
	b	.LBB0_3
.LBB0_6:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 6 63 is_stmt 1                // stencil.c:6:63
	b	.LBB0_7
.LBB0_7:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 2 34                          // stencil.c:2:34
	ldr	w8, [sp, #4]
	add	w8, w8, #1
	str	w8, [sp, #4]
	.loc	0 2 3 is_stmt 0                 // stencil.c:2:3
	b	.LBB0_1
.LBB0_8:
	.loc	0 7 1 epilogue_begin is_stmt 1  // stencil.c:7:1
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	blur, .Lfunc_end0-blur
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
