	.text
	.file	"saxpy.c"
	.globl	saxpy                           // -- Begin function saxpy
	.p2align	2
	.type	saxpy,@function
saxpy:                                  // @saxpy
.Lfunc_begin0:
	.file	0 "/sources" "saxpy.c" md5 0xc92f0141697375fa5a4692e322db6f16
	.loc	0 3 0                           // saxpy.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, #40]
	str	s0, [sp, #36]
	str	x1, [sp, #24]
	str	x2, [sp, #16]
.Ltmp1:
	.loc	0 4 15 prologue_end             // saxpy.c:4:15
	str	xzr, [sp, #8]
	.loc	0 4 8 is_stmt 0                 // saxpy.c:4:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 4 22                          // saxpy.c:4:22
	ldr	x8, [sp, #8]
	.loc	0 4 26                          // saxpy.c:4:26
	ldr	x9, [sp, #40]
	.loc	0 4 3                           // saxpy.c:4:3
	subs	x8, x8, x9
	b.hs	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 5 12 is_stmt 1                // saxpy.c:5:12
	ldr	s0, [sp, #36]
	.loc	0 5 16 is_stmt 0                // saxpy.c:5:16
	ldr	x8, [sp, #24]
	.loc	0 5 18                          // saxpy.c:5:18
	ldr	x9, [sp, #8]
	.loc	0 5 16                          // saxpy.c:5:16
	ldr	s1, [x8, x9, lsl #2]
	.loc	0 5 23                          // saxpy.c:5:23
	ldr	x8, [sp, #16]
	.loc	0 5 25                          // saxpy.c:5:25
	ldr	x9, [sp, #8]
	.loc	0 5 23                          // saxpy.c:5:23
	ldr	s2, [x8, x9, lsl #2]
	.loc	0 5 21                          // saxpy.c:5:21
	fmadd	s0, s0, s1, s2
	.loc	0 5 5                           // saxpy.c:5:5
	ldr	x8, [sp, #16]
	.loc	0 5 7                           // saxpy.c:5:7
	ldr	x9, [sp, #8]
	.loc	0 5 10                          // saxpy.c:5:10
	str	s0, [x8, x9, lsl #2]
	.loc	0 5 5                           // saxpy.c:5:5
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 30 is_stmt 1                // saxpy.c:4:30
	ldr	x8, [sp, #8]
	add	x8, x8, #1
	str	x8, [sp, #8]
	.loc	0 4 3 is_stmt 0                 // saxpy.c:4:3
	b	.LBB0_1
.LBB0_4:
	.loc	0 6 1 epilogue_begin is_stmt 1  // saxpy.c:6:1
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	saxpy, .Lfunc_end0-saxpy
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
